//! The names of the columns of a table, from the statement that created it.

/// The names of the columns whose values a row stores, in order. A generated column that is not stored is left out.
pub(super) fn columns(statement: &str) -> Vec<String> {
    let tokens = tokens(statement);
    let Some(open) = tokens.iter().position(|token| token.text == "(" && !token.is_quoted) else {
        return Vec::new();
    };
    let (mut names, mut definition, mut depth) = (Vec::new(), Vec::new(), 0_usize);
    for token in tokens.into_iter().skip(open + 1) {
        let sign = if token.is_quoted { "" } else { &*token.text };
        match sign {
            "(" => depth += 1,
            ")" if depth == 0 => break,
            ")" => depth -= 1,
            "," if depth == 0 => {
                names.extend(name(&core::mem::take(&mut definition)));
                continue;
            }
            _ => {}
        }
        if depth == 0 || definition.is_empty() {
            definition.push(token);
        }
    }
    names.extend(name(&definition));
    names
}

/// The name at the beginning of a definition; `None` for a constraint, and for a column without a stored value.
fn name(definition: &[Token]) -> Option<String> {
    const CONSTRAINTS: [&str; 5] = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"];
    let first = definition.first()?;
    let is_word =
        |token: &Token, word: &str| !token.is_quoted && token.text.eq_ignore_ascii_case(word);
    let has = |word: &str| definition.iter().skip(1).any(|token| is_word(token, word));
    let is_constraint = CONSTRAINTS.iter().any(|word| is_word(first, word));
    let is_virtual = has("AS") && !has("STORED");
    (!is_constraint && !is_virtual).then(|| first.text.clone())
}

struct Token {
    text: String,
    is_quoted: bool,
}

/// The words, names and signs of a statement, without comments.
fn tokens(statement: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut chars = statement.chars().peekable();
    while let Some(char) = chars.next() {
        let close = match char {
            '"' | '`' | '\'' => Some(char),
            '[' => Some(']'),
            _ => None,
        };
        let mut text = String::new();
        if let Some(close) = close {
            while let Some(next) = chars.next() {
                // A doubled quote is an escaped quote.
                let is_end = next == close && (close == ']' || chars.next_if_eq(&close).is_none());
                if is_end {
                    break;
                }
                text.push(next);
            }
            tokens.push(Token { text, is_quoted: true });
        } else if char == '-' && chars.next_if_eq(&'-').is_some() {
            chars.by_ref().find(|next| *next == '\n');
        } else if char == '/' && chars.next_if_eq(&'*').is_some() {
            let mut last = ' ';
            chars.by_ref().find(|next| core::mem::replace(&mut last, *next) == '*' && *next == '/');
        } else if !char.is_whitespace() {
            text.push(char);
            let is_word = |char: &char| char.is_alphanumeric() || "_$".contains(*char);
            if is_word(&char) {
                while let Some(next) = chars.next_if(is_word) {
                    text.push(next);
                }
            }
            tokens.push(Token { text, is_quoted: false });
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn names_of_stored_columns_are_read() {
        for (statement, expected) in [
            ("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT DEFAULT (x, y), c)", "a b c"),
            ("CREATE TABLE \"t(\" (\"a b\" text, [c,d], `e``f`, 'g''h')", "a b c,d e`f g'h"),
            ("CREATE TABLE t(a, PRIMARY KEY(a), CHECK (a > 0), CONSTRAINT x UNIQUE (a))", "a"),
            ("CREATE TABLE t(a, b AS (a), c GENERATED ALWAYS AS (a) STORED, d)", "a c d"),
            ("CREATE TABLE t(a -- , x\n, /* y, */ b)", "a b"),
            ("CREATE TABLE t(a", "a"),
            ("", ""),
        ] {
            assert_eq!(columns(statement).join(" "), expected, "{statement}");
        }
    }
}

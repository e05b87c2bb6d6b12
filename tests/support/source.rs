//! Replaces comments and literals in Rust source with blanks, and finds the paths in the rest.

/// Returns `source` with comments, literals and test modules replaced with blanks. Line breaks are kept.
pub(crate) fn code_only(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while !rest.is_empty() {
        let (length, is_code) = token(rest);
        let (text, after) = rest.split_at(length);
        if is_code {
            out.push_str(text);
        } else {
            out.extend(text.chars().map(|c| if c == '\n' { c } else { ' ' }));
        }
        rest = after;
    }
    without_tests(&out)
}

/// The length of the first token of `rest`, and whether it is code.
fn token(rest: &str) -> (usize, bool) {
    if rest.starts_with("//") {
        return (rest.find('\n').unwrap_or(rest.len()), false);
    }
    if rest.starts_with("/*") {
        return (rest.find("*/").map_or(rest.len(), |at| at + 2), false);
    }
    let raw = rest.strip_prefix('b').unwrap_or(rest).strip_prefix('r');
    if let Some(hashes) = raw.map(|raw| raw.len() - raw.trim_start_matches('#').len()) {
        let quote = rest.len() - raw.unwrap_or_default().len() + hashes;
        if rest[quote..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let inside = rest[quote + 1..].find(&end).map(|at| quote + 1 + at + end.len());
            return (inside.unwrap_or(rest.len()), false);
        }
    }
    match rest.chars().next() {
        Some('"') => (quoted(rest, '"').unwrap_or(rest.len()), false),
        Some('\'') => character(rest).map_or((1, true), |length| (length, false)),
        Some(c) if is_word(c) => (rest.find(|c| !is_word(c)).unwrap_or(rest.len()), true),
        Some(c) => (c.len_utf8(), true),
        None => (0, true),
    }
}

/// The length of a literal between two `quote`s.
fn quoted(rest: &str, quote: char) -> Option<usize> {
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if c == quote {
            return Some(at + 1);
        }
    }
    None
}

/// The length of a character literal; `None` for a lifetime.
fn character(rest: &str) -> Option<usize> {
    let mut chars = rest.chars().skip(1);
    match (chars.next()?, chars.next()) {
        ('\\', _) | (_, Some('\'')) => quoted(rest, '\''),
        _ => None,
    }
}

/// The attributes with which items for tests begin.
const TESTS: &[&str] = &["#[cfg(test)]", "#[cfg(all(test,"];

/// Replaces each item that has an attribute of [`TESTS`] with blanks, because a test may import from any module.
fn without_tests(code: &str) -> String {
    let mut out = code.to_owned();
    let test = |code: &str| TESTS.iter().filter_map(|mark| code.find(mark)).min();
    while let Some(at) = test(&out) {
        let body = body_end(&out[at..]).map_or(out.len(), |length| at + length);
        let blank: String =
            out[at..body].chars().map(|c| if c == '\n' { c } else { ' ' }).collect();
        out.replace_range(at..body, &blank);
    }
    out
}

/// The end of the first item in `code`: its closing brace, or its semicolon.
fn body_end(code: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in code.char_indices() {
        match c {
            ';' if depth == 0 => return Some(at + 1),
            '{' => depth += 1,
            '}' if depth <= 1 => return Some(at + 1),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The segments of a path, and the number of its line, counted from 1.
#[derive(Debug)]
pub(crate) struct Path {
    pub(crate) line: usize,
    pub(crate) segments: Vec<String>,
}

/// The paths in `code` that begin with one of `roots`; the trees of `use` are expanded.
pub(crate) fn paths(code: &str, roots: &[String]) -> Vec<Path> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some((start, word)) = next_word(code, at) {
        at = start + word.len();
        let before = code[..start].trim_end();
        let begins = !before.ends_with("::") && !ends_with_word(before, "in");
        if begins && roots.iter().any(|root| root == word) && tail(&code[at..]).is_some() {
            let line = code[..start].matches('\n').count() + 1;
            let mut found = Vec::new();
            at = code.len() - tree(&code[start..], &[], &mut found).len();
            out.extend(found.into_iter().map(|segments| Path { line, segments }));
        }
    }
    out
}

/// The code after a `::`.
fn tail(code: &str) -> Option<&str> {
    code.trim_start().strip_prefix("::").map(str::trim_start)
}

/// Reads one tree of a `use`, or one path of an expression; returns the code after it.
fn tree<'c>(code: &'c str, before: &[String], out: &mut Vec<Vec<String>>) -> &'c str {
    if let Some(inside) = code.strip_prefix('{') {
        return branches(inside, before, out);
    }
    let mut segments = before.to_vec();
    let length = code.find(|c| !is_word(c)).unwrap_or(code.len());
    let (word, rest) = code.split_at(length);
    if !word.is_empty() && word != "self" || before.is_empty() {
        segments.push(word.to_owned());
    }
    match tail(rest) {
        Some(after) if after.starts_with(|c| is_word(c) || c == '{') => tree(after, &segments, out),
        _ => {
            out.push(segments);
            rest
        }
    }
}

fn branches<'c>(inside: &'c str, before: &[String], out: &mut Vec<Vec<String>>) -> &'c str {
    let mut rest = inside.trim_start();
    while !rest.is_empty() && !rest.starts_with('}') {
        rest = tree(rest, before, out);
        // Skips `as name`, `*` and the comma.
        let next = rest.find([',', '}']).unwrap_or(rest.len());
        rest = rest[next..].trim_start_matches(',').trim_start();
    }
    rest.strip_prefix('}').unwrap_or(rest)
}

fn next_word(code: &str, from: usize) -> Option<(usize, &str)> {
    let start = from + code[from..].find(is_word)?;
    let length = code[start..].find(|c| !is_word(c)).unwrap_or(code.len() - start);
    Some((start, &code[start..start + length]))
}

fn ends_with_word(code: &str, word: &str) -> bool {
    code.strip_suffix(word).is_some_and(|before| !before.ends_with(is_word))
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

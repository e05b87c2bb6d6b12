//! Finds the strings in a formula, such as the reference in `HYPERLINK("http://a.example/";A1)`.

use linkwright::Span;

/// A string of a formula, or several strings that `&` joins.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) text: String,
    /// The span from the first to the last string, without the first and the last quote.
    pub(super) place: Span,
    /// The function that takes the string as a reference, such as `HYPERLINK`.
    pub(super) function: Option<&'static str>,
}

/// The functions whose first argument is a reference.
const FUNCTIONS: &[&str] = &["HYPERLINK", "IMAGE", "WEBSERVICE"];

/// The literals of a formula, in order. In a string, a quote is written as `""`. Single quotes enclose the name of a
/// sheet.
pub(super) fn literals(formula: &[u8]) -> Vec<Literal> {
    let mut found: Vec<Literal> = Vec::new();
    let mut at = 0;
    // The end of the string before, if only `&` and blanks follow it.
    let mut joined = None;
    while let Some(&byte) = formula.get(at) {
        if !matches!(byte, b'"' | b'\'') {
            joined = joined.filter(|_| byte == b'&' || byte.is_ascii_whitespace());
            at += 1;
            continue;
        }
        let (text, end) = string(formula, at + 1, byte);
        let place = Span::new(at + 1, end);
        match found.last_mut().filter(|last| joined == Some(last.place.end())) {
            _ if byte == b'\'' => {}
            Some(last) => {
                last.text.push_str(&text);
                last.place = Span::new(last.place.start(), end);
            }
            None => {
                let function = function(formula.get(..at).unwrap_or_default());
                found.push(Literal { text, place, function });
            }
        }
        joined = (byte == b'"').then_some(end);
        at = end + 1;
    }
    found
}

/// The string that begins at `start`, and the offset of its closing quote.
fn string(formula: &[u8], start: usize, quote: u8) -> (String, usize) {
    let (mut text, mut at) = (Vec::new(), start);
    while let Some(&byte) = formula.get(at) {
        if byte == quote {
            if formula.get(at + 1) != Some(&quote) {
                break;
            }
            at += 1;
        }
        text.push(byte);
        at += 1;
    }
    (String::from_utf8_lossy(&text).into_owned(), at.min(formula.len()))
}

/// The function whose first argument begins after `before`. Its name may have prefixes: `_xlfn.IMAGE`,
/// `COM.MICROSOFT.WEBSERVICE`.
fn function(before: &[u8]) -> Option<&'static str> {
    let name = before.trim_ascii_end().strip_suffix(b"(")?;
    let ends = |one: &&&str| {
        let rest = name.len().checked_sub(one.len());
        rest.is_some_and(|at| {
            name.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(one.as_bytes()))
        })
    };
    FUNCTIONS.iter().find(ends).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The function and the text of each literal.
    fn read(formula: &str) -> Vec<String> {
        let shown = |one: &Literal| format!("{}({})", one.function.unwrap_or_default(), one.text);
        literals(formula.as_bytes()).iter().map(shown).collect()
    }

    #[test]
    fn the_first_argument_is_a_reference() {
        for (formula, expected) in [
            (r#"HYPERLINK("http://a","b, c")"#, &["HYPERLINK(http://a)", "(b, c)"][..]),
            (r#"of:=HYPERLINK("http://a";"b")"#, &["HYPERLINK(http://a)", "(b)"]),
            (r#"=_xlfn.IMAGE( "http://a" )"#, &["IMAGE(http://a)"]),
            (r#"COM.MICROSOFT.WEBSERVICE("a""b")"#, &["WEBSERVICE(a\"b)"]),
            (r#"HYPERLINK("http://a/" & "b")"#, &["HYPERLINK(http://a/b)"]),
            (r#"HYPERLINK("http://a/?"&A1&"&c")"#, &["HYPERLINK(http://a/?)", "(&c)"]),
            (r#"HYPERLINK(A1&"/b")"#, &["(/b)"]),
            (r#"IF(A1=1,HYPERLINK("a"),"b")"#, &["HYPERLINK(a)", "(b)"]),
            (r#"'It''s "a"'!A1&"b"#, &["(b)"]),
            (r#"{"a";"b"}"#, &["(a)", "(b)"]),
            ("", &[]),
        ] {
            assert_eq!(read(formula), expected, "{formula}");
        }
    }

    #[test]
    fn spans_cover_the_joined_strings() {
        let formula = r#"HYPERLINK("http://a/" & "b")"#;
        let place = literals(formula.as_bytes())[0].place;
        assert_eq!(&formula[place.range()], r#"http://a/" & "b"#);
    }
}

//! Finds the strings in a formula, such as the reference in `HYPERLINK("http://a.example/";A1)`.
//!
//! Open XML separates arguments with `,`, and ODF separates them with `;`. In a string, a quote is written as `""`.

use linkwright::Span;

/// A string of a formula, or several strings that `&` joins.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) text: String,
    /// The span from the first to the last string, without the first and the last quote.
    pub(super) place: Span,
    /// The function that takes the literal as a reference, such as `HYPERLINK`.
    pub(super) function: Option<&'static str>,
    /// Whether the formula joins the literal with a value that is not a string.
    pub(super) is_partial: bool,
}

/// The functions whose first argument is a reference.
const FUNCTIONS: &[&str] = &["HYPERLINK", "IMAGE", "WEBSERVICE"];

/// How many levels of nested functions are examined. Strings in a function at a deeper level are treated as strings of
/// the enclosing function at the deepest level that is examined.
const DEEPEST: usize = 64;

/// The literals of a formula.
pub(super) fn literals(formula: &[u8]) -> Vec<Literal> {
    let mut scanner =
        Scanner { formula, calls: vec![Call::default()], found: Vec::new(), depth: 0 };
    scanner.scan();
    scanner.found
}

/// A function call, with the argument that is being read.
#[derive(Debug, Default)]
struct Call {
    /// The name of the function. It is set only while the first argument of the function is being read.
    function: Option<&'static str>,
    /// The strings of the argument.
    strings: Vec<(String, Span)>,
    /// Whether the argument has an operand other than a string before its first string.
    has_before: bool,
    /// Whether the argument has an operand other than a string after its first string.
    has_after: bool,
}

struct Scanner<'f> {
    formula: &'f [u8],
    /// The open functions and parentheses. The first element is for the formula itself.
    calls: Vec<Call>,
    found: Vec<Literal>,
    /// How many open functions and parentheses are nested too deeply to be examined.
    depth: usize,
}

impl Scanner<'_> {
    fn scan(&mut self) {
        let mut at = 0;
        while let Some(&byte) = self.formula.get(at) {
            let start = at;
            at += 1;
            match byte {
                b'"' => {
                    let (text, end) = self.string(start + 1);
                    self.literal(text, Span::new(start + 1, end));
                    at = end + 1;
                }
                // Single quotes enclose the name of a sheet.
                b'\'' => at = self.string(start + 1).1 + 1,
                b'(' | b'{' => self.begin(start),
                b')' | b'}' => self.end(),
                b',' | b';' | b'|' => self.end_argument(),
                b'&' | b'=' | b' ' | b'\t' | b'\r' | b'\n' => {}
                _ => self.other(),
            }
        }
        while !self.calls.is_empty() {
            self.end_argument();
            self.calls.pop();
        }
    }

    /// The string that begins at `start`, and the offset of its closing quote.
    fn string(&self, start: usize) -> (String, usize) {
        let quote = self.formula.get(start - 1).copied().unwrap_or(b'"');
        let (mut text, mut at) = (Vec::new(), start);
        while let Some(&byte) = self.formula.get(at) {
            if byte == quote {
                if self.formula.get(at + 1) != Some(&quote) {
                    break;
                }
                at += 1;
            }
            text.push(byte);
            at += 1;
        }
        (String::from_utf8_lossy(&text).into_owned(), at.min(self.formula.len()))
    }

    fn literal(&mut self, text: String, place: Span) {
        let Some(call) = self.calls.last_mut() else { return };
        // A string after an operand that is not a string is reported separately.
        if call.has_after {
            let literal = Literal { text, place, function: None, is_partial: true };
            return self.found.push(literal);
        }
        call.strings.push((text, place));
    }

    fn other(&mut self) {
        if let Some(call) = self.calls.last_mut() {
            if call.strings.is_empty() {
                call.has_before = true;
            } else {
                call.has_after = true;
            }
        }
    }

    /// Enters the parenthesis or brace at `at`. A name directly before it is the name of a function.
    fn begin(&mut self, at: usize) {
        if self.calls.len() >= DEEPEST {
            self.depth += 1;
            return;
        }
        let before = self.formula.get(..at).unwrap_or_default();
        let is_in_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"._".contains(byte);
        let len = before.iter().rev().take_while(|byte| is_in_name(byte)).take(64).count();
        let name = String::from_utf8_lossy(before.get(at - len..).unwrap_or_default());
        // Removes prefixes: `_xlfn.IMAGE`, `COM.MICROSOFT.WEBSERVICE`.
        let name = name.rsplit('.').next().unwrap_or_default().to_ascii_uppercase();
        let function = FUNCTIONS.iter().find(|one| **one == name).copied();
        self.calls.push(Call { function, ..Call::default() });
    }

    fn end(&mut self) {
        if self.depth > 0 {
            self.depth -= 1;
            return;
        }
        self.end_argument();
        if self.calls.len() > 1 {
            self.calls.pop();
            // The value of the function is a part of the outer argument.
            self.other();
        }
    }

    fn end_argument(&mut self) {
        let Some(call) = self.calls.last_mut() else { return };
        let call = core::mem::take(call);
        let is_partial = call.has_before || call.has_after;
        let function = call.function.filter(|_| !call.has_before);
        if let (Some((_, first)), Some((_, last))) = (call.strings.first(), call.strings.last()) {
            let place = Span::new(first.start(), last.end());
            let text = call.strings.iter().map(|(text, _)| &**text).collect();
            self.found.push(Literal { text, place, function, is_partial });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The function and the text of each literal, with `+` for a partial one.
    fn read(formula: &str) -> Vec<String> {
        let shown = |one: &Literal| {
            let more = if one.is_partial { "+" } else { "" };
            format!("{}({}{more})", one.function.unwrap_or_default(), one.text)
        };
        literals(formula.as_bytes()).iter().map(shown).collect()
    }

    #[test]
    fn the_first_argument_is_a_reference() {
        for (formula, expected) in [
            (r#"HYPERLINK("http://a","b, c")"#, &["HYPERLINK(http://a)", "(b, c)"][..]),
            (r#"of:=HYPERLINK("http://a";"b")"#, &["HYPERLINK(http://a)", "(b)"]),
            (r#"=_xlfn.IMAGE( "http://a" )"#, &["IMAGE(http://a)"]),
            (r#"COM.MICROSOFT.WEBSERVICE("a""b")"#, &["WEBSERVICE(a\"b)"]),
            (r#"HYPERLINK("http://a/"&"b")"#, &["HYPERLINK(http://a/b)"]),
            (r#"HYPERLINK("http://a/?"&A1&"&c")"#, &["(&c+)", "HYPERLINK(http://a/?+)"]),
            (r#"HYPERLINK(A1&"/b")"#, &["(/b+)"]),
            (r#"IF(A1=1,HYPERLINK("a"),"b")"#, &["HYPERLINK(a)", "(b)"]),
            (r#"HYPERLINK(CONCATENATE("a",A1),"b")"#, &["(a)", "(b)"]),
            (r#"'It''s "a"'!A1&"b"#, &["(b+)"]),
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

    #[test]
    fn deep_formulas_are_read() {
        let deep = format!("{}\"a\"{}&\"b\"", "(".repeat(100_000), ")".repeat(100_000));
        assert_eq!(read(&deep).len(), 2);
    }
}

//! Searches JavaScript and TypeScript, and decodes the escapes in strings.
//!
//! A program is searched as text: URIs are in its strings, its comments and its templates. In strings, `\/`, `\u0026`,
//! `\x26` and the other escapes (ECMAScript, section 12.9.4) are decoded. In regular expressions and in the rest of the
//! code, a backslash has another meaning and is kept.
//!
//! The strings are found without a parser. A mistake, for example at a `/` in JSX, usually affects only the rest of the
//! line.

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::nested::Nested;
use crate::sink::Sink;

/// A run of at least this length, in bytes, is searched before the end of the program is reached.
const LONG: usize = 1 << 20;

/// Reads a program.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let mut script =
        Script { document, run: TextRun::new(document), at: 0, operand: false, none_before: 0 };
    while script.token() {
        if script.run.text().len() >= LONG {
            sink.search_run(&script.run);
            script.run = TextRun::new(document);
        }
        if sink.is_cancelled() {
            return;
        }
    }
    sink.search_run(&script.run);
}

/// Reads a program inside another document.
pub(super) fn read_run(run: &TextRun<'_>, sink: &mut dyn Sink) {
    read(run.text(), &mut Nested::new(run.map(), sink));
}

struct Script<'d> {
    document: &'d [u8],
    run: TextRun<'d>,
    /// The offset up to which the program is read.
    at: usize,
    /// Whether the last token is an operand. After an operand, a `/` is a division and does not begin a regular
    /// expression.
    operand: bool,
    /// A `/` before this offset is not read as the beginning of a regular expression, because the search from an
    /// earlier `/` found no end on this line.
    none_before: usize,
}

impl Script<'_> {
    /// Reads the next token, and returns whether there was one.
    fn token(&mut self) -> bool {
        let rest = self.document.get(self.at..).unwrap_or_default();
        let Some(&first) = rest.first() else { return false };
        match first {
            b'"' | b'\'' | b'`' => self.string(first),
            b'/' if rest.get(1) == Some(&b'/') => self.skip(line_len(rest)),
            b'/' if rest.get(1) == Some(&b'*') => {
                let end = memchr::memmem::find(rest.get(2..).unwrap_or_default(), b"*/");
                self.skip(end.map_or(rest.len(), |end| end + 4));
            }
            b'/' if !self.operand && self.at >= self.none_before => self.regular_expression(rest),
            _ if is_word(first) => {
                let len = rest.iter().take_while(|byte| is_word(**byte)).count();
                self.operand = !is_keyword(rest.get(..len).unwrap_or_default());
                self.skip(len);
            }
            _ => {
                let len = rest.iter().take_while(|byte| !is_significant(**byte)).count().max(1);
                let token = rest.get(..len).unwrap_or_default().trim_ascii_end();
                if let Some(last) = token.last() {
                    self.operand = matches!(last, b')' | b']' | b'}');
                }
                self.skip(len);
            }
        }
        true
    }

    /// Adds the regular expression at the beginning of `rest` unchanged. If no regular expression ends on this line,
    /// only the `/` is added.
    fn regular_expression(&mut self, rest: &[u8]) {
        let len = regular_expression_len(rest);
        self.operand = len.is_some();
        if len.is_none() {
            self.none_before = self.at + line_len(rest);
        }
        self.skip(len.unwrap_or(1));
    }

    /// Adds the next `len` bytes unchanged.
    fn skip(&mut self, len: usize) {
        self.run.push_source(Span::new(self.at, self.at + len));
        self.at += len;
    }

    /// Reads a string. A string in quotes ends at the end of its line if the closing quote is missing.
    fn string(&mut self, quote: u8) {
        self.skip(1);
        let is_template = quote == b'`';
        while let Some(&byte) = self.document.get(self.at) {
            match byte {
                b'\\' => self.escape(),
                b'\n' if !is_template => break,
                _ if byte == quote => {
                    self.skip(1);
                    break;
                }
                _ => {
                    let rest = self.document.get(self.at..).unwrap_or_default();
                    let next =
                        memchr::memchr3(b'\\', b'\n', quote, rest.get(1..).unwrap_or_default());
                    self.skip(next.map_or(rest.len(), |next| next + 1));
                }
            }
        }
        self.operand = true;
    }

    /// Decodes the escape at the current position.
    fn escape(&mut self) {
        let rest = self.document.get(self.at..).unwrap_or_default();
        let (meaning, len) = escape(rest);
        let span = Span::new(self.at, self.at + len);
        match meaning {
            Some(c) => self.run.push_decoded(c.encode_utf8(&mut [0; 4]).as_bytes(), span),
            None if len == 1 => self.run.push_source(span),
            None => {}
        }
        self.at += len;
    }
}

/// The character of the escape at the beginning of `text`, and the length of the escape. The character is `None` for a
/// line continuation. For a backslash that does not begin an escape, the character is `None` and the length is 1.
fn escape(text: &[u8]) -> (Option<char>, usize) {
    let c = match text.get(1) {
        Some(b'u') if text.get(2) == Some(&b'{') => return braced(text),
        Some(b'u') => return unicode(text),
        Some(b'x') => return two_digits(text),
        Some(b'n') => '\n',
        Some(b'r') if text.get(2) != Some(&b'\n') => '\r',
        Some(b't') => '\t',
        Some(b'b' | b'f' | b'v' | b'0') => '\x0C',
        Some(b'\n') => return (None, 2),
        Some(b'\r') => return (None, 3),
        Some(&byte) if byte.is_ascii() => char::from(byte),
        _ => return (None, 1),
    };
    (Some(c), 2)
}

/// Decodes an escape such as `\u00e9`, or the two escapes of a surrogate pair. JSON and Java properties have the same
/// escapes.
pub(super) fn unicode(text: &[u8]) -> (Option<char>, usize) {
    let Some(first) = unit(text) else { return (None, 1) };
    if let Some(second) = text.get(6..).and_then(unit)
        && let Some(Ok(c)) = char::decode_utf16([first, second]).next()
        && c.len_utf16() == 2
    {
        return (Some(c), 12);
    }
    (Some(char::from_u32(u32::from(first)).unwrap_or(char::REPLACEMENT_CHARACTER)), 6)
}

/// The code unit of the `\u` escape at the beginning of `text`.
fn unit(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0_u16, |value, &digit| {
        let digit = char::from(digit).to_digit(16)?;
        Some(value << 4 | u16::try_from(digit).ok()?)
    })
}

/// Decodes an escape such as `\x26`.
fn two_digits(text: &[u8]) -> (Option<char>, usize) {
    let digits = text.get(2..4).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
    let value = digits.and_then(|digits| core::str::from_utf8(digits).ok());
    match value.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
        Some(value) => (Some(char::from(value)), 4),
        None => (None, 1),
    }
}

/// Decodes an escape such as `\u{26}`.
fn braced(text: &[u8]) -> (Option<char>, usize) {
    let digits = text.get(3..).unwrap_or_default();
    let len = digits.iter().take(8).take_while(|byte| byte.is_ascii_hexdigit()).count();
    let value = digits.get(..len).and_then(|digits| core::str::from_utf8(digits).ok());
    let value = value.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    match value.and_then(char::from_u32) {
        Some(c) if digits.get(len) == Some(&b'}') => (Some(c), len + 4),
        _ => (None, 1),
    }
}

/// The length of the regular expression at the beginning of `rest`; `None` if no regular expression ends on this line.
fn regular_expression_len(rest: &[u8]) -> Option<usize> {
    let (mut at, mut is_in_class) = (1, false);
    while let Some(byte) = rest.get(at) {
        match byte {
            b'\n' => return None,
            b'\\' if rest.get(at + 1) == Some(&b'\n') => return None,
            b'\\' => at += 1,
            b'[' => is_in_class = true,
            b']' => is_in_class = false,
            b'/' if !is_in_class => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}

fn line_len(rest: &[u8]) -> usize {
    memchr::memchr(b'\n', rest).unwrap_or(rest.len())
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

/// Whether this byte begins a word, a string or a token with a `/`.
fn is_significant(byte: u8) -> bool {
    is_word(byte) || b"\"'`/".contains(&byte)
}

/// Whether the word is a keyword that precedes an operand. A `/` after such a keyword begins a regular expression.
fn is_keyword(word: &[u8]) -> bool {
    const KEYWORDS: &[&[u8]] = &[
        b"return",
        b"typeof",
        b"case",
        b"in",
        b"of",
        b"do",
        b"else",
        b"void",
        b"delete",
        b"throw",
        b"new",
        b"instanceof",
        b"await",
        b"yield",
    ];
    KEYWORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, places, survives};
    use super::read;

    #[test]
    fn escapes_in_strings_are_decoded() {
        for (script, expected) in [
            (r#"a = "http:\/\/a.example\/b?c\u0026d\x26e";"#, "http://a.example/b?c&d&e"),
            (r"a = 'http:\/\/a.example\/\u{62}'", "http://a.example/b"),
            (r"a = `see http:\/\/a.example\/b\n${c}`", "http://a.example/b"),
            (r#"f("<a href=\"http:\/\/a.example\/b\">")"#, "http://a.example/b"),
            ("a = 'http://a.example/\\\nb'", "http://a.example/b"),
            (
                "// see http://a.example/b.\n/* http://c.example */",
                "http://a.example/b http://c.example",
            ),
            (r"a = b / c; d = 'http:\/\/a.example\/' / 2", "http://a.example/"),
            (r"a = /[/']/; d = 'http:\/\/a.example\/'", "http://a.example/"),
        ] {
            assert_eq!(links(read, script.as_bytes()).join(" "), expected, "{script}");
        }
    }

    #[test]
    fn regular_expressions_are_not_unescaped() {
        for script in [
            r"a = /http:\/\/a\.example\/b/.test(c)",
            r"return /^https?:\/\/a\.example/",
            r"a.replace(/http:\/\/a.example\//g, '')",
        ] {
            assert_eq!(links(read, script.as_bytes()), [""; 0], "{script}");
        }
    }

    #[test]
    fn spans_refer_to_the_script() {
        let script = br#"a = ["http:\/\/a.example\/b", 'http://c.example/']"#;
        assert_eq!(places(read, script), [r"http:\/\/a.example\/b", "http://c.example/"]);
    }

    #[test]
    fn broken_scripts_are_read() {
        survives(read, br#"a="\u00e9\x26\u{2}\/";b=/[/]\//g;/*c*/`d\`e`//f"#);
    }

    #[test]
    fn long_scripts_are_read_in_linear_time() {
        // Minifiers write lines of 2 MB.
        for unit in ["/*", "/[", "\"", "`", "\\", "a/", "=/"] {
            links(read, unit.repeat(2_000_000 / unit.len()).as_bytes());
        }
    }
}

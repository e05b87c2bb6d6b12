//! Searches JavaScript and TypeScript, and decodes the escapes in strings.
//!
//! A program is searched as text: URIs are in its strings, its comments and its templates. The escapes `\/`, `\u0026`,
//! `\u{26}` and `\x26` (ECMAScript, section 12.9.4) are decoded in each word that looks like a piece of a string. The
//! pieces of a regular expression look different: they have escapes that strings do not need, such as `\.`, or both `\/`
//! and the `/` that delimits the expression. A tokenizer would know strings for certain, but it has to know which `/`
//! divides and which begins a regular expression.

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::json::unescape::unicode;
use super::nested::Nested;
use super::runs;
use crate::sink::Sink;

/// Reads a program.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let mut run = TextRun::new(document);
    let mut at = 0;
    while at < document.len() && !sink.is_cancelled() {
        let end = at + word_len(document.get(at..).unwrap_or_default());
        let word = Span::new(at, end);
        if memchr::memchr(b'\\', word.of(document)).is_some() && is_string(word.of(document)) {
            runs::decode(&mut run, word, b'\\', escape);
        } else {
            run.push_source(word);
        }
        at = end + push_border(&mut run, end);
        if runs::is_long(&run) {
            sink.search_run(&run);
            run = TextRun::new(document);
        }
    }
    sink.search_run(&run);
}

/// Reads a program inside another document.
pub(super) fn read_run(run: &TextRun<'_>, sink: &mut dyn Sink) {
    read(run.text(), &mut Nested::new(run.map(), sink));
}

/// The length of the word at the beginning of `rest`: up to white space, a quote, an angle bracket, or an escape for
/// such a character.
fn word_len(rest: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = rest.get(at) {
        let next = rest.get(at + 1);
        match byte {
            b'\\' if next.is_some_and(|next| border(*next).is_some()) => return at,
            b'\\' => at += 1 + usize::from(next.is_some()),
            _ if byte.is_ascii_whitespace() || b"\"'`<>".contains(&byte) => return at,
            _ => at += 1,
        }
    }
    rest.len()
}

/// The text of the escape of a backslash and `byte`, if it ends a word. A line end after a backslash is no text.
const fn border(byte: u8) -> Option<&'static [u8]> {
    Some(match byte {
        b'n' | b'r' => b"\n",
        b't' => b"\t",
        b'b' | b'f' | b'v' | b'0' => b"\x0C",
        b'"' => b"\"",
        b'\'' => b"'",
        b'`' => b"`",
        b'\n' | b'\r' => b"",
        _ => return None,
    })
}

/// Appends what ends the word that ends at `at`, and returns its length.
fn push_border(run: &mut TextRun<'_>, at: usize) -> usize {
    let escaped = match *run.source().get(at..).unwrap_or_default() {
        [] => return 0,
        [b'\\', b'\r', b'\n', ..] => return 3,
        [b'\\', next, ..] => border(next),
        _ => None,
    };
    let len = if escaped.is_some() { 2 } else { 1 };
    let place = Span::new(at, at + len);
    match escaped {
        Some(text) => run.push_decoded(text, place),
        None => run.push_source(place),
    }
    len
}

/// Whether a word with a backslash looks like a piece of a string, in which either all slashes are escaped or none.
fn is_string(word: &[u8]) -> bool {
    let (mut has_slash, mut has_escaped_slash, mut at) = (false, false, 0);
    while let Some(&byte) = word.get(at) {
        has_slash |= byte == b'/';
        if byte == b'\\' {
            let len = escape(word.get(at..).unwrap_or_default(), &mut Vec::new());
            if len == 0 {
                return false;
            }
            has_escaped_slash |= word.get(at + 1) == Some(&b'/');
            at += len;
        } else {
            at += 1;
        }
    }
    !(has_slash && has_escaped_slash)
}

/// Decodes the escape at the beginning of `rest`, and returns its length; 0 if a string does not need this escape.
fn escape(rest: &[u8], decoded: &mut Vec<u8>) -> usize {
    let (digits, len) = match rest.get(1) {
        Some(b'u') if rest.get(2) == Some(&b'{') => {
            let digits = rest.get(3..).unwrap_or_default();
            let len = digits.iter().take(8).take_while(|byte| byte.is_ascii_hexdigit()).count();
            let is_closed = digits.get(len) == Some(&b'}');
            (digits.get(..len).filter(|_| is_closed), len + 4)
        }
        Some(b'u') => return unicode(rest, decoded),
        Some(b'x') => (rest.get(2..4), 4),
        Some(&byte @ (b'/' | b'\\')) => {
            decoded.push(byte);
            return 2;
        }
        _ => return 0,
    };
    let number =
        digits.and_then(|digits| u32::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
    let Some(c) = number.and_then(char::from_u32) else { return 0 };
    runs::push_char(decoded, c);
    len
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

//! Decodes the escapes of JSON strings (RFC 8259, section 7).

use linkwright::Span;
use linkwright::rewrite::TextRun;

/// The string at `place` of `document`, unescaped. An unpaired surrogate becomes U+FFFD, and a backslash that does not
/// begin an escape is kept.
pub(in crate::parse) fn run(document: &[u8], place: Span) -> TextRun<'_> {
    let mut run = TextRun::new(document);
    push(&mut run, place);
    run
}

/// Appends the string at `place` of the document of `run`, unescaped.
pub(in crate::parse) fn push(run: &mut TextRun<'_>, place: Span) {
    push_with(run, place, escape);
}

/// Appends the text at `place` of the document of `run`. `escape` returns the character of the escape at a backslash,
/// and its length; a backslash without a character is kept.
pub(in crate::parse) fn push_with(
    run: &mut TextRun<'_>,
    place: Span,
    escape: fn(&[u8]) -> (Option<char>, usize),
) {
    let document = run.source();
    let mut at = place.start();
    while let Some(found) = memchr::memchr(b'\\', Span::new(at, place.end()).of(document)) {
        run.push_source(Span::new(at, at + found));
        at += found;
        let (c, len) = escape(Span::new(at, place.end()).of(document));
        let source = Span::new(at, at + len);
        match c {
            Some(c) => run.push_decoded(c.encode_utf8(&mut [0; 4]).as_bytes(), source),
            None => run.push_source(source),
        }
        at = source.end();
    }
    run.push_source(Span::new(at, place.end()));
}

/// The character that the escape at the beginning of `text` encodes, and the length of the escape. The character is
/// `None` if the backslash does not begin an escape.
fn escape(text: &[u8]) -> (Option<char>, usize) {
    let c = match text.get(1) {
        Some(b'u') => return unicode(text),
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{C}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(&byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
        _ => return (None, 1),
    };
    (Some(c), 2)
}

/// Decodes an escape such as `\u00e9`, or the two escapes of a surrogate pair. Scripts have the same
/// escapes.
pub(in crate::parse) fn unicode(text: &[u8]) -> (Option<char>, usize) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded_to_characters() {
        for (json, expected) in [
            (r#"a\/b\\\"c"#, "a/b\\\"c"),
            (r"\n\t\r\b\f", "\n\t\r\u{8}\u{C}"),
            (r"\u0041\u00E9\ud83d\ude00", "Aé😀"),
            (r"\ud83dx\ude00\ud83d\u0041", "\u{FFFD}x\u{FFFD}\u{FFFD}A"),
            (r"\x\u12g4\u12", r"\x\u12g4\u12"),
            ("a\\", "a\\"),
        ] {
            let run = run(json.as_bytes(), Span::new(0, json.len()));
            assert_eq!(String::from_utf8_lossy(run.text()), expected, "{json}");
        }
    }

    #[test]
    fn decoded_characters_have_positions() {
        let run = run(br"xa\u0041b", Span::new(1, 9));
        assert_eq!(run.text(), b"aAb");
        assert_eq!(run.map().span(Span::new(1, 2)), Some(Span::new(2, 8)));
        assert_eq!(run.map().span(Span::new(0, 3)), Some(Span::new(1, 9)));
    }
}

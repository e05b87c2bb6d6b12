//! Decodes the escapes of JSON strings (RFC 8259, section 7).

use linkwright::Span;
use linkwright::rewrite::TextRun;

use crate::parse::runs;

/// The string at `place` of `document`, unescaped. An unpaired surrogate becomes U+FFFD, and a backslash that does not
/// begin an escape is kept.
pub(in crate::parse) fn run(document: &[u8], place: Span) -> TextRun<'_> {
    let mut run = TextRun::new(document);
    push(&mut run, place);
    run
}

/// Appends the string at `place` of the document of `run`, unescaped.
pub(in crate::parse) fn push(run: &mut TextRun<'_>, place: Span) {
    runs::decode(run, place, b'\\', escape);
}

/// Decodes the escape at the beginning of `rest`, and returns its length; 0 if the backslash begins no escape.
fn escape(rest: &[u8], decoded: &mut Vec<u8>) -> usize {
    let byte = match rest.get(1) {
        Some(b'u') => return unicode(rest, decoded),
        Some(b'b') => 8,
        Some(b'f') => 0xC,
        Some(b'n') => b'\n',
        Some(b'r') => b'\r',
        Some(b't') => b'\t',
        Some(&byte @ (b'"' | b'\\' | b'/')) => byte,
        _ => return 0,
    };
    decoded.push(byte);
    2
}

/// Decodes an escape such as `\u00e9`, or the two escapes of a surrogate pair. Scripts have the same escapes.
pub(in crate::parse) fn unicode(rest: &[u8], decoded: &mut Vec<u8>) -> usize {
    let Some(first) = unit(rest) else { return 0 };
    let second = rest.get(6..).and_then(unit);
    let pair = second.and_then(|second| char::decode_utf16([first, second]).next()?.ok());
    let (c, len) = match pair.filter(|c| c.len_utf16() == 2) {
        Some(c) => (Some(c), 12),
        None => (char::from_u32(u32::from(first)), 6),
    };
    runs::push_char(decoded, c.unwrap_or(char::REPLACEMENT_CHARACTER));
    len
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

//! Decodes base64 in a string.

use linkwright::Span;
use linkwright::rewrite::TextRun;

/// How many base64 characters share one entry in the map of positions. A separate entry for every four characters would
/// take many times as much memory as the text.
const GROUP: usize = 16;

/// The decoded bytes of `text`, with one position for each group of characters. Characters outside the base64 alphabet
/// are skipped, and `=` ends a group of four characters.
pub(super) fn run(text: &[u8]) -> TextRun<'_> {
    let mut run = TextRun::new(text);
    let (mut bits, mut count) = (0_u32, 0);
    let mut bytes = Vec::with_capacity(GROUP);
    let mut start = 0;
    for (at, &byte) in text.iter().enumerate() {
        let Some(digit) = digit(byte) else {
            if byte == b'=' {
                (bits, count) = (0, 0);
            }
            continue;
        };
        bits = bits << 6 | digit;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xFF).unwrap_or_default());
        }
        if bytes.len() >= GROUP / 4 * 3 && count == 0 {
            run.push_decoded(&bytes, Span::new(start, at + 1));
            bytes.clear();
            start = at + 1;
        }
    }
    run.push_decoded(&bytes, Span::new(start, text.len()));
    run
}

const fn digit(byte: u8) -> Option<u32> {
    let digit = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(digit as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoded_bytes_have_positions() {
        let decoded = run(b"aHR0cDovL2EuZXhh\nbXBsZS8=");
        assert_eq!(decoded.text(), b"http://a.example/");
        assert_eq!(decoded.map().around(Span::new(0, 3)), Span::new(0, 16));
        assert_eq!(run(b"YQ==YQ").text(), b"aa");
        assert_eq!(run(b"").text(), b"");
    }
}

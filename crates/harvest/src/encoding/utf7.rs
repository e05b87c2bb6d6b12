//! UTF-7 (RFC 2152). The Encoding Standard does not include it, but some mail from the nineties uses it.

/// Whether `label` is a name of UTF-7.
pub(crate) fn is_it(label: &str) -> bool {
    let label = label.trim().trim_matches(['"', '\'']);
    ["utf-7", "utf7", "unicode-1-1-utf-7", "csutf7", "x-unicode-2-0-utf-7"]
        .iter()
        .any(|name| label.eq_ignore_ascii_case(name))
}

/// `text` converted to UTF-8. An unpaired surrogate becomes U+FFFD; bytes that are invalid in UTF-7 are kept.
pub(crate) fn decode(text: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, shifted)) = split_once(rest, b'+') {
        decoded.extend_from_slice(before);
        let len = shifted.iter().take_while(|byte| value(**byte).is_some()).count();
        let (code, after) = shifted.split_at_checked(len).unwrap_or((shifted, &[]));
        let after_hyphen = after.strip_prefix(b"-").unwrap_or(after);
        rest = match code.len() {
            // `+-` is the encoding of a plus.
            0 => {
                decoded.push(b'+');
                after_hyphen
            }
            // Fewer than three characters of base64 encode nothing, so this is not UTF-7 and is kept.
            1 | 2 => {
                decoded.push(b'+');
                decoded.extend_from_slice(code);
                after
            }
            _ => {
                decoded.extend_from_slice(unshift(code).as_bytes());
                after_hyphen
            }
        };
    }
    decoded.extend_from_slice(rest);
    decoded
}

fn split_once(text: &[u8], mark: u8) -> Option<(&[u8], &[u8])> {
    let at = memchr::memchr(mark, text)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Decodes base64 without padding, in which every 16 bits are a UTF-16 code unit.
fn unshift(code: &[u8]) -> String {
    let (mut bits, mut len) = (0_u32, 0);
    let units = code.iter().filter_map(|byte| {
        bits = bits << 6 | u32::from(value(*byte)?);
        len += 6;
        let is_whole = len >= 16;
        len -= if is_whole { 16 } else { 0 };
        u16::try_from(bits >> len & 0xFFFF).ok().filter(|_| is_whole)
    });
    char::decode_utf16(units).map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

const fn value(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str) -> String {
        String::from_utf8(decode(text.as_bytes())).unwrap()
    }

    #[test]
    fn the_examples_of_the_rfc_are_decoded() {
        assert_eq!(decoded("A+ImIDkQ."), "A\u{2262}\u{391}.");
        assert_eq!(decoded("Hi Mom -+Jjo--!"), "Hi Mom -\u{263A}-!");
        assert_eq!(decoded("+ZeVnLIqe-"), "\u{65E5}\u{672C}\u{8A9E}");
        assert_eq!(decoded("Item 3 is +AKM-1."), "Item 3 is £1.");
    }

    #[test]
    fn encoded_marks_around_a_link_are_decoded() {
        assert_eq!(decoded("+ADw-http://a.example/b+AD4 x"), "<http://a.example/b> x");
        assert_eq!(decoded("http://a.example/?q+AD0-1+-2"), "http://a.example/?q=1+2");
    }

    #[test]
    fn unpaired_surrogates_are_replaced() {
        assert_eq!(decoded("+2D3cTQ"), "\u{1F44D}");
        assert_eq!(decoded("+2D0-"), "\u{FFFD}");
    }

    #[test]
    fn invalid_bytes_are_kept() {
        assert_eq!(decoded("a + b +"), "a + b +");
        assert_eq!(
            decoded("1+1-2 and http://a.example/c+ab-d"),
            "1+1-2 and http://a.example/c+ab-d"
        );
        assert_eq!(decode(b"caf\xE9+AGE-"), b"caf\xE9a");
    }

    #[test]
    fn labels_are_recognized() {
        assert!(is_it("UTF-7") && is_it("unicode-1-1-utf-7") && is_it("\"utf-7\""));
        assert!(!is_it("utf-8") && !is_it("utf-16") && !is_it(""));
    }
}

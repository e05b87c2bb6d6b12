//! Decodes labels from Punycode (RFC 3492). The tables of IDNA are not needed to see what a label looks like.

const BASE: u32 = 36;
const MIN: u32 = 1;
const MAX: u32 = 26;

/// The maximum length of a label in the DNS. A longer one has a hazard of its own, and the work for each label is
/// bounded.
const LONGEST: usize = 63;

/// The text after `xn--` if `label` begins like an A-label.
pub(super) fn encoded(label: &str) -> Option<&str> {
    let (prefix, encoded) = label.split_at_checked(4)?;
    prefix.eq_ignore_ascii_case("xn--").then_some(encoded)
}

/// The text that `encoded`, the part of an A-label after `xn--`, stands for. `None` if it is not valid Punycode or too
/// long for a label.
pub(super) fn decode(encoded: &str) -> Option<String> {
    if encoded.len() > LONGEST || !encoded.is_ascii() {
        return None;
    }
    let (basic, digits) = encoded.rsplit_once('-').unwrap_or(("", encoded));
    let mut chars: Vec<char> = basic.chars().collect();
    let (mut code, mut at, mut bias) = (0x80_u32, 0_u32, 72_u32);
    let mut digits = digits.bytes();
    while digits.len() > 0 {
        let (start, mut weight, mut k) = (at, 1_u32, BASE);
        loop {
            let digit = digit(digits.next()?)?;
            at = at.checked_add(digit.checked_mul(weight)?)?;
            let threshold = k.saturating_sub(bias).clamp(MIN, MAX);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
            k += BASE;
        }
        let len = u32::try_from(chars.len()).ok()? + 1;
        bias = adapted(at - start, len, start == 0);
        code = code.checked_add(at / len)?;
        at %= len;
        chars.insert(at as usize, char::from_u32(code)?);
        at += 1;
    }
    Some(chars.into_iter().collect())
}

/// The value of a digit: those of the letters come first.
fn digit(byte: u8) -> Option<u32> {
    char::from(byte).to_digit(BASE).map(|digit| (digit + 26) % BASE)
}

/// The bias after a delta (RFC 3492, section 6.1).
fn adapted(delta: u32, len: u32, is_first: bool) -> u32 {
    let delta = if is_first { delta / 700 } else { delta / 2 };
    let mut delta = delta + delta / len;
    let mut k = 0;
    while delta > (BASE - MIN) * MAX / 2 {
        delta /= BASE - MIN;
        k += BASE;
    }
    k + (BASE - MIN + 1) * delta / (delta + 38)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_decoded() {
        for (encoded, decoded) in [
            ("80ak6aa92e", Some("аррӏе")),
            ("bcher-kva", Some("bücher")),
            ("BCHER-KVA", Some("BüCHER")),
            ("r8jz45g", Some("例え")),
            ("", Some("")),
            ("a", Some("\u{80}")),
            ("b-", Some("b")),
            ("z", None),
            ("99999999", None),
            ("a-é", None),
        ] {
            assert_eq!(decode(encoded).as_deref(), decoded, "{encoded}");
        }
        assert_eq!(decode(&"a".repeat(64)), None);
    }

    /// The crate idna is the witness.
    #[cfg(feature = "security")]
    #[test]
    fn idna_decodes_the_same() {
        let letters = b"ab-z019Zk";
        for number in 0..9_usize.pow(6) {
            let text: String =
                (0..6).map(|at| char::from(letters[number / 9_usize.pow(at) % 9])).collect();
            // idna refuses texts that begin with the delimiter, whose basic part is empty.
            let witness = idna::punycode::decode_to_string(&text);
            if !text.starts_with('-') {
                assert_eq!(decode(&text), witness, "{text}");
            }
        }
    }
}

//! Detects UTF-16 in text without a byte-order mark.
//!
//! ASCII characters in a wide encoding have zeros at fixed positions, and every text with a link contains ASCII
//! characters. Binary tables of numbers may have zeros at the same positions, so the code units are decoded and the
//! resulting characters are examined.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

/// The number of bytes of the shortest text that is examined.
const SHORTEST: usize = 8;

/// Detects the wide encoding of a text without a byte-order mark.
pub(super) fn detect(text: &[u8]) -> Option<&'static Encoding> {
    memchr::memchr(0, text)?;
    if text.len() < SHORTEST {
        return None;
    }
    let orders =
        [(UTF_16LE, u16::from_le_bytes as fn([u8; 2]) -> u16), (UTF_16BE, u16::from_be_bytes)];
    orders.into_iter().find(|(_, unit)| is_utf16(text, *unit)).map(|(encoding, _)| encoding)
}

fn is_utf16(text: &[u8], unit: fn([u8; 2]) -> u16) -> bool {
    // Two ASCII letters that are read as one UTF-16 code unit are usually a Chinese character, so ASCII text would
    // pass the test below.
    let is_ascii_text = |byte: &&u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    if text.iter().filter(is_ascii_text).count() * 10 > text.len() * 8 {
        return false;
    }
    let pairs = text.as_chunks::<2>().0;
    let units = || pairs.iter().map(|pair| unit(*pair));
    // An ASCII character that is read in the wrong byte order becomes a code unit whose low byte is zero. Such units
    // are rare in text that is read in the right byte order.
    let is_swapped = |unit: &u16| unit.to_be_bytes()[1] == 0 && *unit != 0;
    let swapped = units().filter(is_swapped).count();
    let ascii = units().filter(|unit| matches!(unit, 1..=0x7F)).count();
    let chars = char::decode_utf16(units()).map(Result::ok);
    swapped * 20 <= pairs.len() && swapped <= ascii && is_text(chars, pairs.len())
}

/// Whether at most one character in fifty is odd (`is_odd`), and at least one character in a hundred is ASCII. One
/// additional odd character is allowed, because the text may end inside a character.
fn is_text(chars: impl Iterator<Item = Option<char>>, len: usize) -> bool {
    let (mut odd, mut ascii) = (0_usize, 0_usize);
    for char in chars {
        match char {
            Some(char) if is_odd(char) => odd += 1,
            Some(char) => ascii += usize::from(char.is_ascii()),
            None => odd += 1,
        }
    }
    ascii * 100 >= len && odd.saturating_sub(1) * 50 <= len
}

/// Whether a character occurs in hardly any text: a control character, a private-use character, a character of a script
/// or block that is rare in mail, or a character whose code point is greater than those of the Chinese characters.
fn is_odd(char: char) -> bool {
    matches!(u32::from(char),
        0..=8 | 0xE..=0x1A | 0x1C..=0x1F | 0x7F..=0x9F
        | 0x0700..=0x08FF | 0x1200..=0x1DFF | 0x2800..=0x2BFF | 0xA4D0..=0xABFF
        | 0xD7B0..=0xF8FF | 0xFB50..=0xFDFF | 0xFFF0..=0xFFFF | 0x323B0..=0x10_FFFF)
}

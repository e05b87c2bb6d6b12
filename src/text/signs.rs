//! Finds the bytes that structure a URI, such as dots and slashes, at the beginning of a text.

#![expect(
    clippy::inline_always,
    reason = "a function that is not inlined cannot use the vector instructions of its caller"
)]

use fearless_simd::{Level, Simd, dispatch};

use super::lanes::{Lanes, digits, is, letters};
use super::word::{self, Questions};

/// One number for each class of bytes, with a bit for each of at most [`Signs::LEN`] bytes. The lowest bit belongs to
/// the first byte.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Signs {
    /// Letters, digits, `.` and `-`.
    pub(crate) names: u64,
    pub(crate) dots: u64,
    pub(crate) hyphens: u64,
    pub(crate) slashes: u64,
    /// `?`, `#`, `=`, `:` and `%`.
    pub(crate) separators: u64,
}

impl Signs {
    /// The maximum number of bytes that are examined.
    pub(crate) const LEN: usize = word::LEN;

    pub(crate) fn of(text: &[u8]) -> Signs {
        let [names, dots, hyphens, slashes, separators] =
            dispatch!(Level::new(), simd => word::answers::<_, Classes, 5>(simd, text));
        Signs { names, dots, hyphens, slashes, separators }
    }
}

struct Classes;

impl Questions<5> for Classes {
    #[inline(always)]
    fn ask<S: Simd, L: Lanes<S>>(lanes: L) -> [L::Mask; 5] {
        let (dots, hyphens) = (is(lanes, b'.'), is(lanes, b'-'));
        let names = letters(lanes) | digits(lanes) | dots | hyphens;
        let fields = is(lanes, b'?') | is(lanes, b'#') | is(lanes, b'=');
        let separators = fields | is(lanes, b':') | is(lanes, b'%');
        [names, dots, hyphens, is(lanes, b'/'), separators]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_in_its_classes_at_every_position() {
        for byte in 0..=u8::MAX {
            for at in 0..Signs::LEN {
                let text = [vec![b' '; at], vec![byte], vec![b' '; 3]].concat();
                let signs = Signs::of(&text);
                let bit = |is_in: bool| u64::from(is_in) << at;
                let is_name = byte.is_ascii_alphanumeric() || b".-".contains(&byte);
                assert_eq!(signs.names, bit(is_name), "{byte}");
                assert_eq!(signs.dots, bit(byte == b'.'));
                assert_eq!(signs.hyphens, bit(byte == b'-'));
                assert_eq!(signs.slashes, bit(byte == b'/'));
                assert_eq!(signs.separators, bit(b"?#=:%".contains(&byte)), "{byte}");
            }
        }
    }
}

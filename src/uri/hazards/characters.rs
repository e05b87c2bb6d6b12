//! Characters outside ASCII that no reader sees or expects, and the joiners that a script or an emoji requires (RFC
//! 5892, appendix A; UTS 51, 2.3).

use super::code::Code;
use crate::text::glyph::{self, Glyph};

// `UNEXPECTED`, `OF_NUMBERS`, `COMPATIBLE`, `JOINING`, `EMOJI` and `EAST_ASIAN`.
include!("characters.in");

/// The first and the last character of each range.
type Ranges = &'static [(char, char)];

const NON_JOINER: char = '\u{200C}';
const JOINER: char = '\u{200D}';

fn is_in(ranges: Ranges, char: char) -> bool {
    ranges.iter().any(|&(first, last)| (first..=last).contains(&char))
}

/// Whether `char` may be mapped to ASCII before a lookup.
pub(super) fn is_compatible(char: char) -> bool {
    is_in(COMPATIBLE, char)
}

/// Whether `char` is Han, kana, Hangul or Bopomofo.
#[cfg(feature = "security")]
pub(super) fn is_east_asian(char: char) -> bool {
    is_in(EAST_ASIAN, char)
}

/// Whether `char` is a joiner that is required between its neighbours: Persian words contain ZERO WIDTH NON-JOINER;
/// Indic conjuncts and emoji contain ZERO WIDTH JOINER.
pub(super) fn is_needed(before: Option<char>, char: char, after: Option<char>) -> bool {
    let are_in = |set| [before, after].into_iter().all(|c| c.is_some_and(|c| is_in(set, c)));
    // A joiner after an Indic letter shapes that letter, even at the end of a word.
    let is_shaping = matches!(before, Some('\u{900}'..='\u{DFF}'));
    match char {
        JOINER => is_shaping || are_in(JOINING) || are_in(EMOJI),
        NON_JOINER => are_in(JOINING),
        _ => false,
    }
}

/// The hazard of `char` where every character is meant to be seen; `None` for most characters.
pub(super) fn code(char: char) -> Option<Code> {
    match glyph::glyph(char) {
        Glyph::BidiOpen | Glyph::BidiClose => Some(Code::Bidi),
        // The spaces are those other than U+0020; a host cannot contain them.
        Glyph::Space | Glyph::Invisible | Glyph::Joiner => Some(Code::Invisible),
        _ => row(UNEXPECTED, char).map(|(_, code)| code),
    }
}

/// The ASCII character to which UTS 46 maps `char` before a lookup, for characters that occur in numbers. Every other
/// character is returned unchanged.
pub(super) fn ascii_of(char: char) -> char {
    let code = |(first, ascii): (char, u8)| u32::from(char) - u32::from(first) + u32::from(ascii);
    row(OF_NUMBERS, char).map(code).and_then(char::from_u32).unwrap_or(char)
}

/// The first character and the value of the range in `rows` that contains `char`.
pub(super) fn row<T: Copy>(rows: &[(char, char, T)], char: char) -> Option<(char, T)> {
    let row = rows.iter().find(|(first, last, _)| (*first..=*last).contains(&char));
    row.map(|&(first, _, value)| (first, value))
}

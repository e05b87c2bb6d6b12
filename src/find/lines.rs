//! Lines as mail has them: where one ends, and what is blank about it.
//!
//! LF, CRLF and CR all end a line. The reply prefix, the width and format=flowed of a line belong
//! here as well once joins reach over them.

use crate::text::chars;

/// The length of the line break at `at`: 2 for CRLF, 1 for LF and CR, 0 where there is none.
pub(crate) fn break_len(text: &[u8], at: usize) -> usize {
    match chars::byte_at(text, at) {
        b'\r' if chars::byte_at(text, at + 1) == b'\n' => 2,
        b'\n' | b'\r' => 1,
        _ => 0,
    }
}

/// The first offset from `at` on that is neither space nor tab.
pub(crate) fn skip_blanks(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// The last offset up to `at` before which there is neither space nor tab.
pub(crate) fn back_over_blanks(text: &[u8], floor: usize, at: usize) -> usize {
    let before = text.get(floor..at).unwrap_or_default();
    at - before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// As [`back_over_blanks`], and over at most one line break among the blanks.
pub(crate) fn back_over_break(text: &[u8], floor: usize, at: usize) -> usize {
    let at = back_over_blanks(text, floor, at);
    let before = text.get(floor..at).unwrap_or_default();
    let len = match before {
        [.., b'\r', b'\n'] => 2,
        [.., b'\n' | b'\r'] => 1,
        _ => return at,
    };
    back_over_blanks(text, floor, at - len)
}

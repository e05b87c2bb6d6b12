//! The non-ASCII characters that RFC 3987 adds to those of RFC 3986.

/// Whether an IRI may contain the non-ASCII `char`. `ucschar` is allowed in every component, and `iprivate` only in the
/// query.
#[inline]
pub(super) const fn is_allowed(char: char, in_query: bool) -> bool {
    is_ucschar(char) || in_query && is_iprivate(char)
}

/// `ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / ... / %xE1000-EFFFD`
///
/// In planes 1 to 14, these are all code points except the last two of each plane and those from E0000 to E0FFF.
pub(crate) const fn is_ucschar(char: char) -> bool {
    match char as u32 {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        code @ 0x1_0000..=0xE_FFFF => {
            code & 0xFFFF <= 0xFFFD && !(0xE_0000 <= code && code < 0xE_1000)
        }
        _ => false,
    }
}

/// `iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD`
pub(super) const fn is_iprivate(char: char) -> bool {
    matches!(char as u32, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD)
}

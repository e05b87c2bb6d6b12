//! The characters of each component: those of RFC 3986, and the non-ASCII characters that RFC 3987 adds.

use crate::ascii::{self, ByteSet};

/// The characters that the ABNF allows in a component, apart from `pct-encoded`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chars {
    pub(super) ascii: &'static ByteSet,
    /// Whether an IRI may contain `iprivate` here. `ucschar` is allowed in every component.
    iprivate: bool,
}

impl Chars {
    /// Whether an IRI may contain the non-ASCII `char` in this component.
    #[inline]
    pub(super) const fn allow_beyond_ascii(self, char: char) -> bool {
        is_ucschar(char) || self.iprivate && is_iprivate(char)
    }
}

/// `ireg-name = *( iunreserved / pct-encoded / sub-delims )`
pub(super) const REG_NAME: Chars = Chars { ascii: &ascii::REG_NAME, iprivate: false };

/// `iuserinfo = *( iunreserved / pct-encoded / sub-delims / ":" )`
pub(super) const USERINFO: Chars = Chars { ascii: &ascii::USERINFO, iprivate: false };

/// `isegment-nz-nc = 1*( iunreserved / pct-encoded / sub-delims / "@" )`
pub(super) const SEGMENT_NC: Chars = Chars { ascii: &ascii::SEGMENT_NC, iprivate: false };

/// `*( "/" isegment )` with `isegment = *ipchar`
pub(super) const PATH: Chars = Chars { ascii: &ascii::PATH, iprivate: false };

/// `iquery = *( ipchar / iprivate / "/" / "?" )`
pub(super) const QUERY: Chars = Chars { ascii: &ascii::QUERY, iprivate: true };

/// `ifragment = *( ipchar / "/" / "?" )`
pub(super) const FRAGMENT: Chars = Chars { ascii: &ascii::FRAGMENT, iprivate: false };

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

//! What needs no list: how long a name may be, and which ones no one registers.

/// The longest name that the Domain Name System allows, with room for a final dot.
pub(crate) const MAX_NAME_LEN: usize = 254;

/// Names that no registry delegates, but that people write addresses with (RFC 6761, RFC 7686).
const SPECIAL: [&[u8]; 6] = [b"example", b"internal", b"local", b"localhost", b"onion", b"test"];

/// Whether `label` is a name set apart for documentation, tests and local use.
pub(crate) fn is_special(label: &[u8]) -> bool {
    SPECIAL.iter().any(|name| name.eq_ignore_ascii_case(label))
}

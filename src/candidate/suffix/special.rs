//! Facts about names that need no list: the greatest length, and the reserved top-level domains.

/// The longest name that the Domain Name System allows, with room for a final dot.
pub(crate) const MAX_NAME_LEN: usize = 254;

/// Top-level domains that are reserved, not delegated, and that occur in addresses (RFC 6761, RFC 7686).
const SPECIAL: [&[u8]; 6] = [b"example", b"internal", b"local", b"localhost", b"onion", b"test"];

/// Whether `label` is reserved for documentation, tests or local use.
pub(crate) fn is_special(label: &[u8]) -> bool {
    SPECIAL.iter().any(|name| name.eq_ignore_ascii_case(label))
}

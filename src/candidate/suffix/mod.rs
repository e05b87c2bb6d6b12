//! Whether a host ends in a top-level domain that is delegated.
//!
//! With the feature `domains`, the host is looked up in a table made from the public suffix list. Without the feature,
//! only the form of the last label is checked.

mod encoded;
#[cfg(feature = "domains")]
mod kept;

use crate::public_suffix;
use encoded::is_encoded_tld;
#[cfg(feature = "domains")]
pub(crate) use kept::is_delegated_label;

/// The length of the longest name that the Domain Name System allows, with a final dot.
pub(crate) const MAX_NAME_LEN: usize = 254;

/// Top-level domains that occur in addresses and are reserved but not delegated (RFC 6761; RFC 6762 for `local`;
/// RFC 7686 for `onion`; ICANN reserved `internal`).
const SPECIAL: [&[u8]; 6] = [b"example", b"internal", b"local", b"localhost", b"onion", b"test"];

/// Whether `label` is one of the reserved top-level domains, in upper or lower case.
pub(crate) fn is_special(label: &[u8]) -> bool {
    SPECIAL.iter().any(|name| name.eq_ignore_ascii_case(label))
}

/// Whether the name `host` ends in a top-level domain that is delegated; a name in letters of any script may also end in
/// the A-label of such a domain.
pub(crate) fn is_delegated(host: &[u8]) -> bool {
    let last = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    public_suffix::is_delegated(host) || is_encoded_tld(last)
}

/// Whether `label` has the form of a top-level domain. This function replaces the lookup in the list.
#[cfg(not(feature = "domains"))]
#[expect(clippy::unnecessary_wraps, reason = "the list returns `None` for some labels")]
pub(crate) fn is_delegated_label(label: &[u8]) -> Option<bool> {
    Some(is_delegated(label))
}

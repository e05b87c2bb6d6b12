//! Whether a host ends in a top-level domain that is delegated.
//!
//! With the feature `domains`, the host is looked up in a table made from the public suffix list. Without the feature,
//! only the form of the last label is checked.

#[cfg(feature = "domains")]
mod kept;

#[cfg(feature = "domains")]
pub(crate) use kept::is_delegated_label;

use crate::public_suffix;
use crate::uri::hazards::decoded_label;

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

/// Whether `label` is the A-label of a top-level domain that is delegated: `xn--p1ai` is `рф`.
pub(crate) fn is_encoded_tld(label: &[u8]) -> bool {
    let is_encoded = label.get(..4).is_some_and(|head| head.eq_ignore_ascii_case(b"xn--"));
    let label = if is_encoded { core::str::from_utf8(label).ok() } else { None };
    label.and_then(decoded_label).is_some_and(|label| public_suffix::is_delegated(label.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_labels_of_top_level_domains_are_found_in_any_case() {
        assert!(is_encoded_tld(b"xn--p1ai") && is_encoded_tld(b"XN--P1AI"));
        assert!(!is_encoded_tld(b"xn--p1a") && !is_encoded_tld(b"xn--") && !is_encoded_tld(b"com"));
    }
}

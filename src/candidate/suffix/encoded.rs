//! Top-level domains that are written as A-labels.

use crate::public_suffix;
use crate::uri::hazards::decoded_label;

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

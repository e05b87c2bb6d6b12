//! Whether a host ends in a top-level domain that is delegated.
//!
//! With the feature `domains`, the host is looked up in a table made from the public suffix list. Without the feature,
//! only the form of the last label is checked.

#[cfg(feature = "domains")]
use core::cell::Cell;

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

/// Whether a name of two labels or more that ends in the ASCII `label` ends in a delegated top-level domain: `None` if
/// the answer depends on other labels of the name.
///
/// Texts repeat the same few labels. A lookup in a cache is faster than a search in the list, which has a branch for each
/// letter. A slot of the cache contains the last label that was looked up in it, in the low bytes of a number, and the
/// answer for that label in the highest byte.
#[cfg(feature = "domains")]
#[inline]
pub(crate) fn is_delegated_label(label: &[u8]) -> Option<bool> {
    const SLOTS: usize = 512;
    std::thread_local! {
        static ANSWERS: [Cell<u64>; SLOTS] = const { [const { Cell::new(0) }; SLOTS] };
    }
    let mut bytes = [0; 8];
    // Labels of eight bytes or more are rare.
    if label.len() >= bytes.len() {
        return look_up(label);
    }
    // The label in lower case: digits and hyphens already have the bit that is set.
    bytes.iter_mut().zip(label.iter().rev()).for_each(|(to, byte)| *to = *byte | 0x20);
    let key = u64::from_le_bytes(bytes);
    let with = |is_delegated: bool| key | (1 + u64::from(is_delegated)) << 56;
    // Multiplying by the golden ratio distributes similar labels over the slots.
    let slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 55) as usize;
    ANSWERS.with(|answers| {
        let Some(answer) = answers.get(slot) else { return look_up(label) };
        let known = [false, true].into_iter().find(|is| answer.get() == with(*is));
        known.or_else(|| {
            let found = look_up(label);
            found.inspect(|is| answer.set(with(*is)))
        })
    })
}

/// The answer of [`is_delegated_label`] without the cache. The label may be an A-label.
#[cfg(feature = "domains")]
fn look_up(label: &[u8]) -> Option<bool> {
    match public_suffix::is_label_delegated(label) {
        Some(false) => Some(is_encoded_tld(label)),
        known => known,
    }
}

/// Whether `label` has the form of a top-level domain. This function replaces the lookup in the list.
#[cfg(not(feature = "domains"))]
#[expect(clippy::unnecessary_wraps, reason = "the list returns `None` for some labels")]
pub(crate) fn is_delegated_label(label: &[u8]) -> Option<bool> {
    Some(is_delegated(label))
}

/// Whether `label` is the A-label of a top-level domain that is delegated: `xn--p1ai` is `рф`.
fn is_encoded_tld(label: &[u8]) -> bool {
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

    #[cfg(feature = "domains")]
    #[test]
    fn the_last_label_determines_the_result_for_the_whole_name() {
        for name in ["example.com", "EXAMPLE.COM", "foo.ck", "a.b.np", "example.coma", "a.example"]
        {
            let last = name.rsplit('.').next().unwrap().as_bytes();
            // The second answer comes from the cache.
            for _ in 0..2 {
                assert_eq!(
                    is_delegated_label(last),
                    Some(public_suffix::is_delegated(name.as_bytes())),
                    "{name}"
                );
            }
        }
        assert_eq!(is_delegated_label(&[b'a'; 64]), Some(false));
        assert_eq!(is_delegated_label(b"xn--p1ai"), Some(true));
        assert_eq!(is_delegated_label(b"ZA"), None);
        assert!(public_suffix::is_delegated(b"co.za") && !public_suffix::is_delegated(b"a.za"));
    }
}

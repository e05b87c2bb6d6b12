//! Which names are delegated, by the public suffix list, and what a top-level domain looks like where the
//! list is not compiled in.

#[cfg(feature = "domains")]
mod listed;
#[cfg(feature = "domains")]
mod table;

#[cfg(feature = "domains")]
pub(crate) use listed::{is_delegated, is_label_delegated, is_tld};

/// Without the list every label of two letters or more could be a top-level domain.
#[cfg(not(feature = "domains"))]
pub(crate) fn is_tld(label: &[u8]) -> bool {
    label.len() >= 2 && label.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
}

/// Without the list only the last label of a name decides.
#[cfg(not(feature = "domains"))]
pub(crate) fn is_delegated(host: &[u8]) -> bool {
    host.rsplit(|&byte| byte == b'.').next().is_some_and(is_tld)
}

/// The part of a host name that can be registered, by the public suffix list: the public suffix
/// and the label before it. `None` for a name that is a public suffix, and for a single label
/// that is not one.
///
/// The list has lower case only. An IP address is not a name; this function does not check that.
///
/// ```
/// use linkwright::find::registrable_domain;
///
/// assert_eq!(registrable_domain("www.example.co.uk"), Some("example.co.uk"));
/// assert_eq!(registrable_domain("www.example.com."), Some("example.com"));
/// assert_eq!(registrable_domain("co.uk"), None);
/// ```
#[cfg(feature = "registrable-domains")]
pub fn registrable_domain(name: &str) -> Option<&str> {
    // The only user of the whole list, which is 650 KB of code.
    use psl::Psl as _;

    // Without the dot of the root, if it is written.
    let domain = psl::List.domain(name.as_bytes())?.trim();
    core::str::from_utf8(domain.as_bytes()).ok()
}

//! Decides whether a name is delegated, which means that it ends in a top-level domain that exists. The decision uses
//! the public suffix list or, if the list is not compiled in, the form of the last label.

#[cfg(feature = "domains")]
mod listed;

#[cfg(feature = "domains")]
pub(crate) use listed::{is_delegated, is_label_delegated};

/// Whether `host` may end in a top-level domain. Without the list, every label of two letters or more may be one.
#[cfg(not(feature = "domains"))]
pub(crate) fn is_delegated(host: &[u8]) -> bool {
    let last = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    last.len() >= 2 && last.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
}

/// The part of a host name that can be registered, according to the public suffix list: the public
/// suffix and the label before it. `None` for a name that is a public suffix, and for a single label.
///
/// `name` must be in lower case, like the list. It must not be an IP address, which this function does
/// not check.
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
    // This is the only use of the whole list, which is 650 KB of code.
    use psl::Psl as _;

    // `trim` removes the dot of the root, if the name has it.
    let domain = psl::List.domain(name.as_bytes())?.trim();
    core::str::from_utf8(domain.as_bytes()).ok()
}

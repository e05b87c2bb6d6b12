//! Registrable domains. The only user of the whole public suffix list, which is 650 KB of code.

use psl::Psl as _;

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
pub fn registrable_domain(name: &str) -> Option<&str> {
    // Without the dot of the root, if it is written.
    let domain = psl::List.domain(name.as_bytes())?.trim();
    core::str::from_utf8(domain.as_bytes()).ok()
}

//! What the public suffix list says of a name: the only user of it.

use psl::Psl as _;

use super::special::MAX_NAME_LEN;

/// Whether `label` alone is a top-level domain.
pub(crate) fn is_tld(label: &[u8]) -> bool {
    is_delegated(label)
}

/// Whether the name `host` ends in a top-level domain that is delegated.
///
/// The whole name is asked because some top-level domains take registrations only at the third
/// level (`*.ck`).
pub(crate) fn is_delegated(host: &[u8]) -> bool {
    if !host.is_ascii() {
        let text = core::str::from_utf8(host);
        return text.is_ok_and(|host| is_listed(host.to_lowercase().as_bytes()));
    }
    // The list knows lower case only.
    let mut lower = [0; MAX_NAME_LEN];
    let Some(lower) = lower.get_mut(..host.len()) else { return false };
    lower.copy_from_slice(host);
    lower.make_ascii_lowercase();
    is_listed(lower)
}

/// Whether the list has a rule for `name`, which is in lower case.
fn is_listed(name: &[u8]) -> bool {
    let suffix = Suffixes.suffix(name);
    suffix.is_some_and(|suffix| suffix.is_known() || suffix.as_bytes().contains(&b'.'))
}

/// The answer to [`is_delegated_label`](super::is_delegated_label). Out of line: the code of the list is large,
/// and it is hardly ever asked.
#[inline(never)]
pub(super) fn is_label_delegated(label: &[u8]) -> Option<bool> {
    /// The only label that is in the list with others before it, and neither alone nor with any.
    const UNDECIDED: &[u8] = b"za";

    let mut lower = [0; 63];
    let Some(lower) = lower.get_mut(..label.len()) else { return Some(false) };
    lower.copy_from_slice(label);
    lower.make_ascii_lowercase();
    // With a label before it, for those that take registrations only at the third level.
    let suffix = Suffixes.find([&*lower, b"a"].into_iter());
    let is_listed = suffix.typ.is_some() || suffix.len > lower.len();
    (lower != UNDECIDED).then_some(is_listed)
}

/// The part of a host name that somebody can register, by the public suffix list: the public suffix
/// and the label before it. `None` for a name that is a public suffix itself, and for one label
/// that is none.
///
/// The list knows lower case only. An IP address is no name, and is not told from one here.
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
    let domain = Suffixes.domain(name.as_bytes())?.trim();
    core::str::from_utf8(domain.as_bytes()).ok()
}

/// The public suffix list. It is compiled into code, once for each type of iterator that it is asked
/// with: 650 KB a type. Here it is always asked with the same one.
struct Suffixes;

impl psl::Psl for Suffixes {
    fn find<'a, T: Iterator<Item = &'a [u8]>>(&self, mut labels: T) -> psl::Info {
        let labels: &mut dyn Iterator<Item = &'a [u8]> = &mut labels;
        psl::List.find(labels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_name_tells() {
        assert!(is_delegated("а.рф".as_bytes()));
        assert!(is_delegated(b"EXAMPLE.COM"));
        assert!(is_delegated(b"foo.co.uk"));
        assert!(is_delegated(b"foo.ck"));
        assert!(!is_delegated(b"example.coma"));
        assert!(!is_delegated(b"a.example"));
    }
}

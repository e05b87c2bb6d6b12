//! The public suffix list, and what a name looks like where it is not compiled in. The only user of
//! the list.

#[cfg(feature = "domains")]
mod listed {
    use psl::Psl as _;

    /// The longest name of the DNS, with room for a final dot.
    const MAX_NAME_LEN: usize = 254;

    /// Whether `label` alone is a top-level domain.
    pub(crate) fn is_tld(label: &[u8]) -> bool {
        is_delegated(label)
    }

    /// Whether the name `host` ends in a top-level domain that is delegated.
    ///
    /// The whole name decides because some top-level domains take registrations only at the third
    /// level (`*.ck`).
    pub(crate) fn is_delegated(host: &[u8]) -> bool {
        if !host.is_ascii() {
            let text = core::str::from_utf8(host);
            return text.is_ok_and(|host| is_listed(host.to_lowercase().as_bytes()));
        }
        // The list has lower case only.
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

    /// Whether names that end in `label`, which is in ASCII, are delegated; `None` where the label
    /// alone does not decide. Not inlined: the code of the list is large and rarely called.
    #[inline(never)]
    pub(crate) fn is_label_delegated(label: &[u8]) -> Option<bool> {
        /// The only label that the list has with other labels before it, neither alone nor with any.
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
        let domain = Suffixes.domain(name.as_bytes())?.trim();
        core::str::from_utf8(domain.as_bytes()).ok()
    }

    /// The public suffix list. It is compiled into code, once for each type of iterator that it is
    /// called with: 650 KB a type. Here it is always called with the same one.
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
}

#[cfg(feature = "domains")]
pub use listed::registrable_domain;
#[cfg(feature = "domains")]
pub(crate) use listed::{is_delegated, is_label_delegated, is_tld};

#[cfg(not(feature = "domains"))]
mod unlisted {
    /// Without the list every label of two letters or more could be a top-level domain.
    pub(crate) fn is_tld(label: &[u8]) -> bool {
        label.len() >= 2 && label.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
    }

    /// Without the list only the last label of a name decides.
    pub(crate) fn is_delegated(host: &[u8]) -> bool {
        host.rsplit(|&byte| byte == b'.').next().is_some_and(is_tld)
    }
}

#[cfg(not(feature = "domains"))]
pub(crate) use unlisted::{is_delegated, is_tld};

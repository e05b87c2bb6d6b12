//! What speaks for a host's being a name at all: a top-level domain that is delegated.
//!
//! The only user of the list of public suffixes.

#[cfg(feature = "domains")]
use core::cell::Cell;

/// The longest name that the Domain Name System allows, with room for a final dot.
pub(crate) const MAX_NAME_LEN: usize = 254;

/// Names that no registry delegates, but that people write addresses with (RFC 6761, RFC 7686).
const SPECIAL: [&[u8]; 6] = [b"example", b"internal", b"local", b"localhost", b"onion", b"test"];

/// Whether `label` is a name set apart for documentation, tests and local use.
pub(crate) fn is_special(label: &[u8]) -> bool {
    SPECIAL.iter().any(|name| name.eq_ignore_ascii_case(label))
}

/// Whether `label` alone is a top-level domain.
#[cfg(feature = "domains")]
pub(crate) fn is_tld(label: &[u8]) -> bool {
    is_delegated(label)
}

/// Whether the name `host` ends in a top-level domain that is delegated.
///
/// The whole name is asked because some top-level domains take registrations only at the third
/// level (`*.ck`).
#[cfg(feature = "domains")]
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
#[cfg(feature = "domains")]
fn is_listed(name: &[u8]) -> bool {
    use psl::Psl as _;

    let suffix = Suffixes.suffix(name);
    suffix.is_some_and(|suffix| suffix.is_known() || suffix.as_bytes().contains(&b'.'))
}

/// Whether a name of two labels and more that ends in `label`, in ASCII, ends in a top-level domain
/// that is delegated: `None` where the label alone does not tell.
///
/// Texts have the same few labels over and over, and the list is code with a branch for each letter: so
/// the answers are kept for a while.
#[cfg(feature = "domains")]
#[inline]
pub(crate) fn is_delegated_label(label: &[u8]) -> Option<bool> {
    let Some(kept) = Kept::of(label) else { return ask_for_label(label) };
    ANSWERS.with(|answers| {
        let Some(answer) = answers.get(kept.slot()) else { return ask_for_label(label) };
        let known = answer.get();
        if let Some(is_delegated) = [false, true].into_iter().find(|is| known == kept.with(*is)) {
            return Some(is_delegated);
        }
        let is_delegated = ask_for_label(label);
        if let Some(is_delegated) = is_delegated {
            answer.set(kept.with(is_delegated));
        }
        is_delegated
    })
}

#[cfg(feature = "domains")]
std::thread_local! {
    /// Each the label that was asked for last of those that have the slot, with the answer.
    static ANSWERS: [Cell<u64>; SLOTS] = const { [const { Cell::new(0) }; SLOTS] };
}

#[cfg(feature = "domains")]
const SLOTS: usize = 512;

/// A label of which an answer can be kept: in lower case, in the low bytes of a number.
#[cfg(feature = "domains")]
#[derive(Clone, Copy)]
struct Kept(u64);

#[cfg(feature = "domains")]
impl Kept {
    /// `None` for those of eight bytes and more, of which there are few.
    #[inline]
    fn of(label: &[u8]) -> Option<Kept> {
        let mut lower = [0; 8];
        let room = lower.get_mut(..7)?;
        // Digits and hyphens have the bit of lower case too.
        room.iter_mut().zip(label).for_each(|(lower, byte)| *lower = byte | 0x20);
        (label.len() <= room.len()).then_some(Kept(u64::from_le_bytes(lower)))
    }

    fn slot(self) -> usize {
        // The golden ratio, whose multiples lie far apart.
        (self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 55) as usize
    }

    const fn with(self, is_delegated: bool) -> u64 {
        self.0 | (1 + is_delegated as u64) << 56
    }
}

/// The answer of the list. Out of line: the code of the list is large, and it is hardly ever asked.
#[cfg(feature = "domains")]
#[inline(never)]
fn ask_for_label(label: &[u8]) -> Option<bool> {
    use psl::Psl as _;

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
#[cfg(feature = "domains")]
pub fn registrable_domain(name: &str) -> Option<&str> {
    use psl::Psl as _;

    // Without the dot of the root, if it is written.
    let domain = Suffixes.domain(name.as_bytes())?.trim();
    core::str::from_utf8(domain.as_bytes()).ok()
}

/// The public suffix list. It is compiled into code, once for each type of iterator that it is asked
/// with: 650 KB a type. Here it is always asked with the same one.
#[cfg(feature = "domains")]
struct Suffixes;

#[cfg(feature = "domains")]
impl psl::Psl for Suffixes {
    fn find<'a, T: Iterator<Item = &'a [u8]>>(&self, mut labels: T) -> psl::Info {
        let labels: &mut dyn Iterator<Item = &'a [u8]> = &mut labels;
        psl::List.find(labels)
    }
}

/// Without the list every label of two letters or more could be one.
#[cfg(not(feature = "domains"))]
pub(crate) fn is_tld(label: &[u8]) -> bool {
    label.len() >= 2 && label.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
}

/// Without the list a label of letters could be one, and no other.
#[cfg(not(feature = "domains"))]
#[expect(clippy::unnecessary_wraps, reason = "the list knows of labels that do not tell")]
pub(crate) fn is_delegated_label(label: &[u8]) -> Option<bool> {
    Some(is_tld(label))
}

/// Without the list every name whose last label is letters only could be delegated.
#[cfg(not(feature = "domains"))]
pub(crate) fn is_delegated(host: &[u8]) -> bool {
    host.rsplit(|&byte| byte == b'.').next().is_some_and(is_tld)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "domains")]
    #[test]
    fn the_whole_name_tells() {
        assert!(is_delegated("а.рф".as_bytes()));
        assert!(is_delegated(b"EXAMPLE.COM"));
        assert!(is_delegated(b"foo.co.uk"));
        assert!(is_delegated(b"foo.ck"));
        assert!(!is_delegated(b"example.coma"));
        assert!(!is_delegated(b"a.example"));
    }

    #[cfg(feature = "domains")]
    #[test]
    fn the_last_label_tells_what_the_name_does() {
        for name in ["example.com", "EXAMPLE.COM", "foo.ck", "a.b.np", "example.coma", "a.example"]
        {
            let last = name.rsplit('.').next().unwrap().as_bytes();
            // The second time it is the answer that was kept.
            for _ in 0..2 {
                assert_eq!(is_delegated_label(last), Some(is_delegated(name.as_bytes())), "{name}");
            }
        }
        assert_eq!(is_delegated_label(&[b'a'; 64]), Some(false));
        assert_eq!(is_delegated_label(b"ZA"), None);
        assert!(is_delegated(b"co.za") && !is_delegated(b"a.za"));
    }
}

//! Which names are delegated: a table made from the public suffix list.
//!
//! The list itself was rejected here: it is 650 KB of code, of which this question needs 10 KB.

use super::table::{BY_LENGTH, SECOND_LEVEL, THIRD_LEVEL_ONLY};

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
    // The table has lower case only.
    let mut lower = [0; MAX_NAME_LEN];
    let Some(lower) = lower.get_mut(..host.len()) else { return false };
    lower.copy_from_slice(host);
    lower.make_ascii_lowercase();
    is_listed(lower)
}

/// Whether the table has the end of `name`, which is in lower case.
fn is_listed(name: &[u8]) -> bool {
    let name = name.strip_suffix(b".").unwrap_or(name);
    let mut labels = name.rsplit(|&byte| byte == b'.');
    let last = labels.next().unwrap_or_default();
    let is_below = |suffix: &&str| {
        let before = name.strip_suffix(suffix.as_bytes());
        before.is_some_and(|before| before.is_empty() || before.ends_with(b"."))
    };
    is_in_table(last)
        || (is_third_level_only(last) && labels.next().is_some())
        || SECOND_LEVEL.iter().any(is_below)
}

/// Whether names that end in `label`, which is in ASCII, are delegated; `None` where the label
/// alone does not decide. The name has a label before it.
pub(crate) fn is_label_delegated(label: &[u8]) -> Option<bool> {
    let mut lower = [0; 63];
    let Some(lower) = lower.get_mut(..label.len()) else { return Some(false) };
    lower.copy_from_slice(label);
    lower.make_ascii_lowercase();
    let is_undecided = |suffix: &&str| {
        let last = suffix.as_bytes().rsplit(|&byte| byte == b'.').next();
        last == Some(&*lower)
    };
    if is_in_table(lower) || is_third_level_only(lower) {
        return Some(true);
    }
    (!SECOND_LEVEL.iter().any(is_undecided)).then_some(false)
}

/// Whether the list has `label`, in lower case, as a suffix. A binary search among the labels of its length.
fn is_in_table(label: &[u8]) -> bool {
    let labels = BY_LENGTH.get(label.len()).map_or(&[][..], |labels| labels.as_bytes());
    let (mut low, mut high) = (0, labels.len().checked_div(label.len()).unwrap_or(0));
    while low < high {
        let middle = usize::midpoint(low, high);
        let row = labels.get(middle * label.len()..).and_then(|rest| rest.get(..label.len()));
        match row.unwrap_or_default().cmp(label) {
            core::cmp::Ordering::Less => low = middle + 1,
            core::cmp::Ordering::Equal => return true,
            core::cmp::Ordering::Greater => high = middle,
        }
    }
    false
}

fn is_third_level_only(label: &[u8]) -> bool {
    THIRD_LEVEL_ONLY.iter().any(|listed| listed.as_bytes() == label)
}

#[cfg(test)]
mod tests {
    use psl::Psl as _;

    use super::*;

    /// The answer of the list.
    fn expected(name: &str) -> bool {
        let suffix = psl::List.suffix(name.as_bytes());
        suffix.is_some_and(|suffix| suffix.is_known() || suffix.as_bytes().contains(&b'.'))
    }

    fn labels() -> impl Iterator<Item = &'static str> {
        let of_length = |(len, labels): (usize, &'static &'static str)| {
            (0..labels.len()).step_by(len.max(1)).map(move |at| &labels[at..at + len])
        };
        BY_LENGTH.iter().enumerate().flat_map(of_length)
    }

    #[test]
    fn the_whole_name_tells() {
        assert!(is_delegated("а.рф".as_bytes()));
        assert!(is_delegated(b"EXAMPLE.COM"));
        assert!(is_delegated(b"example.com."));
        assert!(is_delegated(b"foo.co.uk"));
        assert!(is_delegated(b"foo.ck") && !is_delegated(b"ck"));
        assert!(is_delegated(b"foo.co.za") && is_delegated(b"co.za"));
        assert!(!is_delegated(b"aco.za") && !is_delegated(b"za"));
        assert!(!is_delegated(b"example.coma"));
        assert!(!is_delegated(b"a.example"));
        assert!(!is_delegated(b"a.example."));
        assert!(!is_delegated(b"") && !is_delegated(b".") && !is_delegated(b"com.."));
    }

    /// Each label of the table, and names that differ from one in a letter, a label or a dot.
    #[test]
    fn answers_are_those_of_the_list() {
        assert!(labels().count() > 1400);
        for label in
            labels().chain(THIRD_LEVEL_ONLY.iter().copied()).chain(SECOND_LEVEL.iter().copied())
        {
            let shorter = label.chars().next_back().map_or(0, |last| label.len() - last.len_utf8());
            let names = [
                label.to_owned(),
                format!("a.{label}"),
                format!("a.b.{label}"),
                format!("a{label}"),
                format!("{label}a"),
                format!("a.{label}b"),
                format!("a.{}", &label[..shorter]),
                format!("a.b{label}"),
            ];
            for name in names {
                assert_eq!(is_delegated(name.as_bytes()), expected(&name), "{name}");
                assert_eq!(
                    is_delegated(name.to_uppercase().as_bytes()),
                    expected(&name.to_uppercase().to_lowercase()),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn a_label_decides_unless_it_is_registered_below_some_names_only() {
        for label in labels().filter(|label| label.is_ascii()) {
            assert_eq!(is_label_delegated(label.as_bytes()), Some(true), "{label}");
        }
        assert_eq!(is_label_delegated(b"CK"), Some(true));
        assert_eq!(is_label_delegated(b"za"), None);
        assert_eq!(is_label_delegated(b"zz"), Some(false));
        assert_eq!(is_label_delegated(b""), Some(false));
        assert_eq!(is_label_delegated(&[b'a'; 64]), Some(false));
    }
}

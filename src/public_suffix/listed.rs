//! Decides whether a name is delegated, with a table that is generated from the public suffix list.
//!
//! The whole list is not used here, because it is 650 KB of code, and this decision needs only 10 KB.

use std::sync::LazyLock;

use crate::ascii::is_in_domain;

// `BY_LENGTH`, `SECOND_LEVEL` and `THIRD_LEVEL_ONLY`.
include!("table.in");

/// Whether the name `host` ends in a top-level domain that is delegated.
///
/// The function needs the whole name, because some top-level domains accept registrations only at the third level
/// (`*.ck`).
pub(crate) fn is_delegated(host: &[u8]) -> bool {
    if !host.iter().any(|&byte| may_begin_capital(byte)) {
        return is_listed(host);
    }
    // The comparison ignores case only for ASCII letters.
    let lower = |host: &str| host.chars().map(lower).collect::<String>();
    core::str::from_utf8(host).is_ok_and(|host| is_listed(lower(host).as_bytes()))
}

/// `c` in lower case, if the table contains that letter. The mapping of the standard library would bring its table of all
/// letters, and those that it needs for a final sigma: 15 KB.
fn lower(c: char) -> char {
    match c {
        'Ö' | 'Ε' | 'Λ' | 'Υ' | 'А'..='Я' => shifted(c, 0x20),
        'Қ' => 'қ',
        'Ա' | 'Հ' | 'Յ' => shifted(c, 0x30),
        'Გ' | 'Ე' => shifted(c, -0xBC0),
        // The sign for kelvin.
        '\u{212A}' => 'k',
        _ => c,
    }
}

/// The character `distance` after `c`.
fn shifted(c: char, distance: i32) -> char {
    u32::from(c).checked_add_signed(distance).and_then(char::from_u32).unwrap_or(c)
}

/// Whether a capital letter outside ASCII may begin with `byte`. Han, kana, Hangul, Thai and the scripts of India have no
/// capitals.
fn may_begin_capital(byte: u8) -> bool {
    matches!(byte, 0xC0..=0xDF | 0xE1 | 0xE2 | 0xEA | 0xEF..)
}

/// Whether `name` ends in a top-level domain of the table. Letters outside ASCII must be in lower case.
fn is_listed(name: &[u8]) -> bool {
    let name = name.strip_suffix(b".").unwrap_or(name);
    let mut labels = name.rsplit(|&byte| byte == b'.');
    match TopLevel::of(labels.next().unwrap_or_default()) {
        None => false,
        Some(TopLevel::Suffix) => true,
        Some(TopLevel::ThirdLevelOnly) => labels.next().is_some(),
        Some(TopLevel::SecondLevel) => {
            SECOND_LEVEL.iter().any(|suffix| is_in_domain(name, suffix.as_bytes()))
        }
    }
}

/// Whether names of two labels or more that end in the ASCII `label` are delegated; `None` if that depends on
/// their other labels. The function is not inlined, because it is rarely called.
#[inline(never)]
pub(crate) fn is_label_delegated(label: &[u8]) -> Option<bool> {
    match TopLevel::of(label) {
        None => Some(false),
        Some(TopLevel::Suffix | TopLevel::ThirdLevelOnly) => Some(true),
        Some(TopLevel::SecondLevel) => None,
    }
}

/// The kind of a top-level domain, according to its rules in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TopLevel {
    /// It is a public suffix.
    Suffix,
    /// It is not a public suffix, but each name directly below it is.
    ThirdLevelOnly,
    /// It is not a public suffix, but some names directly below it are.
    SecondLevel,
}

impl TopLevel {
    /// The kind of `label`; `None` if the list does not contain it.
    fn of(label: &[u8]) -> Option<TopLevel> {
        let labels = BY_LENGTH.get(label.len()).map_or(&[][..], |labels| labels.as_bytes());
        let mut slot = slot_of(label);
        while let Some(&LabelPlace { number: number @ 1.., kind }) = PLACES.get(slot) {
            let at = (usize::from(number) - 1) * label.len();
            let listed = labels.get(at..).and_then(|rest| rest.get(..label.len()));
            if listed.is_some_and(|listed| listed.eq_ignore_ascii_case(label)) {
                return Some(kind).filter(|_| !label.is_empty());
            }
            slot = (slot + 1) % SLOTS;
        }
        None
    }

    /// The kind of a label of the table.
    fn of_listed(label: &[u8]) -> TopLevel {
        let is_end = |name: &&str| is_in_domain(name.as_bytes(), label);
        if THIRD_LEVEL_ONLY.iter().any(is_end) {
            TopLevel::ThirdLevelOnly
        } else if SECOND_LEVEL.iter().any(is_end) {
            TopLevel::SecondLevel
        } else {
            TopLevel::Suffix
        }
    }
}

/// A label in the table.
#[derive(Clone, Copy)]
struct LabelPlace {
    /// The number of the label among the labels of its length, counted from 1; 0 in an unused slot.
    number: u16,
    kind: TopLevel,
}

/// The number of slots, which is a power of two. About a third of the slots are used.
const SLOTS: usize = 4096;

/// A hash table of the labels, filled when it is first used. A binary search was rejected, because the processor cannot
/// predict the branch of each step: it made the search of source code, which is full of names with dots, slower by a
/// seventh. A table that is filled at compile time was rejected as well, because it is larger than all labels.
static PLACES: LazyLock<Vec<LabelPlace>> = LazyLock::new(|| {
    let mut places = vec![LabelPlace { number: 0, kind: TopLevel::Suffix }; SLOTS];
    for (len, labels) in BY_LENGTH.iter().enumerate().skip(1) {
        for (number, label) in (1..).zip(labels.as_bytes().chunks_exact(len)) {
            let (before, from) = places.split_at_mut(slot_of(label));
            if let Some(free) = from.iter_mut().chain(before).find(|place| place.number == 0) {
                *free = LabelPlace { number, kind: TopLevel::of_listed(label) };
            }
        }
    }
    places
});

/// The slot of a label, computed from its length and its first and last eight bytes. It is the same in upper and lower
/// case.
#[expect(clippy::cast_possible_truncation, reason = "the remaining bits are the number of a slot")]
fn slot_of(label: &[u8]) -> usize {
    let (first, rest) = label.split_at(if label.len() < 8 { label.len() } else { 8 });
    let (_, last) = label.split_at(if rest.len() < 8 { first.len() } else { rest.len() });
    let key = word(first) ^ word(last).rotate_left(29) ^ (label.len() as u64) << 58;
    // The factor is 2^64 divided by the golden ratio; its multiples are far apart.
    let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (hash >> (u64::BITS - SLOTS.trailing_zeros())) as usize
}

/// Up to eight bytes as a number. The bit `0x20` is set in every byte: this converts letters to lower case, and digits
/// and hyphens already have it.
fn word(bytes: &[u8]) -> u64 {
    let (mut word, mut rest) = (0, bytes);
    while let [before @ .., byte] = rest {
        word = word << 8 | u64::from(*byte | 0x20);
        rest = before;
    }
    word
}

#[cfg(test)]
mod tests {
    use psl::Psl as _;

    use super::*;

    /// The expected result for `name`, according to the whole list.
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
    fn delegation_depends_on_the_whole_name() {
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

    /// Tests each label of the table, and names that differ from it in a letter, a label or a dot.
    #[test]
    fn is_delegated_agrees_with_the_list() {
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
    fn every_capital_begins_with_a_byte_that_may_begin_one() {
        for c in ('\u{80}'..=char::MAX).filter(|c| !c.to_lowercase().eq([*c])) {
            let first = c.to_string().into_bytes()[0];
            assert!(may_begin_capital(first), "{c}");
        }
    }

    #[test]
    fn letters_of_the_table_are_mapped_like_those_of_the_standard_library() {
        let table: String = BY_LENGTH.concat();
        for c in '\u{80}'..=char::MAX {
            let all: String = c.to_lowercase().collect();
            let is_in_table = |text: &str| text.chars().all(|c| table.contains(c));
            let own = lower(c).to_string();
            assert!(own == all || !is_in_table(&own) && !is_in_table(&all), "{c}");
        }
    }

    #[test]
    fn a_label_is_undecided_if_only_some_names_below_it_are_suffixes() {
        for label in labels().filter(|label| label.is_ascii() && *label != "za") {
            assert_eq!(is_label_delegated(label.as_bytes()), Some(true), "{label}");
        }
        assert_eq!(is_label_delegated(b"CK"), Some(true));
        assert_eq!(is_label_delegated(b"Za"), None);
        assert_eq!(is_label_delegated(b"zz"), Some(false));
        assert_eq!(is_label_delegated(b""), Some(false));
        assert_eq!(is_label_delegated(&[b'a'; 64]), Some(false));
    }
}

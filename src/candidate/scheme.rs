//! The table of schemes, with the form that the URIs of each scheme must have.
//!
//! RFC 3986 accepts `http:1,925.00` and `note:this`, but in running text these are prices and remarks. So the table
//! lists the form that the specification of each scheme requires. A text that does not have this form is not linked,
//! although the generic syntax allows it.

use core::iter::FusedIterator;
use std::sync::LazyLock;

use crate::ascii::{self, ByteSet};
use crate::text::wordlist;

/// The form that the URIs of a scheme have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SchemeForm {
    /// `//` and a host that is a domain name or an IP address (RFC 9110, 4.2).
    Web,
    /// `//` and any text.
    Slashes,
    /// `//host/path` or `/path` (RFC 8089).
    File,
    /// An addr-spec (RFC 6068).
    Mailto,
    /// Digits with visual separators (RFC 3966).
    Tel,
    /// A namespace identifier and a namespace-specific string (RFC 8141).
    Urn,
    /// `?` and at least one exact topic.
    Magnet,
    /// Two or three numbers (RFC 5870).
    Geo,
    /// `user@host` or a telephone number (RFC 3261).
    Sip,
    /// `user@host` or a host (RFC 5122).
    Xmpp,
    /// A newsgroup or a message (RFC 5538).
    News,
    /// `id@domain` (RFC 2392).
    MessageId,
    /// `10.registrant/suffix`
    Doi,
    /// One letter, `/`, and an identifier with a server name.
    Matrix,
    /// A long word of letters and digits.
    Coin,
    /// The form is not known, because the scheme is only registered. The text after the scheme must not look like
    /// prose.
    Registered,
}

/// How a scheme is treated when the caller does not list schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SchemeStatus {
    /// Common in text that people write.
    Known,
    /// Registered with IANA, or in wide use: found with [`Schemes::Any`](crate::find::Schemes::Any).
    Registered,
    /// Runs code or carries a document: found only when the caller lists it.
    Active,
}

/// What the table says about a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SchemeRow {
    pub(crate) shape: SchemeForm,
    pub(crate) status: SchemeStatus,
}

impl SchemeRow {
    /// Whether the URIs of the scheme consist of the scheme and an address.
    pub(crate) fn is_address(self) -> bool {
        matches!(self.shape, SchemeForm::Mailto | SchemeForm::Xmpp)
    }
}

/// The row of a scheme outside the tables, which is found because `//` follows it or because the caller lists it.
pub(crate) const UNKNOWN: SchemeRow =
    SchemeRow { shape: SchemeForm::Slashes, status: SchemeStatus::Registered };

/// The row of `http` and `https`, which are the schemes of nearly all URIs.
pub(crate) const WEB: SchemeRow = SchemeRow { shape: SchemeForm::Web, status: SchemeStatus::Known };

/// Schemes that have the same row.
type Group = (SchemeRow, &'static str);

const fn group(shape: SchemeForm, status: SchemeStatus, names: &'static str) -> Group {
    (SchemeRow { shape, status }, names)
}

/// The schemes, with the form of their URIs and with their status.
static GROUPS: [Group; 18] = include!("schemes.in");

/// Schemes whose URIs may contain another URI or code. A URI inside such a URI is not a candidate.
const CARRIERS: &str = "about blob data feed filesystem jar javascript jdbc vbscript view-source";

/// The maximum length of a scheme in bytes. No name in the tables is longer, and the search for the beginning of a
/// scheme goes back no further than this.
pub(crate) const MAX_SCHEME_LEN: usize = 40;

/// The row of `name`, in upper or lower case.
pub(crate) fn look_up(name: &[u8]) -> Option<SchemeRow> {
    let is_web = match name.len() {
        4 => name.eq_ignore_ascii_case(b"http"),
        5 => name.eq_ignore_ascii_case(b"https"),
        _ => false,
    };
    if is_web { Some(WEB) } else { INDEX.find(name) }
}

/// Finds the names in the groups. Most words before a colon are not names of schemes, and a hash table shows this faster
/// than a binary search.
static INDEX: LazyLock<Index> = LazyLock::new(Index::new);

/// A hash table that is filled when it is first used. Each slot contains the position of a name. A name whose slot is
/// occupied goes into the next free slot.
struct Index {
    names: Vec<(&'static str, SchemeRow)>,
    slots: Vec<u16>,
}

/// The number of slots. They take 8 KiB, and nearly every search ends at its first slot. A table with a quarter of the
/// slots was slower, because more words that are not schemes had to be compared with a name.
const SLOTS: usize = 4096;

/// The value of an empty slot.
const NOWHERE: u16 = u16::MAX;

impl Index {
    fn new() -> Index {
        let mut index = Index { names: Vec::new(), slots: vec![NOWHERE; SLOTS] };
        let names =
            GROUPS.iter().flat_map(|(row, names)| names.split(' ').map(move |name| (name, *row)));
        for (number, (name, row)) in (0..).zip(names) {
            index.names.push((name, row));
            let (before, from) = index.slots.split_at_mut(Index::slot(name.as_bytes()));
            if let Some(free) = from.iter_mut().chain(before).find(|slot| **slot == NOWHERE) {
                *free = number;
            }
        }
        index
    }

    /// The row of `name`, in upper or lower case.
    #[inline]
    fn find(&self, name: &[u8]) -> Option<SchemeRow> {
        let mut slot = Index::slot(name);
        loop {
            let number = self.slots.get(slot).filter(|number| **number != NOWHERE)?;
            let (known, row) = self.names.get(usize::from(*number))?;
            if known.as_bytes().eq_ignore_ascii_case(name) {
                return Some(*row);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// The hash of a name, computed from its length, its first byte and its last two bytes. Only the low five bits of a
    /// byte are used, which are the same for a letter in upper and lower case.
    const fn slot(name: &[u8]) -> usize {
        let (first, before, last) = match name {
            [first, .., before, last] => (*first, *before, *last),
            [first, last] => (*first, *first, *last),
            [only] => (*only, *only, *only),
            [] => (0, 0, 0),
        };
        let [first, before, last] = [first as usize, before as usize, last as usize];
        let key = (first & 31) << 7 ^ (before & 31) << 5 ^ (last & 31) ^ name.len() << 2;
        key % SLOTS
    }
}

/// Whether `name` is a scheme of [`CARRIERS`]. They are in the table, and most words before a colon are not.
pub(crate) fn is_carrier(name: &[u8]) -> bool {
    look_up(name).is_some() && wordlist::is_one_of(CARRIERS, name)
}

/// Whether a URI with the scheme `name` may lack `//`.
pub(crate) fn may_lack_slashes(name: &str) -> bool {
    look_up(name.as_bytes())
        .is_none_or(|row| !matches!(row.shape, SchemeForm::Web | SchemeForm::Slashes))
}

/// The length of `hxxp` or `fxp` at the beginning of `text`, in any case and before an optional `s`, and the scheme for
/// which it is written.
pub(crate) fn defanged(text: &[u8]) -> Option<(usize, &'static str)> {
    let names = [("hxxp", "http"), ("fxp", "ftp")];
    let starts =
        |name: &str| text.get(..name.len())?.eq_ignore_ascii_case(name.as_bytes()).then_some(());
    names.into_iter().find_map(|(name, scheme)| starts(name).map(|()| (name.len(), scheme)))
}

/// Whether `name` is `hxxp`, `hxxps`, `fxp` or `fxps`, in any case.
pub(crate) fn is_defanged(name: &[u8]) -> bool {
    let rest = defanged(name).and_then(|(len, _)| name.get(len..));
    rest.is_some_and(|rest| matches!(rest, [] | [b's' | b'S']))
}

/// Whether `name` is a known scheme.
pub(crate) fn is_known(name: &[u8]) -> bool {
    look_up(name).is_some_and(|row| row.status == SchemeStatus::Known)
}

/// Whether `before` ends in `mailto`, the only scheme after whose colon people write a blank.
pub(crate) fn ends_mailto(before: &[u8]) -> bool {
    before.last_chunk::<6>().is_some_and(|name| name.eq_ignore_ascii_case(b"mailto"))
}

/// Whether LF at `from` is directly before `http://` or `https://` in lower case.
#[inline]
pub(crate) fn is_web_below(text: &[u8], from: usize) -> bool {
    let Some([b'\n', rest @ ..]) = text.get(from..) else { return false };
    // `starts_with` compares several bytes at once. A slice pattern would compare them one by one.
    rest.starts_with(b"https://") || rest.starts_with(b"http://")
}

/// Whether a known scheme and its `://` begin at `at`.
pub(crate) fn starts_known(text: &[u8], at: usize) -> bool {
    let (name, after) = run_at(text, at);
    after.starts_with(b"://") && is_known(name)
}

/// Whether another URI begins at `at`: with `x://`, a known scheme and its colon, `URL:`, `URI:` or `www.`
pub(crate) fn starts_uri(text: &[u8], at: usize) -> bool {
    let (name, after) = run_at(text, at);
    name.get(..4).is_some_and(|head| head.eq_ignore_ascii_case(b"www."))
        || name.first().is_some_and(u8::is_ascii_alphabetic)
            && after.starts_with(b":")
            && (after.starts_with(b"://") || is_uri_label(name) || is_known(name))
}

/// The characters of a scheme that begin at `at`, and the text after them.
fn run_at(text: &[u8], at: usize) -> (&[u8], &[u8]) {
    let rest = text.get(at..).unwrap_or_default();
    let len = rest.iter().take(MAX_SCHEME_LEN).take_while(|&&byte| is_scheme_char(byte)).count();
    rest.split_at(len)
}

/// Whether `word` is the `URL` or `URI` of the prefix that RFC 3986, Appendix C, allows.
pub(crate) fn is_uri_label(word: &[u8]) -> bool {
    word.eq_ignore_ascii_case(b"URL") || word.eq_ignore_ascii_case(b"URI")
}

/// Whether a scheme may contain `byte` (RFC 3986, 3.1).
pub(crate) fn is_scheme_char(byte: u8) -> bool {
    // A table is faster than comparisons, because the processor cannot predict their branches.
    static SET: ByteSet = ascii::SCHEME;
    SET.contains(byte)
}

/// Whether `name` has the form of a scheme (RFC 3986, section 3.1) and at most [`MAX_SCHEME_LEN`] bytes.
pub(crate) fn is_name(name: &str) -> bool {
    name.len() <= MAX_SCHEME_LEN && ascii::is_scheme(name)
}

/// The names of all known schemes, in alphabetical order.
pub(crate) fn known_names() -> impl FusedIterator<Item = &'static str> {
    let known = GROUPS.iter().filter(|(row, _)| row.status == SchemeStatus::Known);
    let mut names: Vec<&str> = known.flat_map(|(_, names)| names.split(' ')).collect();
    names.sort_unstable();
    names.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_in_the_groups_is_found() {
        for (row, names) in &GROUPS {
            assert!(names.split(' ').is_sorted());
            for name in names.split(' ') {
                let found = look_up(name.to_ascii_uppercase().as_bytes());
                assert_eq!(found, Some(*row), "{name}");
                assert!(look_up([name.as_bytes(), b"x-"].concat().as_slice()).is_none(), "{name}");
            }
        }
    }

    #[test]
    fn every_carrier_is_in_the_groups() {
        assert!(CARRIERS.split(' ').all(|name| is_carrier(name.as_bytes())));
    }

    #[test]
    fn names_are_found_in_any_case() {
        assert_eq!(look_up(b"HtTpS"), Some(WEB));
        assert_eq!(look_up(b"MAILTO").map(|s| s.shape), Some(SchemeForm::Mailto));
        assert_eq!(look_up(b"View-Source").map(|s| s.status), Some(SchemeStatus::Registered));
        assert_eq!(look_up(b"note"), None);
        assert_eq!(look_up(&[b'a'; 64]), None);
    }
}

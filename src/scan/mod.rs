//! The search for triggers, which are literals (`://`, `www.`) or single marks (`:`, `@`, `.`) that may be a part of a
//! link. They are found with vector instructions; later steps decide whether they are a part of a link.

pub(crate) mod code;
mod colon;
pub(crate) mod defanged;
mod hit;
mod literal;
mod mark;

use std::sync::LazyLock;

use memchr::memmem;

use crate::text::chars::{self, WIDE_DOT};
use crate::work;
use colon::Colons;
use hit::Rest;
pub(crate) use hit::{Hit, Trigger};

/// A search for the triggers that a configuration needs.
#[derive(Clone, Debug)]
pub(crate) struct Triggers {
    search: Search,
    /// Whether `。` is a trigger. It is searched for separately, so that other configurations do not pay for it.
    wide_dots: bool,
}

#[derive(Clone, Debug)]
enum Search {
    Literals(literal::Search),
    Marks(mark::Search),
}

/// The state of a search. It has a fixed size, and its offsets count from the beginning of the window.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cursor {
    literals: literal::Cursor,
    marks: mark::Cursor,
    /// No `。` begins before this offset.
    wide_dots: usize,
    /// Hits before this offset are skipped.
    from: usize,
}

/// The triggers that the options require.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each kind of trigger is wanted or not")]
pub(crate) struct Wanted<'s> {
    /// The names of the schemes; `None` for any scheme.
    pub(crate) schemes: Option<&'s [&'s str]>,
    pub(crate) www: bool,
    pub(crate) emails: bool,
    /// Bare domains or bare IPv4 addresses.
    pub(crate) dots: bool,
    /// `。` as a dot of bare domains.
    pub(crate) wide_dots: bool,
}

impl Triggers {
    pub(crate) fn new(wanted: Wanted<'_>) -> Triggers {
        let Wanted { schemes, www, emails, dots, wide_dots } = wanted;
        let colons = Colons::new(schemes);
        let has_marks = emails || dots || !colons.is_empty();
        let literals = if has_marks { None } else { literal::Search::new(www) };
        let search = literals.map_or_else(
            || Search::Marks(mark::Search::new(colons, www, emails, dots)),
            Search::Literals,
        );
        Triggers { search, wide_dots }
    }

    /// The first hit at or after `from`.
    ///
    /// `None` if the window has no more hits. Unless the window is the `last` one, the bytes at its end are not
    /// searched, because a trigger may continue in the next window. [`Cursor::searched`] returns where the search
    /// ended.
    #[inline]
    pub(crate) fn next(
        &self,
        cursor: &mut Cursor,
        window: &[u8],
        from: usize,
        last: bool,
    ) -> Option<Hit> {
        let rest = Rest { window, from: from.max(cursor.from), last };
        let hit = match &self.search {
            Search::Literals(search) => search.next(&mut cursor.literals, rest),
            Search::Marks(search) => search.next(&mut cursor.marks, rest),
        };
        if self.wide_dots { wide_dot(cursor, rest, hit) } else { hit }
    }
}

/// The first `。` before a label in the `rest` of a window, if it is before `hit`; otherwise `hit`.
///
/// This search is ahead of the other one, by up to a stretch: a search that ended at each hit would cost more than it
/// reads where links are close to each other. As a mark of the other search, `。` would be found in half the time, but
/// the vector code for a third set of marks has 22 KB.
#[inline]
fn wide_dot(cursor: &mut Cursor, rest: Rest<'_>, hit: Option<Hit>) -> Option<Hit> {
    // Without a hit, the bytes that were not searched for other triggers are not searched for this one either.
    let end = hit.map_or_else(|| cursor.searched(), |hit| hit.at);
    loop {
        let at = cursor.wide_dots.max(rest.from);
        if at + WIDE_DOT.len() > end {
            return hit;
        }
        if is_wide_dot(rest.window, at) {
            cursor.wide_dots = at;
            return Some(Hit { at, trigger: Trigger::WideDot });
        }
        cursor.wide_dots = next_wide_dot(rest.window, at);
    }
}

/// Whether a `。` before a label begins at `at`. Most sentences end in a `。` before a blank.
fn is_wide_dot(window: &[u8], at: usize) -> bool {
    let rest = window.get(at..).and_then(|rest| rest.strip_prefix(WIDE_DOT.as_bytes()));
    let next = rest.map(|rest| chars::byte_at(rest, 0));
    next.is_some_and(|next| next.is_ascii_alphanumeric() || !next.is_ascii())
}

/// The offset of the first `。` after `at`, or an offset after `at` before which there is none.
#[inline(never)]
fn next_wide_dot(window: &[u8], at: usize) -> usize {
    const STRETCH: usize = 4 << 10;
    static FINDER: LazyLock<memmem::Finder<'static>> =
        LazyLock::new(|| memmem::Finder::new(WIDE_DOT));
    let end = window.len().min(at + 1 + STRETCH);
    let stretch = window.get(at + 1..end).unwrap_or_default();
    // A stretch without the first byte, 0xE3, is passed without the slower search for all of it. A `。` may begin in the
    // last two bytes of the stretch.
    let has_first = memchr::memchr(0xE3, stretch).is_some();
    let found = if has_first { FINDER.find(stretch) } else { None };
    let passed = found.unwrap_or((stretch.len() + 1).saturating_sub(WIDE_DOT.len()));
    work::add(passed + 1);
    at + 1 + passed
}

impl Cursor {
    /// Skips the hits before `at`.
    #[inline]
    pub(crate) fn pass(&mut self, at: usize) {
        self.from = self.from.max(at);
    }

    /// Everything before this offset was searched or skipped.
    pub(crate) fn searched(&self) -> usize {
        self.from.max(self.literals.searched()).max(self.marks.searched())
    }

    /// Adjusts the offsets after the first `by` bytes of the window are removed.
    pub(crate) fn slide(&mut self, by: usize) {
        self.literals.slide(by);
        self.marks.slide(by);
        self.wide_dots = self.wide_dots.saturating_sub(by);
        self.from = self.from.saturating_sub(by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All hits: each search begins after the previous hit.
    fn hits(triggers: &Triggers, text: &[u8]) -> Vec<Hit> {
        let mut cursor = Cursor::default();
        let next = || {
            let hit = triggers.next(&mut cursor, text, 0, true)?;
            cursor.pass(hit.at + 1);
            Some(hit)
        };
        core::iter::from_fn(next).collect()
    }

    /// The search for marks is also used if the processor does not support the search for literals, so both must find
    /// the same triggers.
    #[test]
    fn marks_and_literals_find_the_same_triggers() {
        let (colons, www) = (Colons::new(Some(&["http"])), true);
        let marks = mark::Search::new(colons, www, false, false);
        let marks = Triggers { search: Search::Marks(marks), wide_dots: false };
        let Some(literals) = literal::Search::new(www) else { return };
        let literals = Triggers { search: Search::Literals(literals), wide_dots: false };
        let long = ["x".repeat(61), "http://www.a wwww.b WwW.c".repeat(9)].concat();
        for text in ["a://b www.c", "wwwww.a", "ww.a w.b", "a:/b :/ ://", "x://", "xwww.", &long] {
            let found = hits(&marks, text.as_bytes());
            assert_eq!(found, hits(&literals, text.as_bytes()), "{text}");
            assert_eq!(found.is_empty(), text.starts_with("ww.a"), "{text}");
        }
    }
}

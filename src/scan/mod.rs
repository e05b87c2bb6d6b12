//! The search for triggers, which are literals (`://`, `www.`) or single marks (`:`, `@`, `.`) that may be a part of a
//! link. They are found with vector instructions; later steps decide whether they are a part of a link.

mod colon;
mod hit;
mod literal;
mod mark;

use crate::text::marks::MarkKinds;
use colon::Colons;
use hit::Rest;
pub(crate) use hit::{Hit, Trigger};

/// A search for the triggers that a configuration needs.
#[derive(Clone, Debug)]
pub(crate) struct Triggers {
    search: Search,
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
            || {
                let marks = MarkKinds { colons: true, www, at: emails, dots, wide_dots };
                Search::Marks(mark::Search::new(colons, marks))
            },
            Search::Literals,
        );
        Triggers { search }
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
        match &self.search {
            Search::Literals(search) => search.next(&mut cursor.literals, rest),
            Search::Marks(search) => search.next(&mut cursor.marks, rest),
        }
    }
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
        let marks = mark::Search::new(colons, MarkKinds { www, ..MarkKinds::default() });
        let marks = Triggers { search: Search::Marks(marks) };
        let Some(literals) = literal::Search::new(www) else { return };
        let literals = Triggers { search: Search::Literals(literals) };
        let long = ["x".repeat(61), "http://www.a wwww.b WwW.c".repeat(9)].concat();
        for text in ["a://b www.c", "wwwww.a", "ww.a w.b", "a:/b :/ ://", "x://", "xwww.", &long] {
            let found = hits(&marks, text.as_bytes());
            assert_eq!(found, hits(&literals, text.as_bytes()), "{text}");
            assert_eq!(found.is_empty(), text.starts_with("ww.a"), "{text}");
        }
    }
}

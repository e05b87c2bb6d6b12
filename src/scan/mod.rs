//! Where a link could be: literals and marks, found by vector instructions. No opinion.

mod colon;
mod hit;
mod literal;
mod mark;

use colon::Colons;
use hit::Rest;
pub(crate) use hit::{Hit, Trigger};

/// What is looked for.
#[derive(Clone, Debug)]
pub(crate) struct Triggers(Search);

#[derive(Clone, Debug)]
enum Search {
    Literals(literal::Search),
    Marks(mark::Search),
}

/// How far a search has come. Of fixed size; offsets are into the window.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cursor {
    literals: literal::Cursor,
    marks: mark::Cursor,
    /// What was hit before this is of no interest any more.
    from: usize,
}

/// What the options make of triggers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'s> {
    /// `None`: any scheme.
    pub(crate) schemes: Option<&'s [&'s str]>,
    pub(crate) www: bool,
    pub(crate) emails: bool,
    /// Bare domains or bare IPv4 addresses.
    pub(crate) dots: bool,
}

impl Triggers {
    pub(crate) fn new(wanted: Wanted<'_>) -> Triggers {
        let Wanted { schemes, www, emails, dots } = wanted;
        let colons = Colons::new(schemes);
        let has_marks = emails || dots || !colons.is_empty();
        let literals = if has_marks { None } else { literal::Search::new(www) };
        Triggers(literals.map_or_else(
            || Search::Marks(mark::Search::new(colons, www, emails, dots)),
            Search::Literals,
        ))
    }

    /// The first hit at or after `from`.
    ///
    /// `None` when the window holds no more; unless it is the `last` one, its end was left
    /// unsearched: see [`Cursor::searched`].
    #[inline]
    pub(crate) fn next(
        &self,
        cursor: &mut Cursor,
        window: &[u8],
        from: usize,
        last: bool,
    ) -> Option<Hit> {
        let rest = Rest { window, from: from.max(cursor.from), last };
        match &self.0 {
            Search::Literals(search) => search.next(&mut cursor.literals, rest),
            Search::Marks(search) => search.next(&mut cursor.marks, rest),
        }
    }
}

impl Cursor {
    /// Whether a hit at `at` has not been passed.
    #[inline]
    pub(crate) fn allows(&self, at: usize) -> bool {
        at >= self.from
    }

    /// Forgets the hits before `at`.
    #[inline]
    pub(crate) fn pass(&mut self, at: usize) {
        self.from = self.from.max(at);
    }

    /// Everything before this was searched or passed.
    pub(crate) fn searched(&self) -> usize {
        self.from.max(self.literals.searched()).max(self.marks.searched())
    }

    /// The window loses its first `by` bytes.
    pub(crate) fn slide(&mut self, by: usize) {
        self.literals.slide(by);
        self.marks.slide(by);
        self.from = self.from.saturating_sub(by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All hits, each asked for from after the one before.
    fn hits(triggers: &Triggers, text: &[u8]) -> Vec<Hit> {
        let mut cursor = Cursor::default();
        let next = || {
            let hit = triggers.next(&mut cursor, text, 0, true)?;
            cursor.pass(hit.at + 1);
            Some(hit)
        };
        core::iter::from_fn(next).collect()
    }

    /// Where the packed searcher cannot be had, the marks take its place.
    #[test]
    fn marks_find_what_literals_do() {
        let (colons, www) = (Colons::new(Some(&["http"])), true);
        let marks = mark::Search::new(colons, www, false, false);
        let marks = Triggers(Search::Marks(marks));
        let Some(literals) = literal::Search::new(www) else { return };
        let literals = Triggers(Search::Literals(literals));
        let long = ["x".repeat(61), "http://www.a wwww.b WwW.c".repeat(9)].concat();
        for text in ["a://b www.c", "wwwww.a", "ww.a w.b", "a:/b :/ ://", "x://", "xwww.", &long] {
            let found = hits(&marks, text.as_bytes());
            assert_eq!(found, hits(&literals, text.as_bytes()), "{text}");
            assert_eq!(found.is_empty(), text.starts_with("ww.a"), "{text}");
        }
    }
}

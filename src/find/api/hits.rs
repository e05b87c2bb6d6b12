//! The positions at which a match could begin, for readers of containers that decode only those parts.

use crate::find::api::finder::Finder;
use crate::patterns::PatternCursor;
use crate::scan::Cursor;

/// The positions of triggers in a text: `://`, `www.`, an `@` between letters, a match of a pattern. Most of them
/// belong to a match; a text without triggers has no match.
#[derive(Debug)]
pub(crate) struct Hits {
    finder: Finder,
    cursor: Cursor,
    patterns: PatternCursor,
}

impl Hits {
    /// The triggers of `finder`, from the beginning of a text.
    pub(crate) fn new(finder: &Finder) -> Hits {
        let finder = finder.clone();
        Hits { finder, cursor: Cursor::default(), patterns: PatternCursor::default() }
    }

    /// The first position at or after `from`. Later calls must have the same `text` and no smaller `from`.
    pub(crate) fn next(&mut self, text: &[u8], from: usize) -> Option<usize> {
        let compiled = &self.finder.compiled;
        let hit = compiled.triggers.next(&mut self.cursor, text, from, true);
        let hit = hit.map(|hit| hit.at);
        if compiled.patterns.is_empty() {
            return hit;
        }
        let pattern = compiled.patterns.next(&mut self.patterns, text, from, true);
        hit.into_iter().chain(pattern.map(|pattern| pattern.at)).min()
    }

    /// All positions in `text`.
    #[cfg(feature = "markdown")]
    pub(crate) fn all(&self, text: &[u8]) -> Vec<usize> {
        let mut hits = Hits::new(&self.finder);
        let mut from = 0;
        let next = || {
            let hit = hits.next(text, from)?;
            from = hit + 1;
            Some(hit)
        };
        core::iter::from_fn(next).collect()
    }
}

impl Finder {
    /// Whether there may be a match in `text`. `false` is certain; `true` means that the text has a trigger, such as
    /// `://`.
    ///
    /// It takes as long as a search for a few literals, and stops at the first one. Use it before a text is decoded or
    /// parsed.
    ///
    /// ```
    /// use linkwright::Finder;
    ///
    /// let finder = Finder::new();
    /// assert!(!finder.might_match(b"Nothing: 12:30 @ noon."));
    /// assert!(finder.might_match(b"http://a.example"));
    /// assert!(finder.might_match(b"a://"));
    /// ```
    pub fn might_match(&self, text: &[u8]) -> bool {
        Hits::new(self).next(text, 0).is_some()
    }
}

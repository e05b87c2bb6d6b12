//! Finds the positions of triggers. A text without triggers has no match, so the HTML and Markdown rewriters skip it.

use crate::find::api::finder::Finder;
use crate::patterns::PatternCursor;
use crate::scan::{Ahead, Cursor, defanged};

/// A search of a text for the triggers of a finder: `://`, `www.`, an `@` before a letter, the match of a pattern, and
/// similar texts. Most triggers belong to a match.
#[derive(Debug)]
pub(crate) struct Hits {
    finder: Finder,
    cursor: Cursor,
    ahead: Ahead,
    patterns: PatternCursor,
    /// The first sign of defanged text at or after the last offset that was asked for, or the end of the text.
    sign: Option<usize>,
}

impl Hits {
    /// A search for the triggers of `finder` that begins at the start of a text.
    pub(crate) fn new(finder: &Finder) -> Hits {
        Hits {
            finder: finder.clone(),
            cursor: Cursor::default(),
            ahead: Ahead::default(),
            patterns: PatternCursor::default(),
            sign: None,
        }
    }

    /// The position of the first trigger at or after `from`. Later calls must pass the same `text` and no smaller
    /// `from`.
    pub(crate) fn next(&mut self, text: &[u8], from: usize) -> Option<usize> {
        let sign = self.next_sign(text, from);
        let compiled = &self.finder.compiled;
        let hit = compiled.triggers.next(&mut self.cursor, &mut self.ahead, text, from, true);
        let hit = hit.map(|hit| hit.at).into_iter().chain(sign).min();
        let Some(patterns) = &compiled.patterns else { return hit };
        let pattern = patterns.next(&mut self.patterns, text, from, true);
        hit.into_iter().chain(pattern.map(|pattern| pattern.at)).min()
    }

    /// The position of the first sign of defanged text at or after `from`, if the finder searches for them.
    fn next_sign(&mut self, text: &[u8], from: usize) -> Option<usize> {
        self.finder.compiled.defanged.as_ref()?;
        let sign = self.sign.filter(|sign| *sign >= from);
        let next = || defanged::next(text, from).map_or(text.len(), |sign| sign.span.start());
        let sign = sign.unwrap_or_else(next);
        self.sign = Some(sign);
        (sign < text.len()).then_some(sign)
    }
}

impl Finder {
    /// Whether `text` contains a trigger, such as `://`; otherwise it contains no match.
    #[cfg(feature = "markdown")]
    pub(crate) fn might_match(&self, text: &[u8]) -> bool {
        Hits::new(self).next(text, 0).is_some()
    }
}

//! Where a match could begin: what a reader of containers asks before it decodes anything.

use super::finder::Finder;
use super::trigger::Cursor;
use super::user::UserCursor;

/// The places in a text at which something stands that a match needs: `://`, `www.`, an `@` between
/// letters. Behind most of them there is a match; where there is none of them, there is none.
#[derive(Debug)]
pub(crate) struct Hits {
    finder: Finder,
    cursor: Cursor,
    users: UserCursor,
}

impl Hits {
    /// What `finder` looks for, from the beginning of a text.
    pub(crate) fn new(finder: &Finder) -> Hits {
        let finder = finder.clone();
        Hits { finder, cursor: Cursor::default(), users: UserCursor::default() }
    }

    /// The first place at or behind `from`, which does not go back from one call to the next, in the
    /// same `text`.
    pub(crate) fn next(&mut self, text: &[u8], from: usize) -> Option<usize> {
        let program = &self.finder.program;
        let hit = program.triggers.next(&mut self.cursor, text, from, true);
        let hit = hit.map(|hit| hit.at);
        if program.users.is_empty() {
            return hit;
        }
        let user = program.users.next(&mut self.users, text, from, true);
        hit.into_iter().chain(user.map(|user| user.at)).min()
    }

    /// All places in `text`.
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
    /// Whether there may be a match in `text`. `false` is certain; `true` says that what makes one
    /// was seen, such as `://`.
    ///
    /// It takes the time that a search for a few literals takes, and stops at the first of them.
    /// Worth asking before a text is read by something slower than this, or decoded.
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

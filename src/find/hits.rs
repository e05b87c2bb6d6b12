//! Where a match could begin: what a reader of containers asks before it decodes anything.

use super::finder::Finder;
use super::program::Program;
use super::trigger::Cursor;
use super::user::UserCursor;

/// The places in a text at which something stands that a match needs: `://`, `www.`, an `@` between
/// letters. Behind most of them there is a match; where there is none of them, there is none.
#[derive(Debug)]
pub(crate) struct Hits<'f> {
    program: &'f Program,
    cursor: Cursor,
    users: UserCursor,
}

impl<'f> Hits<'f> {
    /// What `finder` looks for, from the beginning of a text.
    pub(crate) fn new(finder: &'f Finder) -> Hits<'f> {
        let program = &finder.program;
        Hits { program, cursor: Cursor::default(), users: UserCursor::default() }
    }

    /// The first place at or behind `from`, which does not go back from one call to the next, in the
    /// same `text`.
    pub(crate) fn next(&mut self, text: &[u8], from: usize) -> Option<usize> {
        let hit = self.program.triggers.next(&mut self.cursor, text, from, true);
        let hit = hit.map(|hit| hit.at);
        if self.program.users.is_empty() {
            return hit;
        }
        let user = self.program.users.next(&mut self.users, text, from, true);
        hit.into_iter().chain(user.map(|user| user.at)).min()
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
    /// assert!(finder.might_match(b"://"));
    /// ```
    pub fn might_match(&self, text: &[u8]) -> bool {
        Hits::new(self).next(text, 0).is_some()
    }
}

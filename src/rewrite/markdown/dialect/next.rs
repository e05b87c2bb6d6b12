//! The search for a mark from left to right.

/// The next place of a mark. Places are requested from left to right, so each byte is searched once.
pub(super) struct Next<'s> {
    source: &'s str,
    text: &'static str,
    /// The last answer; `None` before the first question.
    found: Option<usize>,
}

impl<'s> Next<'s> {
    pub(super) fn new(source: &'s str, text: &'static str) -> Next<'s> {
        Next { source, text, found: None }
    }

    /// The first place at or after `at`.
    pub(super) fn from(&mut self, at: usize) -> Option<usize> {
        if self.found.is_none_or(|found| found < at) {
            let rest = self.source.as_bytes().get(at..).unwrap_or_default();
            let next = memchr::memmem::find(rest, self.text.as_bytes());
            self.found = Some(next.map_or(usize::MAX, |len| at + len));
        }
        self.found.filter(|found| *found < usize::MAX)
    }
}

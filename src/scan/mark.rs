//! The search for the marks `:`, `@` and `.` in one pass over the text.
//!
//! The pass is implemented in `text::marks`. It checks the neighbours of a mark with vector instructions as far as
//! possible. This module makes the remaining checks, for each mark that the pass found.

use crate::scan::colon::Colons;
use crate::scan::hit::{Hit, Rest, Trigger};
use crate::text::chars;
use crate::text::marks::{self, MarkKinds, Marks};
use crate::work;

/// A search for marks.
#[derive(Clone, Debug)]
pub(super) struct Search {
    colons: Colons,
    marks: marks::MarkSearch,
}

/// The state of a search, with the marks that it found last.
pub(super) type Cursor = Marks;

impl Search {
    pub(super) fn new(colons: Colons, www: bool, at: bool, dots: bool) -> Search {
        let marks = MarkKinds { colons: !colons.is_empty(), www, at, dots };
        Search { colons, marks: marks::MarkSearch::new(marks) }
    }

    /// The first hit in the `rest` of a window.
    #[inline]
    pub(super) fn next(&self, cursor: &mut Cursor, rest: Rest<'_>) -> Option<Hit> {
        cursor.pass(rest.from);
        loop {
            while let Some(at) = cursor.first() {
                if let Some(hit) = self.hit(rest, at) {
                    return Some(hit);
                }
                cursor.drop_first();
            }
            if !self.search(cursor, rest) {
                return None;
            }
        }
    }

    /// The hit at the mark at `at`; `None` if the mark is not a trigger, or if the trigger begins before the rest.
    #[inline]
    fn hit(&self, Rest { window, from, .. }: Rest<'_>, at: usize) -> Option<Hit> {
        let [second, before, here, next, after] = around(window, at);
        let trigger = match here {
            b':' => {
                let is_web = (next, after) == (b'/', b'/');
                (is_web || self.colons.hold(second, before)).then_some(Trigger::Colon)?
            }
            b'@' => {
                let is_host = next.is_ascii_alphanumeric() || !next.is_ascii();
                is_host.then_some(Trigger::At)?
            }
            _ if before.eq_ignore_ascii_case(&b'w') => {
                if at >= from + 3 && ends_www(window, at) {
                    return Some(Hit { at: at - 3, trigger: Trigger::Www });
                }
                self.marks.wanted.holds_dot(next, after).then_some(Trigger::Dot)?
            }
            _ => Trigger::Dot,
        };
        Some(Hit { at, trigger })
    }

    /// Searches for the next marks, and returns whether a mark was found.
    fn search(&self, cursor: &mut Cursor, Rest { window, from, last }: Rest<'_>) -> bool {
        // A mark that is the first byte of the window has no scheme, local part or label before it, so it is skipped.
        let start = cursor.searched().max(from).max(1);
        if start >= window.len() {
            return false;
        }
        self.marks.next(cursor, window, start, last);
        work::add(cursor.searched().saturating_sub(start));
        cursor.first().is_some()
    }
}

/// Whether three `w` are before the dot at `at`.
fn ends_www(window: &[u8], at: usize) -> bool {
    let before = window.get(..at).unwrap_or_default();
    before.last_chunk::<3>().is_some_and(|name| name.eq_ignore_ascii_case(b"www"))
}

/// The byte at `at`, the two bytes before it and the two bytes after it. Bytes outside the window are NUL.
#[inline]
fn around(window: &[u8], at: usize) -> [u8; 5] {
    let inner = at.checked_sub(2).and_then(|start| window.get(start..)?.first_chunk());
    inner.copied().unwrap_or_else(|| {
        [0, 1, 2, 3, 4].map(|shift: usize| chars::byte_at(window, (at + shift).wrapping_sub(2)))
    })
}

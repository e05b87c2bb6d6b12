//! `:`, `@` and `.`: one pass over the text for all of them, sixty-four bytes at a time.
//!
//! Most marks end a word or a line. What the pass leaves is looked at once more, mark by mark, and only
//! what could be a part of a URI is a hit.

use super::colon::Colons;
use super::hit::{Hit, Rest, Trigger};
use crate::find::work;
use crate::text::chars;
use crate::text::frame::Marks;

/// Which marks are looked for.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) colons: Colons,
    pub(super) www: bool,
    pub(super) at: bool,
    pub(super) dots: bool,
}

/// How far the search has come, and what it has found there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor {
    /// Everything before this was searched.
    searched: usize,
    /// Where the marks were found that are left, the first of them in the lowest bit.
    base: usize,
    marks: u64,
}

/// How many bytes behind a mark tell what it is.
const BEHIND: usize = 2;

impl Search {
    /// The first hit in the `rest` of a window.
    #[inline]
    pub(super) fn next(&self, cursor: &mut Cursor, rest: Rest<'_>) -> Option<Hit> {
        cursor.pass(rest.from);
        loop {
            while let Some(at) = cursor.first() {
                if let Some(hit) = self.hit(rest, at) {
                    return Some(hit);
                }
                cursor.marks &= cursor.marks - 1;
            }
            if !cursor.search(rest, self.dots) {
                return None;
            }
        }
    }

    /// What the mark at `at` is, if all of it is in the rest.
    #[expect(clippy::needless_bitwise_bool, reason = "nobody can guess what stands around a mark")]
    #[inline]
    fn hit(&self, Rest { window, from, .. }: Rest<'_>, at: usize) -> Option<Hit> {
        let [second, before, here, next, after] = around(window, at);
        let is_web = (next == b'/') & (after == b'/');
        let is_colon = (here == b':') & (is_web | self.colons.hold(second, before));
        // Most dots and many `@` stand at the end of a word or a line.
        let is_inner = (next.is_ascii_alphanumeric() | (next >= 0x80)) & (before > b' ');
        let is_at = (here == b'@') & self.at & is_inner;
        let is_dot = (here == b'.') & self.dots & is_inner;
        let may_be_www = (here == b'.') & self.www & before.eq_ignore_ascii_case(&b'w');
        if may_be_www && at >= from + 3 && ends_www(window, at) {
            return Some(Hit { at: at - 3, trigger: Trigger::Www });
        }
        let trigger = if is_colon {
            Trigger::Colon
        } else if is_at {
            Trigger::At
        } else if is_dot {
            Trigger::Dot
        } else {
            return None;
        };
        Some(Hit { at, trigger })
    }
}

/// Whether three `w` stand before the dot at `at`.
fn ends_www(window: &[u8], at: usize) -> bool {
    let before = window.get(..at).unwrap_or_default();
    before.last_chunk::<3>().is_some_and(|name| name.eq_ignore_ascii_case(b"www"))
}

/// The byte at `at` with two before it and two behind; NUL where there is none.
#[inline]
fn around(window: &[u8], at: usize) -> [u8; 5] {
    let inner = at.checked_sub(2).and_then(|start| window.get(start..)?.first_chunk());
    inner.copied().unwrap_or_else(|| {
        [0, 1, 2, 3, 4].map(|shift: usize| chars::byte_at(window, (at + shift).wrapping_sub(2)))
    })
}

impl Cursor {
    /// Everything before this was searched.
    pub(super) fn searched(&self) -> usize {
        self.searched
    }

    /// The first of the marks that are left.
    #[inline]
    fn first(&self) -> Option<usize> {
        (self.marks != 0).then(|| self.base + self.marks.trailing_zeros() as usize)
    }

    /// Forgets the marks before `from`.
    #[inline]
    fn pass(&mut self, from: usize) {
        let by = from.saturating_sub(self.base);
        let rest = u32::try_from(by).ok().and_then(|by| self.marks.checked_shr(by));
        self.marks = rest.unwrap_or_default();
        self.base += by;
    }

    /// Looks for marks in what follows; `false` if nothing that could be searched does.
    #[inline]
    fn search(&mut self, Rest { window, from, last }: Rest<'_>, dots: bool) -> bool {
        // No byte before the first one makes it a part of anything.
        let start = self.searched.max(from).max(1);
        let end =
            if last { window.len() } else { window.len().saturating_sub(Marks::LEN + BEHIND) };
        let mut at = start;
        while self.marks == 0 && at < end {
            let Marks(marks) =
                if dots { Marks::at::<true>(window, at) } else { Marks::at::<false>(window, at) };
            (self.base, self.marks) = (at, marks);
            at += Marks::LEN;
        }
        self.searched = at.min(window.len());
        work::add(self.searched.saturating_sub(start));
        self.marks != 0
    }

    /// The window loses its first `by` bytes.
    pub(super) fn slide(&mut self, by: usize) {
        self.pass(by);
        self.base = self.base.saturating_sub(by);
        self.searched = self.searched.saturating_sub(by);
    }
}

//! The search for triggers, which are literals (`://`, `www.`) or single marks (`:`, `@`, `.`) that may be a part of a
//! link. They are found with vector instructions; later steps decide whether they are a part of a link.

pub(crate) mod code;
mod colon;
pub(crate) mod defanged;
mod hit;

use std::sync::LazyLock;

use memchr::memmem;

use crate::candidate::scheme;
use crate::text::chars::{self, WIDE_DOT};
use crate::text::marks::{self, MarkKinds, MarkSearch, Marks};
use crate::work;
use colon::Colons;
use hit::Rest;
pub(crate) use hit::{Hit, Trigger};

/// A search for the triggers that a configuration needs.
///
/// One pass over the text finds the marks `:`, `@` and `.`, and checks their neighbours with vector instructions as far as
/// possible (`text::marks`). This module makes the remaining checks, for each mark that the pass found.
#[derive(Clone, Debug)]
pub(crate) struct Triggers {
    colons: Colons,
    marks: MarkSearch,
    /// Whether `。` is a trigger. It is searched for separately, so that other configurations do not pay for it.
    wide_dots: bool,
}

/// The state of a search. It has a fixed size, and its offsets count from the beginning of the window.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cursor {
    marks: Marks,
    /// No `。` begins before this offset.
    wide_dots: usize,
    /// Hits before this offset are skipped.
    from: usize,
}

// What one scan of a window has found ahead of its cursor is not a part of the cursor, which is small. The next scan
// searches for it again, unless the caller keeps it.
pub(crate) use crate::text::marks::Ahead;

/// The number of words of a short text.
const SHORT: usize = 4;

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
        let Wanted { schemes, www, emails: at, dots, wide_dots } = wanted;
        let colons = Colons::new(schemes);
        let kinds = MarkKinds { colons: !colons.is_empty(), www, at, dots };
        Triggers { colons, marks: MarkSearch::new(kinds), wide_dots }
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
        ahead: &mut Ahead,
        window: &[u8],
        from: usize,
        last: bool,
    ) -> Option<Hit> {
        let rest = Rest { window, from: from.max(cursor.from), last };
        let hit = self.next_mark(&mut cursor.marks, ahead, rest);
        if self.wide_dots { wide_dot(cursor, rest, hit) } else { hit }
    }

    /// Whether a short text certainly has no hit; `false` for any other text.
    ///
    /// Many chat messages have none, so they are decided before the scan of a window is set up, which takes longer than
    /// the search.
    #[inline]
    pub(crate) fn are_absent(&self, ahead: &mut Ahead, text: &[u8]) -> bool {
        text.len() <= SHORT * marks::LEN && !self.wide_dots && !self.marks.begin(ahead, text)
    }

    /// The first hit at a mark.
    #[inline]
    fn next_mark(&self, marks: &mut Marks, ahead: &mut Ahead, rest: Rest<'_>) -> Option<Hit> {
        let Rest { window, from, last } = rest;
        loop {
            marks.pass(from);
            while let Some(at) = marks.first() {
                if let Some(hit) = self.hit(rest, at) {
                    return Some(hit);
                }
                marks.drop_first();
            }
            let start = marks.searched().max(from);
            // A mark that is the first byte of the window has no scheme, local part or label before it, so it is skipped.
            let next = start.max(1);
            if next >= window.len() || !self.marks.next(marks, ahead, window, next, last) {
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
                // Most labels end here; the rule `inner-blank` rejects those with more blanks.
                let before_it = window.get(..at).unwrap_or_default();
                let is_label =
                    next == b' ' && after.is_ascii_graphic() && !scheme::ends_mailto(before_it);
                let is_scheme = is_web || self.colons.hold(second, before) && !is_label;
                is_scheme.then_some(Trigger::Colon)?
            }
            b'@' => {
                let is_host = next.is_ascii_alphanumeric() || !next.is_ascii();
                (is_host && self.marks.wanted.at).then_some(Trigger::At)?
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

/// The first `。` before a label in the `rest` of a window, if it is before `hit`; otherwise `hit`.
///
/// This search is ahead of the other one, by up to a stretch: a search that ended at each hit would cost more than it
/// reads where links are close to each other. As a mark of the other search, `。` would be found in half the time, but
/// the vector code for one more set of marks has 22 KB.
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
        self.from.max(self.marks.searched())
    }

    /// Adjusts the offsets after the first `by` bytes of the window are removed.
    pub(crate) fn slide(&mut self, by: usize) {
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
        let (mut cursor, mut ahead) = (Cursor::default(), Ahead::default());
        let next = || {
            let hit = triggers.next(&mut cursor, &mut ahead, text, 0, true)?;
            cursor.pass(hit.at + 1);
            Some(hit)
        };
        core::iter::from_fn(next).collect()
    }

    #[test]
    fn literals_are_found_in_any_text() {
        let wanted = Wanted {
            schemes: Some(&["http"]),
            www: true,
            emails: false,
            dots: false,
            wide_dots: false,
        };
        let triggers = Triggers::new(wanted);
        for text in ["a://b", "www.a", "WwW.a", "wwwww.a", "x://"] {
            for before in 0..200 {
                let text = [&" ".repeat(before), text, &" ".repeat(200)].concat();
                assert_eq!(hits(&triggers, text.as_bytes()).len(), 1, "{text}");
            }
        }
        for text in ["ww.a w.b", "a:/b :/ a:b", "xwww ."] {
            assert!(hits(&triggers, text.repeat(100).as_bytes()).is_empty(), "{text}");
        }
    }
}

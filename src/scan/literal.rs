//! The search for `://` and `www.`, for configurations that need no other triggers.
//!
//! It uses only the packed searcher of aho-corasick, because the automaton is twenty times slower. A pattern of one
//! byte reduces the packed searcher to a tenth of its speed, so if a single mark is also a trigger,
//! `text::marks` searches for all of them.

use aho_corasick::{Span, packed};

use crate::text::chars;
use crate::text::marks::Marks;
use crate::work;

/// The first two bytes of `://`. The packed searcher takes a third less time for two bytes than for three, and `:/` is
/// nearly always the beginning of `://`.
const SLASHES: &str = ":/";

/// The first two bytes of `www.` in upper and lower case. Only the automaton, which is slow, can ignore the case.
const WWW: [&str; 4] = ["ww", "wW", "Ww", "WW"];

/// The number of bytes at the end of a window that are searched again with the next window, because a literal may begin
/// in them. It is the length of the longest literal minus one.
const OVERLAP: usize = 3;

/// A search for the literals.
#[derive(Clone, Debug)]
pub(super) struct Search {
    heads: packed::Searcher,
}

impl Search {
    /// A search for `://` and, if `www` is set, for `www.`. `None` if the processor lacks the vector instructions, or
    /// if aho-corasick does not support them.
    pub(super) fn new(www: bool) -> Option<Search> {
        // aho-corasick has no vectors for WebAssembly, but the builder would be in the module.
        if cfg!(target_family = "wasm") {
            return None;
        }
        let mut heads =
            packed::Config::new().match_kind(packed::MatchKind::LeftmostFirst).builder();
        heads.add(SLASHES);
        if www {
            heads.extend(WWW);
        }
        heads.build().map(|heads| Search { heads })
    }

    /// Replaces `marks` by the mark of the next literal in `window`: the colon, or the dot after `www`. Returns whether
    /// there is one. Unless the window is the `last` one, its last bytes are not searched.
    pub(super) fn next(&self, marks: &mut Marks, window: &[u8], from: usize, last: bool) -> bool {
        let end = if last { window.len() } else { window.len().saturating_sub(OVERLAP) };
        let mut span = Span { start: from, end: window.len() };
        let mut mark = None;
        while mark.is_none()
            && span.start < end
            && let Some(head) = self.heads.find_in(window, span)
            && head.start() < end
        {
            mark = mark_of(window, head.start(), &mut span.start);
        }
        *marks = mark.map_or_else(|| Marks::none_before(end.max(from)), Marks::at);
        work::add(marks.searched() - from);
        mark.is_some()
    }
}

/// The offset of the mark of the literal whose first two bytes are at `at`. If no literal is there, the search continues at
/// `next`.
fn mark_of(window: &[u8], at: usize, next: &mut usize) -> Option<usize> {
    if chars::byte_at(window, at) == b':' {
        *next = at + 1;
        return window.get(at + 1..)?.starts_with(b"//").then_some(at);
    }
    // A run of `w` is read as a whole, because every pair of `w` in it would be found as the beginning of `www.`.
    let rest = window.get(at..).unwrap_or_default();
    let len = rest.iter().take_while(|byte| matches!(byte, b'w' | b'W')).count();
    *next = at + len;
    (len >= 3 && rest.get(len) == Some(&b'.')).then_some(at + len)
}

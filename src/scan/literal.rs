//! The search for `://` and `www.`, for configurations that need no other triggers.
//!
//! It uses only the packed searcher of aho-corasick, because the automaton is twenty times slower. A pattern of one
//! byte reduces the packed searcher to a tenth of its speed, so if a single mark is also a trigger,
//! [`mark`](crate::scan::mark) searches for all triggers.

use aho_corasick::{Span, packed};

use crate::scan::hit::{Hit, Rest, Trigger};
use crate::text::chars;
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

/// The state of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor {
    /// Everything before this offset was searched.
    searched: usize,
    /// The trigger at `searched`, if the search stopped at a hit.
    hit: Option<Trigger>,
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

    /// The first hit in the `rest` of a window.
    pub(super) fn next(&self, cursor: &mut Cursor, rest: Rest<'_>) -> Option<Hit> {
        if cursor.hit.is_none() || cursor.searched < rest.from {
            let from = rest.from.max(cursor.searched);
            *cursor = self.search(Rest { from, ..rest });
            work::add(cursor.searched.saturating_sub(from));
        }
        cursor.hit.map(|trigger| Hit { at: cursor.searched, trigger })
    }

    fn search(&self, Rest { window, from, last }: Rest<'_>) -> Cursor {
        let end = if last { window.len() } else { window.len().saturating_sub(OVERLAP) };
        let mut span = Span { start: from, end: window.len() };
        while span.start < end
            && let Some(head) = self.heads.find_in(window, span)
            && head.start() < end
        {
            match beginning(window, head.start()) {
                Ok((searched, trigger)) if searched < end => {
                    return Cursor { searched, hit: Some(trigger) };
                }
                Ok(_) => break,
                Err(next) => span.start = next,
            }
        }
        Cursor { searched: end.max(from), hit: None }
    }
}

/// The start of the literal whose first two bytes are at `at`, and its trigger. If no literal is there, the error is
/// the offset at which the search continues.
fn beginning(window: &[u8], at: usize) -> Result<(usize, Trigger), usize> {
    if chars::byte_at(window, at) == b':' {
        let is_colon = window.get(at + 1..).is_some_and(|rest| rest.starts_with(b"//"));
        return if is_colon { Ok((at, Trigger::Colon)) } else { Err(at + 1) };
    }
    // A run of `w` is read as a whole, because every pair of `w` in it would be found as the beginning of `www.`.
    let rest = window.get(at..).unwrap_or_default();
    let len = rest.iter().take_while(|byte| matches!(byte, b'w' | b'W')).count();
    let is_www = len >= 3 && rest.get(len) == Some(&b'.');
    if is_www { Ok((at + len - 3, Trigger::Www)) } else { Err(at + len) }
}

impl Cursor {
    /// Everything before this offset was searched.
    pub(super) fn searched(&self) -> usize {
        self.searched
    }

    /// Adjusts the offsets after the first `by` bytes of the window are removed.
    pub(super) fn slide(&mut self, by: usize) {
        self.hit = self.hit.filter(|_| self.searched >= by);
        self.searched = self.searched.saturating_sub(by);
    }
}

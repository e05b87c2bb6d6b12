//! `://` and `www.` and nothing else: what is looked for where only hierarchical schemes are.
//!
//! The only user of aho-corasick, and of its packed searcher only: the automaton is twenty times
//! slower than the packed literals. A pattern of one byte slows the packed searcher down to a tenth,
//! so that wherever a single mark is a trigger too, [`mark`](crate::scan::mark) looks for all of them.

use aho_corasick::{Span, packed};

use crate::scan::hit::{Hit, Rest, Trigger};
use crate::text::chars;
use crate::work;

/// The head of `://`. Two bytes are a third less work for the packed searcher than three, and what
/// begins like a literal is one nearly always.
const SLASHES: &str = ":/";

/// The head of `www.` in every case, because the automaton that could fold case is slow.
const WWW: [&str; 4] = ["ww", "wW", "Ww", "WW"];

/// The longest literal, less one: so much of the end of a window has to be searched again.
const OVERLAP: usize = 3;

/// What is looked for.
#[derive(Clone, Debug)]
pub(super) struct Search {
    heads: packed::Searcher,
}

/// How far the search has come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor {
    /// Everything before this was searched.
    searched: usize,
    /// The hit that was found last: at `searched`, if there is one.
    hit: Option<Trigger>,
}

impl Search {
    /// `None` where the processor or its crate has none of the instructions for it.
    pub(super) fn new(www: bool) -> Option<Search> {
        let mut heads =
            packed::Config::new().match_kind(packed::MatchKind::LeftmostFirst).builder();
        heads.add(SLASHES);
        if www {
            heads.extend(WWW);
        }
        heads.build().map(|heads| Search { heads })
    }

    /// The first one in the `rest` of a window.
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

/// Where the literal begins whose head is at `at`; or where to go on if it is not one.
fn beginning(window: &[u8], at: usize) -> Result<(usize, Trigger), usize> {
    if chars::byte_at(window, at) == b':' {
        let is_colon = window.get(at + 1..).is_some_and(|rest| rest.starts_with(b"//"));
        return if is_colon { Ok((at, Trigger::Colon)) } else { Err(at + 1) };
    }
    // A run of `w` is passed over at once, or each of them would be a head.
    let rest = window.get(at..).unwrap_or_default();
    let len = rest.iter().take_while(|byte| matches!(byte, b'w' | b'W')).count();
    let is_www = len >= 3 && rest.get(len) == Some(&b'.');
    if is_www { Ok((at + len - 3, Trigger::Www)) } else { Err(at + len) }
}

impl Cursor {
    /// Everything before this was searched.
    pub(super) fn searched(&self) -> usize {
        self.searched
    }

    /// The window loses its first `by` bytes.
    pub(super) fn slide(&mut self, by: usize) {
        self.hit = self.hit.filter(|_| self.searched >= by);
        self.searched = self.searched.saturating_sub(by);
    }
}

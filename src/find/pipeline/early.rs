//! When a candidate is decided although more text may come.
//!
//! What a candidate is depends on its own bytes, on a few after its end, and on what the rules that apply to it
//! read further: a rule says so itself ([`Reads`](crate::find::rules::rule::Reads)). Where all that lies in the window,
//! no byte still to come changes anything. Otherwise the candidate waits for the bytes that may decide it.

use crate::find::candidate::extent::Extent;
use crate::find::candidate::facts::Facts;
use crate::find::candidate::lines;
use crate::find::candidate::syntax::AtTrigger;
use crate::find::vocabulary::MatchKind;
use crate::find::work;
use crate::text::chars;

/// What a candidate waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// The end of its token.
    Token,
    /// The end of the line below.
    Line,
    /// What a rule looks for further on.
    Far,
}

/// An attempt that did not decide: it is made again when that can help.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt {
    /// The trigger.
    at: usize,
    /// Where the window ended.
    end: usize,
    /// Up to where the text that came later was searched for the byte that may decide: no byte is
    /// searched twice, however small the chunks are.
    searched: usize,
    wait: Wait,
}

impl Attempt {
    pub(crate) const fn new(at: usize, end: usize, wait: Wait) -> Attempt {
        Attempt { at, end, searched: end, wait }
    }

    /// The same in a window that has lost its first `by` bytes; `None` where it is not in it.
    pub(crate) fn slid(self, by: usize) -> Option<Attempt> {
        let (at, end) = (self.at.checked_sub(by)?, self.end.checked_sub(by)?);
        Some(Attempt { at, end, searched: self.searched - by, ..self })
    }

    /// Whether what has come since may decide about the candidate of the trigger at `at`. Attempts on one
    /// candidate are few, because each waits for a byte that is rare, or for twice the text.
    pub(crate) fn is_worth_another(&mut self, at: usize, window: &[u8]) -> bool {
        if self.at != at || window.len() >= self.end + (self.end - self.at).max(16) {
            return true;
        }
        let new = window.get(self.searched..).unwrap_or_default();
        work::add(new.len());
        self.searched = window.len();
        match self.wait {
            Wait::Token => new.iter().any(|byte| *byte <= b' '),
            Wait::Line => new.iter().any(|byte| matches!(byte, b'\n' | b'\r')),
            Wait::Far => false,
        }
    }
}

/// How many bytes after the end of what was read tell what follows it.
pub(crate) const NEAR: usize = 16;

/// For what the candidate, or what is not one, at a trigger waits before any rule is asked; `None` where all that was
/// read of it lies in the `window`. `folds` are the facts of lines for which a rule waits.
pub(crate) fn wait_of(
    window: &[u8],
    at: usize,
    sighting: AtTrigger,
    read: &Extent,
    folds: Facts,
) -> Option<Wait> {
    let is_near = |end: usize| end + NEAR <= window.len();
    match sighting {
        AtTrigger::Nothing => (!is_near(at)).then_some(Wait::Token),
        AtTrigger::Unknown(span) => (!is_near(span.end())).then_some(Wait::Token),
        AtTrigger::NoName(end) => (!is_near(end)).then_some(Wait::Token),
        AtTrigger::Candidate => wait_of_candidate(window, read, folds),
    }
}

fn wait_of_candidate(window: &[u8], read: &Extent, folds: Facts) -> Option<Wait> {
    if read.facts.meets(Facts::PARTIAL.or(Facts::TOO_LONG)) {
        return Some(Wait::Far);
    }
    let end = read.end;
    let next = chars::byte_at(window, end);
    let may_fold = matches!(read.kind, MatchKind::Uri | MatchKind::Www) && folds != Facts::NONE;
    match next {
        _ if end >= window.len() => Some(Wait::Token),
        b' ' | b'\t' | b'\n' | b'\r' if may_fold => wait_of_line(window, read, folds),
        // One byte says that nothing goes on; more of it has to be there where a port, a dot, an apostrophe
        // or a mark of another script could.
        0..=b' ' | b'"' | b'<' | b'>' | b')' | b',' | b';' => None,
        _ if end + NEAR <= window.len() => None,
        _ => Some(Wait::Token),
    }
}

/// The same of one that may go on below its line: the line below has to be there, and nothing in it that a rule
/// wants to see more of.
fn wait_of_line(window: &[u8], read: &Extent, folds: Facts) -> Option<Wait> {
    let line_end = lines::skip_blanks(window, read.end);
    let broken = lines::break_len(window, line_end);
    if broken == 0 {
        // Text follows on the line, if anything does, and a character of which all is there.
        let is_text = window.get(line_end).is_some_and(u8::is_ascii);
        return (!is_text && line_end + NEAR > window.len()).then_some(Wait::Token);
    }
    if read.line.meets(folds) {
        return Some(Wait::Far);
    }
    let below = window.get(line_end + broken..).unwrap_or_default();
    let is_whole = memchr::memchr2(b'\n', b'\r', below).is_some_and(|at| at + 1 < below.len());
    (!is_whole).then_some(Wait::Line)
}

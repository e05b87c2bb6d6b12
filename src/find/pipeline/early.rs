//! When a candidate is decided although more text may come.
//!
//! What a candidate is depends on its own bytes, on a few after its end, and on what the rules that apply to it
//! read further: a rule says so itself ([`Reads`]). Where all that lies in the window,
//! no byte still to come changes anything. Otherwise the candidate waits for the bytes that may decide it.

use crate::candidate::extent::Extent;
use crate::candidate::facts::Facts;
use crate::candidate::lines;
use crate::candidate::syntax::AtTrigger;
use crate::rules::draft::Draft;
use crate::text::chars;
use crate::vocabulary::{MatchKind, Reads};
use crate::work;

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
    let has_folds = folds != Facts::NONE;
    let may_fold = matches!(read.kind, MatchKind::Uri | MatchKind::Www) && has_folds;
    // The domain of an address, over a line end after a hyphen or dot.
    let may_go_on = read.kind == MatchKind::Email && has_folds;
    match next {
        _ if end >= window.len() => Some(Wait::Token),
        b' ' | b'\t' | b'\n' | b'\r' if may_fold => {
            wait_of_line(window, end, read.line.meets(folds))
        }
        b'-' | b'.' if may_go_on && end + 1 >= window.len() => Some(Wait::Token),
        b'-' | b'.' if may_go_on && chars::byte_at(window, end + 1) <= b' ' => {
            wait_of_line(window, end + 1, read.line.meets(folds))
        }
        // One byte says that nothing goes on; more of it has to be there where a port, a dot, an apostrophe
        // or a mark of another script could.
        0..=b' ' | b'"' | b'<' | b'>' | b')' | b',' | b';' => None,
        _ if end + NEAR <= window.len() => None,
        _ => Some(Wait::Token),
    }
}

/// The same of one that may go on below its line, which is read up to `end`: the line below has to be there, and
/// one more if a rule `folds` it.
fn wait_of_line(window: &[u8], end: usize, folds: bool) -> Option<Wait> {
    let line_end = lines::skip_blanks(window, end);
    let broken = lines::break_len(window, line_end);
    if broken == 0 {
        // Text follows on the line, if anything does, and a character of which all is there.
        let is_text = window.get(line_end).is_some_and(u8::is_ascii);
        return (!is_text && line_end + NEAR > window.len()).then_some(Wait::Token);
    }
    // Of the line below the facts are known when it is whole, and what the rules read of one more when that is.
    let lines = if folds { 3 } else { 2 };
    (!holds_lines(window, line_end, lines)).then_some(Wait::Line)
}

/// Whether so many line breaks follow `from`, and a byte after the last of them.
fn holds_lines(window: &[u8], from: usize, count: usize) -> bool {
    let rest = window.get(from..).unwrap_or_default();
    let before = |at: usize| rest.get(..at).unwrap_or_default();
    let is_break = |at: &usize| rest.get(*at) == Some(&b'\r') || !before(*at).ends_with(b"\r");
    let last = memchr::memchr2_iter(b'\n', b'\r', rest).filter(is_break).nth(count - 1);
    work::add(last.unwrap_or(rest.len()));
    last.is_some_and(|at| at + 1 < rest.len())
}

/// So far the end of a token is looked for: most are near, and a long one may hold many candidates.
const NEAR_BLANK: usize = 64;

/// Whether a blank is near after `from`.
fn holds_token(window: &[u8], from: usize) -> bool {
    let rest = window.get(from..).unwrap_or_default();
    let blank = rest.iter().take(NEAR_BLANK).position(|byte| *byte <= b' ');
    work::add(blank.unwrap_or(NEAR_BLANK));
    blank.is_some()
}

/// For what a candidate waits by what the rules that were asked about it have read.
pub(crate) fn wait_of_rules(window: &[u8], draft: &Draft<'_>) -> Option<Wait> {
    let end = draft.extent();
    // Whether an `@` follows a backslash is told in a flag, if by no rule.
    let reads_token = draft.reads == Reads::Token || draft.byte_after() == b'\\';
    if draft.reach() > window.len() {
        Some(Wait::Far)
    } else if draft.reads == Reads::Line {
        (!holds_lines(window, end, 3)).then_some(Wait::Line)
    } else if reads_token {
        let is_near = window.len() <= end + NEAR_BLANK;
        let wait = if is_near { Wait::Token } else { Wait::Far };
        (!holds_token(window, end)).then_some(wait)
    } else {
        None
    }
}

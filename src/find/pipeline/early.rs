//! Determines whether a candidate in a stream can be decided before all text that the rules may read has arrived.
//!
//! The decision depends on the bytes of the candidate, on a few bytes after its end, and on the text that is read by
//! the rules that apply to it. Each rule declares how far it reads ([`Reads`]). If all these bytes are in the window,
//! later bytes do not change the decision. If some are missing, the candidate waits for them.

use crate::candidate::extent::Extent;
use crate::candidate::facts::Facts;
use crate::candidate::host::MAX_HOST_LEN;
use crate::candidate::line_end::typeset_hyphen;
use crate::candidate::lines;
use crate::candidate::syntax::AtTrigger;
use crate::rules::draft::Draft;
use crate::text::chars;
use crate::vocabulary::{MatchKind, Reads};
use crate::work;

/// The text that a candidate waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// The end of the token that contains the candidate.
    Token,
    /// The end of a line below the candidate.
    Line,
    /// More text, because a rule reads further ahead. No single byte shows that enough text has arrived.
    Far,
}

/// An attempt to decide a candidate that failed because text was missing. It is repeated when enough text has arrived.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt {
    /// The offset of the trigger.
    at: usize,
    /// The end of the window at the time of the attempt.
    end: usize,
    /// The offset up to which the text was searched for the end of the token or line. It is stored so that no byte is
    /// searched twice, even if the chunks are small.
    searched: usize,
    wait: Wait,
}

impl Attempt {
    pub(crate) const fn new(at: usize, end: usize, wait: Wait) -> Attempt {
        Attempt { at, end, searched: end, wait }
    }

    /// The attempt after the first `by` bytes of the window are removed; `None` if they contain the trigger.
    pub(crate) fn slid(self, by: usize) -> Option<Attempt> {
        let (at, end) = (self.at.checked_sub(by)?, self.end.checked_sub(by)?);
        Some(Attempt { at, end, searched: self.searched - by, ..self })
    }

    /// Whether the candidate with its trigger at `at` may be decided with the text that arrived since this attempt.
    /// Each attempt waits for the end of the token or of the line, or until the text after the trigger has doubled, so
    /// there are few attempts for one candidate.
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

/// The number of bytes after the end of a candidate, and after the run of [`sight_end`], that are enough to show whether the
/// candidate continues.
const NEAR: usize = 16;

/// The end of the text that shows whether a candidate that ends at `end` continues. A label may have any number of hyphens
/// and symbols inside (`a--------b.example`, `a.❤❤❤❤❤❤.example`), and the candidate ends before them until the next letter
/// or label has arrived.
pub(crate) fn sight_end(window: &[u8], end: usize) -> usize {
    let rest = window.get(end..).unwrap_or_default();
    let is_inner = |byte: &&u8| matches!(**byte, b'-' | b'.' | 0x80..);
    end + rest.iter().take(MAX_HOST_LEN).take_while(is_inner).count() + NEAR
}

/// The text that a trigger waits for before rules are applied; `None` if no text after the `window` can change what was
/// found at the trigger. `folds` are the facts that the rules for joining lines need.
pub(crate) fn wait_of(
    window: &[u8],
    at: usize,
    sighting: AtTrigger,
    read: &Extent,
    folds: Facts,
) -> Option<Wait> {
    let end = match sighting {
        AtTrigger::Nothing => at,
        AtTrigger::Unknown(span) => span.end(),
        AtTrigger::NoName(end) | AtTrigger::NoAddress(end) => end,
        AtTrigger::Candidate => return wait_of_candidate(window, read, folds),
    };
    (sight_end(window, end) > window.len()).then_some(Wait::Token)
}

fn wait_of_candidate(window: &[u8], read: &Extent, folds: Facts) -> Option<Wait> {
    if read.facts.meets(Facts::PARTIAL.or(Facts::TOO_LONG)) {
        return Some(Wait::Far);
    }
    let end = read.end;
    let next = chars::byte_at(window, end);
    let may_fold = matches!(read.kind, MatchKind::Uri | MatchKind::Www) && folds != Facts::NONE;
    // The domain of an address may continue on the next line after a hyphen or dot.
    let may_go_on = read.kind == MatchKind::Email && folds != Facts::NONE;
    match next {
        _ if end >= window.len() => Some(Wait::Token),
        b' ' | b'\t' | b'\n' | b'\r' if may_fold => {
            wait_of_line(window, end, read.line.meets(folds))
        }
        0xC2 | 0xE2 if may_fold && typeset_hyphen(window, end) > 0 => {
            wait_of_line(window, end + typeset_hyphen(window, end), true)
        }
        b' ' | b'\t' | b'\n' | b'\r' if read.facts.meets(Facts::HOST_STUMP) => {
            wait_of_line(window, end, false)
        }
        b'-' | b'.' if may_go_on && end + 1 >= window.len() => Some(Wait::Token),
        b'-' | b'.' if may_go_on && chars::byte_at(window, end + 1) <= b' ' => {
            wait_of_line(window, end + 1, read.line.meets(folds))
        }
        // Any of these bytes shows that the candidate has ended. At any other byte it may continue, for example with a
        // port, a dot, an apostrophe or a combining mark, so more bytes are needed.
        0..=b' ' | b'"' | b'<' | b'>' | b')' | b',' | b';' => None,
        _ if sight_end(window, end) <= window.len() => None,
        _ => Some(Wait::Token),
    }
}

/// The text that a candidate waits for if it ends at `end` and may continue on the next line. The window must contain
/// the next line, and also the line after that if a rule may join the lines (`folds`).
fn wait_of_line(window: &[u8], end: usize, folds: bool) -> Option<Wait> {
    let line_end = lines::skip_blanks(window, end);
    let broken = lines::break_len(window, line_end);
    if broken == 0 {
        // The line does not end here. An ASCII byte is a complete character, so it shows this for certain. A byte
        // outside ASCII may begin a blank whose other bytes have not arrived.
        let is_text = window.get(line_end).is_some_and(u8::is_ascii);
        return (!is_text && line_end + NEAR > window.len()).then_some(Wait::Token);
    }
    // The facts depend on the whole line below, and the rules also read the line after that.
    let lines = if folds { 3 } else { 2 };
    (!holds_lines(window, line_end, lines)).then_some(Wait::Line)
}

/// Whether `count` line breaks follow `from`, with at least one byte after the last of them.
fn holds_lines(window: &[u8], from: usize, count: usize) -> bool {
    let rest = window.get(from..).unwrap_or_default();
    let before = |at: usize| rest.get(..at).unwrap_or_default();
    let is_break = |at: &usize| rest.get(*at) == Some(&b'\r') || !before(*at).ends_with(b"\r");
    let last = memchr::memchr2_iter(b'\n', b'\r', rest).filter(is_break).nth(count - 1);
    work::add(last.unwrap_or(rest.len()));
    last.is_some_and(|at| at + 1 < rest.len())
}

/// The number of bytes that are searched for the end of a token. Most tokens are shorter. A longer token may contain
/// many candidates, and searching all of it for each of them would take quadratic time.
const NEAR_BLANK: usize = 64;

/// Whether one of the first `NEAR_BLANK` bytes from `from` is a blank or a control character.
fn holds_token(window: &[u8], from: usize) -> bool {
    let rest = window.get(from..).unwrap_or_default();
    let blank = rest.iter().take(NEAR_BLANK).position(|byte| *byte <= b' ');
    work::add(blank.unwrap_or(NEAR_BLANK));
    blank.is_some()
}

/// The text that a candidate waits for after rules were applied, according to how far these rules read.
pub(crate) fn wait_of_rules(window: &[u8], draft: &Draft<'_>) -> Option<Wait> {
    let end = draft.extent();
    // After a backslash the rest of the token is needed even if no rule reads it: `Flag::Differential` depends on
    // whether an `@` follows.
    let reads_token = draft.reads == Reads::Token || draft.byte_after() == b'\\';
    if draft.reach() > window.len() {
        Some(Wait::Far)
    } else if draft.reads == Reads::Line {
        (!holds_lines(window, end, 3)).then_some(Wait::Line)
    } else if reads_token && !holds_token(window, end) {
        Some(if window.len() <= end + NEAR_BLANK { Wait::Token } else { Wait::Far })
    } else {
        None
    }
}

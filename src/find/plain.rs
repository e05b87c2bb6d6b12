//! The candidate that no rule has an opinion on: most URIs in most texts.
//!
//! `http` or `https`, plain characters, a blank or a line end behind it, nothing before it that
//! opens anything; or the two angle brackets that Appendix C recommends. All stages would pass such a
//! draft on as it came, so it is not drafted at all. The answer is the one of the long way, which
//! [`Finder::explain`](super::Finder::explain) always takes: the fixtures and a property compare the
//! two.

use super::alphabet::Alphabet;
use super::class::{self, Class};
use super::delimited;
use super::draft::{Draft, Pieces, Place, Window};
use super::edge::Edge;
use super::flags::Flags;
use super::lines;
use super::matches::Match;
use super::rule;
use super::scheme::Scheme;
use super::vocabulary::{Delimiter, MatchKind, RuleSet};
use super::work;
use crate::ascii::ByteSet;
use crate::span::Span;
use crate::text::block::Block;
use crate::text::chars;
use crate::uri::Parts;

/// When the short way is open: what must not be met for all rules to stay asleep.
#[derive(Debug)]
pub(crate) struct Sleep {
    /// What a path may be made of.
    path: Alphabet,
    /// What a query or a fragment may be made of.
    query: Alphabet,
    /// In its last byte.
    tail: Class,
    /// In the byte before it.
    before: Class,
    /// Whether a line break behind it may be a fold.
    folds: bool,
    /// The length of the longest candidate.
    max_len: usize,
}

impl Sleep {
    /// `wakes` are the classes that wake rules in the candidate, in its last byte, and before it.
    pub(crate) fn new(wakes: [Class; 3], folds: bool, max_len: usize) -> Sleep {
        let [body, tail, before] = wakes;
        let awake = body.or(Class::UNPROVED).or(Class::STOP);
        let body = ByteSet::from_fn(|byte| !class::TEXT.of(byte).meets(awake));
        let query = Alphabet::new(body, b"#");
        let path = Alphabet::new(body, b"?#");
        Sleep { path, query, tail, before, folds, max_len }
    }
}

/// The match of `scheme`, which begins at `start` and ends at `place.at`, if no rule would have an
/// opinion on it.
#[inline]
pub(crate) fn behind<'w>(
    sleep: &Sleep,
    window: Window<'w>,
    base: usize,
    place: Place<'w>,
    start: usize,
    scheme: &Scheme,
) -> Option<Match<'w>> {
    let rest = place.text.get(place.at + 1..)?.strip_prefix(b"//")?;
    let run = Run::read(sleep, rest)?;
    let body = place.at + 3;
    let end = end(sleep, place, start, body + run.end)?;
    if end.at - start > sleep.max_len {
        return None;
    }
    let parts = run.parts(scheme.name.len(), rest, end.at - body)?;
    let text = window.str(Span::new(start, end.at))?;
    Some(Match {
        kind: MatchKind::Uri,
        delimiter: end.delimiter,
        flags: Flags::default(),
        hazards_unread: true,
        rules: end.rules,
        pieces: Pieces::One(Span::new(start + base, end.at + base)),
        wrapper: (end.delimiter == Delimiter::Angle)
            .then(|| Span::new(start + base - 1, end.at + base + 1)),
        text: text.into(),
        parts,
        rare: None,
    })
}

/// The plain bytes behind `://`: where each component ends.
#[derive(Clone, Copy)]
struct Run {
    host: usize,
    port: usize,
    path: usize,
    query: usize,
    end: usize,
}

impl Run {
    /// Reads one component after the other, each with the set of its own: so every byte is proved to
    /// stand where it may, and what the parser would find is known.
    ///
    /// `None` at a userinfo, or the colon of an inner `http://`: those are looked at closely, and to
    /// have read on to their end first would take quadratic time on `http://http://http://`.
    #[inline]
    fn read(sleep: &Sleep, rest: &[u8]) -> Option<Run> {
        let block = Block::of(rest);
        let host = rule::plain_name_len(rest, block)?;
        work::add(host);
        let mut port = host;
        if chars::byte_at(rest, host) == b':' {
            port += rule::plain_port_len(rest.get(host..)?)?;
        }
        let mut path = port;
        if chars::byte_at(rest, port) == b'/' {
            path = sleep.path.end(rest, block, port)?;
        }
        let mut query = path;
        if chars::byte_at(rest, path) == b'?' {
            query = sleep.query.end(rest, block, path + 1)?;
        }
        let mut end = query;
        if chars::byte_at(rest, query) == b'#' {
            end = sleep.query.end(rest, block, query + 1)?;
        }
        Some(Run { host, port, path, query, end })
    }

    /// The components when all ends at `end`, where the host has to be whole and a `#` directly behind
    /// it has something to say.
    #[inline]
    fn parts(self, scheme_end: usize, rest: &[u8], end: usize) -> Option<Parts> {
        let host = self.host.min(end);
        let is_whole = chars::byte_before(rest, host).is_ascii_alphanumeric();
        let is_lone = self.query == self.port && end == self.port + 1;
        let ends = [host, self.port.min(end), self.path.min(end), self.query.min(end), end];
        if is_whole && !is_lone { Parts::of_web(scheme_end, ends) } else { None }
    }
}

/// Where a plain candidate ends, what encloses it, and the rules that end so many that they are
/// followed here.
struct End {
    at: usize,
    delimiter: Delimiter,
    rules: RuleSet,
}

/// The end of a candidate that begins at `start` and whose plain bytes end at `at`.
#[inline]
fn end(sleep: &Sleep, place: Place<'_>, start: usize, at: usize) -> Option<End> {
    let is_opened = start > place.taken.max(place.floor);
    if chars::byte_at(place.text, at) == b'>'
        && is_opened
        && chars::byte_before(place.text, start) == b'<'
    {
        let mut rules = RuleSet::default();
        rules.insert(rule::ANGLE_BRACKETS);
        return Some(End { at, delimiter: Delimiter::Angle, rules });
    }
    let end = bare_end(sleep, place.text, at)?;
    is_open(sleep, place, start).then_some(end)
}

/// What may follow the `)` that ends a candidate: with it the URI has no more to do.
static CLOSERS: ByteSet = ByteSet::of(b".,:!?)]");

/// The end of a bare candidate: at `at`, or before the points that end a sentence, or before a `)`
/// that was opened before the candidate.
#[inline]
fn bare_end(sleep: &Sleep, text: &[u8], at: usize) -> Option<End> {
    let mut rules = RuleSet::default();
    let mut over = at;
    if chars::byte_at(text, at) == b')' {
        rules.insert(rule::BALANCED_BRACKETS);
        over += 1 + CLOSERS.run_len(text.get(at + 1..)?);
    }
    let body = text.get(..at)?;
    let trimmed = points(body.iter().rev());
    if trimmed > 0 {
        rules.insert(rule::TRAILING_PUNCTUATION);
    }
    let at = at - trimmed;
    let is_plain = !class::TEXT.of(chars::byte_before(text, at)).meets(sleep.tail);
    let is_end = is_plain && is_over(sleep, text, over);
    is_end.then_some(End { at, delimiter: Delimiter::None, rules })
}

/// How many of `bytes` in a row are points. A `;` is none here: it may end an entity.
#[inline]
fn points<'b>(bytes: impl Iterator<Item = &'b u8>) -> usize {
    static POINTS: ByteSet = ByteSet::of(b".,:!?");
    bytes.take_while(|&&byte| POINTS.contains(byte)).count()
}

/// Whether nothing before `start` touches the candidate, opens or labels it.
#[inline]
fn is_open(sleep: &Sleep, place: Place<'_>, start: usize) -> bool {
    if start <= place.floor {
        return true;
    }
    let before = chars::byte_before(place.text, start);
    if before > b' ' {
        return !class::TEXT.of(before).meets(sleep.before);
    }
    if start == place.taken + 1 {
        // A match ends before the blank, and opens nothing.
        return true;
    }
    let opener = lines::before_break(place.text, place.floor, start);
    !Draft::class_of_opener(opener).meets(sleep.before)
}

/// Whether the candidate is over at `end`: a blank or the end follows, and no line below on which
/// it could go on.
#[inline]
fn is_over(sleep: &Sleep, text: &[u8], end: usize) -> bool {
    match chars::byte_at(text, end) {
        0 => end == text.len(),
        b' ' if !sleep.folds || chars::byte_at(text, end + 1) > b' ' => true,
        b' ' | b'\t' | b'\n' | b'\r' => {
            !sleep.folds
                || Edge::below(text, end)
                    .is_none_or(|below| delimited::starts_uri(text, below.token()))
        }
        _ => false,
    }
}

//! The candidate that no rule has an opinion on: most URIs in most texts.
//!
//! `http` or `https`, plain characters, a blank or a line end behind it, nothing before it that
//! opens anything. All stages would pass such a draft on as it came, so it is not drafted at all.
//! The answer is the one of the long way, which [`Finder::explain`](super::Finder::explain) always
//! takes: the fixtures and a property compare the two.

use super::candidate;
use super::class::{self, Class};
use super::delimited;
use super::draft::{Draft, Pieces, Place, Window};
use super::edge::Edge;
use super::flags::Flags;
use super::lines;
use super::matches::Match;
use super::rule;
use super::vocabulary::{Delimiter, MatchKind, RuleSet};
use crate::ascii::ByteSet;
use crate::span::Span;
use crate::text::chars;
use crate::uri;

/// When the short way is open: what must not be met for all rules to stay asleep.
#[derive(Debug)]
pub(crate) struct Sleep {
    /// The bytes that a candidate may be made of.
    body: ByteSet,
    /// Those of them that do not end its host.
    host: ByteSet,
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
        let host = body.without(ByteSet::of(b"/?#:@"));
        Sleep { body, host, tail, before, folds, max_len }
    }
}

/// Where a plain candidate ends, and the two rules that end so many that they are followed here.
struct End {
    at: usize,
    rules: RuleSet,
}

/// The match at the colon at `place.at`, if no rule would have an opinion on it.
#[inline]
pub(crate) fn at_colon<'w>(
    sleep: &Sleep,
    window: Window<'w>,
    base: usize,
    place: Place<'w>,
) -> Option<Match<'w>> {
    let Place { text, at, .. } = place;
    let (start, scheme) = candidate::web_run(place)?;
    let rest = text.get(at + 1..)?.strip_prefix(b"//")?;
    let end = end(sleep, text, at + 3 + body_len(sleep, rest)?)?;
    if end.at - start > sleep.max_len || !is_open(sleep, place, start) {
        return None;
    }
    let rest = text.get(at + 3..end.at)?;
    let host_end = scheme.name.len() + 3 + rule::plain_name_len(rest)?;
    let text = window.str(Span::new(start, end.at))?;
    let parts = uri::resplit(text.as_bytes(), scheme.name.len(), host_end)?;
    Some(Match {
        kind: MatchKind::Uri,
        delimiter: Delimiter::None,
        flags: Flags::default(),
        rules: end.rules,
        pieces: Pieces::One(Span::new(start + base, end.at + base)),
        wrapper: None,
        text: text.into(),
        parts,
        rare: None,
    })
}

/// How many plain bytes begin `rest`, which stands behind `://`.
///
/// `None` at a port, a userinfo, or the colon of an inner `http://`: those are looked at closely, and
/// to have read on to their end first would take quadratic time on `http://http://http://`.
#[inline]
fn body_len(sleep: &Sleep, rest: &[u8]) -> Option<usize> {
    let host_len = sleep.host.run_len(rest);
    let goes_on = rest.get(host_len..)?;
    let is_plain = !matches!(goes_on.first(), Some(b':' | b'@'));
    is_plain.then(|| host_len + sleep.body.run_len(goes_on))
}

/// The end of a candidate whose plain bytes end at `at`: there, or before the points that end a
/// sentence, or before a `)` that was opened before the candidate.
#[inline]
fn end(sleep: &Sleep, text: &[u8], at: usize) -> Option<End> {
    let mut rules = RuleSet::default();
    let mut over = at;
    if chars::byte_at(text, at) == b')' {
        rules.insert(rule::BALANCED_BRACKETS);
        over += 1 + points(text.get(at + 1..)?.iter());
    }
    let body = text.get(..at)?;
    let trimmed = points(body.iter().rev());
    if trimmed > 0 {
        rules.insert(rule::TRAILING_PUNCTUATION);
    }
    let at = at - trimmed;
    let is_plain = !class::TEXT.of(chars::byte_before(text, at)).meets(sleep.tail);
    (is_plain && is_over(sleep, text, over)).then_some(End { at, rules })
}

/// How many of `bytes` in a row are points. A `;` is none here: it may end an entity.
#[inline]
fn points<'b>(bytes: impl Iterator<Item = &'b u8>) -> usize {
    bytes.take_while(|byte| matches!(byte, b'.' | b',' | b':' | b'!' | b'?')).count()
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

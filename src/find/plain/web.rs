//! `http://`, or another scheme with a host, with plain characters, a blank or a line end behind it,
//! nothing before it that opens anything; or in the angle brackets or the quotes of Appendix C.

use super::alphabet::Alphabet;
use super::finding::Finding;
use super::sleep::{Sleep, is_opened};
use crate::ascii::ByteSet;
use crate::find::class;
use crate::find::completion::Making;
use crate::find::draft::Place;
use crate::find::rule;
use crate::find::scheme::Scheme;
use crate::find::vocabulary::{Delimiter, MatchKind, RuleSet};
use crate::find::work;
use crate::span::Span;
use crate::text::block::Block;
use crate::text::chars;
use crate::uri::{self, Parts};

/// The match of `scheme`, which begins at `start` and ends at `place.at`, if no rule would have an
/// opinion on it.
#[inline]
pub(crate) fn found(
    sleep: &Sleep,
    place: &Place<'_>,
    start: usize,
    scheme: &Scheme,
) -> Option<Finding> {
    let rest = place.text.get(place.at + 1..)?.strip_prefix(b"//")?;
    let run = Run::read(sleep, rest)?;
    let body = place.at + 3;
    let end = end(sleep, place, start, [body + run.port, body + run.end])?;
    if end.at - start > sleep.max_len {
        return None;
    }
    Some(Finding {
        kind: MatchKind::Uri,
        span: Span::new(start, end.at),
        delimiter: end.delimiter,
        rules: end.rules,
        making: run.is_wide.then_some(Making::Encoded),
        parts: run.parts(scheme.name.len(), rest, end.at - body)?,
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
    /// Whether there is a letter outside ASCII in it.
    is_wide: bool,
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
        let mut is_wide = false;
        let mut component = |alphabet: &Alphabet, from: usize| {
            let read = alphabet.read(rest, block, from)?;
            is_wide |= read.is_wide;
            Some(read.end)
        };
        let mut path = port;
        if chars::byte_at(rest, port) == b'/' {
            path = component(&sleep.path, port)?;
        }
        let mut query = path;
        if chars::byte_at(rest, path) == b'?' {
            query = component(&sleep.query, path + 1)?;
        }
        let mut end = query;
        if chars::byte_at(rest, query) == b'#' {
            end = component(&sleep.query, query + 1)?;
        }
        Some(Run { host, port, path, query, end, is_wide })
    }

    /// The components when all ends at `end`, where the host has to be whole and a `#` directly behind
    /// it has something to say.
    #[inline]
    fn parts(self, scheme_end: usize, rest: &[u8], end: usize) -> Option<Parts> {
        let host = self.host.min(end);
        let is_whole = chars::byte_before(rest, host).is_ascii_alphanumeric();
        let is_lone = self.query == self.port && end == self.port + 1;
        let ends = [host, self.port.min(end), self.path.min(end), self.query.min(end), end];
        let kind = uri::kind_of_name(rest.get(..host)?);
        if is_whole && !is_lone { Parts::of_web(scheme_end, kind, ends) } else { None }
    }
}

/// Where a plain candidate ends, what encloses it, and the rules that end so many that they are
/// followed here.
struct End {
    at: usize,
    delimiter: Delimiter,
    rules: RuleSet,
}

/// The end of a candidate that begins at `start`, and whose authority and whose plain bytes end at these places.
#[inline]
fn end(sleep: &Sleep, place: &Place<'_>, start: usize, ends: [usize; 2]) -> Option<End> {
    let [authority, at] = ends;
    if let Some((delimiter, rule)) = enclosure(sleep, place, start, at) {
        let mut rules = RuleSet::default();
        rules.insert(rule);
        return Some(End { at, delimiter, rules });
    }
    let end = bare_end(sleep, place.text, authority, at)?;
    sleep.is_open(place, start).then_some(end)
}

/// What encloses the plain bytes from `start` to `at`, and the rule that says so. Before a quote the
/// points of a sentence may stand, which are looked at closely.
#[inline]
fn enclosure(
    sleep: &Sleep,
    place: &Place<'_>,
    start: usize,
    at: usize,
) -> Option<(Delimiter, usize)> {
    let Place { text, .. } = *place;
    let is_opened = |opener| is_opened(place, start, opener);
    let is_quoted = |opener| is_opened(opener) && is_plain_tail(sleep, text, at);
    match chars::byte_at(text, at) {
        b'>' => is_opened(b'<').then_some((Delimiter::Angle, rule::ANGLE_BRACKETS)),
        b'"' => is_quoted(b'"').then_some((Delimiter::DoubleQuote, rule::DOUBLE_QUOTES)),
        b'`' => is_quoted(b'`').then_some((Delimiter::Backtick, rule::SINGLE_QUOTES)),
        b'\'' => (rule::is_closer(text, at) && is_quoted(b'\''))
            .then_some((Delimiter::SingleQuote, rule::SINGLE_QUOTES)),
        _ => None,
    }
}

/// Whether no rule has an opinion on the last character of a candidate that ends at `at`: there is none on the
/// letters outside ASCII that may be in it.
#[inline]
fn is_plain_tail(sleep: &Sleep, text: &[u8], at: usize) -> bool {
    let last = chars::byte_before(text, at);
    last >= 0x80 || !class::TEXT.of(last).meets(sleep.tail)
}

/// What may follow the `)` that ends a candidate: with it the URI has no more to do.
static CLOSERS: ByteSet = ByteSet::of(b".,:!?)]");

/// The end of a bare candidate: at `at`, or before the points that end a sentence, or before a `)`
/// that was opened before the candidate.
#[inline]
fn bare_end(sleep: &Sleep, text: &[u8], authority: usize, at: usize) -> Option<End> {
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
    let is_end = is_plain_tail(sleep, text, at) && sleep.is_over(text, over, at <= authority);
    is_end.then_some(End { at, delimiter: Delimiter::None, rules })
}

/// How many of `bytes` in a row are points. A `;` is none here: it may end an entity.
#[inline]
fn points<'b>(bytes: impl Iterator<Item = &'b u8>) -> usize {
    static POINTS: ByteSet = ByteSet::of(b".,:!?");
    bytes.take_while(|&&byte| POINTS.contains(byte)).count()
}

//! Reads defanged text, with which authors write a URI or an address that nobody should follow: `hxxp://h[.]example`.
//!
//! The signs in a token are replaced by the text for which they are written, and the token is searched like any other
//! text. A match whose scheme, host or address contains a sign is defanged, and its positions are those of the token.
//! All rules that delimit plain text thus delimit defanged text. Rules that skip the signs in the text itself were
//! rejected: every reader of hosts and addresses would need a second form.
//!
//! The tokens are searched ahead of the triggers, because a sign may follow the trigger of its match. A token ends at a
//! blank, or after `max_len` bytes, so it does not depend on the division of a stream into chunks.

use crate::find::pipeline::compiled::MAX_LOOKBEHIND;
use crate::find::pipeline::matches::Match;
use crate::scan::defanged::{self, MAX_SIGN, Sign};
use crate::span::Span;
use crate::text::chars;
use crate::vocabulary::MatchKind;
use crate::work;

/// The tokens with signs that were read. The offsets count from the beginning of the window.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tokens {
    /// The matches of the last token that were not reported yet, from the last one to the first, with offsets in the text.
    pub(crate) found: Vec<Match<'static>>,
    /// The end of the last token.
    pub(crate) floor: usize,
    /// The end of the last blank in the window.
    blank: usize,
    /// The text before this offset was searched for blanks.
    seen: usize,
}

impl Tokens {
    /// The offset before which every sign is in the window with the rest of its token, if more text may follow.
    pub(crate) fn whole(&mut self, window: &[u8], max_len: usize) -> usize {
        let new = window.get(self.seen..).unwrap_or_default();
        if let Some(at) = new.iter().rposition(|byte| *byte <= b' ') {
            self.blank = self.seen + at + 1;
        }
        self.seen = window.len();
        self.blank.max(window.len().saturating_sub(max_len + MAX_SIGN))
    }

    /// Whether every sign in the token with the byte at `at` has been seen.
    pub(crate) fn has_seen(&self, at: usize) -> bool {
        at < self.blank
    }

    /// Adjusts the offsets after the first `by` bytes of the window are removed.
    pub(crate) fn slide(&mut self, by: usize) {
        for offset in [&mut self.floor, &mut self.blank, &mut self.seen] {
            *offset = offset.saturating_sub(by);
        }
    }
}

/// The next token with a sign that begins at or after `from` and before `end`. The token does not begin before `floor`.
pub(crate) fn next_token(
    window: &[u8],
    (from, end): (usize, usize),
    floor: usize,
    max_len: usize,
) -> Option<Span> {
    let text = window.get(..window.len().min(end + MAX_SIGN)).unwrap_or_default();
    let sign = defanged::next(text, from).map(|sign| sign.span.start()).filter(|at| *at < end);
    work::add(sign.unwrap_or(end).saturating_sub(from));
    let at = sign?;
    let before = Span::new(floor.max(at.saturating_sub(MAX_LOOKBEHIND)), at).of(window);
    let start = at - before.iter().rev().take_while(|byte| **byte > b' ').count();
    let after = window.get(at..).unwrap_or_default();
    let len = after.iter().take(max_len).take_while(|byte| **byte > b' ').count();
    work::add(at + len - start);
    Some(Span::new(start, at + len))
}

/// A token whose signs were replaced.
pub(crate) struct Restored {
    pub(crate) text: Vec<u8>,
    token: Span,
    /// The signs, each with the offset of its replacement in `text`.
    signs: Vec<(usize, Sign)>,
}

impl Restored {
    pub(crate) fn new(window: &[u8], token: Span) -> Restored {
        let whole = window.get(..token.end()).unwrap_or_default();
        let (mut text, mut signs, mut at) = (Vec::new(), Vec::new(), token.start());
        while let Some(sign) = defanged::next(whole, at) {
            text.extend_from_slice(Span::new(at, sign.span.start()).of(window));
            signs.push((text.len(), sign));
            text.extend_from_slice(sign.plain.as_bytes());
            at = sign.span.end();
        }
        text.extend_from_slice(Span::new(at, token.end()).of(window));
        Restored { text, token, signs }
    }

    /// The offset in the window of the offset `at` of the restored text. An offset inside a replacement is the end of
    /// its sign.
    fn source(&self, at: usize) -> usize {
        let before = self.signs.partition_point(|(start, _)| *start < at);
        match before.checked_sub(1).and_then(|last| self.signs.get(last)) {
            Some((start, sign)) => sign.span.end() + at.saturating_sub(start + sign.plain.len()),
            None => self.token.start() + at,
        }
    }

    /// Whether a bare name is in a regular expression, where `[.]` is a dot: `^h[.]example$`.
    fn is_expression(&self, found: &Match<'_>) -> bool {
        let is_mark = |at: usize| matches!(chars::byte_at(&self.text, at), b'^' | b'$' | b'\\');
        found.kind() == MatchKind::Domain
            && (is_mark(found.start().wrapping_sub(1)) || is_mark(found.end()))
    }

    /// The match in the window for a match in the restored text; `None` if its scheme, host and address have no sign.
    pub(crate) fn found(
        &self,
        found: &Match<'_>,
        window: &[u8],
        base: usize,
    ) -> Option<Match<'static>> {
        let text = core::str::from_utf8(found.span().of(&self.text)).ok()?;
        let body =
            text.find("://").filter(|_| found.kind() == MatchKind::Uri).map_or(0, |at| at + 3);
        let host = text.get(body..)?.find(['/', '?', '#']).map_or(text.len(), |len| body + len);
        let head = found.start()..found.start() + host;
        let is_before = |(at, sign): &(usize, Sign)| at + sign.plain.len() <= head.start;
        let sign = self.signs.get(self.signs.partition_point(is_before));
        if sign.is_none_or(|(at, _)| *at >= head.end) || self.is_expression(found) {
            return None;
        }
        let place = |span: Span| Span::new(self.source(span.start()), self.source(span.end()));
        let written = core::str::from_utf8(place(found.span()).of(window)).ok()?;
        Some(found.defanged(written, |span| place(span).shifted(base)))
    }
}

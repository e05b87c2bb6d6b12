//! Rules about quoted-printable text that was not decoded (RFC 2045, 6.7): a soft break joins the parts of a URI and is
//! not part of it, and `=3D` means `=`.
//!
//! The rules remove the `=` and the line break of a soft break, and the `3D` of `=3D`. What remains of the match still
//! consists of bytes of the text. Another encoded octet, such as `=7E`, cannot be decoded in this way: it is kept
//! encoded, and if a URI cannot contain the octet, the URI ends before it.

use super::draft::{Draft, Proposal, Verdict};
use super::rule::{Kinds, Rule, Stage};
use crate::ascii;
use crate::candidate::facts::Facts;
use crate::candidate::line_end::LineEnd;
use crate::candidate::lines;
use crate::candidate::pieces::Pieces;
use crate::candidate::quoted_printable::{self, AHEAD};
use crate::span::Span;
use crate::vocabulary::flags::Flag;
use crate::vocabulary::{JoinReason, Reads};

/// The confidence of a join over a soft break, in percent. At all 89 soft breaks in mail that was not decoded, the
/// parts belonged together; the difference from 100 accounts for text that only looks encoded.
const CONFIDENCE: u8 = 95;

/// `..commi=` and `t/e474b` on the next line: a bare URI continues after a soft break.
///
/// In encoded text, a line break without `=` comes from the author, so a URI that was joined over a soft break ends
/// there. An `=` that is neither part of a parameter nor, according to the text nearby, a soft break also ends the URI.
pub(super) const QUOTED_PRINTABLE: Rule = Rule::fold("quoted-printable", quoted_printable)
    .documented(
        "in quoted-printable text that was not decoded, a bare URI continues only after a soft break",
        "RFC 2045, 6.7, rule 5: an equals sign as the last character of a line",
    );

fn quoted_printable(draft: &mut Draft<'_>) -> Verdict {
    let Some(line_end) = draft.line_end else { return Verdict::Pass };
    let is_cut = draft.last_byte() == b'=';
    let is_octet = quoted_printable::octet(line_end.token.of(draft.text)).is_some();
    if is_cut && line_end.blanks == 0 && is_soft_break(draft, draft.end()) {
        if is_octet || !continues(draft.text, &line_end) {
            draft.line_end = None;
            return Verdict::Changed;
        }
        if draft.proposals.is_empty() {
            draft.spare().undecoded = Some((draft.pieces.first(), 100 - CONFIDENCE));
        }
        return draft.fold(JoinReason::QuotedPrintable, CONFIDENCE);
    }
    let last = draft.proposals.last();
    let is_chain = last.is_some_and(|join| join.reason == JoinReason::QuotedPrintable);
    let uri = Span::new(draft.start(), draft.end()).of(draft.text);
    let is_odd = is_cut && !quoted_printable::has_parameters(uri);
    if is_chain || is_odd || is_octet || ends_in_blank(draft) {
        draft.line_end = None;
        return Verdict::Changed;
    }
    Verdict::Pass
}

/// Whether the draft ends at `end` in a soft break, as far as the text nearby shows.
fn is_soft_break(draft: &Draft<'_>, end: usize) -> bool {
    draft.note_reach(end + AHEAD);
    quoted_printable::is_soft_break(draft.text, draft.text_before(), Span::new(draft.start(), end))
}

/// Whether the draft and its line end in an encoded blank, as far as the text nearby shows.
fn ends_in_blank(draft: &Draft<'_>) -> bool {
    let is_octet = draft.last_piece().iter().rev().nth(2) == Some(&b'=');
    let uri = Span::new(draft.start(), draft.end());
    draft.note_reach(uri.end() + if is_octet { AHEAD } else { 0 });
    is_octet && quoted_printable::ends_in_blank(draft.text, draft.text_before(), uri)
}

/// Whether the token directly follows the soft break, or follows it after a reply prefix that both lines have.
fn continues(text: &[u8], line_end: &LineEnd) -> bool {
    let (own, next) = (line_end.own, line_end.next);
    let is_tight = lines::break_len(text, line_end.gap.start()) == line_end.gap.len();
    is_tight || own.depth > 0 && own.depth == next.depth && next.indent() <= own.indent().min(1)
}

/// `http://h/a=` and `b?c=3Dd` on the next line: a soft break inside a URI is dropped with its `=`, and `=3D` is read
/// as `=`.
///
/// All 102 joins after `=` inside delimiters in 20 MB of mail were soft breaks. Inside delimiters, an `=` at the end of
/// a line belongs to the URI only in a query or a parameter, and only if neither the URI nor the text nearby shows the
/// encoding: `?id=` and `7` on the next line.
pub(super) const SOFT_BREAK: Rule = Rule::join("soft-break", soft_break).reads(Reads::Enclosure).documented(
    "a soft break of quoted-printable is dropped with its `=`, and the `3D` of `=3D` is dropped",
    "RFC 2045, 6.7, rules 1 and 5: `=3D`, and an equals sign as the last character of a line",
);

fn soft_break(draft: &mut Draft<'_>) -> Verdict {
    let soft: Vec<bool> = (0..draft.proposals.len()).map(|at| is_soft(draft, at)).collect();
    if !soft.contains(&true) {
        return Verdict::Pass;
    }
    let is_bare = draft.is_bare();
    if let Pieces::Many(pieces) = &mut draft.pieces {
        for ((piece, join), is_soft) in pieces.iter_mut().zip(&mut draft.proposals).zip(soft) {
            if is_soft {
                let end = piece.end() - 1;
                *piece = Span::new(piece.start(), end);
                join.gap = Span::new(end, join.gap.end());
            }
        }
    }
    draft.flags.set(Flag::QuotedPrintable);
    if is_bare && draft.last_byte() == b'=' && lines::break_len(draft.text, draft.end()) > 0 {
        draft.cut(draft.end() - 1);
    }
    decode(draft);
    Verdict::Changed
}

/// Whether the join at index `at` is over a soft break.
fn is_soft(draft: &Draft<'_>, at: usize) -> bool {
    let (Some(join), Some(piece)) = (draft.proposals.get(at), draft.pieces.as_slice().get(at))
    else {
        return false;
    };
    // An `=` alone on its line does not divide a word.
    let is_tight = lines::break_len(draft.text, join.gap.start()) == join.gap.len();
    if join.reason != JoinReason::Delimited || !is_tight || piece.len() < 2 {
        return join.reason == JoinReason::QuotedPrintable;
    }
    let uri = Span::new(draft.start(), piece.end()).of(draft.text);
    let after = draft.text.get(join.gap.end()..).unwrap_or_default();
    uri.ends_with(b"=")
        && (!quoted_printable::has_parameters(uri)
            || quoted_printable::octet(after).is_some()
            || is_soft_break(draft, piece.end()))
}

/// Removes the `3D` of each `=3D` from the pieces, and cuts a bare draft at an octet that a URI cannot contain.
fn decode(draft: &mut Draft<'_>) {
    let (text, is_bare) = (draft.text, draft.is_bare());
    let mut joins = core::mem::take(&mut draft.proposals).into_iter();
    let mut decoded = Decoded { pieces: Vec::new(), joins: Vec::new() };
    for &piece in draft.pieces.as_slice() {
        let mut start = piece.start();
        for at in memchr::memchr_iter(b'=', piece.of(text)).map(|at| piece.start() + at) {
            match quoted_printable::octet(Span::new(at.max(start), piece.end()).of(text)) {
                Some(b'=') => {
                    decoded.push(Span::new(start, at + 1));
                    start = at + 3;
                    decoded.join(Span::new(at + 1, start), JoinReason::QuotedPrintable);
                }
                Some(octet) if is_bare && (octet >= 0x80 || ascii::STOP.contains(octet)) => {
                    decoded.push(Span::new(start, at));
                    decoded.finish(draft);
                    return;
                }
                _ => {}
            }
        }
        decoded.push(Span::new(start, piece.end()));
        if let Some(join) = joins.next() {
            decoded.add(join);
        }
    }
    decoded.finish(draft);
}

/// The pieces of a draft whose octets are being decoded, and the joins between the pieces.
struct Decoded {
    pieces: Vec<Span>,
    joins: Vec<Proposal>,
}

impl Decoded {
    /// Adds a piece. An empty piece is skipped, and the joins before and after it become one.
    fn push(&mut self, piece: Span) {
        if !piece.is_empty() {
            self.pieces.push(piece);
        }
    }

    fn join(&mut self, gap: Span, reason: JoinReason) {
        self.add(Proposal { gap, reason, confidence: CONFIDENCE, vouched: true, hyphen: false });
    }

    fn add(&mut self, join: Proposal) {
        let is_second = self.joins.len() == self.pieces.len();
        match self.joins.last_mut().filter(|_| is_second) {
            Some(last) => last.gap = Span::new(last.gap.start(), join.gap.end()),
            None => self.joins.push(join),
        }
    }

    /// Stores the pieces in `draft`. Joins after the last piece are dropped.
    fn finish(mut self, draft: &mut Draft<'_>) {
        self.joins.truncate(self.pieces.len().saturating_sub(1));
        draft.proposals = self.joins;
        draft.pieces = Pieces::Many(self.pieces);
    }
}

/// `..q4293=` and a blank, a quote or a tag on the next line: the `=` at the end is a soft break after the URI. `=20` at
/// the end of a line is a blank.
pub(super) const SOFT_BREAK_END: Rule = Rule::shape("soft-break-end", Stage::Trim, soft_break_end)
    .kinds(Kinds::URI.or(Kinds::WWW))
    .when(Facts::LINE_ENCODED)
    .reads(Reads::Enclosure)
    .documented(
        "in quoted-printable text that was not decoded, the `=` of a soft break and the `=20` at the end of a line are not part of the URI",
        "RFC 2045, 6.7, rules 3 and 5: an encoded blank, and an equals sign as the last character of a line",
    );

fn soft_break_end(draft: &mut Draft<'_>) -> Verdict {
    let end = draft.end();
    let is_soft = || draft.last_byte() == b'=' && is_soft_break(draft, end);
    let len = if is_soft() { 1 } else { 3 * usize::from(ends_in_blank(draft)) };
    if len == 0 {
        return Verdict::Pass;
    }
    draft.cut(end - len);
    draft.flags.set(Flag::QuotedPrintable);
    draft.spare().untrimmed = Some(end);
    Verdict::Changed
}

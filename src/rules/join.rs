//! Rules that accept, reject or correct joins, most of them inside delimiters (RFC 3986, Appendix C).

use super::draft::{Draft, Proposal, Verdict};
use super::rule::Rule;
use crate::candidate::pieces::Pieces;
use crate::candidate::scheme::ends_mailto;
use crate::span::Span;
use crate::text::chars;
use crate::vocabulary::JoinReason;
use crate::vocabulary::flags::Flag;

/// `<http://h/` and `a>` on the next line: a line break inside delimiters does not belong to the URI, nor do the blanks
/// around it.
pub(super) const LINE_BREAK: Rule = Rule::join("line-break", line_break)
    .documented(
        "a line break inside delimiters is dropped with the blanks around it",
        "RFC 3986, Appendix C: \"extra whitespace (spaces, line-breaks, tabs, etc.) may have to be added\"",
    );

fn line_break(draft: &mut Draft<'_>) -> Verdict {
    let is_open = |join: &&mut Proposal| !join.vouched && join.reason != JoinReason::InnerBlank;
    let mut verdict = Verdict::Pass;
    for join in draft.proposals.iter_mut().filter(is_open) {
        join.vouched = true;
        verdict = Verdict::Changed;
    }
    verdict
}

/// A blank on the same line inside delimiters is dropped in `<>`, and ends the URI in quotes.
///
/// In 16,612 messages no `<http..>` had such a blank, so the case occurs only in hand-written text. Prose is recognized
/// by its words: if two or more plain words follow, the first chunk is the URI. In both cases the other reading is an
/// alternate. A URI without `//`, such as `mailto:`, is joined only directly after its colon: `<mailto:a at b.c>` is
/// obfuscated and not an address.
pub(super) const INNER_BLANK: Rule = Rule::join("inner-blank", inner_blank).documented(
    "a blank inside `<>` is dropped unless prose follows; inside quotes it ends the URI",
    "RFC 3986, Appendix C: \"whitespace should be ignored\"",
);

fn inner_blank(draft: &mut Draft<'_>) -> Verdict {
    if !draft.proposals.iter().any(|join| join.reason == JoinReason::InnerBlank) {
        return Verdict::Pass;
    }
    if !draft.is_hierarchical() {
        return opaque(draft);
    }
    let joined = draft.pieces.clone();
    let first = Pieces::One(joined.first());
    if draft.is_angled() && plain_words(draft) < 2 {
        for join in &mut draft.proposals {
            join.vouched |= join.reason == JoinReason::InnerBlank;
        }
        draft.spare().inner_blank = Some(first);
    } else {
        draft.pieces = first;
        draft.proposals.clear();
        draft.spare().inner_blank = Some(joined);
    }
    Verdict::Changed
}

/// The number of chunks after a blank that are words of prose.
fn plain_words(draft: &Draft<'_>) -> usize {
    let pieces = draft.pieces.as_slice();
    let follows_blank = |piece: &&Span| {
        draft
            .proposals
            .iter()
            .any(|join| join.reason == JoinReason::InnerBlank && join.gap.end() == piece.start())
    };
    let is_word = |piece: &&Span| piece.of(draft.text).iter().all(u8::is_ascii_alphabetic);
    pieces.iter().filter(follows_blank).filter(is_word).count()
}

/// Accepts a join in a URI without `//` only if there is no other join and it is directly after the colon of `mailto:`. It
/// is the only scheme with which people write this (`<mailto: jane@h>`); any other word there is a label, also in quotes
/// (`"Content-Type: text/html"`). The search for triggers leaves out most of these labels.
fn opaque(draft: &mut Draft<'_>) -> Verdict {
    let (start, body, only) = (draft.start(), draft.body(), draft.proposals.len() == 1);
    let is_mailto = ends_mailto(draft.text.get(start..body - 1).unwrap_or_default());
    match draft.proposals.first_mut() {
        Some(join) if only && join.gap.start() == body && is_mailto => {
            join.vouched = true;
            Verdict::Changed
        }
        Some(join) if join.gap.start() == body => Verdict::Yield(body, "it is a label"),
        _ => Verdict::Reject("it contains blanks"),
    }
}

/// A typesetter added the U+00AD or U+2010 at the end of a line to break the line.
///
/// U+00AD has no other use. groff writes U+2010 where it divides a word, but also for a `-` of the source. A word is
/// divided between two letters; and if the URI contains another U+2010, the source had a `-` there. In any other case
/// the hyphen is read as `-`. A `-` that ends a bare path after a slash divides no word and begins no name, unless another
/// slash follows; TeX leaves it where a URI may be broken. In 25 of 25 breaks in text of PDF files it was not part of the
/// URI. In each case the other reading is an alternate.
pub(super) const SOFT_HYPHEN: Rule = Rule::join("soft-hyphen", soft_hyphen).documented(
    "a typeset hyphen (U+00AD or U+2010) before a line break is dropped with the line break, if it divides a word, and so is a hyphen after a slash",
    "RFC 3986, Appendix C: hyphens at line breaks; groff_char(7)",
);

const SOFT: &[u8] = "\u{AD}".as_bytes();
const TYPESET: &[u8] = "\u{2010}".as_bytes();

fn soft_hyphen(draft: &mut Draft<'_>) -> Verdict {
    let (text, kept) = (draft.text, draft.pieces.clone());
    let Pieces::Many(pieces) = &mut draft.pieces else { return Verdict::Pass };
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    let has_hyphen = |piece: &Span| {
        let inside = piece.of(text).strip_suffix(TYPESET).unwrap_or(piece.of(text));
        memchr::memmem::find(inside, TYPESET).is_some()
    };
    let is_authored = kept.as_slice().iter().any(has_hyphen);
    let (mut verdict, mut is_doubtful, mut has_query) = (Verdict::Pass, false, false);
    for ((piece, next), join) in
        pieces.iter_mut().zip(kept.as_slice().iter().skip(1)).zip(&mut draft.proposals)
    {
        let (bytes, first) = (piece.of(text), next.of(text).first());
        has_query |= memchr::memchr2(b'?', b'#', bytes).is_some();
        let head = match (bytes.strip_suffix(SOFT), bytes.strip_suffix(TYPESET)) {
            (Some(head), _) => head,
            (_, Some(head)) => {
                is_doubtful = true;
                join.hyphen = is_authored || !is_letter(head.last()) || !is_letter(first);
                if join.hyphen {
                    continue;
                }
                head
            }
            _ if join.reason == JoinReason::Hyphen
                && bytes.ends_with(b"/-")
                && first != Some(&b'/')
                && !has_query =>
            {
                is_doubtful = true;
                bytes.strip_suffix(b"-").unwrap_or(bytes)
            }
            _ => continue,
        };
        drop_hyphen(piece, join, bytes.len() - head.len());
        verdict = Verdict::Changed;
    }
    drop_empty(pieces, &mut draft.proposals);
    if is_doubtful {
        draft.flags.set(Flag::HyphenAmbiguous);
        draft.spare().hyphens_kept = (verdict == Verdict::Changed).then_some(kept);
    }
    if is_doubtful { Verdict::Changed } else { verdict }
}

/// Drops the hyphen of `len` bytes at the end of the piece before a join.
fn drop_hyphen(piece: &mut Span, join: &mut Proposal, len: usize) {
    *piece = Span::new(piece.start(), piece.end() - len);
    join.gap = Span::new(piece.end(), join.gap.end());
    join.hyphen = false;
}

/// Drops the pieces of lines that contain only a soft hyphen, and merges the joins before and after each of them.
fn drop_empty(pieces: &mut Vec<Span>, joins: &mut Vec<Proposal>) {
    while let Some(at) = pieces.iter().position(|piece| piece.is_empty())
        && let Some(before) = at.checked_sub(1)
        && at < joins.len()
    {
        pieces.remove(at);
        let removed = joins.remove(at);
        if let Some(join) = joins.get_mut(before) {
            join.gap = Span::new(join.gap.start(), removed.gap.end());
        }
    }
}

/// A hyphen before a line break belongs to the URI, or a typesetter added it.
///
/// In real mail the hyphen belonged to the URI in all 14 different breaks that were found, so it is kept, and the
/// readings without it are alternates. Only the last of several hyphens is in doubt. A hyphen at the beginning of the
/// next line always belongs to the URI.
pub(super) const HYPHEN_BREAK: Rule = Rule::join("hyphen-break", hyphen_break)
    .documented(
        "a hyphen before a line break is kept, and dropped in an alternate",
        "RFC 3986, Appendix C: \"the hyphen may or may not actually be part of the URI\"; in mail, the hyphen belonged to the URI at 14 of 14 breaks",
    );

fn hyphen_break(draft: &mut Draft<'_>) -> Verdict {
    let mut verdict = Verdict::Pass;
    for (piece, join) in draft.pieces.as_slice().iter().zip(&mut draft.proposals) {
        if join.vouched
            && !matches!(join.reason, JoinReason::InnerBlank | JoinReason::QuotedPrintable)
            && piece.of(draft.text).ends_with(b"-")
        {
            join.hyphen = true;
            verdict = Verdict::Changed;
        }
    }
    if verdict == Verdict::Changed {
        draft.flags.set(Flag::HyphenAmbiguous);
    }
    verdict
}

/// In typeset sources, the typesetter added the hyphen at a line break. The hyphen is dropped, and kept in an
/// alternate.
pub(super) const TYPESET_HYPHEN: Rule = Rule::join("typeset-hyphen", typeset_hyphen).documented(
    "a hyphen before a line break is dropped, and kept in an alternate",
    "RFC 3986, Appendix C: typesetters \"may (erroneously) introduce a hyphen\"",
);

fn typeset_hyphen(draft: &mut Draft<'_>) -> Verdict {
    let kept = draft.pieces.clone();
    let Pieces::Many(pieces) = &mut draft.pieces else { return Verdict::Pass };
    let mut verdict = Verdict::Pass;
    // A hyphen alone on its line does not divide a word.
    let divides = |(piece, join): &(&mut Span, &mut Proposal)| join.hyphen && piece.len() > 1;
    for (piece, join) in pieces.iter_mut().zip(&mut draft.proposals).filter(divides) {
        let hyphen = chars::last(piece.of(draft.text)).map_or(1, |(_, len)| len);
        drop_hyphen(piece, join, hyphen);
        verdict = Verdict::Changed;
    }
    if verdict == Verdict::Changed {
        draft.spare().hyphens_kept = Some(kept);
    }
    verdict
}

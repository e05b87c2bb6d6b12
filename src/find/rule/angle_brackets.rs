//! `<uri>`: everything up to `>` belongs to the URI, blanks and line breaks are dropped.
//!
//! An opener that encloses something else (prose, a tag, another URI) is not an opener of this
//! candidate, which then is read as if it stood bare.

use super::super::class::Class;
use super::super::delimited;
use super::super::draft::{Draft, Pieces, Verdict};
use super::super::lines;
use super::super::matches::{Delimiter, MatchKind};
use super::{Act, Rule, RuleInfo, Stage};
use crate::span::Span;
use crate::text::chars;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "angle-brackets",
        "between `<` and `>` nothing is trimmed and whitespace is ignored",
        "RFC 3986, Appendix C: \"Using <> angle brackets around each URI is especially recommended\"",
    ),
    stage: Stage::Open,
    wakes: Class::STOP,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let before = draft.byte_before();
    if !matches!(before, b'<' | b' ' | b'\t' | b'\n' | b'\r') {
        return Verdict::Pass;
    }
    let opener = lines::back_over_break(draft.text, draft.floor, draft.outset());
    if opener <= draft.floor || chars::byte_before(draft.text, opener) != b'<' {
        return Verdict::Pass;
    }
    match draft.kind {
        MatchKind::Uri => enclose_uri(draft, opener - 1),
        MatchKind::Email => enclose_exactly(draft, opener - 1, draft.end()),
        _ => enclose_exactly(draft, opener - 1, draft.extent),
    }
}

fn enclose_uri(draft: &mut Draft<'_>, opener: usize) -> Verdict {
    let Some(enclosed) = delimited::enclosed(draft, &['>']) else { return Verdict::Pass };
    draft.pieces = enclosed.pieces;
    draft.proposals = enclosed.proposals;
    draft.delimiter = Delimiter::Angle;
    draft.wrapper = Some(Span::new(opener, enclosed.end));
    Verdict::Changed
}

/// Without a scheme only what touches both brackets is enclosed: `<www.example.com>`, `<a@h>`.
fn enclose_exactly(draft: &mut Draft<'_>, opener: usize, end: usize) -> Verdict {
    let closer = lines::skip_blanks(draft.text, end);
    if chars::byte_at(draft.text, closer) != b'>' {
        return Verdict::Pass;
    }
    draft.pieces = Pieces::One(Span::new(draft.start(), end));
    draft.delimiter = Delimiter::Angle;
    draft.wrapper = Some(Span::new(opener, closer + 1));
    Verdict::Changed
}

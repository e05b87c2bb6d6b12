//! `<uri>`: everything up to `>` belongs to the URI, blanks and line breaks are dropped.
//!
//! An opener that encloses something else (prose, a tag, another URI) is not an opener of this
//! candidate, which then is read as if it stood bare.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::delimited;
use crate::find::draft::{Draft, Pieces, Verdict};
use crate::find::facts::Facts;
use crate::find::lines;
use crate::find::vocabulary::{Delimiter, MatchKind};
use crate::span::Span;
use crate::text::chars;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "angle-brackets",
        "between `<` and `>`, or `⟨` and `⟩`, nothing is trimmed and whitespace is ignored",
        "RFC 3986, Appendix C: \"Using <> angle brackets around each URI is especially recommended\"",
    ),
    stage: Stage::Open,
    kinds: Kinds::ALL,
    when: Facts::BEFORE_ANGLE.or(Facts::BEFORE_WIDE).or(Facts::BEFORE_OPENER),
    hopeless: Facts::NONE,
    reads: Reads::Enclosure,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let at = lines::back_over_break(draft.text, draft.floor, draft.outset());
    let Some((opener, closer)) = opener_before(draft, at) else { return Verdict::Pass };
    match draft.kind() {
        MatchKind::Uri => enclose_uri(draft, opener, closer),
        MatchKind::Email => enclose_exactly(draft, opener, closer, draft.end()),
        _ => enclose_exactly(draft, opener, closer, draft.extent()),
    }
}

/// The opener that ends before `at`, with its closer. Manual pages set `⟨` and `⟩`.
fn opener_before(draft: &Draft<'_>, at: usize) -> Option<(Span, char)> {
    let (c, len) = chars::last(Span::new(draft.floor.max(draft.taken), at).of(draft.text))?;
    let closer = match c {
        '<' => '>',
        '⟨' => '⟩',
        _ => return None,
    };
    Some((Span::new(at - len, at), closer))
}

fn enclose_uri(draft: &mut Draft<'_>, opener: Span, closer: char) -> Verdict {
    let Some(enclosed) = delimited::enclosed(draft, opener.start(), &[closer]) else {
        return Verdict::Pass;
    };
    draft.pieces = enclosed.pieces;
    draft.proposals = enclosed.proposals;
    draft.delimiter = Delimiter::Angle;
    draft.wrapper = Some(Span::new(opener.start(), enclosed.end));
    Verdict::Changed
}

/// Without a scheme only what touches both brackets is enclosed: `<www.example.com>`, `<a@h>`.
fn enclose_exactly(draft: &mut Draft<'_>, opener: Span, closer: char, end: usize) -> Verdict {
    let at = lines::skip_blanks(draft.text, end);
    let found = draft.text.get(at..).and_then(chars::first);
    let Some((_, len)) = found.filter(|&(c, _)| c == closer) else { return Verdict::Pass };
    draft.pieces = Pieces::One(Span::new(draft.start(), end));
    draft.delimiter = Delimiter::Angle;
    draft.wrapper = Some(Span::new(opener.start(), at + len));
    Verdict::Changed
}

//! `“uri”`, `„uri“`, `«uri»`, `»uri«`, `「uri」`: the quotes of other languages, next to the URI.
//!
//! RFC 3987 allows most of these characters in an IRI; a closer that was opened is none the less
//! a closer.

use super::super::class::Class;
use super::super::delimited;
use super::super::draft::{Draft, Verdict};
use super::super::matches::{Delimiter, JoinReason, MatchKind};
use super::{Act, Rule, RuleInfo, Stage};
use crate::span::Span;
use crate::text::chars;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "typographic-quotes",
        "typographic quotes, guillemets and corner brackets next to a URI enclose it",
        "RFC 3986, Appendix C, for the quotes of other languages",
    ),
    stage: Stage::Open,
    wakes: Class::HIGH,
    act: Act::Shape(shape),
};

/// The closers of an opening quote.
const fn closers(opener: char) -> &'static [char] {
    match opener {
        '“' => &['”', '“'],
        '„' | '‟' => &['“', '”'],
        '”' => &['”'],
        '‘' => &['’'],
        '‚' | '‛' => &['‘', '’'],
        '«' => &['»'],
        '»' => &['«', '»'],
        '‹' => &['›'],
        '›' => &['‹', '›'],
        '「' => &['」'],
        '『' => &['』'],
        '｢' => &['｣'],
        '〝' => &['〟', '〞'],
        _ => &[],
    }
}

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if draft.byte_before() < 0x80 || !draft.is_bare() || draft.kind == MatchKind::Email {
        return Verdict::Pass;
    }
    let Some((opener, len)) = chars::last(draft.before()) else { return Verdict::Pass };
    let closers = closers(opener);
    if closers.is_empty() {
        return Verdict::Pass;
    }
    let Some(enclosed) = delimited::enclosed(draft, closers) else { return Verdict::Pass };
    if draft.kind != MatchKind::Uri && !enclosed.proposals.is_empty() {
        return Verdict::Pass;
    }
    let start = draft.outset() - len;
    draft.pieces = enclosed.pieces;
    draft.proposals = enclosed.proposals;
    draft.delimiter = Delimiter::TypographicQuote;
    draft.wrapper = Some(Span::new(start, enclosed.end));
    if draft.proposals.iter().all(|join| join.reason == JoinReason::Delimited) {
        draft.spare().untrimmed = Some(draft.end());
    }
    Verdict::Changed
}

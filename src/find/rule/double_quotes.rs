//! `"uri"`: the quotes enclose; line breaks between them are dropped.
//!
//! Quotes enclose prose as well, so a blank on the same line ends the URI (see `inner-blank`), and
//! the punctuation before the closing quote is a sentence's more often than not: it is trimmed,
//! with the untrimmed reading as alternate.

use super::super::class::Class;
use super::super::delimited;
use super::super::draft::{Draft, Verdict};
use super::super::matches::{Delimiter, MatchKind};
use super::{Act, Rule, RuleInfo, Stage};
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "double-quotes",
        "between `\"` and `\"` line breaks are ignored",
        "RFC 3986, Appendix C: \"usually within double-quotes\"",
    ),
    stage: Stage::Open,
    wakes: Class::STOP,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if draft.byte_before() != b'"' || !draft.is_bare() || draft.kind == MatchKind::Email {
        return Verdict::Pass;
    }
    let Some(enclosed) = delimited::enclosed(draft, &['"']) else { return Verdict::Pass };
    if draft.kind != MatchKind::Uri && !enclosed.proposals.is_empty() {
        return Verdict::Pass;
    }
    let opener = draft.outset() - 1;
    draft.pieces = enclosed.pieces;
    draft.proposals = enclosed.proposals;
    draft.delimiter = Delimiter::DoubleQuote;
    draft.wrapper = Some(Span::new(opener, enclosed.end));
    if draft.proposals.is_empty()
        || draft
            .proposals
            .iter()
            .all(|join| join.reason == super::super::matches::JoinReason::Delimited)
    {
        draft.spare().untrimmed = Some(draft.end());
    }
    Verdict::Changed
}

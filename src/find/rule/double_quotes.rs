//! `"uri"`: the quotes enclose; line breaks between them are dropped.
//!
//! Quotes enclose prose as well, so a blank on the same line ends the URI (see `inner-blank`), and
//! the punctuation before the closing quote is a sentence's more often than not: it is trimmed,
//! with the untrimmed reading as alternate.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::delimited;
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::{Delimiter, MatchKind};
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "double-quotes",
        "between `\"` and `\"` line breaks are ignored",
        "RFC 3986, Appendix C: \"usually within double-quotes\"",
    ),
    stage: Stage::Open,
    kinds: Kinds::ALL,
    when: Facts::BEFORE_QUOTE,
    hopeless: Facts::NONE,
    reads: Reads::Enclosure,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if draft.byte_before() != b'"' || !draft.is_bare() || draft.outset() <= draft.taken {
        return Verdict::Pass;
    }
    let opener = draft.outset() - 1;
    if draft.kind() == MatchKind::Email {
        return enclose_address(draft, opener);
    }
    let Some(enclosed) = delimited::enclosed(draft, opener, &['"']) else { return Verdict::Pass };
    draft.enclose(enclosed, opener, Delimiter::DoubleQuote)
}

/// An address has no room for blanks: the closer touches it.
fn enclose_address(draft: &mut Draft<'_>, opener: usize) -> Verdict {
    if draft.byte_after() != b'"' {
        return Verdict::Pass;
    }
    draft.delimiter = Delimiter::DoubleQuote;
    draft.wrapper = Some(Span::new(opener, draft.end() + 1));
    Verdict::Changed
}

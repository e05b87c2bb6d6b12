//! `“uri”`, `„uri“`, `«uri»`, `»uri«`, `「uri」`: the quotes of other languages, next to the URI.
//!
//! RFC 3987 allows most of these characters in an IRI; a closer that was opened is not one the less
//! a closer.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::delimited;
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::{Delimiter, MatchKind};
use crate::text::chars;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "typographic-quotes",
        "typographic quotes, guillemets and corner brackets next to a URI enclose it",
        "RFC 3986, Appendix C, for the quotes of other languages",
    ),
    stage: Stage::Open,
    kinds: Kinds::URI.or(Kinds::WWW).or(Kinds::DOMAIN).or(Kinds::IP),
    when: Facts::BEFORE_WIDE,
    hopeless: Facts::NONE,
    reads: Reads::Enclosure,
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
    if draft.byte_before() < 0x80 || !draft.is_bare() || draft.kind() == MatchKind::Email {
        return Verdict::Pass;
    }
    let Some((opener, len)) = chars::last(draft.before()) else { return Verdict::Pass };
    let closers = closers(opener);
    if closers.is_empty() {
        return Verdict::Pass;
    }
    let opener = draft.outset() - len;
    if opener < draft.taken {
        return Verdict::Pass;
    }
    let Some(enclosed) = delimited::enclosed(draft, opener, closers) else { return Verdict::Pass };
    draft.enclose(enclosed, opener, Delimiter::TypographicQuote)
}

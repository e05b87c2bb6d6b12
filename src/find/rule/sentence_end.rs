//! `It ended.The next`: a sentence without a space is no domain.
//!
//! Nobody writes a top-level domain with one capital, so it is all lower or all upper case.

use crate::find::class::Class;
use crate::find::decision::{Act, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::vocabulary::MatchKind;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "sentence-end",
        "a bare domain's top-level domain is all lower or all upper case",
        "prose without a space behind the full stop",
    ),
    stage: Stage::Judge,
    wakes: Class::DOMAIN,
    act: Act::Judge(judge),
};

fn judge(draft: &Draft<'_>, _: &Components<'_>) -> Verdict {
    if draft.kind != MatchKind::Domain {
        return Verdict::Pass;
    }
    let labels = draft.labels_at(draft.start());
    if begins_sentence(labels.last.of(draft.text)) {
        return Verdict::Reject("a sentence begins behind the dot");
    }
    Verdict::Pass
}

/// Whether `label` is written in upper and lower case.
pub(crate) fn begins_sentence(label: &[u8]) -> bool {
    let upper = label.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    let letters = label.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    upper > 0 && upper < letters
}

//! `It ended.The next`: a sentence without a space is not a domain.
//!
//! No one writes a top-level domain with one capital, so it is all lower or all upper case.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::MatchKind;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "sentence-end",
        "a bare domain's top-level domain is all lower or all upper case",
        "prose without a space behind the full stop",
    ),
    stage: Stage::Judge,
    kinds: Kinds::DOMAIN,
    when: Facts::MIXED_CASE,
    hopeless: Facts::MIXED_CASE,
    reads: Reads::Candidate,
    act: Act::Judge(judge),
};

fn judge(draft: &Draft<'_>, _: &Components<'_>) -> Verdict {
    if draft.kind() == MatchKind::Domain && draft.facts.meets(Facts::MIXED_CASE) {
        return Verdict::Reject("a sentence begins behind the dot");
    }
    Verdict::Pass
}

//! A line break inside delimiters is the typesetter's, with the blanks around it.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::JoinReason;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "line-break",
        "a line break inside delimiters is dropped with the blanks around it",
        "RFC 3986, Appendix C: \"extra whitespace (spaces, line-breaks, tabs, etc.) may have to be added\"",
    ),
    stage: Stage::Join,
    kinds: Kinds::ALL,
    when: Facts::ALWAYS,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let mut verdict = Verdict::Pass;
    for join in draft
        .proposals
        .iter_mut()
        .filter(|join| !join.vouched && join.reason != JoinReason::InnerBlank)
    {
        join.vouched = true;
        verdict = Verdict::Changed;
    }
    verdict
}

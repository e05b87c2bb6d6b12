//! A line break inside delimiters is the typesetter's, with the blanks around it.

use super::super::class::Class;
use super::super::draft::{Draft, Verdict};
use super::super::matches::JoinReason;
use super::{Act, Rule, RuleInfo, Stage};

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "line-break",
        "a line break inside delimiters is dropped with the blanks around it",
        "RFC 3986, Appendix C: \"extra whitespace (spaces, line-breaks, tabs, etc.) may have to be added\"",
    ),
    stage: Stage::Join,
    wakes: Class::ANY,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let mut verdict = Verdict::Pass;
    for join in draft.proposals.iter_mut().filter(|join| join.reason == JoinReason::Delimited) {
        join.vouched = true;
        verdict = Verdict::Changed;
    }
    verdict
}

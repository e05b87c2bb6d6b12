//! `http://h/a (` without the blank: a bracket that opens at the very end encloses what follows.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "open-bracket",
        "`( [ {` at the end are trimmed",
        "RFC 3986 allows `(`; at the end it opens a remark",
    ),
    stage: Stage::Trim,
    kinds: Kinds::ALL,
    when: Facts::LAST_OPENING,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if !matches!(draft.last_byte(), b'(' | b'[' | b'{') {
        return Verdict::Pass;
    }
    draft.cut(draft.end() - 1);
    Verdict::Changed
}

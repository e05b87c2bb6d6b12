//! format=flowed without `DelSp`: the blank at the end of a soft line is text, so it ends the URI.
//!
//! In mail the URI was complete in 13 of 13 such breaks. A hard break goes on to the other rules.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "flowed-stop",
        "in flowed text a soft line break ends a bare URI",
        "RFC 3676, 4.1; 13 of 13 soft breaks in mail",
    ),
    stage: Stage::Fold,
    kinds: Kinds::URI.or(Kinds::WWW),
    when: Facts::LINE_BLANKS,
    hopeless: Facts::NONE,
    reads: Reads::Line,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    match draft.edge.as_deref() {
        Some(edge) if edge.blanks > 0 => {
            draft.edge = None;
            Verdict::Changed
        }
        _ => Verdict::Pass,
    }
}

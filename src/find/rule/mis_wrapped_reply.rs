//! A reply was wrapped after it was quoted: one of the two lines lost its prefix, or gained one.
//!
//! A join between lines of different depth needs a witness: the line above the URI has the depth of
//! the rest, or the line below the rest has the depth of the URI.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "mis-wrapped-reply",
        "lines of different depth are joined when their neighbours are quoted alike",
        "replies wrapped after quoting, in mail",
    ),
    stage: Stage::Fold,
    kinds: Kinds::URI.or(Kinds::WWW),
    when: Facts::FOLDED,
    hopeless: Facts::NONE,
    reads: Reads::Line,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let Some(edge) = draft.folded.as_deref() else { return Verdict::Pass };
    let witnessed = edge.above == Some(edge.next_depth) || edge.below == Some(edge.depth);
    match draft.proposals.last_mut() {
        Some(join) if !join.vouched && witnessed => {
            join.vouched = true;
            Verdict::Changed
        }
        _ => Verdict::Pass,
    }
}

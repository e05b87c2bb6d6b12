//! format=flowed with `DelSp`=yes: the blank at the end of a line was put there to break it.
//!
//! One blank before the text below is stuffing (RFC 3676, 4.4); two are an indent, and text.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::JoinReason;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "flowed-delsp",
        "with DelSp=yes a soft line break is deleted, and the URI goes on",
        "RFC 3676, 4.1 and 4.6",
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
        Some(edge) if edge.blanks == 1 && edge.indent <= 1 && edge.depth == edge.next_depth => {
            draft.fold(JoinReason::Delsp)
        }
        _ => Verdict::Pass,
    }
}

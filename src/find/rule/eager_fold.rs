//! For archives of badly wrapped mail: any line of 60 columns or more may have been cut.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::tail;
use crate::find::vocabulary::JoinReason;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "eager-fold",
        "a URI that ends a line of 60 columns or more goes on with a structured token below",
        "hard wraps at unusual widths; wrong more often than `fold`",
    ),
    stage: Stage::Fold,
    kinds: Kinds::URI,
    when: Facts::LINE_TOKEN,
    hopeless: Facts::NONE,
    reads: Reads::Line,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let Some(edge) = draft.edge.as_deref() else { return Verdict::Pass };
    let (text, token) = (draft.last_piece(), edge.token.of(draft.text));
    let fits = edge.blanks == 0
        && edge.is_alone
        && edge.width >= 60
        && draft.is_hierarchical()
        && !draft.ends_in_authority()
        && tail::may_go_on(draft, edge)
        && !tail::is_complete_before(text, token)
        && tail::has_structure(token);
    if fits { draft.fold(JoinReason::Fold) } else { Verdict::Pass }
}

//! The rule about line ends: whether a bare URI goes on in the line below.

use super::rule::{Kinds, Rule};
use crate::find::candidate::draft::{Draft, Verdict};
use crate::find::candidate::facts::Facts;
use crate::find::evidence::{self, Evidence};
use crate::find::vocabulary::{JoinReason, MatchKind, Reads};

/// A bare URI that ends its line goes on with the token below, if the evidence for that is strong enough.
///
/// The threshold is the caller's: in mail one join in twenty may be wrong, in an archive a missed break is
/// worse. Where the evidence is weaker than that, but not weak, the other reading is an alternate.
pub(super) const FOLD: Rule = Rule::fold("fold", fold)
    .kinds(Kinds::URI.or(Kinds::WWW))
    .when(Facts::LINE_TOKEN)
    .reads(Reads::Line)
    .documented(
        "a bare URI goes on below the end of its line where the evidence is for it",
        "4,400 line ends of mail from 11 sources, labelled by two readers; see docs/joins.md",
    );

fn fold(draft: &mut Draft<'_>) -> Verdict {
    if !draft.is_hierarchical() && draft.kind() != MatchKind::Www {
        return Verdict::Pass;
    }
    let Some(evidence) = draft.spot().as_ref().and_then(Evidence::at) else { return Verdict::Pass };
    if let Some(line_end) = draft.line_end.as_deref() {
        draft.note_reach(line_end.token.end() + evidence::AHEAD);
    }
    let confidence = evidence.confidence();
    draft.evidence = Some(evidence);
    if confidence < draft.limits.join_confidence {
        draft.doubt = (confidence >= evidence::WORTH_A_READING).then_some(confidence);
        return Verdict::Pass;
    }
    let last = draft.last_piece();
    let is_hyphen = last.ends_with(b"-") && !last.ends_with(b"--");
    draft.fold(if is_hyphen { JoinReason::Hyphen } else { JoinReason::Fold }, confidence)
}

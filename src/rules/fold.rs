//! The rule about line ends: whether a bare URI continues on the next line.

use super::draft::{Draft, Verdict};
use super::rule::Rule;
use crate::candidate::line_end::LineEnd;
use crate::evidence::{self, Evidence};
use crate::vocabulary::{JoinReason, MatchKind};

/// Joins a bare URI at the end of its line with the token below, if the confidence reaches the threshold.
///
/// The configuration sets the threshold. For mail it is high, because a wrong join creates a wrong link. For archives
/// it is lower, because there a missed join is worse. A join below the threshold, but with a confidence of at least
/// [`evidence::WORTH_A_READING`] percent, is an alternate.
pub(super) const FOLD: Rule = Rule::fold("fold", fold).documented(
    "a bare URI continues on the next line if the evidence at the line end supports it",
    "4,700 labelled line ends from 16 sources; see docs/joins.md",
);

fn fold(draft: &mut Draft<'_>) -> Verdict {
    if !draft.is_hierarchical() && draft.kind() != MatchKind::Www {
        return Verdict::Pass;
    }
    let worth = draft.limits.join_confidence.min(evidence::WORTH_A_READING);
    let least = if draft.is_explained { 0 } else { worth };
    let weighed = draft.spot().and_then(|spot| Evidence::at(&spot, least));
    let Some(evidence) = weighed else { return Verdict::Pass };
    let confidence = evidence.confidence();
    let is_joined = confidence >= draft.limits.join_confidence;
    if let Some(LineEnd { token, gap, .. }) = draft.line_end {
        draft.note_reach(token.end() + evidence::AHEAD);
        draft.note_weighed(gap, evidence, is_joined);
    }
    if !is_joined {
        draft.doubt = (confidence >= evidence::WORTH_A_READING).then_some(confidence);
        return Verdict::Pass;
    }
    let last = draft.last_piece();
    let is_hyphen = last.ends_with(b"-") && !last.ends_with(b"--");
    draft.fold(if is_hyphen { JoinReason::Hyphen } else { JoinReason::Fold }, confidence)
}

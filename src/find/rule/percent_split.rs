//! `..Release%` and `3A%20X` below: a percent triplet that the break cut proves the join.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::JoinReason;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "percent-split",
        "a percent triplet cut by a line break is put together again",
        "RFC 3986, 2.1: \"%\" HEXDIG HEXDIG, never less",
    ),
    stage: Stage::Fold,
    kinds: Kinds::URI.or(Kinds::WWW),
    when: Facts::LINE_PERCENT,
    hopeless: Facts::NONE,
    reads: Reads::Line,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let Some(edge) = draft.edge.as_deref() else { return Verdict::Pass };
    let missing = match draft.last_piece() {
        [.., b'%'] => 2,
        [.., b'%', digit] if digit.is_ascii_hexdigit() => 1,
        _ => return Verdict::Pass,
    };
    let digits = edge.token.of(draft.text).iter().take_while(|byte| byte.is_ascii_hexdigit());
    if digits.take(missing).count() < missing || !edge.is_clean || draft.ends_in_authority() {
        return Verdict::Pass;
    }
    draft.fold(JoinReason::PercentSplit)
}

//! A line wider than mailers make them was cut all the same: the token below is the end of a file
//! name whose beginning is above.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::tail;
use crate::find::vocabulary::JoinReason;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "file-tail",
        "a wide line that ends inside a file name goes on with its extension below",
        "cuts in mail at widths above 80, read one by one",
    ),
    stage: Stage::Fold,
    kinds: Kinds::URI.or(Kinds::WWW),
    when: Facts::LINE_TOKEN,
    hopeless: Facts::NONE,
    reads: Reads::Line,
    act: Act::Shape(shape),
};

/// The rest of a name that was cut is short.
const MAX_TAIL: usize = 8;

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let Some(edge) = draft.edge.as_deref() else { return Verdict::Pass };
    let token = tail::without_points(edge.token.of(draft.text));
    let fits = edge.blanks == 0
        && edge.is_alone
        && edge.content_width > 80
        && token.len() <= MAX_TAIL
        && token.first().is_some_and(u8::is_ascii_lowercase)
        && tail::has_extension(token)
        && !draft.ends_in_authority()
        && tail::begins_line(draft, edge)
        && tail::may_go_on(draft, edge)
        && is_inside_name(draft.last_piece());
    if fits { draft.fold(JoinReason::Fold) } else { Verdict::Pass }
}

/// Whether the text ends in a segment that has no extension yet.
fn is_inside_name(text: &[u8]) -> bool {
    let segment = text.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    segment.last().is_some_and(u8::is_ascii_alphanumeric)
        && !segment.iter().any(|byte| matches!(byte, b'.' | b'?' | b'#'))
}

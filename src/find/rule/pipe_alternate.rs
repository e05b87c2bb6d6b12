//! For archives the text after a `|` is another reading of the URI.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "pipe-alternate",
        "the URI with all that stands behind a `|` is an alternate",
        "RFC 2396, 2.4.3: `|` is unwise, and was written none the less",
    ),
    stage: Stage::Cut,
    kinds: Kinds::ALL,
    when: Facts::IN_PIPE,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    // Of a list without blanks not all the rest is another reading of each.
    if !draft.is_bare() || draft.is_partial() || draft.last_byte() == b'|' {
        return Verdict::Pass;
    }
    if !draft.bytes_from(draft.body()).any(|(_, byte)| byte == b'|') {
        return Verdict::Pass;
    }
    draft.spare().pipe = Some(draft.end());
    Verdict::Changed
}

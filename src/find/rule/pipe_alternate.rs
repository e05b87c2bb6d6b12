//! For archives the text behind a `|` is another reading of the URI.

use crate::find::class::Class;
use crate::find::decision::{Act, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "pipe-alternate",
        "the URI with all that stands behind a `|` is an alternate",
        "RFC 2396, 2.4.3: `|` is unwise, and was written none the less",
    ),
    stage: Stage::Cut,
    wakes: Class::PIPE,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    // Of a list without blanks not all the rest is another reading of each.
    if !draft.is_bare() || draft.shown.is_some() || draft.last_byte() == b'|' {
        return Verdict::Pass;
    }
    draft.spare().pipe = Some(draft.end());
    Verdict::Changed
}

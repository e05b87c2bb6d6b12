//! Where an extended autolink may begin.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::MatchKind;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "gfm-start",
        "`www.` begins a link at the start of a line, after white space, or after `* _ ~ (`",
        "GitHub Flavored Markdown, 6.9",
    ),
    stage: Stage::Open,
    kinds: Kinds::URI.or(Kinds::WWW),
    when: Facts::BEFORE_TEXT,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let before = draft.byte_before();
    let may_begin = match draft.kind() {
        MatchKind::Www => {
            before == 0
                || before.is_ascii_whitespace()
                || matches!(before, b'*' | b'_' | b'~' | b'(')
        }
        MatchKind::Uri => !before.is_ascii_alphanumeric(),
        _ => true,
    };
    if may_begin { Verdict::Pass } else { Verdict::Reject("something runs into it") }
}

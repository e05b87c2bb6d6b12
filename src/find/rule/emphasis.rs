//! `*http://h*`, `_http://h_`, `**http://h**`: marks on both sides are emphasis.
//!
//! At one side only they belong to the URI: `some_user_`, `list=PL-x~`.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "emphasis",
        "`*`, `_` and `~` at the end are trimmed when they also stand before the URI",
        "CommonMark, 6.2; the emphasis of plain-text mail",
    ),
    stage: Stage::Trim,
    kinds: Kinds::ALL,
    when: Facts::LAST_MARK,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let mark = draft.last_byte();
    if !matches!(mark, b'*' | b'_' | b'~') || draft.byte_before() != mark {
        return Verdict::Pass;
    }
    let opened = draft.before().iter().rev().take_while(|&&byte| byte == mark).take(3).count();
    let closed = draft.last_piece().iter().rev().take_while(|&&byte| byte == mark).count();
    draft.cut(draft.end() - opened.min(closed));
    Verdict::Changed
}

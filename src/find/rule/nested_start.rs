//! `http://http://t.cn/R`: a scheme was pasted before a whole URI.
//!
//! As RFC 3986 reads it the host is `http` and the port is empty, which no one means. The inner URI
//! is the one that was copied; it is linked and flagged.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::flags::Flag;
use crate::find::scheme;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "nested-start",
        "of a URI directly behind another one's `://`, the inner one is linked",
        "RFC 3986, 3.2.2: `http` would be the host",
    ),
    stage: Stage::Open,
    kinds: Kinds::URI,
    when: Facts::NESTED.or(Facts::BEFORE_SLASH),
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if draft.facts.meets(Facts::NESTED) {
        return Verdict::Yield(draft.body() + 2, "another URI begins directly behind its `://`");
    }
    if draft.is_hierarchical() && is_behind_scheme(draft.before()) {
        draft.flags.set(Flag::NestedStart);
        return Verdict::Changed;
    }
    Verdict::Pass
}

fn is_behind_scheme(before: &[u8]) -> bool {
    let Some(before) = before.strip_suffix(b"://") else { return false };
    let len = before.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).take(16).count();
    scheme::look_up(before.get(before.len() - len..).unwrap_or_default()).is_some()
}

//! `http://http://t.cn/R`: a scheme was pasted before a whole URI.
//!
//! As RFC 3986 reads it the host is `http` and the port is empty, which nobody means. The inner URI
//! is the one that was copied; it is linked and flagged.

use crate::find::class::Class;
use crate::find::decision::{Act, Rule, RuleInfo, Stage};
use crate::find::delimited;
use crate::find::draft::{Draft, Verdict};
use crate::find::flags::Flag;
use crate::find::scheme;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "nested-start",
        "of a URI directly behind another one's `://`, the inner one is linked",
        "RFC 3986, 3.2.2: `http` would be the host",
    ),
    stage: Stage::Open,
    wakes: Class::ANY,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if !draft.is_hierarchical() {
        return Verdict::Pass;
    }
    let inner = draft.body + 2;
    let rest = draft.text.get(inner..).unwrap_or_default();
    if begins_hierarchical(rest) && delimited::starts_uri(draft.text, inner) {
        return Verdict::Yield(inner, "another URI begins directly behind its `://`");
    }
    if draft.byte_before() == b'/' && is_behind_scheme(draft.before()) {
        draft.flags.set(Flag::NestedStart);
        return Verdict::Changed;
    }
    Verdict::Pass
}

/// Whether a known scheme and `://` begin `rest`.
fn begins_hierarchical(rest: &[u8]) -> bool {
    let len = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).take(16).count();
    let (name, behind) = rest.split_at_checked(len).unwrap_or_default();
    behind.starts_with(b"://") && scheme::look_up(name).is_some()
}

fn is_behind_scheme(before: &[u8]) -> bool {
    let Some(before) = before.strip_suffix(b"://") else { return false };
    let len = before.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).take(16).count();
    scheme::look_up(before.get(before.len() - len..).unwrap_or_default()).is_some()
}

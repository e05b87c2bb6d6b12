//! The URI inside `blob:http://h` or `view-source:http://h` belongs to the scheme around it.
//!
//! Browsers give such a URI a meaning of its own, some of them run code. What the outer scheme is
//! not admitted for, its content is not linked for either.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::scheme;
use crate::find::vocabulary::MatchKind;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "carrier-scheme",
        "a URI directly behind a scheme that carries URIs or code is part of it",
        "RFC 3986, 7; RFC 6454",
    ),
    stage: Stage::Open,
    kinds: Kinds::URI.or(Kinds::WWW).or(Kinds::DOMAIN).or(Kinds::IP),
    when: Facts::BEFORE_COLON,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if draft.byte_before() != b':' || draft.kind() == MatchKind::Email {
        return Verdict::Pass;
    }
    let before = draft.before();
    let before = before.strip_suffix(b":").unwrap_or(before);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let len = before.iter().rev().take_while(|byte| is_name(byte)).take(16).count();
    let name = before.get(before.len() - len..).unwrap_or_default();
    if scheme::is_carrier(name) {
        Verdict::Reject("it is the body of a scheme that is not linked")
    } else {
        Verdict::Pass
    }
}

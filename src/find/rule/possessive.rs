//! `http://example.com's owner`: behind a host an apostrophe is English.

use super::super::class::Class;
use super::super::draft::{Draft, Verdict};
use super::{Act, Rule, RuleInfo, Stage};
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "possessive",
        "an apostrophe behind the host ends the URI",
        "RFC 1123, 2.1: no host name has an apostrophe",
    ),
    stage: Stage::Cut,
    wakes: Class::APOSTROPHE,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let Some(authority) = draft.authority() else { return Verdict::Pass };
    let host = authority.of(draft.text);
    if !draft.is_bare() || host.contains(&b'@') || !draft.ends_in_authority() {
        return Verdict::Pass;
    }
    match memchr::memchr(b'\'', host) {
        Some(at) if at > 0 && matches!(host.get(at + 1..), Some(b"" | b"s" | b"S" | b"'")) => {
            draft.cut(Span::new(authority.start() + at, authority.end()).start());
            Verdict::Changed
        }
        _ => Verdict::Pass,
    }
}

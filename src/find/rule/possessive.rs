//! `http://example.com's owner`, `http://h:80'>`: after a host an apostrophe is English, or a quote.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "possessive",
        "an apostrophe behind the host ends the URI",
        "RFC 1123, 2.1: no host name has an apostrophe",
    ),
    stage: Stage::Cut,
    kinds: Kinds::URI.or(Kinds::WWW).or(Kinds::DOMAIN).or(Kinds::IP),
    when: Facts::IN_APOSTROPHE,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let Some(authority) = draft.authority() else { return Verdict::Pass };
    let host = authority.of(draft.text);
    if host.contains(&b'@') {
        return Verdict::Pass;
    }
    match memchr::memchr(b'\'', host) {
        Some(at) if at > 0 => {
            draft.cut(authority.start() + at);
            Verdict::Changed
        }
        _ => Verdict::Pass,
    }
}

//! `http://good.example∕login@evil.example/`: letters outside ASCII before the `@` disguise the host.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::facts::Facts;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "userinfo-letters",
        "a userinfo with characters outside ASCII is no link, and neither is its host",
        "RFC 3986, 7.6: semantic attacks",
    ),
    stage: Stage::Judge,
    kinds: Kinds::ALL,
    when: Facts::HOST_WIDE,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Judge(judge),
};

fn judge(_: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    match uri.userinfo() {
        Some(userinfo) if !userinfo.is_ascii() => {
            Verdict::Reject("its userinfo disguises the host")
        }
        _ => Verdict::Pass,
    }
}

//! `http://h:99999/`: no such port exists, and cutting it off would link another resource.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::facts::Facts;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "port-range",
        "a port above 65535 makes it no link",
        "RFC 3986, 3.2.3 allows any digits; TCP has 16 bits",
    ),
    stage: Stage::Judge,
    kinds: Kinds::ALL,
    when: Facts::PORT_LONG.or(Facts::HOST_ODD),
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Judge(judge),
};

fn judge(_: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    let Some(port) = uri.port().filter(|port| port.len() > 4) else { return Verdict::Pass };
    match port.parse::<u16>() {
        Ok(_) => Verdict::Pass,
        Err(_) => Verdict::Reject("its port is above 65535"),
    }
}

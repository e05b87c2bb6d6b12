//! `http://h:99999/`: no such port exists, and cutting it off would link another resource.

use crate::find::class::Class;
use crate::find::decision::{Act, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "port-range",
        "a port above 65535 makes it no link",
        "RFC 3986, 3.2.3 allows any digits; TCP has 16 bits",
    ),
    stage: Stage::Judge,
    wakes: Class::PORT,
    act: Act::Judge(judge),
};

fn judge(_: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    let Some(port) = uri.port().filter(|port| port.len() > 4) else { return Verdict::Pass };
    match port.parse::<u16>() {
        Ok(_) => Verdict::Pass,
        Err(_) => Verdict::Reject("its port is above 65535"),
    }
}

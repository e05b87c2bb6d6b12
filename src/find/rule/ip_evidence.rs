//! `1.2.3.4` is an address, `1.2.3` and `1.2.3.4.5` are versions.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::MatchKind;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "ip-evidence",
        "a bare IPv4 address has four octets, and nothing runs into it",
        "RFC 3986, 3.2.2: IPv4address",
    ),
    stage: Stage::Judge,
    kinds: Kinds::IP,
    when: Facts::ALWAYS,
    hopeless: Facts::NO_ADDRESS,
    reads: Reads::Candidate,
    act: Act::Judge(judge),
};

fn judge(draft: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    if draft.kind() != MatchKind::Ip {
        return Verdict::Pass;
    }
    let before = draft.byte_before();
    let runs_in = before.is_ascii_alphanumeric()
        || matches!(before, b'.' | b'-' | b'_' | b'@' | b'/' | b'\\');
    let runs_on = matches!(draft.after(), [b'@' | b'_' | b'-', ..])
        || matches!(draft.after(), [b'.', next, ..] if next.is_ascii_alphanumeric());
    if runs_in || runs_on || !uri.host_is_ip() {
        return Verdict::Reject("it is no address but a number");
    }
    Verdict::Pass
}

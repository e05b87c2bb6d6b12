//! The host of a web URI is a name that can resolve.
//!
//! The grammar allows far more in a reg-name than the Domain Name System does. A host that is cut
//! short would be another host, so the whole token is not a link. An underscore is met in practice,
//! but in no top-level domain.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::host;
use crate::find::scheme::Shape;
use crate::find::vocabulary::MatchKind;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "host-labels",
        "the host of a web URI has no empty label, no stray hyphen, no sub-delim",
        "RFC 3986, 3.2.2: \"a registered name intended for lookup in the DNS\"; RFC 1123, 2.1",
    ),
    stage: Stage::Judge,
    kinds: Kinds::URI,
    when: Facts::HOST_ODD,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Judge(judge),
};

fn judge(draft: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    let is_web = draft.scheme().is_some_and(|scheme| scheme.shape == Shape::Web);
    if draft.kind() != MatchKind::Uri || !is_web || uri.host_is_ip() {
        return Verdict::Pass;
    }
    if host::is_name(uri.host().as_bytes()) {
        Verdict::Pass
    } else {
        Verdict::Reject("its host is no name")
    }
}

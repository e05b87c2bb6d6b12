//! The host of a web URI is a name that can resolve.
//!
//! The grammar allows far more in a reg-name than the Domain Name System does. A host that is cut
//! short would be another host, so the whole token is no link. An underscore is met in practice,
//! but in no top-level domain.

use crate::find::class::Class;
use crate::find::decision::{Act, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
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
    wakes: Class::URI,
    act: Act::Judge(judge),
};

fn judge(draft: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    let is_web = draft.scheme.is_some_and(|scheme| scheme.shape == Shape::Web);
    if draft.kind != MatchKind::Uri || !is_web || uri.host_is_ip() {
        return Verdict::Pass;
    }
    if is_name(uri.host()) { Verdict::Pass } else { Verdict::Reject("its host is no name") }
}

/// One pass: a label begins behind each dot, and none is empty or has a hyphen at an end.
fn is_name(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    let mut before = b'.';
    let mut underscores_end = false;
    for byte in host.bytes() {
        let fits = match byte {
            b'.' => !matches!(before, b'.' | b'-'),
            b'-' => before != b'.',
            b'_' | 0x80.. => true,
            b'%' => return is_encoded_name(host),
            _ => byte.is_ascii_alphanumeric(),
        };
        if !fits {
            return false;
        }
        underscores_end = (underscores_end || byte == b'_') && byte != b'.';
        before = byte;
    }
    !matches!(before, b'.' | b'-') && !underscores_end
}

/// A percent-encoded character that is none of a name (`%2F`, `%40`) makes browsers see another
/// host, or none.
fn is_encoded_name(host: &str) -> bool {
    let mut rest = host;
    while let Some((_, encoded)) = rest.split_once('%') {
        let octet = encoded.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        if !octet
            .is_some_and(|octet| octet.is_ascii_alphanumeric() || octet == b'-' || octet >= 0x80)
        {
            return false;
        }
        rest = encoded;
    }
    host.split('.').all(|label| host::is_well_formed(label.as_bytes()))
}

//! Rules about a candidate that is valid in the grammar but is not a link because of its scheme, its userinfo, its host
//! or its port.

use super::draft::{Draft, Verdict};
use super::draft_uri::DraftUri;
use super::form;
use super::rule::{Kinds, Rule};
use crate::candidate::facts::Facts;
use crate::candidate::host;
use crate::candidate::scheme::SchemeForm;
use crate::uri::pct;

/// A URI must have the form that the specification of its scheme requires.
///
/// `http:1,925.00`, `tel:ephone` and `note:this` are valid in the grammar, but they are prices and prose.
pub(super) const SCHEME_SHAPE: Rule =
    Rule::judge("scheme-shape", scheme_shape).kinds(Kinds::URI).when(Facts::FORM).documented(
        "a URI must have the form that its scheme requires, such as a host, an address or digits",
        "RFC 9110, 4.2; RFC 6068; RFC 3966; RFC 8141; RFC 8089 and others",
    );

fn scheme_shape(draft: &Draft<'_>, uri: &DraftUri<'_>) -> Verdict {
    let Some(scheme) = draft.scheme() else { return Verdict::Pass };
    if scheme.shape == SchemeForm::File && is_drive(draft, uri) {
        return Verdict::Reject("it is cut off after a drive letter");
    }
    form::missing_part(scheme.shape, uri).map_or(Verdict::Pass, Verdict::Reject)
}

/// `file:///C|/x`: RFC 1738 did not allow `|` either, but drives were written in this way.
fn is_drive(draft: &Draft<'_>, uri: &DraftUri<'_>) -> bool {
    let is_letter = matches!(uri.path().as_bytes(), [b'/', letter] if letter.is_ascii_alphabetic());
    is_letter && draft.byte_after() == b'|'
}

/// The host of a web URI must be a name that can resolve.
///
/// The grammar allows far more in a reg-name than the Domain Name System does. A part of an invalid host would be a
/// different host, so no part of the token is linked. Underscores occur in practice, but not in top-level domains.
pub(super) const HOST_LABELS: Rule =
    Rule::judge("host-labels", host_labels).kinds(Kinds::URI).when(Facts::HOST_ODD).documented(
        "the host of a web URI has no empty label, no label that begins or ends with a hyphen, and no sub-delim",
        "RFC 3986, 3.2.2: \"a registered name intended for lookup in the DNS\"; RFC 1123, 2.1",
    );

fn host_labels(draft: &Draft<'_>, uri: &DraftUri<'_>) -> Verdict {
    let is_web = draft.scheme().is_some_and(|scheme| scheme.shape == SchemeForm::Web);
    // A percent-encoded host is judged as browsers read it. A hazard tells that it is encoded.
    let is_valid = || uri.host_is_ip() || host::is_name(&pct::decode(uri.host()));
    Verdict::Reject("its host is not a valid name").when(is_web && !is_valid())
}

/// `http://good.example∕login@evil.example/`: non-ASCII characters before the `@` disguise the host.
pub(super) const USERINFO_LETTERS: Rule =
    Rule::judge("userinfo-letters", userinfo_letters).when(Facts::HOST_WIDE).documented(
        "a URI whose userinfo has characters outside ASCII is not a link, and neither is its host",
        "RFC 3986, 7.6: semantic attacks",
    );

fn userinfo_letters(_: &Draft<'_>, uri: &DraftUri<'_>) -> Verdict {
    let is_wide = uri.userinfo().is_some_and(|userinfo| !userinfo.is_ascii());
    Verdict::Reject("its userinfo disguises the host").when(is_wide)
}

/// `ldap://で始まる`: text after the name of a scheme is not a host.
///
/// In a script without spaces the text continues directly after `://`. Real hosts in such a script have a dot, or a
/// port after them.
pub(super) const PROSE_HOST: Rule =
    Rule::judge("prose-host", prose_host).kinds(Kinds::URI).when(Facts::HOST_WIDE).documented(
        "a bare URI whose host begins with a character outside ASCII is a link only if it has a dot in the host, or a port",
        "RFC 3986, 3.2.2: a registered name; text about schemes in Chinese and Japanese",
    );

fn prose_host(draft: &Draft<'_>, uri: &DraftUri<'_>) -> Verdict {
    let authority = draft.authority().map_or(&[][..], |authority| authority.of(draft.text));
    let is_wide = authority.first().is_some_and(|&byte| byte >= 0x80);
    let is_host = uri.port().is_some() || authority.iter().any(|byte| b".@".contains(byte));
    Verdict::Reject(
        "its host begins with a character outside ASCII and has neither a dot nor a port",
    )
    .when(draft.is_bare() && is_wide && !is_host)
}

/// `http://h:99999/`: no such port exists, and without the port the link would be to another resource.
pub(super) const PORT_RANGE: Rule =
    Rule::judge("port-range", port_range).when(Facts::PORT_LONG.or(Facts::HOST_ODD)).documented(
        "a port above 65535 prevents the link",
        "RFC 3986, 3.2.3 allows any digits; TCP ports have 16 bits",
    );

fn port_range(_: &Draft<'_>, uri: &DraftUri<'_>) -> Verdict {
    let is_above = |port: &str| port.len() > 4 && port.parse::<u16>().is_err();
    Verdict::Reject("its port is above 65535").when(uri.port().is_some_and(is_above))
}

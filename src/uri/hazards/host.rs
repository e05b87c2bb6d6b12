//! Hazards of the host (section 3.2.2, section 7.4, and RFC 3987, section 8).

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::borrow::Cow;

use super::characters;
use super::code::Code;
use super::ipv4::{self, Ipv4Form};
use super::report::{Report, Subject, meant};
use super::words::{LOCAL_NAMES, METADATA_ADDRESSES, METADATA_NAMES, is_word};
use crate::ascii::{ALPHA, ByteSet, DIGIT, is_in_domain};
use crate::span::Span;
use crate::uri::host::{HostKind, kind_of};
use crate::uri::pct;
use crate::uri::schemes::Special;

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    let wants_host = subject.special() == Special::Host;
    let Some(span) = subject.parts.host() else {
        let is_missing = wants_host && subject.parts.scheme().is_some();
        return report.found_if(is_missing, Code::MissingAuthority, subject.whole());
    };
    match kind_of(subject.part(span)) {
        HostKind::Ipv4(address) => check_ipv4(address, span, report),
        HostKind::Ipv6(address) => check_ipv6(address, span, report),
        // Addresses of a future version do not exist yet.
        HostKind::IpvFuture => report.found(Code::HostNotDns, span),
        HostKind::RegName if span.is_empty() => {
            // `file:///` is correct, but a userinfo or a port needs a host.
            let has_more = subject.parts.authority().is_some_and(|span| !span.is_empty());
            report.found_if(wants_host || has_more, Code::EmptyHost, span);
        }
        HostKind::RegName => check_name(subject, span, report),
    }
}

fn check_ipv4(address: Ipv4Addr, span: Span, report: &mut Report) {
    if is_private(address) {
        report.found_address(Code::PrivateIp, span, address.into());
    }
    if METADATA_ADDRESSES.contains(&address.into()) {
        report.found_address(Code::MetadataHost, span, address.into());
    }
}

fn check_ipv6(address: Ipv6Addr, span: Span, report: &mut Report) {
    if let Some(inner) = inner_ipv4(address) {
        report.found_address(Code::MappedIp, span, inner.into());
        check_ipv4(inner, span, report);
    } else if address.is_loopback()
        || address.is_unspecified()
        || address.is_unique_local()
        || address.is_unicast_link_local()
        || address.is_multicast()
        || address.segments()[0] & 0xFFC0 == 0xFEC0
    {
        report.found_address(Code::PrivateIp, span, IpAddr::V6(address));
    }
    if METADATA_ADDRESSES.contains(&address.into()) {
        report.found_address(Code::MetadataHost, span, IpAddr::V6(address));
    }
}

/// Whether the address is loopback, private (RFC 1918), link-local, multicast, reserved, in "this network" (RFC 791), in
/// the shared address space (RFC 6598), or for protocols and tests (RFC 6890, RFC 2544). The addresses of documentation
/// (RFC 5737) lead nowhere.
fn is_private(address: Ipv4Addr) -> bool {
    address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || matches!(
            address.octets(),
            [0 | 224.., ..] | [100, 0x40..=0x7F, ..] | [192, 0, 0, _] | [198, 18 | 19, ..]
        )
}

/// The IPv4 address in an IPv6 address: mapped (`::ffff:0:0/96`) and compatible (`::/96`, RFC 4291), translated
/// (`::ffff:0:0:0/96`, RFC 7915), NAT64 (`64:ff9b::/96`, RFC 6052, and `64:ff9b:1::/48`, RFC 8215), 6to4 (`2002::/16`,
/// RFC 3056), Teredo (`2001::/32`, RFC 4380), ISATAP (RFC 5214).
fn inner_ipv4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let ipv4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        Ipv4Addr::new(a, b, c, d)
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0xFFFF, high, low]
        | [0, 0, 0, 0, 0xFFFF, 0, high, low]
        | [0x64, 0xFF9B, 0, 0, 0, 0, high, low]
        | [0x64, 0xFF9B, 1, _, _, _, high, low]
        | [_, _, _, _, 0 | 0x200, 0x5EFE, high, low]
        | [0x2002, high, low, ..] => Some(ipv4(high, low)),
        [0, 0, 0, 0, 0, 0, high, low] if high > 0xFF => Some(ipv4(high, low)),
        [0x2001, 0, _, _, _, _, high, low] => Some(ipv4(!high, !low)),
        _ => None,
    }
}

fn check_name(subject: &Subject<'_>, span: Span, report: &mut Report) {
    let name = subject.part(span);
    let is_encoded = memchr::memchr(b'%', name.as_bytes()).is_some();
    report.found_if(is_encoded, Code::EncodedHost, span);
    report.found_if(is_option(name), Code::OptionLike, span);
    check_rare_ipv4(name, span, report);
    check_local(name, span, report);
    check_dns(subject, span, report);
    if is_encoded || !name.is_ascii() {
        check_characters(name, span, report);
    }
}

/// Whether `text`, a host or a userinfo, begins with `-`: a program that receives it as an argument may read it as an
/// option (`ssh://-oProxyCommand=…`).
pub(super) fn is_option(text: &str) -> bool {
    pct::octets(text).next().is_some_and(|octet| octet.value() == b'-')
}

/// Reports names of the local network and of cloud metadata services.
fn check_local(name: &str, span: Span, report: &mut Report) {
    let name = name.strip_suffix('.').unwrap_or(name);
    report.found_if(is_word(name, METADATA_NAMES), Code::MetadataHost, span);
    let is_local = LOCAL_NAMES.iter().any(|local| is_in_domain(name.as_bytes(), local.as_bytes()));
    report.found_if(is_local, Code::LocalName, span);
}

/// Reports names that `inet_aton` reads as IPv4 addresses. The name is first decoded and mapped, because programs may
/// decode it and map fullwidth characters to ASCII.
fn check_rare_ipv4(name: &str, span: Span, report: &mut Report) {
    let Ok(decoded) = pct::decode_utf8(name) else { return };
    let mapped: Cow<'_, str> = if decoded.is_ascii() {
        decoded
    } else {
        decoded.chars().map(characters::ascii_of).collect()
    };
    match ipv4::form(&mapped) {
        Ipv4Form::Name => {}
        Ipv4Form::OutOfRange => report.found(Code::IpOutOfRange, span),
        Ipv4Form::Rare(address) => {
            report.found_address(Code::RareIp, span, address.into());
            check_ipv4(address, span, report);
        }
    }
}

/// "A registered name intended for lookup in the DNS uses the syntax defined in Section 3.5 of [RFC1034] and Section
/// 2.1 of [RFC1123]"; neither section allows the underscore, but real names contain it, so it is not reported.
fn check_dns(subject: &Subject<'_>, span: Span, report: &mut Report) {
    let name = subject.part(span);
    let relative = name.strip_suffix('.').unwrap_or(name);
    let span = Span::new(span.start(), span.start() + relative.len());
    let mut is_dns = !relative.is_empty();
    for (label, place) in subject.split(span, [b'.'; 2]) {
        is_dns &= is_label(label);
        report.found_if(label.len() > 63, Code::HostLabelTooLong, place);
        let is_punycode = label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"));
        report.found_if(is_punycode, Code::Punycode, place);
    }
    report.found_if(relative.len() > 253, Code::HostLabelTooLong, span);
    report.found_if(!is_dns, Code::HostNotDns, span);
}

/// Whether a label is allowed in the DNS. Non-ASCII characters, raw or encoded, are accepted here, because other codes
/// report them.
fn is_label(label: &str) -> bool {
    const ALLOWED: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"-_"));
    let (Some(&first), Some(&last)) = (label.as_bytes().first(), label.as_bytes().last()) else {
        return false;
    };
    let is_allowed = |octet: u8| !octet.is_ascii() || ALLOWED.contains(octet);
    // Few labels have percent-encoding, so most need no decoding.
    let are_allowed =
        label.bytes().all(is_allowed) || pct::octets(label).map(pct::Octet::value).all(is_allowed);
    first != b'-' && last != b'-' && are_allowed
}

fn check_characters(name: &str, span: Span, report: &mut Report) {
    let mut beyond = meant(name, span.start()).filter(|meant| !meant.char.is_ascii()).peekable();
    report.found_if(beyond.peek().is_some(), Code::Idn, span);
    for meant in beyond {
        report.found_if(characters::is_compatible(meant.char), Code::CompatibilityHost, meant.span);
    }
}

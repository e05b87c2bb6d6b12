//! Userinfo and port (sections 7.2, 7.5 and 7.6).

use super::code::Code;
use super::report::{Report, Subject};
use crate::span::Span;
use crate::uri::pct;

pub(super) fn check(subject: &Subject<'_>, report: &mut impl Report) {
    check_userinfo(subject, report);
    check_port(subject, report);
}

fn check_userinfo(subject: &Subject<'_>, report: &mut impl Report) {
    let Some(span) = subject.parts.userinfo() else { return };
    if span.is_empty() {
        return report.found(Code::EmptyUserinfo, Span::new(span.end(), span.end() + 1));
    }
    report.found(Code::Userinfo, span);
    let userinfo = subject.part(span);
    report.found_if(looks_like_host(userinfo), Code::UserinfoLooksLikeHost, span);
    if let Some((user, password)) = userinfo.split_once(':') {
        let password_span = Span::new(span.start() + user.len() + 1, span.end());
        report.found_if(!password.is_empty(), Code::Password, password_span);
    }
}

/// Whether a reader would take `userinfo` for a host, as in the example of section 7.6:
/// `cnn.example.com&story=breaking_news`.
///
/// A name such as `fred.jones` would pass for a host too. So the labels must be more than two, or
/// the last one a well-known domain, or something must follow as if a host had ended there.
fn looks_like_host(userinfo: &str) -> bool {
    let decoded = pct::decode(userinfo);
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-.".contains(byte);
    let end = decoded.iter().position(|byte| !is_of_name(byte));
    let name = decoded.get(..end.unwrap_or(decoded.len())).unwrap_or_default();
    let mut labels = name.split(|&byte| byte == b'.');
    let last = labels.clone().next_back().unwrap_or_default();
    let count = labels.clone().count();
    let ends_as_host =
        end.and_then(|end| decoded.get(end)).is_some_and(|byte| b"/?#&;=".contains(byte));
    let is_domain = WELL_KNOWN.iter().any(|domain| last.eq_ignore_ascii_case(domain));
    decoded.windows(2).any(|pair| pair == b"//")
        || count >= 2
            && labels.all(|label| !label.is_empty())
            && (count > 2 || ends_as_host || is_domain)
}

/// The ends of most names that somebody would pretend to be.
const WELL_KNOWN: &[&[u8]] = &[
    b"com", b"org", b"net", b"edu", b"gov", b"mil", b"info", b"biz", b"io", b"dev", b"app", b"uk",
    b"de", b"fr", b"it", b"es", b"nl", b"eu", b"ru", b"cn", b"jp", b"br", b"in", b"au", b"ca",
    b"us", b"ch", b"at", b"bank", b"example",
];

/// Section 3.2.3 gives no limit; TCP and UDP have 16 bits.
fn check_port(subject: &Subject<'_>, report: &mut impl Report) {
    let Some(span) = subject.parts.port() else { return };
    let with_colon = Span::new(span.start() - 1, span.end());
    let port = subject.part(span);
    if port.is_empty() {
        return report.found(Code::EmptyPort, with_colon);
    }
    report.found_if(port.len() > 1 && port.starts_with('0'), Code::PortLeadingZeros, span);
    let digits = port.trim_start_matches('0');
    let default = subject.rules.and_then(|rules| rules.default_port);
    match digits.parse::<u16>() {
        _ if digits.is_empty() => report.found(Code::PortZero, span),
        Err(_) => report.found(Code::PortOutOfRange, span),
        Ok(_) if Some(digits) == default => report.found(Code::DefaultPort, with_colon),
        // "The well-known port range (0 - 1023)", as section 7.2 has it.
        Ok(1..1024) => report.found(Code::WellKnownPort, with_colon),
        Ok(_) => {}
    }
}

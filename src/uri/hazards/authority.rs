//! Hazards of the userinfo and the port (sections 7.2, 7.5 and 7.6).

use super::code::Code;
use super::host;
use super::report::{Report, Subject};
use super::words::HIGH_PORTS;
use crate::public_suffix;
use crate::span::Span;
use crate::text::glyph::visible;
use crate::uri::pct;
use crate::uri::schemes::Special;

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    check_userinfo(subject, report);
    check_port(subject, report);
}

fn check_userinfo(subject: &Subject<'_>, report: &mut Report) {
    let Some(span) = subject.parts.userinfo() else { return };
    if span.is_empty() {
        return report.found(Code::EmptyUserinfo, Span::new(span.end(), span.end() + 1));
    }
    let userinfo = subject.part(span);
    report.found_if(!logs_in(subject) || userinfo.contains(':'), Code::Userinfo, span);
    report.found_if(host::is_option(userinfo), Code::OptionLike, span);
    report.found_if(looks_like_host(userinfo), Code::UserinfoLooksLikeHost, span);
    if let Some((user, password)) = userinfo.split_once(':') {
        let password_span = Span::new(span.start() + user.len() + 1, span.end());
        report.found_if(!password.is_empty(), Code::Password, password_span);
    }
}

/// Whether the protocol of the scheme is a login, in which the userinfo is a user name: `ssh://git@a.example`.
fn logs_in(subject: &Subject<'_>) -> bool {
    subject.rules.is_some_and(|rules| rules.default_port == Some("22"))
}

/// Whether a reader could mistake `userinfo` for the host, as in the example of section 7.6:
/// `cnn.example.com&story=breaking_news`.
///
/// A user name such as `fred.jones` also has the form of a host. So the name must meet one more condition: its last
/// label is a top-level domain or `example`, it has at least three labels, as an IPv4 address has, or the next character
/// seems to end a host. A userinfo that contains `//` always looks like a host.
fn looks_like_host(userinfo: &str) -> bool {
    let decoded = pct::decode(userinfo);
    let decoded = String::from_utf8_lossy(&decoded);
    if decoded.contains("//") {
        return true;
    }
    let seen = visible(&decoded);
    let is_of_name = |char: char| char.is_alphanumeric() || "-.\u{3002}\u{ff0e}".contains(char);
    let end = seen.find(|char| !is_of_name(char)).unwrap_or(seen.len());
    let (name, rest) = seen.split_at_checked(end).unwrap_or((&seen, ""));
    let name = name.replace(['\u{3002}', '\u{ff0e}'], ".");
    let name = name.strip_suffix('.').unwrap_or(&name);
    if !name.contains('.') || name.split('.').any(str::is_empty) {
        return false;
    }
    name.split('.').count() > 2
        || name.ends_with(".example")
        || rest.starts_with(['/', '?', '#', '&', ';', '=', '\\', '\u{2044}', '\u{2215}'])
        || public_suffix::is_delegated(name.as_bytes())
}

/// Reports hazards of the port. Section 3.2.3 does not limit its value; in TCP and UDP it has 16 bits.
fn check_port(subject: &Subject<'_>, report: &mut Report) {
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
        Ok(port) => {
            // Without a default port, the protocol of the scheme is not known (`irc`: 194, 6667 and 6697).
            let is_foreign = default.is_some() && belongs_to_a_protocol(port);
            let is_foreign = is_foreign && !is_compatible(subject, port);
            report.found_if(is_foreign, Code::WellKnownPort, with_colon);
        }
    }
}

/// Whether `port` is in "the well-known port range (0 - 1023)" of section 7.2, or is a higher port
/// whose servers may execute the text of an HTTP request as commands: X11, IRC and others that
/// browsers block, Redis and memcached.
pub(super) fn belongs_to_a_protocol(port: u16) -> bool {
    port < 1024 || HIGH_PORTS.contains(&port)
}

/// Whether the protocol of the URI is compatible with the protocol expected on `port` (7.2). This holds if the scheme
/// belongs to the web, FTP or WebSocket, and IANA registered the port for HTTP or for a protocol that is based on HTTP
/// (`http-alt`, `ipp`).
fn is_compatible(subject: &Subject<'_>, port: u16) -> bool {
    subject.special() == Special::Host && matches!(port, 80 | 443 | 591 | 631)
}

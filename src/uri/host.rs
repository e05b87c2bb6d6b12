//! Hosts that are addresses (section 3.2.2): IP literals in brackets, and IPv4 addresses.

use core::net::{Ipv4Addr, Ipv6Addr};

use super::cursor::Cursor;
use super::error::{ParseError, Rule};
use super::parts::HostKind;
use crate::ascii::{HEXDIG, USERINFO};

/// `IP-literal = "[" ( IPv6address / IPvFuture ) "]"`, after the `[`
pub(super) fn ip_literal(cursor: &mut Cursor<'_>) -> Result<HostKind, ParseError> {
    let kind = match cursor.peek() {
        Some(b'v' | b'V') => ipv_future(cursor)?,
        Some(b':' | b'0'..=b'9' | b'A'..=b'F' | b'a'..=b'f') => {
            HostKind::Ipv6(ipv6_address(cursor)?)
        }
        _ => return Err(cursor.stop(Rule::IpLiteral, "an IPv6 address or \"v\"")),
    };
    require(cursor, b"]", Rule::IpLiteral, "\"]\"")?;
    Ok(kind)
}

/// `IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`
fn ipv_future(cursor: &mut Cursor<'_>) -> Result<HostKind, ParseError> {
    cursor.advance(1);
    let version = cursor.at();
    cursor.skip(&HEXDIG);
    if cursor.at() == version {
        return Err(cursor.stop(Rule::IpvFuture, "a hexadecimal digit"));
    }
    require(cursor, b".", Rule::IpvFuture, "a hexadecimal digit or \".\"")?;
    let address = cursor.at();
    cursor.skip(&USERINFO);
    if cursor.at() == address {
        return Err(cursor.stop(Rule::IpvFuture, "an address character"));
    }
    Ok(HostKind::IpvFuture)
}

/// `IPv6address = 6( h16 ":" ) ls32 / "::" 5( h16 ":" ) ls32 / ... / [ *6( h16 ":" ) h16 ] "::"`
///
/// `ls32 = ( h16 ":" h16 ) / IPv4address`
///
/// The nine alternatives of the ABNF allow eight groups, or at most seven groups and one `::`, which replaces at least
/// one group. The last two groups may be written as an IPv4 address; without a `::`, these are groups seven and eight.
///
/// The standard library reads the value, but it does not tell where a text stops being an address.
fn ipv6_address(cursor: &mut Cursor<'_>) -> Result<Ipv6Addr, ParseError> {
    let begin = cursor.at();
    let (mut groups, mut has_gap) = (0, false);
    let mut expected = "a hexadecimal digit or \":\"";
    if cursor.eat(b":") {
        require(cursor, b":", Rule::Ipv6Address, "\":\"")?;
        has_gap = true;
    }
    let has_room = |groups: usize, has_gap: bool| groups < if has_gap { 7 } else { 8 };
    while has_room(groups, has_gap) && is_at_hexdig(cursor) {
        let start = cursor.at();
        h16(cursor);
        let may_be_ipv4 = if has_gap { groups <= 5 } else { groups == 6 };
        if cursor.peek() == Some(b'.') && may_be_ipv4 {
            rest_of_ipv4(cursor, start)?;
            groups += 2;
            break;
        }
        groups += 1;
        if !has_room(groups, has_gap) || !cursor.eat(b":") {
            if cursor.at() - start == 4 {
                expected = "\":\"";
            }
            break;
        }
        if !has_gap && cursor.eat(b":") {
            has_gap = true;
        } else if !is_at_hexdig(cursor) {
            return Err(cursor.stop(Rule::Ipv6Address, "a hexadecimal digit or \":\""));
        }
    }
    let text = core::str::from_utf8(cursor.since(begin)).ok().filter(|_| has_gap || groups == 8);
    let address = text.and_then(|text| text.parse().ok());
    address.ok_or_else(|| cursor.stop(Rule::Ipv6Address, expected))
}

/// `h16 = 1*4HEXDIG`
fn h16(cursor: &mut Cursor<'_>) {
    for _ in 0..4 {
        if is_at_hexdig(cursor) {
            cursor.advance(1);
        }
    }
}

fn is_at_hexdig(cursor: &Cursor<'_>) -> bool {
    cursor.peek().is_some_and(|byte| HEXDIG.contains(byte))
}

/// The rest of an IPv4 address after its first octet, which was read as an `h16` from `start`.
fn rest_of_ipv4(cursor: &mut Cursor<'_>, start: u32) -> Result<(), ParseError> {
    let mut first = Cursor::new(cursor.since(start));
    if dec_octet(&mut first).is_err() || !first.is_at_end() {
        return Err(cursor.stop(Rule::Ipv6Address, "\":\""));
    }
    for _ in 0..3 {
        require(cursor, b".", Rule::DecOctet, "\".\"")?;
        dec_octet(cursor)?;
    }
    Ok(())
}

/// The kind of a host that consists of letters, digits, dots and hyphens.
#[inline]
pub(crate) fn kind_of_name(name: &[u8]) -> HostKind {
    match name.first() {
        Some(b'0'..=b'9') => kind_of_number(name),
        _ => HostKind::RegName,
    }
}

/// The kind of a host that begins with a digit. Not inlined, because such hosts are rare.
#[cold]
#[inline(never)]
fn kind_of_number(name: &[u8]) -> HostKind {
    ipv4_address(name).map_or(HostKind::RegName, HostKind::Ipv4)
}

/// `IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet`, for the whole of `host`
///
/// A host that matches both this rule and `reg-name` is an address, because the "first-match-wins" algorithm applies
/// (section 3.2.2).
pub(super) fn ipv4_address(host: &[u8]) -> Option<Ipv4Addr> {
    // Most hosts are names.
    let host = Some(host).filter(|host| host.first().is_some_and(u8::is_ascii_digit))?;
    core::str::from_utf8(host).ok()?.parse().ok()
}

/// `dec-octet = DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT / "25" %x30-35`
///
/// A leading zero ends the octet, so only the `0` of `01` is read.
fn dec_octet(cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
    let Some(mut value) = digit(cursor) else {
        return Err(cursor.stop(Rule::DecOctet, "an octet from 0 to 255"));
    };
    cursor.advance(1);
    while value != 0
        && let Some(digit) = digit(cursor)
        && let Some(longer) = value.checked_mul(10).and_then(|tens| tens.checked_add(digit))
    {
        value = longer;
        cursor.advance(1);
    }
    Ok(())
}

/// The value of the next `DIGIT`.
fn digit(cursor: &Cursor<'_>) -> Option<u8> {
    cursor.peek().filter(u8::is_ascii_digit).map(|byte| byte - b'0')
}

fn require(
    cursor: &mut Cursor<'_>,
    text: &[u8],
    rule: Rule,
    expected: &'static str,
) -> Result<(), ParseError> {
    if cursor.eat(text) { Ok(()) } else { Err(cursor.stop(rule, expected)) }
}

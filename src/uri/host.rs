//! Hosts (section 3.2.2): their kinds, and the grammar of those that are addresses: IP literals and IPv4 addresses.

use core::net::{Ipv4Addr, Ipv6Addr};

use super::cursor::Cursor;
use super::error::{ParseError, Rule};
use crate::ascii::{HEXDIG, USERINFO};

/// The kind of host in an authority (section 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum HostKind {
    /// A registered name, which may be empty.
    RegName,
    /// `IPv4address`: four decimal octets without leading zeros.
    Ipv4(Ipv4Addr),
    /// `IPv6address`, in brackets.
    Ipv6(Ipv6Addr),
    /// `IPvFuture`, in brackets.
    IpvFuture,
}

/// `IP-literal = "[" ( IPv6address / IPvFuture ) "]"`, after the `[`
pub(super) fn ip_literal(cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
    match cursor.peek() {
        Some(b'v' | b'V') => ipv_future(cursor)?,
        Some(b':' | b'0'..=b'9' | b'A'..=b'F' | b'a'..=b'f') => ipv6_address(cursor)?,
        _ => return Err(cursor.stop(Rule::IpLiteral, "an IPv6 address or \"v\"")),
    }
    require(cursor, b"]", Rule::IpLiteral, "\"]\"")
}

/// `IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`
fn ipv_future(cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
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
    Ok(())
}

/// `IPv6address = 6( h16 ":" ) ls32 / "::" 5( h16 ":" ) ls32 / ... / [ *6( h16 ":" ) h16 ] "::"`
///
/// `ls32 = ( h16 ":" h16 ) / IPv4address`
///
/// The nine alternatives of the ABNF allow eight groups, or at most seven groups and one `::`, which replaces at least
/// one group. The last two groups may be written as an IPv4 address; without a `::`, these are groups seven and eight.
///
/// The standard library reads the value, but it does not tell where a text stops being an address.
fn ipv6_address(cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
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
    let is_address = text.is_some_and(|text| text.parse::<Ipv6Addr>().is_ok());
    if is_address { Ok(()) } else { Err(cursor.stop(Rule::Ipv6Address, expected)) }
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

/// The kind of a `host`, with the value of an IP address. The grammar must allow the host.
///
/// A host that matches both `IPv4address` and `reg-name` is an address, because the "first-match-wins" algorithm applies
/// (section 3.2.2).
pub(crate) fn kind_of(host: &str) -> HostKind {
    let literal = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    match (literal, host.as_bytes().first()) {
        (Some(literal), _) => literal.parse().map_or(HostKind::IpvFuture, HostKind::Ipv6),
        (None, Some(b'0'..=b'9')) => host.parse().map_or(HostKind::RegName, HostKind::Ipv4),
        _ => HostKind::RegName,
    }
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

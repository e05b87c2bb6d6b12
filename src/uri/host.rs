//! Hosts that are addresses (section 3.2.2): IP literals in brackets, and IPv4 addresses.

use core::net::{Ipv4Addr, Ipv6Addr};

use super::cursor::Cursor;
use super::error::{Expected, Rule, Stop};
use super::grammar::Mode;
use super::parts::HostKind;
use crate::ascii::{HEXDIG, UNRESERVED, USERINFO};

/// The kind and the zone of an IP literal.
pub(super) struct IpLiteral {
    pub(super) kind: HostKind,
    /// The offset of the `%25` before a zone identifier; 0 if the literal has no zone identifier.
    pub(super) zone_start: u32,
}

/// `IP-literal = "[" ( IPv6address / IPvFuture ) "]"`, after the `[`
///
/// If zone identifiers are allowed, `IP-literal = "[" ( IPv6address / IPv6addrz / IPvFuture ) "]"` and
/// `IPv6addrz = IPv6address "%25" ZoneID` (RFC 6874).
pub(super) fn ip_literal(cursor: &mut Cursor<'_>, mode: Mode) -> Result<IpLiteral, Stop> {
    let mut literal = IpLiteral { kind: HostKind::IpvFuture, zone_start: 0 };
    match cursor.peek() {
        Some(b'v' | b'V') => ipv_future(cursor)?,
        Some(b':' | b'0'..=b'9' | b'A'..=b'F' | b'a'..=b'f') => {
            literal.kind = HostKind::Ipv6(ipv6_address(cursor)?);
            if mode.has_zone_ids() && cursor.peek() == Some(b'%') {
                literal.zone_start = cursor.at();
                zone_id(cursor)?;
            }
        }
        _ => return Err(cursor.stop(Rule::IpLiteral, Expected::Address)),
    }
    require(cursor, b"]", Rule::IpLiteral, Expected::ClosingBracket)?;
    Ok(literal)
}

/// `IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`
fn ipv_future(cursor: &mut Cursor<'_>) -> Result<(), Stop> {
    cursor.advance(1);
    let version = cursor.at();
    cursor.skip(&HEXDIG);
    if cursor.at() == version {
        return Err(cursor.stop(Rule::IpvFuture, Expected::HexDigit));
    }
    require(cursor, b".", Rule::IpvFuture, Expected::HexDigitOrDot)?;
    let address = cursor.at();
    cursor.skip(&USERINFO);
    if cursor.at() == address {
        return Err(cursor.stop(Rule::IpvFuture, Expected::AddressCharacter));
    }
    Ok(())
}

/// `"%25" ZoneID` with `ZoneID = 1*( unreserved / pct-encoded )` (RFC 6874)
fn zone_id(cursor: &mut Cursor<'_>) -> Result<(), Stop> {
    for mark in [b"%", b"2", b"5"] {
        require(cursor, mark, Rule::ZoneId, Expected::ZoneMark)?;
    }
    let start = cursor.at();
    cursor.skip(&UNRESERVED);
    while cursor.peek() == Some(b'%') {
        cursor.pct_encoded()?;
        cursor.skip(&UNRESERVED);
    }
    if cursor.at() == start {
        return Err(cursor.stop(Rule::ZoneId, Expected::ZoneCharacter));
    }
    Ok(())
}

/// The groups of an IPv6 address read so far.
///
/// The nine alternatives of the ABNF allow eight groups, or at most seven groups and one `::`, which replaces at least
/// one group. The last two groups may be written as an IPv4 address.
#[derive(Default)]
struct Groups {
    values: [u16; 8],
    len: usize,
    /// The number of groups before the `::`, if there is one.
    gap: Option<usize>,
}

impl Groups {
    const fn capacity(&self) -> usize {
        if self.gap.is_some() { 7 } else { 8 }
    }

    const fn has_room(&self) -> bool {
        self.len < self.capacity()
    }

    /// Whether the next two groups may be written as an IPv4 address. This is allowed only for the last two groups. If
    /// there is no `::`, these are groups seven and eight.
    const fn has_room_for_ipv4(&self) -> bool {
        if self.gap.is_some() { self.len <= 5 } else { self.len == 6 }
    }

    fn push(&mut self, value: u16) {
        if let Some(group) = self.values.get_mut(self.len) {
            *group = value;
            self.len += 1;
        }
    }

    fn push_ipv4(&mut self, address: Ipv4Addr) {
        let [a, b, c, d] = address.octets();
        self.push(u16::from_be_bytes([a, b]));
        self.push(u16::from_be_bytes([c, d]));
    }

    /// The address, if there are enough groups for one.
    fn address(mut self) -> Option<Ipv6Addr> {
        match self.gap {
            Some(gap) => self.values.get_mut(gap..)?.rotate_right(8 - self.len),
            None if self.len < 8 => return None,
            None => {}
        }
        Some(self.values.into())
    }
}

/// `IPv6address = 6( h16 ":" ) ls32 / "::" 5( h16 ":" ) ls32 / ... / [ *6( h16 ":" ) h16 ] "::"`
///
/// `ls32 = ( h16 ":" h16 ) / IPv4address`
fn ipv6_address(cursor: &mut Cursor<'_>) -> Result<Ipv6Addr, Stop> {
    let mut groups = Groups::default();
    let mut expected = Expected::HexDigitOrColon;
    if cursor.eat(b":") {
        require(cursor, b":", Rule::Ipv6Address, Expected::Colon)?;
        groups.gap = Some(0);
    }
    while groups.has_room() && is_at_hexdig(cursor) {
        let start = cursor.at();
        let value = h16(cursor);
        if cursor.peek() == Some(b'.') && groups.has_room_for_ipv4() {
            groups.push_ipv4(rest_of_ipv4(cursor, start)?);
            break;
        }
        groups.push(value);
        if !groups.has_room() || !cursor.eat(b":") {
            if cursor.at() - start == 4 {
                expected = Expected::Colon;
            }
            break;
        }
        if groups.gap.is_none() && cursor.eat(b":") {
            groups.gap = Some(groups.len);
        } else if !is_at_hexdig(cursor) {
            return Err(cursor.stop(Rule::Ipv6Address, Expected::HexDigitOrColon));
        }
    }
    groups.address().ok_or_else(|| cursor.stop(Rule::Ipv6Address, expected))
}

/// `h16 = 1*4HEXDIG`
fn h16(cursor: &mut Cursor<'_>) -> u16 {
    let mut value = 0;
    for _ in 0..4 {
        let Some(digit) = cursor.peek().and_then(|byte| char::from(byte).to_digit(16)) else {
            break;
        };
        value = value << 4 | digit;
        cursor.advance(1);
    }
    // Four hexadecimal digits are 16 bits, so the value fits.
    u16::try_from(value).unwrap_or_default()
}

fn is_at_hexdig(cursor: &Cursor<'_>) -> bool {
    cursor.peek().is_some_and(|byte| HEXDIG.contains(byte))
}

/// The rest of an IPv4 address after its first octet, which was read as an `h16` from `start`.
fn rest_of_ipv4(cursor: &mut Cursor<'_>, start: u32) -> Result<Ipv4Addr, Stop> {
    let mut first = Cursor::new(cursor.since(start));
    match dec_octet(&mut first) {
        Ok(octet) if first.is_at_end() => octets_after(cursor, octet),
        _ => Err(cursor.stop(Rule::Ipv6Address, Expected::Colon)),
    }
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
    // Most hosts are names. The shortest address is `0.0.0.0`, the longest `255.255.255.255`.
    if !(7..=15).contains(&host.len()) || !host.first()?.is_ascii_digit() {
        return None;
    }
    let mut cursor = Cursor::new(host);
    let first = dec_octet(&mut cursor).ok()?;
    let address = octets_after(&mut cursor, first).ok()?;
    cursor.is_at_end().then_some(address)
}

/// `"." dec-octet "." dec-octet "." dec-octet`
fn octets_after(cursor: &mut Cursor<'_>, first: u8) -> Result<Ipv4Addr, Stop> {
    let mut octets = [first, 0, 0, 0];
    for octet in octets.iter_mut().skip(1) {
        require(cursor, b".", Rule::DecOctet, Expected::Dot)?;
        *octet = dec_octet(cursor)?;
    }
    Ok(octets.into())
}

/// `dec-octet = DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT / "25" %x30-35`
///
/// A leading zero ends the octet, so only the `0` of `01` is read.
fn dec_octet(cursor: &mut Cursor<'_>) -> Result<u8, Stop> {
    let Some(mut value) = digit(cursor) else {
        return Err(cursor.stop(Rule::DecOctet, Expected::Octet));
    };
    cursor.advance(1);
    while value != 0
        && let Some(digit) = digit(cursor)
        && let Some(longer) = value.checked_mul(10).and_then(|tens| tens.checked_add(digit))
    {
        value = longer;
        cursor.advance(1);
    }
    Ok(value)
}

/// The value of the next `DIGIT`.
fn digit(cursor: &Cursor<'_>) -> Option<u8> {
    cursor.peek().filter(u8::is_ascii_digit).map(|byte| byte - b'0')
}

fn require(
    cursor: &mut Cursor<'_>,
    text: &[u8],
    rule: Rule,
    expected: Expected,
) -> Result<(), Stop> {
    if cursor.eat(text) { Ok(()) } else { Err(cursor.stop(rule, expected)) }
}

//! Rare forms of IPv4 addresses (section 7.4).
//!
//! "Although the URI syntax for `IPv4address` only allows the common dotted-decimal form of IPv4 address literal, many
//! implementations that process URIs make use of platform-dependent system routines, such as `gethostbyname()` and
//! `inet_aton()`, to translate the string literal to an actual IP address." In the grammar, such a host is a registered
//! name, but those programs read it as an address.

use core::net::Ipv4Addr;

/// The interpretation of a registered name by `inet_aton`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ipv4Form {
    /// A name: its last label is not a number.
    Name,
    /// An address in a form that the URI grammar does not allow.
    Rare(Ipv4Addr),
    /// Not an address, although its last label is a number.
    OutOfRange,
}

/// The interpretation of the name `host`. A dot at the end, which means the root of the DNS, is ignored.
pub(super) fn form(host: &str) -> Ipv4Form {
    let host = host.strip_suffix('.').unwrap_or(host);
    let last = host.rsplit('.').next().unwrap_or_default();
    if !is_numeric(last) {
        return Ipv4Form::Name;
    }
    address(host).map_or(Ipv4Form::OutOfRange, Ipv4Form::Rare)
}

/// Whether `label` has a value as a [`number`], or consists of decimal digits.
fn is_numeric(label: &str) -> bool {
    let is_decimal = !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit());
    is_decimal || number(label).is_some()
}

/// The address that one to four numbers specify; the last number supplies all remaining bytes.
fn address(host: &str) -> Option<Ipv4Addr> {
    let mut octets = [0; 4];
    let mut slots = octets.iter_mut();
    let (front, last) = host.rsplit_once('.').map_or((None, host), |(a, b)| (Some(a), b));
    for label in front.into_iter().flat_map(|front| front.split('.')) {
        *slots.next()? = u8::try_from(number(label)?).ok()?;
    }
    let slots = slots.into_slice();
    let value = number(last)?.to_be_bytes();
    let (lost, kept) = value.split_at_checked(value.len().checked_sub(slots.len())?)?;
    if slots.is_empty() || lost.iter().any(|&byte| byte != 0) {
        return None;
    }
    slots.copy_from_slice(kept);
    Some(octets.into())
}

/// The value of a number as `inet_aton` reads it: octal after `0`, hexadecimal after `0x`, and decimal without a
/// prefix.
fn number(label: &str) -> Option<u32> {
    let (digits, radix) = match label.as_bytes() {
        [b'0', b'x' | b'X', ..] => (label.get(2..)?, 16),
        [b'0', _, ..] => (label.get(1..)?, 8),
        [] => return None,
        _ => (label, 10),
    };
    if digits.is_empty() {
        // The C library reads `0x` as 0.
        return Some(0);
    }
    // `from_str_radix` would accept a sign.
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_forms_of_the_loopback_address_are_recognized() {
        for host in [
            "127.1",
            "127.0.1",
            "2130706433",
            "0x7f.0.0.1",
            "0x7F000001",
            "017700000001",
            "0177.0.0.01",
            "127.0.0.1.",
            "0x7f.1",
            "0127.0.0.1",
        ] {
            let expected = if host == "0127.0.0.1" { [87, 0, 0, 1] } else { [127, 0, 0, 1] };
            assert_eq!(form(host), Ipv4Form::Rare(expected.into()), "{host}");
        }
    }

    #[test]
    fn malformed_numbers_are_not_addresses() {
        for host in
            ["256.256.256.256", "4294967296", "1.2.3.4.5", "1..2", "a.1", "127.0.0.08", "1.+1"]
        {
            let expected = if host == "1.+1" { Ipv4Form::Name } else { Ipv4Form::OutOfRange };
            assert_eq!(form(host), expected, "{host}");
        }
    }

    #[test]
    fn names_are_not_addresses() {
        for host in ["", ".", "example.com", "0x7g", "1.2.3.x", "a0x1"] {
            assert_eq!(form(host), Ipv4Form::Name, "{host}");
        }
    }
}

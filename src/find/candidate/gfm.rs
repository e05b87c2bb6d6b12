//! What GitHub Flavored Markdown takes for an address and for a domain (section 6.9), to the letter.
//!
//! It is less than the RFCs have in a local part and more than they have in a host, and it does
//! not look further than the character: what it calls a domain may be the beginning of one.

use crate::find::candidate::email::MAX_LOCAL_LEN;
use crate::span::Span;
use crate::text::chars;
use crate::uri::pct;

/// The address around the `@` at `at` as GFM has it, exactly; `None` where there is not one.
///
/// Before the `@` are letters, digits and `.-_+`, and nothing else; after it a domain with a dot,
/// which no second `@` touches. The specification says of the last character that it is not `-` and
/// no `_`; to its implementations it is a letter, and so it is here.
pub(crate) fn address(text: &[u8], floor: usize, at: usize) -> Option<Span> {
    let floor = floor.max(at.saturating_sub(MAX_LOCAL_LEN + 1));
    let before = Span::new(floor, at).of(text);
    let local = before.iter().rev().take_while(|&&byte| is_local(byte)).count();
    let end = domain_end(text, at + 1);
    let domain = Span::new(at + 1, end).of(text);
    let is_address = (1..=MAX_LOCAL_LEN).contains(&local)
        && domain.contains(&b'.')
        && domain.last().is_some_and(u8::is_ascii_alphabetic)
        && chars::byte_at(text, end) != b'@';
    is_address.then(|| Span::new(at - local, end))
}

fn is_local(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+')
}

/// Where the domain that begins at `start` ends: letters, digits, `-`, `_`, and a `.` before a
/// letter or digit.
fn domain_end(text: &[u8], start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let next = rest.iter().skip(1).chain(&[0]);
    let is_domain = |&(&byte, &next): &(&u8, &u8)| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'_')
            || (byte == b'.' && next.is_ascii_alphanumeric())
    };
    start + rest.iter().zip(next).take_while(is_domain).count()
}

/// Where the bytes end that an address of GFM with a resource can have.
pub(crate) fn address_run_end(text: &[u8], start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let is_inner = |&&byte: &&u8| is_local(byte) || matches!(byte, b'@' | b'/');
    start + rest.iter().take_while(is_inner).count()
}

/// Whether the authority at `start` begins with a valid domain, which ends at the first character
/// that no domain has: no `_` is in its last two labels.
pub(crate) fn begins_with_domain(authority: &[u8]) -> bool {
    let is_inner =
        |byte: &&u8| byte.is_ascii_alphanumeric() || b".-_".contains(byte) || **byte >= 0x80;
    let len = authority.iter().take_while(is_inner).count();
    let domain = authority.get(..len).unwrap_or_default();
    let mut last = domain.rsplit(|&byte| byte == b'.');
    let no_underscore = |label: Option<&[u8]>| !label.is_some_and(|label| label.contains(&b'_'));
    domain.first().is_some_and(|&first| first.is_ascii_alphanumeric() || first >= 0x80)
        && no_underscore(last.next())
        && no_underscore(last.next())
}

/// `whole` with what no host has, and GFM does not end one at, percent-encoded in its authority:
/// `http://a.example[b]` has the host `a.example%5Bb%5D`. Brackets of an IP literal stay.
///
/// `None` where nothing is to be encoded. A backslash is not: to browsers it is a `/`.
pub(crate) fn encode_host(whole: &str) -> Option<String> {
    const FOREIGN: &[char] = &['[', ']', '`', '>', '"', '{', '}', '|', '^'];
    let (scheme, rest) = whole.split_once("://")?;
    let (authority, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    if authority.starts_with('[') || !authority.contains(FOREIGN) {
        return None;
    }
    let mut encoded = [scheme, "://"].concat();
    for c in authority.chars() {
        match u8::try_from(c) {
            Ok(byte) if FOREIGN.contains(&c) => pct::push(&mut encoded, byte),
            _ => encoded.push(c),
        }
    }
    encoded.push_str(rest);
    Some(encoded)
}

//! What GitHub Flavored Markdown takes for an address and for a domain (section 6.9), to the letter.
//!
//! It is less than the RFCs have in a local part and more than they have in a host, and it does
//! not look further than the character: what it calls a domain may be the beginning of one.

use crate::candidate::email::MAX_LOCAL_LEN;
use crate::span::Span;
use crate::text::chars;
use crate::text::glyph::{Glyph, glyph};
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

/// Whether `authority` begins with a valid domain that begins with a letter or digit. It ends at the first
/// character that no domain has.
pub(crate) fn begins_with_domain(authority: &[u8]) -> bool {
    let domain = domain(authority);
    domain.first().is_some_and(|&first| first.is_ascii_alphanumeric() || first >= 0x80)
        && is_valid(domain)
}

/// Whether the last two labels of `domain` are without a `_`.
fn is_valid(domain: &[u8]) -> bool {
    let last = domain.rsplit(|&byte| byte == b'.').take(2);
    !domain.is_empty() && last.into_iter().all(|label| !label.contains(&b'_'))
}

/// Whether an extended `www` autolink may begin at `start`: after the start of a line, white space, or one of
/// `* _ ~ (`, with `www.` in small letters.
pub(crate) fn may_begin_www(text: &[u8], start: usize) -> bool {
    let before = chars::byte_before(text, start);
    let is_border = before == 0 || before.is_ascii_whitespace() || b"*_~(".contains(&before);
    is_border && text.get(start..).is_some_and(|rest| rest.starts_with(WWW))
}

/// Where the name at `start` ends, `www.` and what follows it, and whether that is a valid domain, which has a
/// period. None of the name begins another link if it is not.
pub(crate) fn www_name(text: &[u8], start: usize) -> (usize, bool) {
    let start = start + WWW.len();
    let rest = text.get(start..).unwrap_or_default();
    let domain = domain(rest.get(..rest.len().min(MAX_DOMAIN)).unwrap_or_default());
    (start + domain.len(), domain.contains(&b'.') && is_valid(domain))
}

const WWW: &[u8] = b"www.";

/// How far a domain is read, in bytes: the DNS has names of 253.
const MAX_DOMAIN: usize = 256;

/// The beginning of `text` that has characters of domains only: letters, digits, `-`, `_` and periods.
fn domain(text: &[u8]) -> &[u8] {
    let mut len = 0;
    while let Some(&byte) = text.get(len) {
        len += match byte {
            b'.' | b'-' | b'_' => 1,
            0x80.. => match chars::first(text.get(len..).unwrap_or_default()) {
                Some((c, len)) if is_letter(c) => len,
                _ => break,
            },
            _ if byte.is_ascii_alphanumeric() => 1,
            _ => break,
        };
    }
    text.get(..len).unwrap_or_default()
}

/// `whole` with what no host has, and GFM does not end one at, percent-encoded in its authority:
/// `http://a.example[b]` has the host `a.example%5Bb%5D`. Brackets of an IP literal stay, as does the colon
/// before a port.
///
/// `None` where nothing is to be encoded. A backslash is not: to browsers it is a `/`.
pub(crate) fn encode_host(whole: &str) -> Option<String> {
    const FOREIGN: &[char] = &['[', ']', '`', '>', '"', '{', '}', '|', '^'];
    let (scheme, rest) = whole.split_once("://")?;
    let (authority, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let port = authority.rsplit_once(':').map_or("", |(_, port)| port);
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    let colons = authority.bytes().filter(|&byte| byte == b':').count();
    let has_colon = colons > usize::from(is_port) && !authority.contains('@');
    let is_foreign = |c: char| match c {
        ':' => has_colon,
        '\u{80}'.. => !is_letter(c),
        _ => FOREIGN.contains(&c),
    };
    if authority.starts_with('[') || !authority.contains(is_foreign) {
        return None;
    }
    let mut encoded = [scheme, "://"].concat();
    for c in authority.chars() {
        if is_foreign(c) {
            let mut octets = [0; 4];
            c.encode_utf8(&mut octets).bytes().for_each(|byte| pct::push(&mut encoded, byte));
        } else {
            encoded.push(c);
        }
    }
    encoded.push_str(rest);
    Some(encoded)
}

/// Whether `c`, which is outside ASCII, is a letter, digit or mark of a domain.
fn is_letter(c: char) -> bool {
    matches!(glyph(c), Glyph::Letter | Glyph::Cjk)
}

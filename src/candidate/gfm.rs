//! Addresses and domains as the specification of GitHub Flavored Markdown (section 6.9) and its implementations define
//! them.
//!
//! GFM allows fewer characters in a local part than the RFCs do, and more in a host. A domain ends at the first
//! character that it cannot contain, so it may be the beginning of a longer name.

use crate::candidate::email::MAX_LOCAL_LEN;
use crate::span::Span;
use crate::text::chars;
use crate::text::glyph::{Glyph, glyph};
use crate::uri::pct;

/// The GFM address around the `@` at `at`; if the text there is not an address, the end of the text that shows it.
///
/// The local part consists of letters, digits and `.-_+`. The domain contains a dot, and no second `@` follows it. The
/// specification requires that the last character is neither `-` nor `_`. Its implementations require a letter, and so
/// does this function.
pub(crate) fn address(text: &[u8], floor: usize, at: usize) -> Result<Span, usize> {
    let floor = floor.max(at.saturating_sub(MAX_LOCAL_LEN + 1));
    let before = Span::new(floor, at).of(text);
    let local = before.iter().rev().take_while(|&&byte| is_local(byte)).count();
    let end = domain_end(text, at + 1);
    let domain = Span::new(at + 1, end).of(text);
    let is_address = (1..=MAX_LOCAL_LEN).contains(&local)
        && domain.contains(&b'.')
        && domain.last().is_some_and(u8::is_ascii_alphabetic)
        && chars::byte_at(text, end) != b'@';
    if is_address { Ok(Span::new(at - local, end)) } else { Err(end) }
}

fn is_local(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+')
}

/// The end of the domain that begins at `start`: letters, digits, `-`, `_`, and a `.` before a letter or digit.
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

/// The end of the run of bytes at `start` that a GFM address with a resource (`jane@example.com/desk`) may contain.
pub(crate) fn address_run_end(text: &[u8], start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    start + chars::split_run(rest, |byte| is_local(byte) || matches!(byte, b'@' | b'/')).0.len()
}

/// Whether `authority` begins with a valid domain whose first character is a letter or digit. The domain ends at the
/// first character that a domain cannot contain.
pub(crate) fn begins_with_domain(authority: &[u8]) -> bool {
    let domain = domain(authority);
    domain.first().is_some_and(|&first| first.is_ascii_alphanumeric() || first >= 0x80)
        && is_valid(domain)
}

/// Whether `domain` is not empty and has no `_` in its last two labels.
fn is_valid(domain: &[u8]) -> bool {
    let last = domain.rsplit(|&byte| byte == b'.').take(2);
    !domain.is_empty() && last.into_iter().all(|label| !label.contains(&b'_'))
}

/// Whether an extended `www` autolink may begin at `start`: after the start of a line, white space, or one of
/// `* _ ~ (`, with `www.` in lower case.
pub(crate) fn may_begin_www(text: &[u8], start: usize) -> bool {
    let before = chars::byte_before(text, start);
    let is_border = before == 0 || before.is_ascii_whitespace() || b"*_~(".contains(&before);
    is_border && text.get(start..).is_some_and(|rest| rest.starts_with(WWW))
}

/// The end of the name at `start`, which consists of `www.` and a domain, and whether that domain is valid and has a
/// period. If the result is false, no other link begins inside the name.
pub(crate) fn www_name(text: &[u8], start: usize) -> (usize, bool) {
    let start = start + WWW.len();
    let rest = text.get(start..).unwrap_or_default();
    let domain = domain(rest.get(..rest.len().min(MAX_DOMAIN)).unwrap_or_default());
    (start + domain.len(), domain.contains(&b'.') && is_valid(domain))
}

const WWW: &[u8] = b"www.";

/// The maximum number of bytes of a domain that are read: names in the DNS have at most 253.
const MAX_DOMAIN: usize = 256;

/// The run of characters of a domain at the beginning of `text`: letters, digits, `-`, `_` and periods.
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

/// Percent-encodes the characters in the authority of the URI `whole` that a host cannot contain but that do not end a
/// host in GFM: the host of `http://a.example[b]` becomes `a.example%5Bb%5D`. The brackets of an IP literal and the
/// colon before a port are kept.
///
/// `None` if there is nothing to encode. A backslash is not encoded, because browsers treat it as a `/`.
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
    matches!(glyph(c), Glyph::Letter | Glyph::Cjk | Glyph::Hyphen)
}

//! Functions on bytes: runs at the beginning and the end of a text, parts of a text, and shapes of names.

use crate::candidate::extension;
use crate::text::chars;

/// The bytes at the end of `text` for which `holds` is true.
pub(super) fn end_run(text: &[u8], holds: impl Fn(&u8) -> bool) -> &[u8] {
    chars::split_last_run(text, |byte| holds(&byte)).1
}

/// The bytes at the beginning of `text` for which `holds` is true.
pub(super) fn start_run(text: &[u8], holds: impl Fn(&u8) -> bool) -> &[u8] {
    chars::split_run(text, |byte| holds(&byte)).0
}

/// `text` without the `marks` at its end. If no byte would be left, returns all of `text`.
pub(super) fn trimmed<'t>(text: &'t [u8], marks: &[u8]) -> &'t [u8] {
    let len = text.iter().rposition(|byte| !marks.contains(byte)).map_or(text.len(), |at| at + 1);
    text.get(..len).unwrap_or_default()
}

/// The punctuation that ends a sentence or a part of a sentence.
pub(super) const POINTS: &[u8] = b".,;:!?";

/// Whether `text` is not empty and `holds` is true for every byte.
pub(super) fn all(text: &[u8], holds: impl Fn(&u8) -> bool) -> bool {
    !text.is_empty() && text.iter().all(holds)
}

pub(super) fn has(text: &[u8], byte: u8) -> bool {
    memchr::memchr(byte, text).is_some()
}

pub(super) fn count(text: &[u8], byte: u8) -> usize {
    memchr::memchr_iter(byte, text).count()
}

/// Whether `text` contains `://`, as a URI with an authority does.
pub(super) fn has_slashes(text: &[u8]) -> bool {
    memchr::memchr_iter(b':', text)
        .any(|at| text.get(at..).is_some_and(|rest| rest.starts_with(b"://")))
}

/// `text` after its last `border`; all of `text` if it does not contain `border`.
pub(super) fn after_last(text: &[u8], border: u8) -> &[u8] {
    let start = memchr::memrchr(border, text).map_or(0, |at| at + 1);
    text.get(start..).unwrap_or_default()
}

/// `text` before its first `border`; all of `text` if it does not contain `border`.
pub(super) fn before_first(text: &[u8], border: u8) -> &[u8] {
    let end = memchr::memchr(border, text).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// The number of bytes that are counted in numbers of eight bits, so that the compiler makes vector instructions of the
/// loop.
pub(super) const CHUNK: usize = u8::MAX as usize;

/// The number of characters of `line`: continuation bytes of UTF-8 do not count.
pub(super) fn columns(line: &[u8]) -> usize {
    if line.is_ascii() {
        return line.len();
    }
    let begins = |&byte: &u8| u8::from(byte & 0xC0 != 0x80);
    let parts = line.chunks(CHUNK).map(|part| part.iter().map(begins).sum::<u8>());
    parts.map(usize::from).sum()
}

/// Whether a hash has this number of hexadecimal digits: 12 (an abbreviated Git hash in kernel mail), 32 (MD5), 40
/// (SHA-1) or 64 (SHA-256).
pub(super) fn is_hash_length(digits: usize) -> bool {
    matches!(digits, 12 | 32 | 40 | 64)
}

/// Whether `text` looks like a domain: it contains a dot, and two to six letters follow its last dot.
pub(super) fn is_domain(text: &[u8]) -> bool {
    let label = after_last(text, b'.');
    has(text, b'.') && (2..=6).contains(&label.len()) && all(label, u8::is_ascii_alphabetic)
}

/// Whether `host` ends in a top-level domain that is common for hosts and rare as a file extension.
pub(super) fn is_common_host(host: &[u8]) -> bool {
    let label = after_last(host, b'.');
    has(host, b'.') && matches!(label, b"com" | b"org" | b"net" | b"edu" | b"io" | b"de")
}

/// Whether `token` looks like an e-mail address: `jane@example.com`. A token with four or more digits before the
/// `@` is probably a Message-ID.
pub(super) fn is_address(token: &[u8]) -> bool {
    let local = before_first(token, b'@');
    let domain = token.get(local.len() + 1..).unwrap_or_default();
    let digits = local.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_name =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+');
    all(local, is_name) && all(domain, is_name) && has(domain, b'.') && digits < 4
}

/// Whether `text` ends in a file name with an extension that is common at the ends of URIs.
pub(super) fn has_extension(text: &[u8]) -> bool {
    let name = after_last(text, b'/');
    let extension = after_last(name, b'.');
    extension.len() + 1 < name.len() && extension::is_web(extension)
}

/// Whether `token` is a telephone number: groups of digits with a mark between them, after a `+`, with a leading zero as
/// in most countries, or in the groups of North America. Dates, versions and ranges of pages have fewer digits.
pub(super) fn is_phone(token: &[u8]) -> bool {
    let number = token.strip_prefix(b"+").unwrap_or(token);
    let groups = || number.split(|byte| matches!(byte, b'-' | b'.' | b'/')).map(<[u8]>::len);
    let digits = number.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_formed = groups().all(|len| len > 0) && digits + groups().count() == number.len() + 1;
    let is_national = number.starts_with(b"0") && digits >= 9 && groups().count() > 1;
    let is_long = if number.len() < token.len() { digits >= 7 } else { is_national };
    let is_american = groups().eq([3, 3, 4]) || groups().eq([1, 3, 3, 4]);
    is_formed && digits <= 15 && (is_long || is_american)
}

#[cfg(test)]
mod tests {
    use super::is_phone;

    #[test]
    fn telephone_numbers_of_many_countries() {
        let numbers = "+49-30-1234567 +442079460958 030-1234567 0171/1234567 01.42.68.53.00 \
            03-1234-5678 0044-171-123-4567 617-555-0123 1-617-555-0123";
        let others = "2019-11-25 25-11-2019 03-12-2019 0.12.3456 159087 0123456789 12-345-67 \
            978-3-16-148410-0 1-2 - + 0--123456789 192.0.2.17 0704.0001";
        numbers.split(' ').for_each(|number| assert!(is_phone(number.as_bytes()), "{number}"));
        others.split(' ').for_each(|other| assert!(!is_phone(other.as_bytes()), "{other}"));
    }
}

//! The dot that belongs to no domain: nearly all dots inside words, in file names, versions and
//! member names.
//!
//! One look at the last label tells that the rules would all pass the candidate on, and the last of
//! them reject it for want of a top-level domain. So it is not drafted at all; as with
//! [`plain`](super::plain), explanations take the long way to the same end.

use super::draft::Place;
use super::{host, work};
use crate::ascii::{ALPHA, ByteSet, DIGIT};
use crate::span::Span;
use crate::text::chars;

/// What the labels of a host and the dots between them are made of.
static HOST: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b".-"));

/// Where the candidate around the dot at `place.at` ends, if it is certainly none: no delegated name,
/// with `ip` no IPv4 address, and nothing behind it that would make it longer. `max_len` bytes are not
/// too long.
pub(crate) fn end_of_no_domain(place: Place<'_>, max_len: usize, ip: bool) -> Option<usize> {
    let Place { text, at, .. } = place;
    let limit = max_len.min(host::MAX_HOST_LEN);
    let behind = text.get(at + 1..)?;
    // One byte more, so that what is too long shows itself.
    let len = HOST.run_len(behind.get(..=limit).unwrap_or(behind));
    work::add(len);
    let next = chars::byte_at(text, at + 1 + len);
    if next >= 0x80 || matches!(next, b'/' | b'?' | b'#' | b':') {
        return None;
    }
    let start = host::label_start(text, place.resume.max(place.floor), at, true);
    let run = Span::new(start, at + 1 + len).of(text);
    let name = run.strip_suffix(b".").unwrap_or(run);
    let is_long = name.len() > limit;
    if start == at || is_long || !name.is_ascii() || !has_plain_labels(name) {
        return None;
    }
    is_no_name(name, ip).then_some(start + name.len())
}

/// No label is empty or has a hyphen at an end: what the long way cuts off before it judges.
fn has_plain_labels(name: &[u8]) -> bool {
    let is_mark = |byte: u8| byte == b'.' || byte == b'-';
    let ends = [name.first(), name.last()];
    let pairs = name.iter().zip(name.get(1..).unwrap_or_default());
    !ends.into_iter().flatten().any(|&byte| is_mark(byte))
        && pairs.fold(true, |plain, (&a, &b)| plain & !(is_mark(a) & is_mark(b)))
}

/// Whether no registry has delegated the end of `name`, and it is no IPv4 address that is looked for.
fn is_no_name(name: &[u8], ip: bool) -> bool {
    let last = name.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
    let last = name.get(last..).unwrap_or_default();
    if !last.iter().any(u8::is_ascii_digit) {
        return !host::is_delegated(name);
    }
    // No top-level domain has a digit, but for the A-labels.
    let is_encoded = last.get(..4).is_some_and(|head| head.eq_ignore_ascii_case(b"xn--"));
    let is_number = last.iter().all(u8::is_ascii_digit);
    !(is_encoded || ip && is_number)
}

//! The dot that belongs to no domain: nearly all dots inside words, in file names, versions and
//! member names.
//!
//! One look at the last label tells that the rules would all pass the candidate on, and the last of
//! them reject it. What stands before the dot does not matter for that, and is not read. So it is not
//! drafted at all; as with [`plain`](super::plain), explanations take the long way to the same end.

use super::draft::Place;
use super::plain::Sleep;
use super::rule;
use super::{host, work};
use crate::span::Span;
use crate::text::block::{self, Block};
use crate::text::chars;

/// Where the candidate around the dot at `place.at` ends, if it is certainly none: no delegated name
/// that stands by itself, with `ip` no IPv4 address, and nothing behind it that would make it longer
/// than `max_len` bytes.
#[inline]
pub(crate) fn end_of_no_domain(
    sleep: &Sleep,
    place: Place<'_>,
    max_len: usize,
    ip: bool,
) -> Option<usize> {
    let Place { text, at, .. } = place;
    if max_len < host::MAX_HOST_LEN + Block::LEN {
        return None;
    }
    let behind = text.get(at + 1..)?;
    let tail = Tail::of(behind)?;
    let is_none = if tail.is_number(behind) {
        // The one before the dot is the fourth.
        !ip || tail.dots < 2
    } else {
        !host::is_delegated_label(tail.last(behind))?
            || is_part(behind, &tail)
            || rule::is_file_extension(tail.last(behind)) && is_open(sleep, place)
    };
    is_none.then_some(at + 1 + tail.len)
}

/// The labels behind a dot.
struct Tail {
    /// How long they are, without a final dot.
    len: usize,
    /// The last one.
    last: Span,
    /// How many dots are between them.
    dots: u32,
}

impl Tail {
    /// The labels that begin `behind`. `None` if they may not be all of the candidate, or would be cut
    /// before they are judged: an empty label, a hyphen at an end, too many bytes.
    #[inline]
    fn of(behind: &[u8]) -> Option<Tail> {
        let mut block = Block::head(behind);
        let mut run = block::run_len(block.names, 0);
        if run >= Block::HEAD {
            block = Block::of(behind);
            run = block::run_len(block.names, 0);
        }
        work::add(run);
        if run == 0 || run >= Block::LEN || goes_on(behind, run) {
            return None;
        }
        let ends_in_dot = chars::byte_before(behind, run) == b'.';
        let len = run - usize::from(ends_in_dot);
        let marks = block.marks & ((1 << len) - 1);
        if marks & (marks >> 1 | 1) != 0 || marks >> (len - 1) != 0 {
            return None;
        }
        let last = (u64::BITS - marks.leading_zeros()) as usize;
        Some(Tail { len, last: Span::new(last, len), dots: marks.count_ones() })
    }

    fn last<'t>(&self, behind: &'t [u8]) -> &'t [u8] {
        self.last.of(behind)
    }

    fn is_number(&self, behind: &[u8]) -> bool {
        self.last(behind).iter().all(u8::is_ascii_digit)
    }
}

/// Whether a port, a path, a query, a fragment or a letter outside ASCII may follow the labels that end
/// at `end`.
#[inline]
fn goes_on(behind: &[u8], end: usize) -> bool {
    match chars::byte_at(behind, end) {
        b':' => chars::byte_at(behind, end + 1).is_ascii_digit(),
        next => next >= 0x80 || matches!(next, b'/' | b'?' | b'#'),
    }
}

/// Whether a delegated name is part of something else: a function, the local part of an address.
#[inline]
fn is_part(behind: &[u8], tail: &Tail) -> bool {
    behind.get(tail.len..).is_some_and(rule::is_glued_behind)
}

/// Whether nothing encloses the candidate, which would make it longer.
fn is_open(sleep: &Sleep, place: Place<'_>) -> bool {
    let floor = place.resume.max(place.floor);
    sleep.is_open(place, host::label_start(place.text, floor, place.at, true))
}

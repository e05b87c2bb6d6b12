//! The dot that belongs to no domain: nearly all dots inside words, in file names, versions and
//! member names.
//!
//! One look at the last label tells that the rules would all pass the candidate on, and the last of
//! them reject it. What stands before the dot does not matter for that, and is hardly ever read.

use super::sleep::Sleep;
use super::tail::{self, Tail};
use crate::find::draft::Place;
use crate::find::{host, rule};
use crate::text::block::Block;
use crate::text::chars;

/// Where the candidate around the dot at `place.at` ends, if it is certainly none: no delegated name
/// that stands by itself, with `ip` no IPv4 address, and nothing behind it that would make it longer.
#[inline]
pub(crate) fn end_of_no_domain(sleep: &Sleep, place: &Place<'_>, ip: bool) -> Option<usize> {
    let Place { text, at, .. } = place;
    if sleep.max_len < host::MAX_HOST_LEN + Block::LEN {
        return None;
    }
    let behind = text.get(at + 1..)?;
    if is_void(behind) {
        return Some(at + 1);
    }
    let tail = Tail::of(behind)?;
    let is_none = if tail.is_number(behind) {
        // The one before the dot is the fourth.
        !ip || tail.marks < 2
    } else {
        !tail.is_delegated(behind)? || is_rejected(sleep, place, behind, &tail)
    };
    is_none.then_some(at + 1 + tail.len)
}

/// Whether no label follows but a space or a mark of another script, as behind the numbers of headings.
fn is_void(behind: &[u8]) -> bool {
    behind.first() >= Some(&0x80) && !tail::begins_wide_label(behind)
}

/// Whether a delegated name is none here: a function or the local part of an address, two sentences
/// without a space between them, a file.
fn is_rejected(sleep: &Sleep, place: &Place<'_>, behind: &[u8], tail: &Tail) -> bool {
    let last = tail.last(behind);
    behind.get(tail.len..).is_some_and(rule::is_glued_behind)
        || rule::begins_sentence(last)
        || rule::is_file_extension(last) && is_open(sleep, place)
        || is_glued(place)
}

/// Whether what touches the name makes it part of a path or of a word.
fn is_glued(place: &Place<'_>) -> bool {
    let floor = place.resume.max(place.floor);
    let start = host::label_start(place.text, floor, place.at, false);
    start > place.floor
        && start < place.at
        && rule::is_glued_before(chars::byte_before(place.text, start))
}

/// Whether nothing encloses the candidate, which would make it longer.
fn is_open(sleep: &Sleep, place: &Place<'_>) -> bool {
    let floor = place.resume.max(place.floor);
    sleep.is_open(place, host::label_start(place.text, floor, place.at, true))
}

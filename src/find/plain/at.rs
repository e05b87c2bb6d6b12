//! The `@` that belongs to no address: its host ends in no top-level domain.
//!
//! The long way would draft an address, put its URI together, prove that, and then find no evidence.

use super::sleep::Sleep;
use super::tail::Tail;
use crate::find::draft::Place;
use crate::find::{email, host, suffix};

/// Where the candidate around the `@` at `place.at` ends, if it is certainly no address. `None` where
/// nothing stands before it either: then nothing ends there.
#[inline]
pub(crate) fn end_of_no_address(sleep: &Sleep, place: &Place<'_>, iri: bool) -> Option<usize> {
    let Place { text, at, .. } = *place;
    if sleep.max_len < email::MAX_LOCAL_LEN + host::MAX_HOST_LEN {
        return None;
    }
    let behind = text.get(at + 1..)?;
    let tail = Tail::of(behind)?;
    if tail.is_name(behind)? || suffix::is_special(tail.last(behind)) {
        return None;
    }
    let start = email::local_part_start(text, place.resume.max(place.floor), at, iri)?;
    sleep.is_open(place, start).then_some(at + 1 + tail.len)
}

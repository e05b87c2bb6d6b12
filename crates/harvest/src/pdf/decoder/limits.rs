//! The limits of the decoder. They limit sizes and counts, but not the time.

use crate::model::Limits;

/// The bounds for the decoding of one document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The maximum number of decoded bytes of one stream.
    pub(super) stream_bytes: u64,
    /// The maximum number of decoded bytes of all streams; a stream that is decoded twice counts twice.
    pub(super) all_bytes: u64,
    /// The maximum number of strings in the content of one page. Each string may become a run of text.
    pub(super) strings: u64,
    /// The maximum number of pages.
    pub(super) pages: usize,
    /// The maximum number of embedded files.
    pub(super) members: usize,
}

/// The number of decoded bytes that every document may have in addition to the bytes that `Limits::ratio` allows. The
/// ratio alone is not enough, because a form that all pages show is decoded again for each page.
const FREE: u64 = 64 << 20;

/// The maximum number of strings on one page. A dense page has a few thousand.
const STRINGS: u64 = 1 << 20;

/// The maximum number of pages of one document. The longest real documents have about ten thousand pages.
const PAGES: usize = 100_000;

impl Bounds {
    /// The bounds for a file of `len` bytes.
    pub(super) fn of(limits: &Limits, len: usize) -> Bounds {
        let all = (len as u64).saturating_mul(limits.ratio).saturating_add(FREE);
        Bounds {
            stream_bytes: limits.held_bytes as u64,
            all_bytes: all.min(limits.unpacked_bytes),
            strings: STRINGS,
            pages: PAGES.min(limits.members),
            members: limits.members,
        }
    }
}

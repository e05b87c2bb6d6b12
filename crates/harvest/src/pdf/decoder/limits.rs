//! The limits of the decoder. Each limits a count; none limits time.

use crate::model::Limits;

/// The bounds for the decoding of one document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The decoded bytes of one stream.
    pub(super) stream_bytes: u64,
    /// The decoded bytes of all streams; a stream that is decoded twice counts twice.
    pub(super) all_bytes: u64,
    /// The strings in the content of one page. Each string may become a run of text.
    pub(super) strings: u64,
    /// The pages.
    pub(super) pages: usize,
    /// The embedded files.
    pub(super) members: usize,
}

/// The decoded bytes that every document may have in addition to those that the ratio allows, because a form that all
/// pages show is decoded for each page.
const FREE: u64 = 64 << 20;

/// The strings of one page. A dense page has a few thousand.
const STRINGS: u64 = 1 << 20;

/// The pages of one document. The longest real documents have about ten thousand.
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

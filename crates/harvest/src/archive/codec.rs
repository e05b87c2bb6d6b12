//! The decoders of gzip and zstd, whose data is a sequence of members.

use std::io::{self, BufRead};

/// Decodes a sequence of members, one at a time. It does not own its input, in which the reader of web archives searches
/// for members.
pub(super) trait Codec {
    /// The bytes with which a member begins.
    fn magic(&self) -> &'static [u8];

    /// Begins the next member, and returns how many bytes of it were read; `None` at the end of the data. What may
    /// stand between members is skipped.
    fn begin(&mut self, packed: &mut dyn BufRead) -> io::Result<Option<u64>>;

    /// Decodes into `out`; 0 at the end of the member. The checksum is checked.
    fn decode(&mut self, packed: &mut dyn BufRead, out: &mut [u8]) -> io::Result<usize>;
}

//! The blocks of an archive, and the data of an entry in them.

use std::io::{self, Read};

use crate::reading::{drain, retry};

const LEN: usize = 512;

/// The position of the checksum in a header.
const CHECKSUM: core::ops::Range<usize> = 148..156;

/// Whether a block is a header, that is, whether its checksum is right. POSIX sums unsigned bytes; some old programs
/// summed signed bytes.
pub(super) fn is_header(block: &[u8; LEN]) -> bool {
    // This check rejects most text files. `cksum` would reject them as well, but its error is expensive to create.
    let is_octal = |byte: &u8| matches!(byte, b'0'..=b'7' | b' ' | 0);
    if !block.get(CHECKSUM).is_some_and(|field| field.iter().all(is_octal)) {
        return false;
    }
    let Ok(expected) = tar::Header::from_byte_slice(block).cksum() else { return false };
    let bytes = || {
        let is_sum = |at: &usize| CHECKSUM.contains(at);
        let byte = move |(at, byte): (usize, &u8)| if is_sum(&at) { b' ' } else { *byte };
        block.iter().enumerate().map(byte)
    };
    let unsigned: u32 = bytes().map(u32::from).sum();
    let signed: i32 = bytes().map(|byte| i32::from(byte.cast_signed())).sum();
    unsigned == expected || i64::from(signed) == i64::from(expected)
}

/// The blocks of an archive, in order.
pub(super) struct Blocks<'r> {
    input: &'r mut dyn Read,
    block: Vec<u8>,
    offset: u64,
}

impl<'r> Blocks<'r> {
    pub(super) fn new(input: &'r mut dyn Read) -> Blocks<'r> {
        Blocks { input, block: Vec::new(), offset: 0 }
    }

    /// How many bytes were read.
    pub(super) const fn offset(&self) -> u64 {
        self.offset
    }

    /// The next block; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<&[u8; LEN]>> {
        self.block.clear();
        let len = (&mut *self.input).take(LEN as u64).read_to_end(&mut self.block)?;
        self.offset += len as u64;
        match self.block.first_chunk() {
            None if len > 0 => Err(io::ErrorKind::UnexpectedEof.into()),
            block => Ok(block),
        }
    }
}

/// The data of an entry.
pub(super) struct Data<'d, 'r> {
    blocks: &'d mut Blocks<'r>,
    left: u64,
    padding: u64,
    /// Whether the last read of the data failed, or found the end of the archive.
    has_failed: bool,
}

impl<'d, 'r> Data<'d, 'r> {
    pub(super) fn new(blocks: &'d mut Blocks<'r>, len: u64) -> Data<'d, 'r> {
        let padding = len.wrapping_neg() % LEN as u64;
        Data { blocks, left: len, padding, has_failed: false }
    }

    /// Skips the blocks between the header and the data that contain the rest of the map of a sparse file.
    pub(super) fn skip_map(&mut self, mut is_extended: bool) -> io::Result<()> {
        while is_extended {
            let block = self.blocks.next()?.ok_or(io::ErrorKind::UnexpectedEof)?;
            // The byte after 21 pieces says whether another block follows.
            is_extended = block.get(504).is_some_and(|byte| *byte != 0);
        }
        Ok(())
    }

    /// Skips to the end of the entry, unless the archive is not read any further (`is_over`) or a read
    /// has failed.
    pub(super) fn finish(mut self, is_over: bool) -> io::Result<()> {
        if is_over || self.has_failed {
            return Ok(());
        }
        drain(&mut self)?;
        // The padding of the last entry may be missing.
        let mut padding = (&mut *self.blocks.input).take(self.padding);
        self.blocks.offset += drain(&mut padding)?;
        Ok(())
    }
}

impl Read for Data<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = usize::try_from(self.left).map_or(buffer.len(), |left| left.min(buffer.len()));
        let room = buffer.get_mut(..len).unwrap_or_default();
        if room.is_empty() {
            return Ok(0);
        }
        let read = retry(|| self.blocks.input.read(room));
        self.has_failed = !matches!(read, Ok(1..));
        let read = read?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.left -= read as u64;
        self.blocks.offset += read as u64;
        Ok(read)
    }
}

//! The block of a record: the bytes after its head.

use std::io::{self, Read};

use super::fault::Fault;
use super::window::Window;

/// A block: either all of its bytes, or its first bytes and a reader of the rest.
pub(crate) struct Block<'b> {
    pub(crate) bytes: &'b [u8],
    /// A reader of the rest of the block; `None` if `bytes` is the whole block.
    pub(crate) more: Option<&'b mut dyn Read>,
    /// Whether the end of the block is missing. Always `false` for a streamed block, whose end has not been read yet.
    pub(crate) is_cut: bool,
}

impl<'b> Block<'b> {
    pub(super) const fn held(bytes: &'b [u8], is_cut: bool) -> Block<'b> {
        Block { bytes, more: None, is_cut }
    }

    pub(super) fn streamed(bytes: &'b [u8], more: &'b mut dyn Read) -> Block<'b> {
        Block { bytes, more: Some(more), is_cut: false }
    }
}

/// Reads a block that is not held.
pub(super) struct Rest<'r, 'w> {
    window: &'r mut Window<'w>,
    /// How many bytes of the block have not been read.
    left: u64,
    fault: Option<Fault>,
}

impl<'r, 'w> Rest<'r, 'w> {
    pub(super) const fn new(window: &'r mut Window<'w>, len: u64) -> Rest<'r, 'w> {
        Rest { window, left: len, fault: None }
    }

    /// The first bytes, at most `len`.
    pub(super) fn head(&mut self, len: usize) -> Vec<u8> {
        let mut head = Vec::new();
        // `fill` has stored the fault, if there was one.
        let _ = self.take(len as u64).read_to_end(&mut head);
        head
    }

    /// The next bytes; empty at the end of the block, or after a fault.
    fn fill(&mut self) -> &[u8] {
        while self.fault.is_none() && self.left > 0 && self.window.rest().is_empty() {
            match self.window.extend() {
                Ok(true) => {}
                Ok(false) => break,
                Err(fault) => self.fault = Some(fault),
            }
        }
        let rest = self.window.rest();
        let len = usize::try_from(self.left).unwrap_or(usize::MAX);
        rest.get(..len).unwrap_or(rest)
    }

    fn consume(&mut self, len: usize) {
        self.window.consume(len);
        self.left -= len as u64;
    }

    /// Skips some bytes, and returns whether there were any.
    pub(super) fn pass(&mut self) -> bool {
        let len = self.fill().len();
        self.consume(len);
        len > 0
    }

    /// The number of bytes of the block that were not read, and the fault, if there was one.
    pub(super) fn end(self) -> (u64, Option<Fault>) {
        (self.left, self.fault)
    }
}

impl Read for Rest<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut rest = self.fill();
        let read = rest.read(buffer)?;
        self.consume(read);
        // The block is cut, so a document that ends here is not complete.
        if read == 0 && !buffer.is_empty() && self.left > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(read)
    }
}

//! The receiver of links and diagnostics.

use core::ops::ControlFlow;

use super::diagnostic::Diagnostic;
use super::located::Located;

/// Receives every link, every diagnostic, and the progress of the reading.
///
/// [`ControlFlow::Break`] ends the reading: nothing more is read or reported. A closure that takes a link is a visitor
/// as well: it ignores diagnostics and never ends the reading.
pub trait Visitor {
    /// Receives a link. Links come in the order of the document.
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()>;

    /// Receives the report of a fault, or of something that was left out. The reading of the document continues.
    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        let _ = diagnostic;
    }

    /// Receives the number of bytes of the file that have been read so far. In an archive, compressed bytes are
    /// counted. Called at least once for every MiB of decompressed content.
    fn progress(&mut self, bytes_read: u64) -> ControlFlow<()> {
        let _ = bytes_read;
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Located<'_>)> Visitor for F {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        self(link);
        ControlFlow::Continue(())
    }
}

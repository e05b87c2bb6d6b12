//! The receiver of links and diagnostics.

use core::ops::ControlFlow;

use super::diagnostic::Diagnostic;
use super::located::Located;
use super::resume_point::ResumePoint;

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

    /// Receives a point at which an interrupted reading can be resumed
    /// ([`Harvester::read_path_from`](crate::Harvester::read_path_from)): all links before `resume_point` have been
    /// reported, and none after it.
    ///
    /// Called only if [`resume_points`](crate::HarvesterBuilder::resume_points) is set. It is called at the beginning
    /// of a file that has such points, and then repeatedly. These files have such points: an uncompressed mailbox in
    /// the format mbox; uncompressed plain text, or an uncompressed text of records such as CSV, in UTF-8; and a web
    /// archive that is uncompressed or has a gzip member for each record.
    fn resume_point(&mut self, resume_point: ResumePoint) {
        let _ = resume_point;
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

//! Who is told what was found.

use core::ops::ControlFlow;

use super::diagnostic::Diagnostic;
use super::located::Located;
use super::resume_point::ResumePoint;

/// Receives every link, every diagnostic, and the progress of the work.
///
/// [`ControlFlow::Break`] ends the reading: nothing more is read or reported. A closure that takes
/// a link is a visitor that reads to the end and ignores diagnostics.
pub trait Visitor {
    /// A link, in the order of the document.
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()>;

    /// Something went wrong; the rest of the document goes on.
    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        let _ = diagnostic;
    }

    /// Everything before `resume_point` was reported, and nothing after it: an interrupted reading can
    /// continue there ([`Harvester::read_path_from`](crate::Harvester::read_path_from)).
    ///
    /// Called only if [`resume_points`](crate::HarvesterBuilder::resume_points) is set: at the beginning
    /// of a file that is a mailbox, plain text or a text of records, in UTF-8 and not compressed, and
    /// then now and again. Other files have no such point.
    fn resume_point(&mut self, resume_point: ResumePoint) {
        let _ = resume_point;
    }

    /// So many bytes of the file were read so far (of an archive: of its compressed bytes). It is
    /// called at least every MiB of what the file holds, decompressed.
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

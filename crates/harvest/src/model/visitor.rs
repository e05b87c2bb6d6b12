//! Who is told what was found.

use core::ops::ControlFlow;

use super::located::Located;
use super::trouble::Trouble;
use super::waypoint::Waypoint;

/// Is told of every link, of every trouble, and of the progress of the work.
///
/// [`ControlFlow::Break`] ends the reading: nothing more is read or reported. A closure that takes
/// a link is a visitor that goes on to the end and does not hear of troubles.
pub trait Visitor {
    /// A link, in the order of the document.
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()>;

    /// Something went wrong; the rest of the document goes on.
    fn trouble(&mut self, trouble: &Trouble) {
        let _ = trouble;
    }

    /// All that stands before `waypoint` was reported: a reading that is broken off can go on there
    /// ([`Harvester::read_path_from`](crate::Harvester::read_path_from)). Told behind each message of
    /// a mailbox that is a file of its own; in other files there is no such place.
    fn waypoint(&mut self, waypoint: Waypoint) {
        let _ = waypoint;
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

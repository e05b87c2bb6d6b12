//! The receiver of the members of an archive.

use core::ops::ControlFlow;
use std::io::Read;

use crate::model::Diagnostic;

/// Receives the members of an archive, in the order of the archive. [`ControlFlow::Break`] stops the reading of it.
pub(crate) trait MemberSink {
    /// Receives a file. Its content can be read only during the call.
    fn member(&mut self, name: &str, content: &mut dyn Read) -> ControlFlow<()>;

    /// Receives a report about damage of the archive or about a member that is left out.
    fn diagnostic(&mut self, diagnostic: &Diagnostic);

    /// Is called after an entry that is not a file, so that a receiver can stop there as well.
    fn tick(&mut self) -> ControlFlow<()>;
}

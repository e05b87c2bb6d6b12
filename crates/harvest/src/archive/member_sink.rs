//! What takes the members of an archive.

use core::ops::ControlFlow;
use std::io::Read;

use crate::model::Diagnostic;

/// Takes what an archive yields, in its order. [`ControlFlow::Break`] ends the archive.
pub(crate) trait MemberSink {
    /// A file of that name in the archive. Its content can be read during the call only.
    fn member(&mut self, name: &str, content: &mut dyn Read) -> ControlFlow<()>;

    /// Something is wrong with the archive, or a member is left out.
    fn diagnostic(&mut self, diagnostic: &Diagnostic);

    /// An entry was read that is not a file.
    fn tick(&mut self) -> ControlFlow<()>;
}

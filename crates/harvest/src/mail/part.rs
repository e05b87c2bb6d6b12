//! The innermost parts of a message, and the trait that receives them.

use super::entity::{Entity, MediaType};
use crate::model::{Diagnostic, Location};
use crate::sink::Sink;

/// Receives the contents of a message, in order.
pub(crate) trait PartSink {
    /// Called at the beginning of the outermost message, and of each attached message.
    fn message(&mut self);

    /// Receives a header. `read` reports the links in it to a sink.
    fn header(
        &mut self,
        location: &mut Location,
        header: &[u8],
        read: &mut dyn FnMut(&mut dyn Sink),
    );

    /// Receives text outside the parts of a multipart, or the rest of a header that is too long.
    fn outside(&mut self, location: Location, text: &[u8]);

    /// Receives a part.
    fn part(&mut self, location: Location, part: &Part<'_, '_>);

    /// Receives a report of a fault in the message, or of a part that is left out.
    fn diagnostic(&mut self, diagnostic: &Diagnostic);

    /// Whether the reading has ended.
    fn is_over(&self) -> bool;
}

/// A part that contains no parts.
pub(crate) struct Part<'e, 'm> {
    pub(crate) entity: &'e Entity<'m>,
    pub(crate) media_type: &'e MediaType,
    pub(super) role: Role,
}

/// What the multiparts around an entity say about its use.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Role {
    /// Whether the entity belongs to another document: it is in an attached message, or it is a picture or a style sheet
    /// of HTML (`multipart/related`).
    pub(super) is_aside: bool,
    /// The number of the outermost group of alternatives that contains the entity, directly or in a multipart.
    pub(super) group: Option<usize>,
}

impl Part<'_, '_> {
    /// Whether mail readers show the part with the message, if they can: it is neither attached nor part of something
    /// else.
    pub(super) fn is_displayed(&self) -> bool {
        !self.role.is_aside && !self.entity.is_attached()
    }

    /// Whether the part is plain text, or data about a message in the form of plain text, such as a
    /// delivery report.
    pub(crate) fn is_plain(&self) -> bool {
        self.media_type.is("text", "plain") || self.media_type.kind == "message"
    }
}

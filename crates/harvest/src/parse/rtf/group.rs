//! The open groups and their states.

use encoding_rs::Encoding;

use super::destination::{Destination, Note};
use super::paragraph::Layer;

/// Groups up to this depth have separate states. All groups inside a group at this depth share the state of that group.
const DEEPEST: usize = 1024;

/// The construct that ends together with a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owned {
    Nothing,
    Field,
    Instruction,
    Result,
    Note(Note),
    Value,
}

/// Why a reader does not see text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unseen {
    pub(super) is_hidden: bool,
    pub(super) is_deleted: bool,
}

/// The state of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) destination: Destination,
    pub(super) encoding: &'static Encoding,
    /// How many characters after `\u` are a substitute for older programs, which do not support Unicode.
    pub(super) substitutes: usize,
    pub(super) unseen: Unseen,
    /// Whether the text is only for programs that read RTF, and is not part of the HTML from which the document was
    /// converted.
    pub(super) is_not_html: bool,
    /// The construct that ends together with the group.
    pub(super) owned: Owned,
    /// Whether `\*` was read, which means that a program skips the group if it does not know the destination.
    pub(super) is_optional: bool,
}

impl Group {
    pub(super) fn layer(&self) -> Layer {
        match (self.unseen.is_deleted, self.unseen.is_hidden) {
            (true, _) => Layer::Deleted,
            (_, true) => Layer::Hidden,
            _ => Layer::Shown,
        }
    }
}

/// The open groups.
#[derive(Debug)]
pub(super) struct Groups {
    /// The innermost group.
    pub(super) here: Group,
    outer: Vec<Group>,
    /// The number of open groups that have no separate state, because they are nested too deeply.
    below: usize,
}

impl Groups {
    pub(super) const fn new() -> Groups {
        let here = Group {
            destination: Destination::Body,
            encoding: encoding_rs::WINDOWS_1252,
            substitutes: 1,
            unseen: Unseen { is_hidden: false, is_deleted: false },
            is_not_html: false,
            owned: Owned::Nothing,
            is_optional: false,
        };
        Groups { here, outer: Vec::new(), below: 0 }
    }

    /// Opens a group.
    pub(super) fn open(&mut self) {
        if self.outer.len() >= DEEPEST {
            self.below += 1;
            return;
        }
        self.outer.push(self.here);
        self.here.owned = Owned::Nothing;
        self.here.is_optional = false;
    }

    /// Closes a group, and returns it. `None` if no group is open, or if the group has no separate state.
    pub(super) fn close(&mut self) -> Option<Group> {
        if let Some(below) = self.below.checked_sub(1) {
            self.below = below;
            return None;
        }
        Some(core::mem::replace(&mut self.here, self.outer.pop()?))
    }

    /// How many groups are open.
    pub(super) const fn depth(&self) -> usize {
        self.outer.len() + self.below
    }
}

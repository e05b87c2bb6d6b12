//! The state of a group.

use crate::model::Origin;

/// What the text of a group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    /// Not text, but groups inside may be.
    Frame,
    /// Neither text nor anything else that is read.
    Dead,
}

/// The construct that ends with a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owned {
    Nothing,
    /// A text of its own, with the origin of its links.
    Run(Origin),
    /// The base of relative references.
    Base,
    Instruction,
    /// The result of a field with a link.
    Result,
}

/// A group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) kind: Kind,
    pub(super) owned: Owned,
    /// The number of substitutes after a Unicode character.
    pub(super) substitutes: usize,
    /// Whether the text is hidden or deleted.
    pub(super) is_aside: bool,
    /// Whether `\*` was read, so that the group is left out if its destination is unknown.
    pub(super) is_optional: bool,
}

impl Default for Group {
    fn default() -> Group {
        Group {
            kind: Kind::Text,
            owned: Owned::Nothing,
            substitutes: 1,
            is_aside: false,
            is_optional: false,
        }
    }
}

//! A hit of the search: its offset and its trigger; and the part of the window that is left to search.

/// The kind of text at a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trigger {
    /// `:`, at the end of what may be a scheme.
    Colon,
    /// `www.`
    Www,
    /// `@`
    At,
    /// `.` between letters or digits.
    Dot,
    /// A pattern of the caller.
    Pattern,
}

impl Trigger {
    /// The name of the trigger: its text, or `pattern`.
    pub(crate) const fn literal(self) -> &'static str {
        match self {
            Trigger::Colon => ":",
            Trigger::Www => "www.",
            Trigger::At => "@",
            Trigger::Dot => ".",
            Trigger::Pattern => "pattern",
        }
    }
}

/// A place at which a candidate may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) at: usize,
    pub(crate) trigger: Trigger,
}

/// The part of a window that is left to search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest<'w> {
    pub(super) window: &'w [u8],
    /// Hits before this offset are skipped.
    pub(super) from: usize,
    /// Whether the text ends with the window. Otherwise the last bytes are left for the next window, because a
    /// hit may begin in them and end after them.
    pub(super) last: bool,
}

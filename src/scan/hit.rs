//! A place to look at, and why; and what is left to look at.

/// What was hit.
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
    /// How the trigger is written.
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

/// A place to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) at: usize,
    pub(crate) trigger: Trigger,
}

/// What of a window is left to search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest<'w> {
    pub(super) window: &'w [u8],
    /// Hits before this are of no interest.
    pub(super) from: usize,
    /// Whether the text ends with the window. Otherwise its end is left for the next one, as far as a
    /// hit could lie across it.
    pub(super) last: bool,
}

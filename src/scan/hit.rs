//! The input and the result of one step of the search: the part of a window that is left to search, and a hit, which
//! has an offset and a trigger.

/// The kind of text at which the search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trigger {
    /// `:` after text that may be a scheme.
    Colon,
    /// `www.`
    Www,
    /// `@`
    At,
    /// `.` between letters or digits.
    Dot,
    /// `。`, which is a dot in the hosts of UTS #58.
    WideDot,
    /// A match of a pattern of the caller.
    Pattern,
    /// The beginning of defanged text.
    Defanged,
}

impl Trigger {
    /// The name of the trigger: its text, or `pattern`.
    pub(crate) const fn literal(self) -> &'static str {
        match self {
            Trigger::Colon => ":",
            Trigger::Www => "www.",
            Trigger::At => "@",
            Trigger::Dot => ".",
            Trigger::WideDot => "。",
            Trigger::Pattern => "pattern",
            Trigger::Defanged => "defanged",
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
    /// Whether the text ends with the window. If not, the last bytes are searched with the next window, because a
    /// trigger may begin in them and end after them.
    pub(super) last: bool,
}

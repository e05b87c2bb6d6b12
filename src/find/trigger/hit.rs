//! A place to look at, and why.

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
    /// A rule of the caller's.
    User,
}

impl Trigger {
    /// How the trigger is written.
    pub(crate) const fn literal(self) -> &'static str {
        match self {
            Trigger::Colon => ":",
            Trigger::Www => "www.",
            Trigger::At => "@",
            Trigger::Dot => ".",
            Trigger::User => "rule",
        }
    }
}

/// A place to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) at: usize,
    pub(crate) trigger: Trigger,
}

//! What a delimiting decision is made of: its name and source, its stage, what it does.

use core::fmt;

use super::class::Class;
use super::draft::{Components, Draft, Verdict};

/// What a rule is called and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleInfo {
    name: &'static str,
    summary: &'static str,
    source: &'static str,
}

impl RuleInfo {
    pub(crate) const fn new(
        name: &'static str,
        summary: &'static str,
        source: &'static str,
    ) -> RuleInfo {
        RuleInfo { name, summary, source }
    }

    /// The name of the rule, in kebab case; what [`FinderBuilder::without_rule`] takes.
    ///
    /// [`FinderBuilder::without_rule`]: crate::find::FinderBuilder::without_rule
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What the rule decides, in one line.
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// The sentence, measurement or decision that the rule rests on.
    pub const fn source(&self) -> &'static str {
        self.source
    }
}

/// When a rule is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// What stands before the candidate: prefixes, openers, and words that forbid it.
    Open,
    /// Whether a bare candidate goes on below the end of its line, once a line.
    Fold,
    /// Which of the proposed joins hold.
    Join,
    /// Where a bare candidate ends early, read forwards.
    Cut,
    /// What the last byte has to lose, until nothing changes any more.
    Trim,
    /// Whether the proved text is a link.
    Judge,
}

/// What a rule does.
#[derive(Clone, Copy)]
pub(crate) enum Act {
    Shape(fn(&mut Draft<'_>) -> Verdict),
    Judge(fn(&Draft<'_>, &Components<'_>) -> Verdict),
}

/// One delimiting decision.
pub(crate) struct Rule {
    pub(crate) info: RuleInfo,
    pub(crate) stage: Stage,
    /// The rule is asked when one of these classes was met: in the whole candidate, or, when
    /// trimming, in its last byte.
    pub(crate) wakes: Class,
    pub(crate) act: Act,
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rule").field(&self.info.name).finish()
    }
}

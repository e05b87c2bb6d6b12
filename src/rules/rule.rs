//! What a delimiting decision is made of: its name and source, its stage, what it does.

use core::fmt;

use super::components::Components;
use super::draft::{Draft, Verdict};
use super::weighing::Weighing;
use crate::candidate::facts::Facts;
use crate::vocabulary::{MatchKind, Reads};

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
    /// What is before the candidate: prefixes, openers, and words that forbid it.
    Open,
    /// Whether a bare candidate goes on below the end of its line, once a line; of an address, before all else,
    /// whether it goes on over a line end on either side.
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

/// A set of kinds of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const URI: Kinds = Kinds(1);
    pub(crate) const WWW: Kinds = Kinds(1 << 1);
    pub(crate) const DOMAIN: Kinds = Kinds(1 << 2);
    pub(crate) const EMAIL: Kinds = Kinds(1 << 3);
    pub(crate) const IP: Kinds = Kinds(1 << 4);
    pub(crate) const ALL: Kinds = Kinds(u8::MAX);

    pub(crate) const fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub(crate) const fn holds(self, kind: MatchKind) -> bool {
        let kind = match kind {
            MatchKind::Uri => Kinds::URI,
            MatchKind::Www => Kinds::WWW,
            MatchKind::Domain => Kinds::DOMAIN,
            MatchKind::Email => Kinds::EMAIL,
            MatchKind::Ip => Kinds::IP,
            MatchKind::Pattern => return false,
        };
        self.0 & kind.0 != 0
    }
}

/// The function of a rule that moves an end of a candidate, encloses it, or rejects it.
pub(crate) type Shape = fn(&mut Draft<'_>) -> Verdict;

/// The function of a rule that accepts or rejects a URI.
pub(crate) type Judge = fn(&Draft<'_>, &Components<'_>) -> Verdict;

/// The function of a rule that weighs whether a URI is a link; `None` where nothing is in doubt.
pub(crate) type Weigh = fn(&Draft<'_>, &Components<'_>) -> Option<Weighing>;

/// The function of a rule.
#[derive(Clone, Copy)]
pub(crate) enum Act {
    Shape(Shape),
    Judge(Judge),
    Weigh(Weigh),
}

/// One delimiting decision.
pub(crate) struct Rule {
    pub(crate) info: RuleInfo,
    pub(crate) stage: Stage,
    /// The kinds of candidates that it is asked about.
    pub(crate) kinds: Kinds,
    /// It is asked when one of these facts holds, and has nothing to do where none does.
    pub(crate) when: Facts,
    /// Each of these facts is enough for it to reject, whatever other rules make of the candidate.
    pub(crate) hopeless: Facts,
    /// How far it looks beyond the candidate.
    pub(crate) reads: Reads,
    pub(crate) act: Act,
}

/// A rule is put together in a `const`: its stage and function first, then what differs from a rule
/// that is asked about each candidate of every kind and reads no more than the candidate.
impl Rule {
    const fn new(name: &'static str, stage: Stage, act: Act) -> Rule {
        Rule {
            info: RuleInfo::new(name, "", ""),
            stage,
            kinds: Kinds::ALL,
            when: Facts::ALWAYS,
            hopeless: Facts::NONE,
            reads: Reads::Candidate,
            act,
        }
    }

    pub(crate) const fn open(name: &'static str, act: Shape) -> Rule {
        Rule::new(name, Stage::Open, Act::Shape(act))
    }

    pub(crate) const fn fold(name: &'static str, act: Shape) -> Rule {
        Rule::new(name, Stage::Fold, Act::Shape(act))
    }

    pub(crate) const fn join(name: &'static str, act: Shape) -> Rule {
        Rule::new(name, Stage::Join, Act::Shape(act))
    }

    pub(crate) const fn cut(name: &'static str, act: Shape) -> Rule {
        Rule::new(name, Stage::Cut, Act::Shape(act))
    }

    pub(crate) const fn trim(name: &'static str, act: Shape) -> Rule {
        Rule::new(name, Stage::Trim, Act::Shape(act))
    }

    pub(crate) const fn judge(name: &'static str, act: Judge) -> Rule {
        Rule::new(name, Stage::Judge, Act::Judge(act))
    }

    /// A rule that judges by a confidence: a text below the least confidence of the configuration is not a link.
    pub(crate) const fn weigh(name: &'static str, act: Weigh) -> Rule {
        Rule::new(name, Stage::Judge, Act::Weigh(act))
    }

    /// Asked about candidates of these kinds only.
    pub(crate) const fn kinds(self, kinds: Kinds) -> Rule {
        Rule { kinds, ..self }
    }

    /// Asked only where one of these facts holds.
    pub(crate) const fn when(self, when: Facts) -> Rule {
        Rule { when, ..self }
    }

    /// Rejects each candidate for which one of these facts holds.
    pub(crate) const fn hopeless(self, hopeless: Facts) -> Rule {
        Rule { hopeless, ..self }
    }

    /// Reads more than the candidate.
    pub(crate) const fn reads(self, reads: Reads) -> Rule {
        Rule { reads, ..self }
    }

    /// What the rule decides, and the sentence or the measurement that it rests on.
    pub(crate) const fn documented(self, summary: &'static str, source: &'static str) -> Rule {
        Rule { info: RuleInfo::new(self.info.name, summary, source), ..self }
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rule").field(&self.info.name).finish()
    }
}

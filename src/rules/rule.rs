//! A delimiting rule: its name, documentation, stage, conditions and function.

use core::fmt;

use super::draft::{Draft, Verdict};
use super::draft_uri::DraftUri;
use crate::candidate::facts::Facts;
use crate::evidence::Evidence;
use crate::vocabulary::{MatchKind, Reads};

/// The documentation of a rule.
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

    /// The name of the rule in kebab case, as [`FinderBuilder::without_rule`] accepts it.
    ///
    /// [`FinderBuilder::without_rule`]: crate::find::FinderBuilder::without_rule
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The decision of the rule, in one line.
    #[cfg(feature = "explain")]
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// The sentence, measurement or convention that justifies the rule.
    #[cfg(feature = "explain")]
    pub const fn source(&self) -> &'static str {
        self.source
    }
}

/// The stage at which a rule is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The text before the candidate: prefixes, words that prevent a link, and openers with the text that they enclose.
    Open,
    /// Whether a bare candidate continues on the next line; applied once for each line. For an address, this stage is
    /// the first one, and its rules examine the line ends before and after the address.
    Fold,
    /// Which of the proposed joins are accepted.
    Join,
    /// Whether a bare candidate ends before its scanned end, examined from its beginning.
    Cut,
    /// Which characters are trimmed from the end; repeated until nothing changes.
    Trim,
    /// Whether the validated text is a link.
    Judge,
}

impl Stage {
    pub(crate) const COUNT: usize = Stage::Judge as usize + 1;
}

/// A set of kinds of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const URI: Kinds = Kinds::of(MatchKind::Uri);
    pub(crate) const WWW: Kinds = Kinds::of(MatchKind::Www);
    pub(crate) const DOMAIN: Kinds = Kinds::of(MatchKind::Domain);
    pub(crate) const EMAIL: Kinds = Kinds::of(MatchKind::Email);
    pub(crate) const IP: Kinds = Kinds::of(MatchKind::Ip);
    /// Every kind with a host that a port or a path may follow.
    pub(crate) const HOSTS: Kinds = Kinds::URI.or(Kinds::WWW).or(Kinds::DOMAIN).or(Kinds::IP);
    pub(crate) const ALL: Kinds = Kinds::HOSTS.or(Kinds::EMAIL);

    const fn of(kind: MatchKind) -> Kinds {
        Kinds(1 << kind as u8)
    }

    pub(crate) const fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub(crate) const fn holds(self, kind: MatchKind) -> bool {
        self.0 & Kinds::of(kind).0 != 0
    }
}

/// The function of a rule that moves an end of a candidate, encloses it, or rejects it.
pub(crate) type Change = fn(&mut Draft<'_>) -> Verdict;

/// The function of a rule that only ends a candidate: where it ends.
pub(crate) type End = fn(&Draft<'_>) -> Option<usize>;

/// The function of a rule that accepts or rejects a URI.
pub(crate) type Judge = fn(&Draft<'_>, &DraftUri<'_>) -> Verdict;

/// The evidence for a link, and the prefix that makes the text another URI if it is none, such as `mid:`; `None` if
/// nothing is doubtful.
pub(crate) type LinkEvidence = Option<(Evidence, Option<&'static str>)>;

/// The function of a rule that weighs whether a URI is a link.
pub(crate) type Weigh = fn(&Draft<'_>, &DraftUri<'_>) -> LinkEvidence;

/// The function of a rule.
#[derive(Clone, Copy)]
pub(crate) enum Act {
    Shape(Change),
    End(End),
    Judge(Judge),
    Weigh(Weigh),
}

impl Act {
    /// Applies a rule that changes the draft before it is judged.
    #[inline]
    pub(crate) fn shape(self, draft: &mut Draft<'_>) -> Verdict {
        match self {
            Act::Shape(shape) => shape(draft),
            Act::End(end) => draft.cut_at(end(draft)),
            Act::Judge(_) | Act::Weigh(_) => Verdict::Pass,
        }
    }
}

/// One delimiting decision.
pub(crate) struct Rule {
    pub(crate) info: RuleInfo,
    pub(crate) stage: Stage,
    /// The kinds of candidates to which the rule applies.
    pub(crate) kinds: Kinds,
    /// The rule is called if one of these facts holds; without them it would do nothing.
    pub(crate) when: Facts,
    /// How far beyond the candidate the rule reads.
    pub(crate) reads: Reads,
    pub(crate) act: Act,
}

/// Every rule is a `const`. A new rule applies to all kinds of candidates and reads only the candidate; each of the
/// methods below that take `self` changes one property.
impl Rule {
    const fn new(name: &'static str, stage: Stage, act: Act) -> Rule {
        Rule {
            info: RuleInfo::new(name, "", ""),
            stage,
            kinds: Kinds::ALL,
            when: Facts::ALWAYS,
            reads: Reads::Candidate,
            act,
        }
    }

    pub(crate) const fn open(name: &'static str, act: Change) -> Rule {
        Rule::new(name, Stage::Open, Act::Shape(act))
    }

    /// A rule about the end of a line. Unless the rule says otherwise, it applies to URIs at the end of their line, and
    /// reads the line below.
    pub(crate) const fn fold(name: &'static str, act: Change) -> Rule {
        Rule::new(name, Stage::Fold, Act::Shape(joining(act)))
            .kinds(Kinds::URI.or(Kinds::WWW))
            .when(Facts::LINE_TOKEN)
            .reads(Reads::Line)
    }

    pub(crate) const fn join(name: &'static str, act: Change) -> Rule {
        Rule::new(name, Stage::Join, Act::Shape(joining(act)))
    }

    pub(crate) const fn cut(name: &'static str, act: End) -> Rule {
        Rule::new(name, Stage::Cut, Act::End(act))
    }

    pub(crate) const fn trim(name: &'static str, act: End) -> Rule {
        Rule::new(name, Stage::Trim, Act::End(act))
    }

    /// A rule of the stage `Cut` or `Trim` that may do more than end the candidate.
    pub(crate) const fn shape(name: &'static str, stage: Stage, act: Change) -> Rule {
        Rule::new(name, stage, Act::Shape(act))
    }

    pub(crate) const fn judge(name: &'static str, act: Judge) -> Rule {
        Rule::new(name, Stage::Judge, Act::Judge(act))
    }

    /// A rule that judges by a confidence: a text whose confidence is below the configured minimum is not a link.
    pub(crate) const fn weigh(name: &'static str, act: Weigh) -> Rule {
        Rule::new(name, Stage::Judge, Act::Weigh(act))
    }

    /// Applies the rule only to candidates of these kinds.
    pub(crate) const fn kinds(self, kinds: Kinds) -> Rule {
        Rule { kinds, ..self }
    }

    /// Calls the rule only if one of these facts holds.
    pub(crate) const fn when(self, when: Facts) -> Rule {
        Rule { when, ..self }
    }

    /// Declares how far beyond the candidate the rule reads.
    pub(crate) const fn reads(self, reads: Reads) -> Rule {
        Rule { reads, ..self }
    }

    /// Sets the description of the rule's decision, and the sentence or measurement that justifies it.
    pub(crate) const fn documented(self, summary: &'static str, source: &'static str) -> Rule {
        let (summary, source) =
            if cfg!(feature = "explain") { (summary, source) } else { ("", "") };
        Rule { info: RuleInfo::new(self.info.name, summary, source), ..self }
    }
}

/// The function of a rule about joins. Without the feature `joins` no finder has such a rule (`check_features`), and the
/// linker removes the function with the evidence that it reads. Conditions on each module were rejected: they would be in
/// all places that use the modules.
const fn joining(act: Change) -> Change {
    if cfg!(feature = "joins") { act } else { |_| Verdict::Pass }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rule").field(&self.info.name).finish()
    }
}

//! Explanations: the record of why each match begins and ends where it does.

use core::iter::FusedIterator;

use crate::candidate::lookaround::Window;
use crate::candidate::rooms::Rooms;
use crate::evidence::{Evidence, Fact};
use crate::find::api::input::Input;
use crate::find::pipeline::compiled::Compiled;
use crate::find::pipeline::kernel::Scan;
use crate::find::pipeline::matches::Match;
use crate::find::pipeline::run::Observer;
use crate::find::pipeline::state::State;
use crate::rules::rule::RuleInfo;
use crate::rules::table;
use crate::scan::Ahead;
use crate::scan::Trigger;
use crate::span::Span;
use crate::vocabulary::MatchKind;

/// One candidate: its trigger, the changes that rules made to it, and the outcome; see
/// [`Finder::explain`](crate::find::Finder::explain).
///
/// ```
/// use linkwright::{Finder, find::Outcome};
///
/// let candidate = &Finder::new().explain("(see http://example.com/a).")[0];
/// let rules: Vec<&str> = candidate.steps.iter().map(|step| step.rule.name()).collect();
/// assert_eq!(rules, ["balanced-brackets"]);
/// assert!(matches!(&candidate.outcome, Outcome::Match(found) if found.span().len() == 20));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explained {
    /// The position of the trigger, in bytes of the text.
    pub trigger: Span,
    /// The trigger: `:`, `www.`, `@`, `.`, or `pattern`.
    pub trigger_name: &'static str,
    /// The kind of match that the candidate is or would be.
    pub kind: MatchKind,
    /// The widest plausible extent, before any rule is applied.
    pub extent: Span,
    /// The changes that rules made to the candidate, in order.
    pub steps: Vec<Step>,
    /// The line ends at which a candidate without delimiters may continue on another line, in order, with the evidence
    /// at each. For an e-mail address, the line end after the domain comes first, then the line end before the local
    /// part.
    pub line_ends: Vec<Weighed>,
    /// The facts that were weighed to decide whether the candidate is a link, if it is a bare domain or an address that
    /// may be something else: the weight of each and the fact in words. Empty if nothing was weighed.
    ///
    /// Weights are in hundredths. A positive weight is evidence for a link, a negative one against it. Their sum
    /// approximates 100 times the natural logarithm of the odds that the text is a link.
    pub clues: Vec<(i16, &'static str)>,
    /// The probability that the candidate is a link, in percent from 0 to 100, computed from its `clues`; `None` if
    /// nothing was weighed.
    pub confidence: Option<u8>,
    /// Whether the candidate is a match, and if not, why.
    pub outcome: Outcome,
}

/// The effect of one rule on a candidate.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The rule.
    pub rule: &'static RuleInfo,
    /// The extent of the candidate before the rule, in bytes of the text.
    pub before: Span,
    /// The extent of the candidate after the rule, in bytes of the text.
    pub after: Span,
}

/// A line end at the end of a bare URI, or next to an e-mail address, and the evidence for and against a join there.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    /// The span from the end of the URI, or of the first part of the address, to the token on the next line.
    pub gap: Span,
    /// Whether the URI or address was joined at the line end.
    pub is_joined: bool,
    evidence: Evidence,
}

impl Weighed {
    /// The names of the facts that are true at the line end.
    pub fn facts(&self) -> impl FusedIterator<Item = &'static str> {
        self.evidence.held.iter().map(Fact::name).fuse()
    }

    /// The rows of the evidence table that apply: the names of the facts that hold together, the weight, and the reason
    /// for it in a sentence. A row without facts counts at every line end.
    ///
    /// Weights are in hundredths. A positive weight supports a join, a negative one opposes it.
    pub fn terms(&self) -> impl FusedIterator<Item = (Vec<&'static str>, i16, &'static str)> {
        self.evidence.terms().into_iter()
    }

    /// The sum of the weights of the [`terms`](Weighed::terms), in hundredths: 100 times the natural logarithm of the
    /// odds for a join.
    pub const fn sum(&self) -> i32 {
        self.evidence.sum
    }

    /// The probability that the URI or address continues on the next line, in percent from 0 to 100.
    pub fn confidence(&self) -> u8 {
        self.evidence.confidence()
    }
}

/// The outcome of a candidate.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// The candidate is a match.
    Match(Box<Match<'static>>),
    /// The candidate is not a link.
    #[non_exhaustive]
    Rejected {
        /// The rule that rejected the candidate; `None` if the parser, a limit or an option rejected it.
        rule: Option<&'static RuleInfo>,
        /// The reason, in words.
        reason: String,
        /// The offset in the text of the byte that the reason is about, if there is one.
        at: Option<usize>,
    },
}

pub(crate) fn explain(compiled: &Compiled, input: Input<'_>) -> Vec<Explained> {
    let (mut state, mut ahead) = (State::at(input.base()), Ahead::default());
    let window = Window::new(input.text(), Rooms::new(input.rooms, input.base()));
    let mut scan = Scan::new(compiled, &mut state, &mut ahead, &window, true, Notes::default());
    while let Some(found) = scan.next() {
        scan.observer.matched(found);
    }
    let candidates = scan.observer.candidates;
    #[cfg(test)]
    assert!(
        candidates.iter().all(
            |one| !matches!(&one.outcome, Outcome::Rejected { reason, .. } if reason.is_empty())
        ),
        "a rejection has no reason"
    );
    candidates
}

/// An explanation that is being recorded. A candidate is rejected without a reason until its outcome is known.
#[derive(Default)]
struct Notes {
    candidates: Vec<Explained>,
}

impl Notes {
    /// Records that the last candidate became this match.
    fn matched(&mut self, found: Match<'_>) {
        if found.kind() == MatchKind::Pattern {
            self.add_pattern(found.span());
        }
        if let Some(last) = self.candidates.last_mut() {
            last.outcome = Outcome::Match(Box::new(found.into_owned()));
        }
    }

    fn add_pattern(&mut self, span: Span) {
        self.add(span, Trigger::Pattern.literal(), MatchKind::Pattern, span);
    }

    fn add(&mut self, trigger: Span, trigger_name: &'static str, kind: MatchKind, extent: Span) {
        self.candidates.push(Explained {
            trigger,
            trigger_name,
            kind,
            extent,
            steps: Vec::new(),
            line_ends: Vec::new(),
            clues: Vec::new(),
            confidence: None,
            outcome: Outcome::Rejected { rule: None, reason: String::new(), at: None },
        });
    }
}

impl Observer for Notes {
    const LISTENS: bool = true;

    fn sighted(&mut self, (trigger, name): (Span, &'static str), kind: MatchKind, extent: Span) {
        self.add(trigger, name, kind, extent);
    }

    fn fired(&mut self, rule: usize, before: Span, after: Span) {
        if let Some(last) = self.candidates.last_mut()
            && let Some(rule) = table::rules().get(rule)
        {
            last.steps.push(Step { rule, before, after });
        }
    }

    fn weighed(&mut self, gap: Span, evidence: Evidence, is_joined: bool) {
        if let Some(last) = self.candidates.last_mut() {
            last.line_ends.push(Weighed { gap, is_joined, evidence });
        }
    }

    fn considered(&mut self, evidence: &Evidence) {
        if let Some(last) = self.candidates.last_mut() {
            let least = last.confidence.unwrap_or(100);
            last.confidence = Some(least.min(evidence.confidence()));
            last.clues.extend(evidence.terms().into_iter().map(|(_, weight, why)| (weight, why)));
        }
    }

    fn rejected(&mut self, rule: Option<usize>, reason: &str, at: Option<usize>) {
        if let Some(last) = self.candidates.last_mut() {
            let rule = rule.and_then(|rule| table::rules().get(rule));
            last.outcome = Outcome::Rejected { rule, reason: reason.to_owned(), at };
        }
    }

    fn unexpanded(&mut self, span: Span) {
        self.add_pattern(span);
        self.rejected(None, "the template of the pattern does not produce a URI", None);
    }

    fn retracted(&mut self) {
        self.candidates.pop();
    }
}

//! Decides whether a draft, which is a candidate that the rules may change, becomes a match. The stages of rules are
//! applied, and the text is validated. If the delimiters around the draft enclose more than a URI, the draft is read
//! again as if the delimiters were not there.

use std::borrow::Cow;

use crate::ascii;
use crate::candidate::facts::Facts;
use crate::candidate::line_end::LineEnd;
use crate::candidate::lookaround::Window;
use crate::candidate::scheme;
use crate::evidence::{Evidence, WORTH_A_READING};
use crate::find::choices::Readings;
use crate::find::pipeline::compiled::{Compiled, Waiting};
use crate::find::pipeline::validate::{self, Proof, ValidateError};
use crate::rules::draft::{Draft, Verdict};
use crate::rules::draft_uri::DraftUri;
use crate::rules::rule::{Act, Stage, Weigh};
use crate::span::Span;
use crate::text::chars;
use crate::text::glyph::{self, Glyph};
use crate::vocabulary::MatchKind;
use crate::vocabulary::flags::Flag;
use crate::work;

/// Receives each step of the process that accepts or rejects a candidate, for explanations.
pub(crate) trait Observer {
    /// Whether the observer uses the steps. If not, values that only an observer needs are not computed.
    const LISTENS: bool;

    /// A candidate was found at a trigger; `extent` is its widest plausible extent.
    fn sighted(&mut self, _trigger: (Span, &'static str), _kind: MatchKind, _extent: Span) {}
    fn fired(&mut self, _rule: usize, _before: Span, _after: Span) {}
    /// The evidence at a line end was weighed; `_is_joined` tells whether the candidate was joined across the gap.
    fn weighed(&mut self, _gap: Span, _evidence: Evidence, _is_joined: bool) {}
    /// Evidence was weighed to decide whether the candidate is a link.
    fn considered(&mut self, _evidence: &Evidence) {}
    fn rejected(&mut self, _rule: Option<usize>, _reason: &str, _at: Option<usize>) {}
    /// The last candidate is about to be examined again, so the steps that were received for it are no longer valid.
    fn retracted(&mut self) {}
    /// A pattern matched the span, but its template did not produce a target.
    fn unexpanded(&mut self, _span: Span) {}
}

/// An observer that ignores everything.
#[derive(Debug)]
pub(crate) struct Unobserved;

impl Observer for Unobserved {
    const LISTENS: bool = false;
}

/// A draft whose text is a URI.
#[derive(Debug)]
pub(crate) struct Validated<'w> {
    pub(crate) text: Cow<'w, str>,
    pub(crate) proof: Proof,
}

/// Why a draft is not a link, and where the search continues.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rejected {
    /// The search continues at this offset, before which no candidate begins.
    Spent(usize),
    /// The token is longer than `max_len`.
    TooLong,
}

/// The maximum number of lines of a bare URI. The longest bare URI found in mail extends over seven lines.
const MAX_PIECES: usize = 16;

/// Decides whether one draft becomes a match.
pub(crate) struct Settler<'s, 'w, O> {
    pub(crate) compiled: &'s Compiled,
    pub(crate) window: Window<'w>,
    /// The offset in the text at which the window begins.
    pub(crate) base: usize,
    pub(crate) observer: &'s mut O,
}

impl<'w, O: Observer> Settler<'_, 'w, O> {
    /// Reads a draft inside its delimiters. If the text inside them is not a URI, reads it again without delimiters.
    pub(crate) fn settle(&mut self, draft: &mut Draft<'w>) -> Result<Validated<'w>, Rejected> {
        draft.is_explained = O::LISTENS;
        self.join_address(draft);
        self.stage(Stage::Open, draft, None)?;
        let was_bare = draft.is_bare();
        let mut read = self.read(draft)?;
        if read.is_err() && !was_bare {
            draft.reopen();
            read = self.read(draft)?;
        }
        let proved = read.map_err(|refusal| self.refuse(draft, refusal))?;
        if let Some(confidence) = draft.doubt.filter(|_| draft.is_bare()) {
            self.read_on(draft, confidence);
        }
        Ok(proved)
    }

    fn refuse(&mut self, draft: &Draft<'_>, refusal: ValidateError) -> Rejected {
        if O::LISTENS {
            let at = place_of(draft, refusal.at()) + self.base;
            self.observer.rejected(None, &refusal.message(), Some(at));
        }
        Rejected::Spent(draft.extent())
    }

    /// Joins the parts of an address that line breaks divide. This happens before openers are searched for, because an
    /// opener is before the first part.
    #[inline]
    fn join_address(&mut self, draft: &mut Draft<'_>) {
        if draft.facts.meets(Facts::HEAD_ABOVE.or(Facts::HOST_BELOW)) {
            // Fold rules do not reject.
            let _ = self.stage(Stage::Fold, draft, None);
            self.report_weighed(draft);
        }
    }

    /// Joins, cuts, trims and validates the draft inside its current delimiters. The inner error means that the text
    /// inside the delimiters is not a URI. If the delimiters are ignored, a part of it may be one.
    #[inline]
    fn read(
        &mut self,
        draft: &mut Draft<'w>,
    ) -> Result<Result<Validated<'w>, ValidateError>, Rejected> {
        self.shape(draft)?;
        if draft.pieces.joined_len() > self.compiled.syntax.max_len {
            self.observer.rejected(None, "it is longer than the maximum length", None);
            return Err(Rejected::TooLong);
        }
        if draft.end() <= draft.body() && draft.kind() == MatchKind::Uri {
            return Err(self.spend(draft, "there is nothing after the scheme"));
        }
        if draft.is_bare() && !self.compiled.bare {
            return Err(self.spend(draft, "it has no delimiters around it"));
        }
        let Some(text) = validate::join(&draft.pieces, self.window) else {
            return Err(self.spend(draft, "it is not valid UTF-8"));
        };
        let (end, head) = (draft.end(), self.compiled.head);
        let proof = validate::proof_of(&draft.read, draft.text, end, draft.facts, head);
        let proof = match proof.map_or_else(|| self.prove(draft, &text), Ok) {
            Ok(proof) => proof,
            Err(refusal) => return Ok(Err(refusal)),
        };
        #[cfg(test)]
        assert!(self.compiled.validator.agrees(draft.kind(), &text, &proof), "{text}");
        draft.confidence = 100;
        self.stage(Stage::Judge, draft, Some(&proof.draft_uri(&text)))?;
        if draft.kind() == MatchKind::Domain && draft.facts.meets(Facts::NO_TLD) {
            // The rule `domain-evidence` rejects such a name, so it must have been disabled.
            return Err(self.spend(draft, "its host does not end in a top-level domain"));
        }
        Ok(Ok(Validated { text, proof }))
    }

    /// Proves with the parser that the `text` of the draft is a URI.
    fn prove(&self, draft: &mut Draft<'_>, text: &str) -> Result<Proof, ValidateError> {
        if self.compiled.validator.typed(text).is_some() {
            let is_ambiguous = text.contains(validate::HYPHENS);
            draft.flags.set_if(Flag::HyphenAmbiguous, is_ambiguous);
            draft.flags.set_if(Flag::Differential, text.contains('\\'));
            if is_ambiguous {
                draft.spare().is_typed = true;
            }
        }
        self.compiled.validator.prove(draft.kind(), text)
    }

    fn spend(&mut self, draft: &Draft<'_>, reason: &str) -> Rejected {
        self.observer.rejected(None, reason, None);
        Rejected::Spent(draft.extent())
    }

    #[inline]
    fn shape(&mut self, draft: &mut Draft<'_>) -> Result<(), Rejected> {
        self.fold(draft);
        // Each rule that joins or cuts may read the draft once.
        work::add(draft.pieces.joined_len());
        if !draft.proposals.is_empty() {
            self.stage(Stage::Join, draft, None)?;
            if drop_unvouched(draft) && !draft.is_bare() {
                // The text between the delimiters cannot be joined, so it is more than a URI.
                draft.reopen();
            }
        }
        if draft.is_bare() {
            self.stage(Stage::Cut, draft, None)?;
        }
        draft.untrimmed = draft.end();
        if draft.is_angled() {
            return Ok(());
        }
        // Every round except the last removes at least one byte.
        loop {
            let end = draft.end();
            self.stage(Stage::Trim, draft, None)?;
            if draft.end() == end {
                return Ok(());
            }
        }
    }

    /// Joins a bare draft with the next line, and repeats this until no rule joins it with another line.
    #[inline]
    fn fold(&mut self, draft: &mut Draft<'_>) {
        let stage = self.compiled.rules(draft.kind()).stage(Stage::Fold);
        let may_fold = matches!(draft.kind(), MatchKind::Uri | MatchKind::Www);
        if stage.rules.is_empty() || !draft.is_bare() || !may_fold {
            return;
        }
        while draft.facts.meets(stage.when) && self.fold_once(draft) {}
    }

    fn fold_once(&mut self, draft: &mut Draft<'_>) -> bool {
        let pieces = draft.pieces.as_slice().len();
        if pieces >= MAX_PIECES.min(draft.limits.max_lines as usize) {
            return false;
        }
        let Some(below) = LineEnd::below(draft.text, draft.end()) else { return false };
        let content = below.next.content;
        if content == draft.end() || scheme::starts_uri(draft.text, content) {
            return false;
        }
        let line_end = LineEnd::at(draft.text, draft.text_before(), draft.end(), below);
        let most = draft.limits.max_bytes as usize;
        let line_end = line_end.filter(|line_end| line_end.token.end() - draft.start() <= most);
        let Some(line_end) = line_end else { return false };
        work::add(draft.last_piece().len() + line_end.token.len());
        draft.line_end = Some(line_end);
        // Fold rules do not reject.
        let _ = self.stage(Stage::Fold, draft, None);
        draft.line_end = None;
        self.report_weighed(draft);
        draft.pieces.as_slice().len() > pieces
    }

    fn report_weighed(&mut self, draft: &mut Draft<'_>) {
        for (gap, evidence, is_joined) in draft.weighed.drain(..) {
            self.observer.weighed(gap.shifted(self.base), evidence, is_joined);
        }
    }

    /// Adds the joined reading as an alternate to a draft that ends at a line end but may continue on the next line.
    fn read_on(&mut self, draft: &mut Draft<'w>, confidence: u8) {
        let mut other = draft.clone();
        other.reopen();
        other.is_explained = false;
        other.limits.join_confidence = WORTH_A_READING;
        let mut settler = Settler {
            compiled: self.compiled,
            window: self.window,
            base: self.base,
            observer: &mut Unobserved,
        };
        if matches!(settler.read(&mut other), Ok(Ok(_))) && other.end() > draft.end() {
            draft.flags.set(Flag::PerhapsContinues);
            draft.spare().joined = Some((other.pieces, confidence));
        }
    }

    /// Applies the rules of a stage that need a fact of the draft. The stage `Judge` needs the components of the URI.
    #[inline]
    fn stage(
        &mut self,
        stage: Stage,
        draft: &mut Draft<'_>,
        uri: Option<&DraftUri<'_>>,
    ) -> Result<(), Rejected> {
        let stage = self.compiled.rules(draft.kind()).stage(stage);
        #[cfg(test)]
        declared::check(stage, draft, uri);
        if !draft.facts.meets(stage.when) {
            return Ok(());
        }
        for &Waiting { when, index, rule } in &stage.rules {
            if !when.meets(draft.facts) {
                continue;
            }
            work::add(1);
            draft.reads = draft.reads.max(rule.reads);
            let before = Span::new(draft.start(), draft.end());
            let verdict = match (rule.act, uri) {
                (Act::Judge(judge), Some(uri)) => judge(draft, uri),
                (Act::Weigh(weigh), Some(uri)) => self.weigh(weigh, draft, uri),
                (act, _) => act.shape(draft),
            };
            match verdict {
                Verdict::Pass => {}
                Verdict::Changed => {
                    draft.fired.insert(index);
                    if O::LISTENS {
                        let after = Span::new(draft.start(), draft.end()).shifted(self.base);
                        self.observer.fired(index, before.shifted(self.base), after);
                    }
                    draft.refresh();
                    #[cfg(test)]
                    declared::check(stage, draft, uri);
                }
                Verdict::Yield(at, reason) => {
                    self.observer.rejected(Some(index), reason, Some(at + self.base));
                    return Err(Rejected::Spent(at));
                }
                Verdict::Reject(reason) => {
                    self.observer.rejected(Some(index), reason, None);
                    return Err(Rejected::Spent(match uri {
                        None => token_end(draft),
                        Some(_) if draft.pieces.is_one() => draft.extent(),
                        // If the joined text is not a link, its parts are not links either.
                        Some(_) => draft.extent().max(draft.end()),
                    }));
                }
            }
        }
        Ok(())
    }

    /// Applies a rule that weighs evidence, and stores the confidence.
    fn weigh(&mut self, weigh: Weigh, draft: &mut Draft<'_>, uri: &DraftUri<'_>) -> Verdict {
        let Some((evidence, otherwise)) = weigh(draft, uri) else { return Verdict::Pass };
        self.observer.considered(&evidence);
        let confidence = evidence.confidence();
        draft.confidence = draft.confidence.min(confidence);
        let doubt = 100 - confidence;
        if let Some(scheme) = otherwise.filter(|_| doubt >= WORTH_A_READING)
            && self.compiled.readings == Readings::All
        {
            draft.spare().otherwise = Some((scheme, doubt));
        }
        Verdict::Reject(if O::LISTENS { evidence.objection() } else { "" })
            .when(draft.confidence < draft.limits.least_confidence)
    }
}

/// Drops the first join that no rule confirmed and everything after it, and returns whether there was such a join.
fn drop_unvouched(draft: &mut Draft<'_>) -> bool {
    if let Some(first) = draft.proposals.iter().position(|join| !join.vouched)
        && let Some(join) = draft.proposals.get(first)
    {
        draft.cut(join.gap.start());
        draft.proposals.truncate(first);
        return true;
    }
    false
}

/// The end of the token that contains a rejected draft. If the draft has a scheme, the token is the text that a person
/// sees as one word. For any other draft, the token is the draft itself.
fn token_end(draft: &Draft<'_>) -> usize {
    if draft.kind() != MatchKind::Uri {
        return draft.extent();
    }
    let mut at = draft.extent();
    // The loop is bounded, because `draft.text` ends a fixed number of bytes after the trigger.
    while let Some((c, len)) = draft.text.get(at..).and_then(chars::first) {
        let ends = match c {
            '\0'..='\x7F' => c != '\\' && ascii::STOP.contains(c as u8),
            c => match glyph::glyph(c) {
                Glyph::Space | Glyph::Control => true,
                // In `http://www。example.com` browsers treat `。` as a dot, and people see one token.
                Glyph::Stop => !chars::byte_at(draft.text, at + len).is_ascii_alphanumeric(),
                _ => false,
            },
        };
        if ends {
            break;
        }
        at += len;
    }
    work::add(at - draft.extent());
    at
}

/// The offset in the window of the byte at offset `at` of the joined text.
fn place_of(draft: &Draft<'_>, at: usize) -> usize {
    let mut left = at;
    for piece in draft.pieces.as_slice() {
        if left <= piece.len() {
            return piece.start() + left;
        }
        left -= piece.len();
    }
    draft.end()
}

/// The number of bytes after the end of a candidate that the rules may read to decide where it ends.
const MARGIN: usize = 16;

/// Whether the end of a candidate may change if more of it is read. This is possible only if a part of it was left
/// unread.
pub(crate) fn is_open_ended(draft: &Draft<'_>, settled: &Result<Validated<'_>, Rejected>) -> bool {
    if !draft.is_partial() {
        return false;
    }
    let end = match settled {
        Ok(_) => draft.untrimmed,
        Err(Rejected::Spent(end)) => *end,
        Err(Rejected::TooLong) => return false,
    };
    // A rule may have cut the authority, after it read all of it.
    end.max(draft.read.authority) + MARGIN > draft.read.end
}

/// Checks that each rule acts only if one of the facts that it declares holds.
#[cfg(test)]
mod declared {
    use super::{Act, Draft, DraftUri, Span, Verdict};
    use crate::find::pipeline::compiled::StageRules;
    use crate::rules::rule::Rule;

    /// Applies the rules of `stage` whose facts do not hold to a copy of the draft, and checks that they pass.
    pub(super) fn check(stage: &StageRules, draft: &Draft<'_>, uri: Option<&DraftUri<'_>>) {
        for rule in idle(stage, draft) {
            let passes = match (rule.act, uri) {
                (Act::Judge(judge), Some(uri)) => judge(draft, uri) == Verdict::Pass,
                (Act::Weigh(weigh), Some(uri)) => weigh(draft, uri).is_none(),
                (act, _) => act.shape(&mut draft.clone()) == Verdict::Pass,
            };
            assert!(passes, "{}", without_facts(rule, draft));
        }
    }

    fn idle(stage: &StageRules, draft: &Draft<'_>) -> impl Iterator<Item = &'static Rule> {
        let facts = draft.facts;
        stage.rules.iter().map(|waiting| waiting.rule).filter(move |rule| !rule.when.meets(facts))
    }

    fn without_facts(rule: &Rule, draft: &Draft<'_>) -> String {
        let end = draft.text.len().min(draft.extent() + 20);
        let span = Span::new(draft.start().saturating_sub(20), end);
        let (text, kind) = (String::from_utf8_lossy(span.of(draft.text)), draft.kind());
        format!("{rule:?} acts on {text:?} ({kind:?}), but none of the facts in its `when` holds")
    }
}

//! What becomes of a draft: the stages of rules, the proof, and the way back from delimiters that
//! enclose something else.

use std::borrow::Cow;

use super::class::{self, Class};
use super::decision::{Act, Rule};
use super::delimited;
use super::draft::{Draft, Verdict, Window};
use super::edge::Edge;
use super::matches::Match;
use super::program::{Program, Stage};
use super::reading::{self, Proof, Refusal};
use super::vocabulary::MatchKind;
use super::work;
use crate::span::Span;
use crate::text::chars;
use crate::text::glyph::{self, Glyph};

/// What is told of a candidate's way, to those who ask why.
pub(crate) trait Observer {
    /// Whether anybody asks: what is only told need not be worked out otherwise.
    const LISTENS: bool;

    fn sighted(&mut self, _trigger: (Span, &'static str), _draft: &Draft<'_>) {}
    fn spent(&mut self, _trigger: (Span, &'static str), _end: usize, _reason: &'static str) {}
    fn fired(&mut self, _rule: usize, _before: Span, _after: Span) {}
    fn rejected(&mut self, _rule: Option<usize>, _reason: &str, _at: Option<usize>) {}
    /// The candidate that was sighted last is looked at anew, and what was told of it is void.
    fn retracted(&mut self) {}
    fn matched(&mut self, _found: &Match<'_>) {}
}

/// Nobody asks.
#[derive(Debug)]
pub(crate) struct Unobserved;

impl Observer for Unobserved {
    const LISTENS: bool = false;
}

/// A draft whose text is a URI.
#[derive(Debug)]
pub(crate) struct Proved<'w> {
    pub(crate) text: Cow<'w, str>,
    pub(crate) proof: Proof,
}

/// A draft that is none.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Dismissed {
    /// No candidate begins before the offset.
    Spent(usize),
    /// The token is longer than `max_len`.
    TooLong,
}

/// Why a reading of a draft failed.
enum Failure {
    Dismissed(Dismissed),
    /// The text is no URI; it may be one without its delimiters.
    Unproved(Refusal),
}

impl From<Dismissed> for Failure {
    fn from(dismissed: Dismissed) -> Failure {
        Failure::Dismissed(dismissed)
    }
}

/// Over how many lines a bare URI may run; seven were seen.
const MAX_PIECES: usize = 16;

/// Decides about one draft.
pub(crate) struct Settler<'s, 'w, O> {
    pub(crate) program: &'s Program,
    pub(crate) window: Window<'w>,
    /// How far into the text the window begins.
    pub(crate) base: usize,
    pub(crate) observer: &'s mut O,
}

impl<'w, O: Observer> Settler<'_, 'w, O> {
    /// Reads a draft inside its delimiters, and bare if that fails.
    pub(crate) fn settle(&mut self, draft: &mut Draft<'w>) -> Result<Proved<'w>, Dismissed> {
        if draft.extent - draft.start() > self.program.language.max_len {
            self.observer.rejected(None, "it is too long", None);
            return Err(Dismissed::TooLong);
        }
        self.open(draft)?;
        let was_bare = draft.is_bare();
        let mut read = self.read(draft);
        if matches!(read, Err(Failure::Unproved(_))) && !was_bare {
            draft.reopen();
            read = self.read(draft);
        }
        match read {
            Ok(proved) => Ok(proved),
            Err(Failure::Dismissed(dismissed)) => Err(dismissed),
            Err(Failure::Unproved(refusal)) => Err(self.refuse(draft, refusal)),
        }
    }

    fn refuse(&mut self, draft: &Draft<'_>, refusal: Refusal) -> Dismissed {
        if O::LISTENS {
            let at = place_of(draft, refusal.at()) + self.base;
            self.observer.rejected(None, &refusal.message(), Some(at));
        }
        Dismissed::Spent(draft.extent)
    }

    /// What stands before the candidate.
    #[inline]
    fn open(&mut self, draft: &mut Draft<'_>) -> Result<(), Dismissed> {
        let stage = &self.program.stages.open;
        let mut class = draft.approach();
        if !stage.wakes.meets(class) {
            return Ok(());
        }
        for &(index, rule) in &stage.rules {
            if !rule.wakes.meets(class) {
                continue;
            }
            match self.apply(index, rule, draft) {
                Verdict::Pass => {}
                Verdict::Changed => class = draft.approach(),
                verdict => return Err(self.dismissed(index, draft, verdict)),
            }
        }
        Ok(())
    }

    /// Joins, cuts, trims and proves the draft as it is delimited now.
    #[inline]
    fn read(&mut self, draft: &mut Draft<'w>) -> Result<Proved<'w>, Failure> {
        self.shape(draft)?;
        if draft.pieces.joined_len() > self.program.language.max_len {
            return Err(Dismissed::TooLong.into());
        }
        if draft.end() <= draft.body && draft.kind == MatchKind::Uri {
            return Err(self.void(draft, "there is nothing behind the scheme").into());
        }
        if draft.is_bare() && !self.program.bare {
            return Err(self.void(draft, "it is not delimited").into());
        }
        let text =
            reading::join(&draft.pieces, self.window).ok_or(Dismissed::Spent(draft.extent))?;
        let proof = self.program.reader.prove(draft.kind, &text).map_err(Failure::Unproved)?;
        self.judge(draft, &text, &proof)?;
        Ok(Proved { text, proof })
    }

    fn void(&mut self, draft: &Draft<'_>, reason: &str) -> Dismissed {
        self.observer.rejected(None, reason, None);
        Dismissed::Spent(draft.extent)
    }

    #[inline]
    fn shape(&mut self, draft: &mut Draft<'_>) -> Result<(), Dismissed> {
        let stages = &self.program.stages;
        self.fold(draft);
        // Each of the rules that join and cut may read the draft once.
        work::add(draft.pieces.joined_len());
        if !draft.proposals.is_empty() {
            self.stage(&stages.join, draft, Class::ANY)?;
            if drop_unvouched(draft) && !draft.is_bare() {
                // What the delimiters enclose is not put together: they enclose something else.
                draft.reopen();
            }
        }
        if draft.is_bare() {
            self.stage(&stages.cut, draft, draft.seen)?;
        }
        draft.untrimmed = draft.end();
        if draft.is_angled() {
            return Ok(());
        }
        // Each turn takes a byte off, or is the last.
        loop {
            let end = draft.end();
            self.stage(&stages.trim, draft, class::TEXT.of(draft.last_byte()))?;
            if draft.end() == end {
                return Ok(());
            }
        }
    }

    /// Lets a bare draft go on below the end of its line, as often as a rule says so.
    #[inline]
    fn fold(&mut self, draft: &mut Draft<'_>) {
        let stage = &self.program.stages.fold;
        if stage.rules.is_empty() || !draft.is_bare() {
            return;
        }
        while matches!(draft.byte_after(), b'\n' | b'\r' | b' ' | b'\t') && self.fold_once(draft) {}
    }

    fn fold_once(&mut self, draft: &mut Draft<'_>) -> bool {
        let pieces = draft.pieces.as_slice().len();
        let may_fold = matches!(draft.kind, MatchKind::Uri | MatchKind::Www);
        if pieces == MAX_PIECES || !may_fold {
            return false;
        }
        let Some(below) = Edge::below(draft.text, draft.end()) else { return false };
        if delimited::starts_uri(draft.text, below.token()) {
            return false;
        }
        let edge = Edge::at(draft.text, draft.behind(), draft.end(), below);
        let most = draft.limits.max_bytes as usize;
        let edge = edge.filter(|edge| edge.token.end() - draft.start() <= most);
        let Some(edge) = edge else { return false };
        work::add(draft.last_piece().len() + edge.token.len());
        draft.edge = Some(Box::new(edge));
        let class = class::TEXT.of(draft.last_byte());
        let fired = draft.fired;
        // No fold rule rejects.
        let _ = self.stage(&self.program.stages.fold, draft, class | Class::FOLD);
        draft.edge = None;
        if drop_unvouched(draft) {
            draft.fired = fired;
        }
        draft.pieces.as_slice().len() > pieces
    }

    #[inline]
    fn stage(
        &mut self,
        stage: &Stage,
        draft: &mut Draft<'_>,
        class: Class,
    ) -> Result<(), Dismissed> {
        if !stage.wakes.meets(class) {
            return Ok(());
        }
        for &(index, rule) in &stage.rules {
            if !rule.wakes.meets(class) {
                continue;
            }
            let verdict = self.apply(index, rule, draft);
            if matches!(verdict, Verdict::Reject(_) | Verdict::Yield(..)) {
                return Err(self.dismissed(index, draft, verdict));
            }
        }
        Ok(())
    }

    #[inline]
    fn apply(&mut self, index: usize, rule: &Rule, draft: &mut Draft<'_>) -> Verdict {
        let Act::Shape(shape) = rule.act else { return Verdict::Pass };
        work::add(1);
        let before = Span::new(draft.start(), draft.end());
        let verdict = shape(draft);
        if verdict == Verdict::Changed {
            draft.fired.insert(index);
            if O::LISTENS {
                let after = Span::new(draft.start(), draft.end());
                self.observer.fired(index, before.shifted(self.base), after.shifted(self.base));
            }
        }
        verdict
    }

    fn dismissed(&mut self, index: usize, draft: &Draft<'_>, verdict: Verdict) -> Dismissed {
        match verdict {
            Verdict::Yield(at, reason) => {
                self.observer.rejected(Some(index), reason, Some(at + self.base));
                Dismissed::Spent(at)
            }
            Verdict::Reject(reason) => {
                self.observer.rejected(Some(index), reason, None);
                Dismissed::Spent(token_end(draft))
            }
            Verdict::Pass | Verdict::Changed => Dismissed::Spent(draft.extent),
        }
    }

    #[inline]
    fn judge(&mut self, draft: &Draft<'_>, text: &str, proof: &Proof) -> Result<(), Dismissed> {
        let stage = &self.program.stages.judge;
        let components = proof.components(text);
        let class = kind_class(draft, proof.parts.port().is_some());
        for &(index, rule) in &stage.rules {
            let Act::Judge(judge) = rule.act else { continue };
            if !rule.wakes.meets(class) {
                continue;
            }
            if let Verdict::Reject(reason) = judge(draft, &components) {
                self.observer.rejected(Some(index), reason, None);
                return Err(Dismissed::Spent(draft.extent));
            }
        }
        Ok(())
    }
}

fn kind_class(draft: &Draft<'_>, has_port: bool) -> Class {
    let kind = match draft.kind {
        MatchKind::Uri => Class::URI,
        MatchKind::Www => Class::WWW,
        MatchKind::Domain => Class::DOMAIN,
        MatchKind::Email => Class::EMAIL,
        MatchKind::Ip | MatchKind::Rule => Class::IP,
    };
    kind | draft.seen | if has_port { Class::PORT } else { Class::NONE }
}

/// Drops the joins that no rule vouched for, and what stands behind the first of them; says whether
/// there were any.
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

/// Where the run of characters ends that a reader sees as one with a rejected draft.
fn token_end(draft: &Draft<'_>) -> usize {
    if draft.kind != MatchKind::Uri {
        return draft.extent;
    }
    let mut at = draft.extent;
    // The run is as bounded as the look-ahead.
    while let Some((c, len)) = draft.text.get(at..).and_then(chars::first) {
        let ends = match c {
            '\0'..='\x7F' => c != '\\' && class::TEXT.of(c as u8).meets(Class::STOP),
            c => match glyph::glyph(c) {
                Glyph::Space | Glyph::Control => true,
                // `http://www。example.com`: a dot to browsers, and one token to the eye.
                Glyph::Stop => !chars::byte_at(draft.text, at + len).is_ascii_alphanumeric(),
                _ => false,
            },
        };
        if ends {
            break;
        }
        at += len;
    }
    work::add(at - draft.extent);
    at
}

/// The offset in the window of the byte `at` of the joined text.
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

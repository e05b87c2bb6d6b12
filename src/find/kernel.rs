//! The one loop that finds: `scan` over a window, with a state of fixed size.
//!
//! A whole text is one last window; a stream calls again with the tail that was not consumed and
//! what came since. A candidate is looked at when `ahead` bytes behind its trigger are there, and
//! is shown exactly `BEHIND` bytes before and `ahead` bytes behind it, so that the answer cannot
//! depend on where the chunks were cut. (The road not taken is to try early and to notice every read
//! beyond the window: it answers sooner, but each rule would have to get it right.)
//!
//! Work is linear because every look at a candidate is bounded by constants, and because a rejected
//! token is passed over whole.

use core::ops::ControlFlow;

use super::candidate::Sighting;
use super::class::{self, Class};
use super::decision::{Act, Rule};
use super::delimited;
use super::draft::{Draft, Place, Verdict};
use super::edge::Edge;
use super::flags::Flag;
use super::matches::{Match, Others};
use super::program::{BEHIND, Program};
use super::reading::{self, Proof, Recipe, Refusal};
use super::trigger::{Cursor, Hit, Trigger};
use super::user::UserCursor;
use super::vocabulary::{Delimiter, Join, MatchKind};
use crate::span::Span;
use crate::text::glyph::{self, Glyph};
use crate::text::{chars, graphemes};

/// What the bytes that left the window still mean.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// How many bytes left the window.
    pub(crate) base: usize,
    /// No candidate begins before this offset of the window.
    resume: usize,
    /// No opener stands before this offset: the closer of the last match ends there.
    taken: usize,
    /// The dots before this offset belong to a host that was rejected. An `@` behind it may still
    /// make it a local part, so `resume` stays where it is.
    spent_dots: usize,
    /// Behind this offset the window has not been decided on.
    undecided: usize,
    /// The window begins, or goes on at `resume`, inside a token that is too long.
    in_long_token: bool,
    cursor: Cursor,
    users: UserCursor,
    pub(crate) skipped_too_long: u64,
}

impl State {
    /// The state before a text whose first byte has the offset `base`.
    pub(crate) fn at(base: usize) -> State {
        State { base, ..State::default() }
    }

    /// The window loses its first `by` bytes.
    pub(crate) fn slide(&mut self, by: usize) {
        self.base += by;
        self.resume = self.resume.saturating_sub(by);
        self.taken = self.taken.saturating_sub(by);
        self.undecided = self.undecided.saturating_sub(by);
        self.spent_dots = self.spent_dots.saturating_sub(by);
        self.cursor.slide(by);
        self.users.slide(by);
    }

    /// The offset in the window from which on nothing has been decided.
    ///
    /// That is where the run of characters begins that holds the next trigger, because a scheme or
    /// a local part stands before it.
    pub(crate) fn undecided(&self, window: &[u8]) -> usize {
        let end = self.undecided.min(window.len());
        let before = Span::new(end.saturating_sub(BEHIND), end).of(window);
        let run = before.iter().rev().take_while(|byte| !byte.is_ascii_whitespace()).count();
        (end - run).max(self.resume)
    }
}

/// What is told of a candidate's way, to those who ask why.
pub(crate) trait Observer {
    fn sighted(&mut self, _trigger: Span, _name: &'static str, _draft: &Draft<'_>) {}
    fn spent(&mut self, _trigger: Span, _name: &'static str, _end: usize, _reason: &'static str) {}
    fn fired(&mut self, _rule: usize, _before: Span, _after: Span) {}
    fn rejected(&mut self, _rule: Option<usize>, _reason: &str, _at: Option<usize>) {}
    fn matched(&mut self, _found: &Match<'_>) {}
}

/// Nobody asks.
#[derive(Debug)]
pub(crate) struct Unobserved;

impl Observer for Unobserved {}

/// Over how many lines a bare URI may run; seven were seen.
const MAX_PIECES: usize = 16;

/// What became of a candidate.
#[expect(clippy::large_enum_variant, reason = "a box would be an allocation a match")]
enum Outcome<'w> {
    Found(Match<'w>),
    /// Nothing; no candidate begins before the offset.
    Spent(usize),
    /// The text itself is no URI; it may be one without its delimiters.
    Unproved(Refusal),
    TooLong,
}

/// Finds what begins in `window`, and returns how much of it is not needed any more.
///
/// Unless this is the `last` window, the caller keeps the rest and calls again with more behind it,
/// after [`State::slide`]. The sink may break off; the next call goes on behind the match.
pub(crate) fn scan<'w>(
    program: &Program,
    state: &mut State,
    window: &'w [u8],
    last: bool,
    observer: &mut dyn Observer,
    sink: &mut dyn FnMut(Match<'w>) -> ControlFlow<()>,
) -> usize {
    Scan { program, state, window, last, observer }.run(sink)
}

struct Scan<'s, 'w> {
    program: &'s Program,
    state: &'s mut State,
    window: &'w [u8],
    last: bool,
    observer: &'s mut dyn Observer,
}

impl<'w> Scan<'_, 'w> {
    fn run(&mut self, sink: &mut dyn FnMut(Match<'w>) -> ControlFlow<()>) -> usize {
        loop {
            if self.state.in_long_token && !self.leave_long_token() {
                break;
            }
            let Some(hit) = self.next_hit() else { break };
            if !self.last && hit.at + self.program.ahead > self.window.len() {
                self.state.undecided = hit.at;
                return hit.at.saturating_sub(BEHIND);
            }
            let found = self.look(hit);
            if let Some(found) = found
                && sink(found).is_break()
            {
                return self.state.resume.saturating_sub(BEHIND);
            }
        }
        if self.last {
            self.window.len()
        } else {
            self.state.undecided = self.users_horizon();
            self.state.undecided.saturating_sub(BEHIND)
        }
    }

    fn next_hit(&mut self) -> Option<Hit> {
        let program = self.program;
        let hit = program.triggers.next(
            &mut self.state.cursor,
            self.window,
            self.state.resume,
            self.last,
        );
        let Some(user) =
            program.users.next(&mut self.state.users, self.window, self.state.resume, self.last)
        else {
            return hit;
        };
        match hit {
            Some(hit) if hit.at < user.at => Some(hit),
            _ => Some(user),
        }
    }

    /// Moves over the rest of a token that is too long; says whether its end is in sight.
    fn leave_long_token(&mut self) -> bool {
        let from = self.state.resume;
        let rest = self.window.get(from..).unwrap_or_default();
        let stop = rest.iter().position(|&byte| class::TEXT.of(byte).meets(Class::STOP));
        self.state.resume = from + stop.unwrap_or(rest.len());
        self.state.cursor.pass(self.state.resume);
        self.state.in_long_token = stop.is_none();
        stop.is_some()
    }

    /// Looks at one hit, and moves on.
    fn look(&mut self, hit: Hit) -> Option<Match<'w>> {
        let outcome = self.judge(hit);
        let found = match outcome {
            Some(Outcome::Found(found)) => {
                let base = self.state.base;
                self.state.resume = found.span().end() - base;
                self.state.taken =
                    found.wrapper().map_or(self.state.resume, |span| span.end() - base);
                Some(found)
            }
            Some(Outcome::Spent(end)) if hit.trigger == Trigger::Dot => {
                self.state.spent_dots = end;
                None
            }
            Some(Outcome::Spent(end)) => {
                self.state.resume = self.state.resume.max(end);
                None
            }
            Some(Outcome::TooLong) => {
                self.state.skipped_too_long += 1;
                self.state.in_long_token = true;
                self.state.resume = hit.at + 1;
                None
            }
            Some(Outcome::Unproved(_)) | None => None,
        };
        self.state.cursor.pass(hit.at + 1);
        self.state.cursor.pass(self.state.resume);
        self.state.users.pass(hit.at + 1);
        found
    }

    fn judge(&mut self, hit: Hit) -> Option<Outcome<'w>> {
        let text = Span::new(0, self.window.len().min(hit.at + self.program.ahead)).of(self.window);
        let floor = hit.at.saturating_sub(BEHIND);
        let place = Place {
            text,
            floor,
            is_start: floor + self.state.base == 0,
            taken: self.state.taken,
            resume: self.state.resume,
            at: hit.at,
        };
        let language = &self.program.language;
        let sighting = match hit.trigger {
            Trigger::Colon => language.at_colon(place),
            Trigger::Www => language.at_www(place),
            Trigger::At => language.at_sign(place),
            Trigger::Dot if hit.at < self.state.spent_dots => Sighting::Nothing,
            Trigger::Dot => language.at_dot(place),
            Trigger::User => return self.user_match(place),
        };
        let name = hit.trigger.literal();
        let trigger = Span::new(hit.at, hit.at + name.len()).shifted(self.state.base);
        match sighting {
            Sighting::Nothing => None,
            Sighting::Spent(end, reason) => {
                self.observer.spent(trigger, name, end + self.state.base, reason);
                Some(Outcome::Spent(end))
            }
            Sighting::Draft(draft) if !self.is_wanted(draft.kind) => {
                Some(Outcome::Spent(draft.extent))
            }
            Sighting::Draft(draft) => {
                self.observer.sighted(trigger, name, &draft);
                Some(self.settle(draft))
            }
        }
    }

    fn is_wanted(&self, kind: MatchKind) -> bool {
        let kinds = self.program.kinds;
        match kind {
            MatchKind::Ip => kinds.ip,
            MatchKind::Domain => kinds.domains,
            MatchKind::Www => kinds.www,
            _ => true,
        }
    }

    /// Reads a draft inside its delimiters, and bare if that fails.
    fn settle(&mut self, mut draft: Draft<'w>) -> Outcome<'w> {
        if draft.extent - draft.start() > self.program.language.max_len {
            self.reject(None, "it is too long", None);
            return Outcome::TooLong;
        }
        if let Some(outcome) = self.open(&mut draft) {
            return outcome;
        }
        let is_enclosed = !draft.is_bare();
        match self.read(&mut draft) {
            Outcome::Unproved(_) if is_enclosed => {
                draft.reopen();
                self.read_or_reject(draft)
            }
            Outcome::Unproved(refusal) => self.refuse(&draft, refusal),
            outcome => outcome,
        }
    }

    fn read_or_reject(&mut self, mut draft: Draft<'w>) -> Outcome<'w> {
        match self.read(&mut draft) {
            Outcome::Unproved(refusal) => self.refuse(&draft, refusal),
            outcome => outcome,
        }
    }

    fn refuse(&mut self, draft: &Draft<'w>, refusal: Refusal) -> Outcome<'w> {
        let at = place_of(draft, refusal.at()) + self.state.base;
        self.reject(None, &refusal.message(), Some(at));
        Outcome::Spent(draft.extent)
    }

    fn reject(&mut self, rule: Option<usize>, reason: &str, at: Option<usize>) {
        self.observer.rejected(rule, reason, at);
    }

    /// What stands before the candidate.
    fn open(&mut self, draft: &mut Draft<'w>) -> Option<Outcome<'w>> {
        let stages = &self.program.stages.open;
        let mut class = class::TEXT.of(draft.byte_before());
        for &(index, rule) in stages {
            if !rule.wakes.meets(class) {
                continue;
            }
            match self.apply(index, rule, draft) {
                Verdict::Pass => {}
                Verdict::Changed => class = class::TEXT.of(draft.byte_before()),
                verdict => return Some(self.dismissed(index, draft, verdict)),
            }
        }
        None
    }

    /// Joins, cuts, trims and proves the draft as it is delimited now.
    fn read(&mut self, draft: &mut Draft<'w>) -> Outcome<'w> {
        if let Some(outcome) = self.shape(draft) {
            return outcome;
        }
        if draft.pieces.joined_len() > self.program.language.max_len {
            return Outcome::TooLong;
        }
        if draft.end() <= draft.body && draft.kind == MatchKind::Uri {
            self.reject(None, "there is nothing behind the scheme", None);
            return Outcome::Spent(draft.extent);
        }
        if draft.is_bare() && !self.program.bare {
            self.reject(None, "it is not delimited", None);
            return Outcome::Spent(draft.extent);
        }
        let Some(text) = reading::join(&draft.pieces, draft.text) else {
            return Outcome::Spent(draft.extent);
        };
        match self.program.reader.prove(draft.kind, &text) {
            Err(refusal) => Outcome::Unproved(refusal),
            Ok(proof) => match self.judged(draft, &text, &proof) {
                Some(outcome) => outcome,
                None => Outcome::Found(self.found(draft, text, proof)),
            },
        }
    }

    fn shape(&mut self, draft: &mut Draft<'w>) -> Option<Outcome<'w>> {
        let program = self.program;
        self.fold(draft);
        if !draft.proposals.is_empty()
            && let Some(outcome) = self.stage(&program.stages.join, draft, Class::ANY)
        {
            return Some(outcome);
        }
        if drop_unvouched(draft) && !draft.is_bare() {
            // What the delimiters enclose is not put together: they enclose something else.
            draft.reopen();
        }
        if draft.is_bare()
            && let Some(outcome) = self.stage(&program.stages.cut, draft, draft.seen)
        {
            return Some(outcome);
        }
        if draft.is_angled() {
            return None;
        }
        // Each turn takes a byte off, or is the last.
        loop {
            let end = draft.end();
            let class = class::TEXT.of(draft.last_byte());
            if class == Class::NONE || class == Class::DIGIT {
                return None;
            }
            if let Some(outcome) = self.stage(&program.stages.trim, draft, class) {
                return Some(outcome);
            }
            if draft.end() == end {
                return None;
            }
        }
    }

    /// Lets a bare draft go on below the end of its line, as often as a rule says so.
    fn fold(&mut self, draft: &mut Draft<'w>) {
        let program = self.program;
        let may_fold = matches!(draft.kind, MatchKind::Uri | MatchKind::Www) && draft.is_bare();
        if program.stages.fold.is_empty() || !may_fold {
            return;
        }
        while draft.pieces.as_slice().len() < MAX_PIECES
            && matches!(draft.byte_after(), b'\n' | b'\r' | b' ' | b'\t')
        {
            draft.edge = Edge::at(draft.text, draft.behind(), draft.end());
            let within = |edge: &Edge| {
                edge.token.end() - draft.start() <= draft.limits.max_bytes
                    && !delimited::starts_uri(draft.text, edge.token.start())
            };
            draft.edge = draft.edge.filter(within);
            if draft.edge.is_none() {
                return;
            }
            let pieces = draft.pieces.as_slice().len();
            let class = class::TEXT.of(draft.last_byte());
            // No fold rule rejects.
            let _ = self.stage(&program.stages.fold, draft, class | Class::FOLD);
            drop_unvouched(draft);
            if draft.pieces.as_slice().len() == pieces {
                return;
            }
        }
    }

    fn stage(
        &mut self,
        rules: &[(usize, &'static Rule)],
        draft: &mut Draft<'w>,
        class: Class,
    ) -> Option<Outcome<'w>> {
        for &(index, rule) in rules {
            if !rule.wakes.meets(class) {
                continue;
            }
            let verdict = self.apply(index, rule, draft);
            if matches!(verdict, Verdict::Reject(_) | Verdict::Yield(..)) {
                return Some(self.dismissed(index, draft, verdict));
            }
        }
        None
    }

    fn apply(&mut self, index: usize, rule: &Rule, draft: &mut Draft<'w>) -> Verdict {
        let Act::Shape(shape) = rule.act else { return Verdict::Pass };
        let before = Span::new(draft.start(), draft.end());
        let verdict = shape(draft);
        if verdict == Verdict::Changed {
            draft.fired.insert(index);
            let after = Span::new(draft.start(), draft.end());
            self.observer.fired(
                index,
                before.shifted(self.state.base),
                after.shifted(self.state.base),
            );
        }
        verdict
    }

    fn dismissed(&mut self, index: usize, draft: &Draft<'w>, verdict: Verdict) -> Outcome<'w> {
        match verdict {
            Verdict::Yield(at, reason) => {
                self.reject(Some(index), reason, Some(at + self.state.base));
                Outcome::Spent(at)
            }
            Verdict::Reject(reason) => {
                self.reject(Some(index), reason, None);
                Outcome::Spent(token_end(draft))
            }
            Verdict::Pass | Verdict::Changed => Outcome::Spent(draft.extent),
        }
    }

    fn judged(&mut self, draft: &Draft<'w>, text: &str, proof: &Proof) -> Option<Outcome<'w>> {
        let program = self.program;
        let components = proof.components(text);
        let class = kind_class(draft, components.port.is_some());
        for &(index, rule) in &program.stages.judge {
            if !rule.wakes.meets(class) {
                continue;
            }
            let Act::Judge(judge) = rule.act else { continue };
            match judge(draft, &components) {
                Verdict::Pass | Verdict::Changed => {}
                Verdict::Reject(reason) => {
                    self.reject(Some(index), reason, None);
                    return Some(Outcome::Spent(draft.extent));
                }
                verdict @ Verdict::Yield(..) => {
                    return Some(self.dismissed(index, draft, verdict));
                }
            }
        }
        None
    }

    fn found(
        &mut self,
        draft: &mut Draft<'w>,
        text: std::borrow::Cow<'w, str>,
        proof: Proof,
    ) -> Match<'w> {
        let base = self.state.base;
        let mut flags = reading::flags(draft, &text, &proof);
        if self.program.flags_doubt {
            flags.set_if(
                Flag::GluedDigit,
                draft.scheme.is_some() && draft.byte_before().is_ascii_digit(),
            );
            flags.set_if(Flag::Differential, super::rule::is_differential(draft));
        }
        flags.set_if(Flag::OffGrapheme, is_off_grapheme(draft));
        let recipe = Recipe::new(draft, &self.program.reader, base);
        let parts = proof.parts;
        let found = Match {
            kind: draft.kind,
            delimiter: draft.delimiter,
            flags,
            rules: draft.fired,
            joins: draft
                .proposals
                .iter()
                .map(|join| Join { gap: join.gap.shifted(base), reason: join.reason })
                .collect(),
            wrapper: wrapper(draft).map(|span| span.shifted(base)),
            prefix: draft.prefix.map(|span| span.shifted(base)),
            pieces: core::mem::replace(
                &mut draft.pieces,
                super::draft::Pieces::One(Span::default()),
            )
            .shifted(base),
            text,
            parts,
            uri: proof.into_uri(),
            rule_name: None,
            others: recipe.map_or(Others::None, Others::Recipe),
        };
        self.observer.matched(&found);
        found
    }

    fn user_match(&mut self, place: Place<'w>) -> Option<Outcome<'w>> {
        let found = self.program.users.found(&self.state.users, self.window, place.at)?;
        let span = found.span.shifted(self.state.base);
        let text = core::str::from_utf8(found.span.of(self.window)).ok()?;
        let parts = found.uri.as_uri().parts();
        let found = Match {
            kind: MatchKind::Rule,
            delimiter: Delimiter::None,
            flags: super::flags::Flags::default(),
            rules: super::vocabulary::RuleSet::default(),
            pieces: super::draft::Pieces::One(span),
            joins: Vec::new(),
            wrapper: None,
            prefix: None,
            text: text.into(),
            parts,
            uri: Some(found.uri),
            rule_name: Some(found.name),
            others: Others::None,
        };
        self.observer.matched(&found);
        Some(Outcome::Found(found))
    }

    fn users_horizon(&self) -> usize {
        self.program.users.horizon(&self.state.users, self.window.len())
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

/// The delimiters, or the bare prefix, with what they stand around.
fn wrapper(draft: &Draft<'_>) -> Option<Span> {
    let bare = || draft.prefix.map(|prefix| Span::new(prefix.start(), draft.end()));
    draft.wrapper.or_else(bare)
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

/// Whether an end of the draft lies inside what a reader sees as one character.
fn is_off_grapheme(draft: &Draft<'_>) -> bool {
    let begin = draft.start();
    let wide_after = draft.byte_after() >= 0x80;
    let wide_before = begin > draft.floor
        && (chars::byte_before(draft.text, begin) >= 0x80
            || chars::byte_at(draft.text, begin) >= 0x80);
    (wide_after && !graphemes::is_boundary(draft.text, draft.end()))
        || (wide_before && !graphemes::is_boundary(draft.text, begin))
}

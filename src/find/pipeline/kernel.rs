//! The one loop that finds: a `Scan` of a window, with a state of fixed size.
//!
//! A whole text is one last window; a stream calls again with the tail that was not consumed and
//! what came since. The rules read a fixed number of bytes before the trigger of a candidate and `ahead`
//! bytes after it, so that the answer does not depend on where the chunks were cut. Where fewer bytes are there, it
//! is decided if none to come can change it (`early`), and waits otherwise.
//!
//! Each candidate is read once, and what is known of it then decides: no fact meets a rule in force, and
//! it is reported; or a fact alone rejects it; or the rules are asked (`settle`). There is one exception: an address
//! directly between angle brackets after a name (`is_recipient`) is reported without the rules, which come to the
//! same. Nothing else makes a match.
//!
//! Work is linear because every look at a candidate is bounded by constants, because a rejected token is
//! passed over whole, and because the candidates of one token do not each read on to its end.

use crate::candidate::extent::{Extent, SIGHT};
use crate::candidate::facts::Facts;
use crate::candidate::lookaround::{Lookaround, Window};
use crate::candidate::scheme::Scheme;
use crate::candidate::syntax::AtTrigger;
use crate::find::pipeline::compiled::{BEHIND, Compiled};
use crate::find::pipeline::early::{self, Attempt, Wait};
use crate::find::pipeline::matches::Match;
use crate::find::pipeline::report;
use crate::find::pipeline::run::{Observer, Rejected, Settler, Validated, is_open_ended};
use crate::find::pipeline::state::State;
use crate::find::pipeline::validate::Proof;
use crate::rules;
use crate::rules::draft::Draft;
use crate::scan::{Hit, Trigger};
use crate::span::Span;
use crate::text::chars;
use crate::vocabulary::MatchKind;
use crate::work;

/// A scan of one window: it is asked for match after match, and then for what it is done with.
///
/// Matches are handed out and not pushed into a callback, which would move each of them once more
/// and could not be broken off without a way back in.
pub(crate) struct Scan<'s, 'w, O> {
    compiled: &'s Compiled,
    state: &'s mut State,
    // Not a copy: for a short text it would wait until all that was just written has left the processor.
    window: &'s Window<'w>,
    last: bool,
    /// What the candidate that was looked at last waits for, if the window does not decide about it.
    wait: Option<Wait>,
    pub(crate) observer: O,
}

impl<'s, 'w, O: Observer> Scan<'s, 'w, O> {
    /// Goes on in `window` with what `state` knows. More text may follow unless it is the `last`.
    #[inline]
    pub(crate) fn new(
        compiled: &'s Compiled,
        state: &'s mut State,
        window: &'s Window<'w>,
        last: bool,
        observer: O,
    ) -> Scan<'s, 'w, O> {
        Scan { compiled, state, window, last, wait: None, observer }
    }

    /// How many bytes at the front of the window are not needed any more, once there is not a match
    /// left. The caller keeps the rest and scans again with more after it, after [`State::slide`].
    pub(crate) fn consumed(&self) -> usize {
        if self.last {
            self.window.bytes.len()
        } else {
            self.state.undecided.saturating_sub(BEHIND)
        }
    }
}

impl<'w, O: Observer> Iterator for Scan<'_, 'w, O> {
    type Item = Match<'w>;

    /// The next match, as long as enough of the text after it is there.
    fn next(&mut self) -> Option<Match<'w>> {
        let mut behind_match = self.neighbour();
        loop {
            if self.state.in_long_token && !self.leave_long_token() {
                break;
            }
            let neighbour = behind_match.take();
            let colon = neighbour.map(|(at, ..)| Hit { at, trigger: Trigger::Colon });
            let Some(hit) = colon.or_else(|| self.next_hit()) else { break };
            work::add(1);
            let is_sure = self.last || hit.at + self.compiled.ahead <= self.window.bytes.len();
            if !is_sure && !self.may_decide(hit) {
                self.state.undecided = self.horizon(hit.at);
                return None;
            }
            if hit.trigger == Trigger::Pattern {
                if let Some(found) = self.report_pattern(hit.at) {
                    return Some(found);
                }
                continue;
            }
            let lookaround = self.lookaround(hit.at);
            let mut read = Extent::NONE;
            let sighting = match neighbour {
                Some((_, start, scheme)) => {
                    let syntax = &self.compiled.syntax;
                    syntax.behind_scheme(&lookaround, start, scheme, &mut read)
                }
                None => self.sight(hit, &lookaround, &mut read),
            };
            self.wait = if is_sure { None } else { self.wait_of(hit, sighting, &read) };
            if self.wait.is_none()
                && matches!(sighting, AtTrigger::Candidate)
                && let Some((text, proof, brackets)) = self.prove_untouched(hit, &lookaround, &read)
            {
                // Nothing is done with it here: it is made where the caller wants to have it.
                return Some(report::untouched(&read, text, &proof, brackets, self.state.base));
            }
            let found = match self.wait {
                None => self.weigh(hit, &lookaround, sighting, &read, is_sure),
                Some(_) => None,
            };
            if let Some(wait) = self.wait {
                self.state.attempt = Some(Attempt::new(hit.at, self.window.bytes.len(), wait));
                self.state.undecided = self.horizon(hit.at);
                return None;
            }
            self.state.cursor.pass(self.state.resume.max(hit.at + 1));
            if found.is_some() {
                return found;
            }
        }
        let searched = self.state.cursor.searched();
        self.state.undecided = self.horizon(searched);
        None
    }
}

impl<'w, O: Observer> Scan<'_, 'w, O> {
    fn next_hit(&mut self) -> Option<Hit> {
        let Scan { compiled, state, window, last, .. } = self;
        let hit = compiled.triggers.next(&mut state.cursor, window.bytes, state.resume, *last);
        if compiled.patterns.is_empty() {
            return hit;
        }
        let pattern = &compiled.patterns;
        let pattern = pattern.next(&mut state.patterns, window.bytes, state.resume, *last);
        match (hit, pattern) {
            (Some(hit), Some(pattern)) if hit.at < pattern.at => Some(hit),
            (hit, pattern) => pattern.or(hit),
        }
    }

    /// Up to where the window was searched, for what is needed after it: by triggers up to `searched`.
    fn horizon(&mut self, searched: usize) -> usize {
        let Scan { compiled, state, window, .. } = self;
        compiled.patterns.horizon(&mut state.patterns, window.bytes, state.resume, searched)
    }

    /// Moves over the rest of a token that is too long; says whether its end is in sight.
    fn leave_long_token(&mut self) -> bool {
        let from = self.state.resume;
        let rest = self.window.bytes.get(from..).unwrap_or_default();
        let table = self.compiled.syntax.scanner.table;
        let stop = rest.iter().position(|&byte| table.of(byte).meets(Facts::STOP));
        work::add(stop.unwrap_or(rest.len()));
        self.state.resume = from + stop.unwrap_or(rest.len());
        self.state.cursor.pass(self.state.resume);
        self.state.in_long_token = stop.is_none();
        stop.is_some()
    }

    /// What may be looked at around a trigger.
    #[inline]
    fn lookaround(&self, at: usize) -> Lookaround<'w> {
        let text = Span::new(0, self.window.bytes.len().min(at + self.compiled.ahead))
            .of(self.window.bytes);
        let floor = at.saturating_sub(BEHIND);
        Lookaround {
            text,
            floor,
            is_start: floor + self.state.base == self.state.origin,
            taken: self.state.taken,
            resume: self.state.resume,
            at,
            token: self.state.token,
            sight: SIGHT,
        }
    }

    /// The colon, the begin and the scheme of a candidate after one blank after the last match: in lists of
    /// URIs there is nothing to search for.
    #[inline]
    fn neighbour(&self) -> Option<(usize, usize, &'static Scheme)> {
        let from = self.state.resume;
        if self.state.in_long_token {
            return None;
        }
        let (start, scheme) = self.compiled.syntax.web_ahead(self.window.bytes, from)?;
        let at = start + scheme.name.len();
        let is_next = self.compiled.patterns.is_empty() && self.state.cursor.allows(at);
        is_next.then_some((at, start, scheme))
    }

    #[inline]
    fn sight(&self, hit: Hit, lookaround: &Lookaround<'w>, read: &mut Extent) -> AtTrigger {
        let syntax = &self.compiled.syntax;
        match hit.trigger {
            Trigger::Colon => syntax.at_colon(lookaround, read),
            Trigger::Www => syntax.at_www(lookaround, read),
            Trigger::At => syntax.at_sign(lookaround, read),
            Trigger::Dot if hit.at < self.state.spent_dots => AtTrigger::Nothing,
            Trigger::Dot => {
                let kinds = self.compiled.kinds;
                let hopeless = self.compiled.masks(MatchKind::Domain).hopeless;
                let unwanted = Facts::ALWAYS.when(!kinds.domains);
                let hopeless = if O::LISTENS { Facts::NONE } else { hopeless | unwanted };
                syntax.at_dot(lookaround, read, hopeless, kinds.ip)
            }
            // It is not a candidate: it is reported without a change.
            Trigger::Pattern => AtTrigger::Nothing,
        }
    }

    /// The match that came of what was sighted at a hit, if it is one.
    #[inline]
    fn weigh(
        &mut self,
        hit: Hit,
        lookaround: &Lookaround<'w>,
        sighting: AtTrigger,
        read: &Extent,
        is_sure: bool,
    ) -> Option<Match<'w>> {
        match sighting {
            AtTrigger::Nothing => None,
            AtTrigger::NoName(end) => {
                // Up to there are letters, digits, hyphens and dots: no other trigger.
                self.state.spent_dots = end;
                self.state.cursor.pass(end);
                None
            }
            AtTrigger::Unknown(span) => {
                self.reject_unknown(hit, span);
                None
            }
            AtTrigger::Candidate => {
                if !O::LISTENS && self.is_hopeless(read) {
                    self.spend(hit, read.widest);
                    return None;
                }
                self.look_closely(hit, lookaround, read, is_sure)
            }
        }
    }

    fn reject_unknown(&mut self, hit: Hit, span: Span) {
        let reason = "the scheme is not one of those that are linked";
        let base = self.state.base;
        self.observer.sighted(self.trigger(hit), MatchKind::Uri, span.shifted(base));
        self.observer.rejected(None, reason, Some(hit.at + base));
        self.spend(hit, span.end());
    }

    /// The text and the proof of a candidate on which no rule has an opinion, which is a match then, and the rule
    /// about angle brackets if it is directly between them. `None` where a rule has an opinion, and where it is
    /// not UTF-8.
    #[inline]
    fn prove_untouched(
        &mut self,
        hit: Hit,
        lookaround: &Lookaround<'w>,
        read: &Extent,
    ) -> Option<(&'w str, Proof, Option<usize>)> {
        let compiled = self.compiled;
        self.state.token = compiled.syntax.scanner.token(lookaround, read);
        let masks = compiled.masks(read.kind);
        if read.facts.meets(masks.any.without(Facts::BEFORE_ANGLE)) {
            return None;
        }
        let mut brackets = None;
        if read.facts.meets(masks.any) {
            brackets = masks.brackets.filter(|_| is_recipient::<O>(lookaround, read));
            brackets?;
        }
        let text = self.window.str(Span::new(read.start, read.end))?;
        let proof = compiled.proof(read, lookaround.text, read.end, read.facts)?;
        #[cfg(test)]
        assert!(compiled.validator.agrees(read.kind, text, &proof), "{text}");
        self.sighted(hit, read);
        self.state.resume = read.end;
        self.state.taken = read.end + usize::from(brackets.is_some());
        self.state.cursor.pass(read.end);
        Some((text, proof, brackets))
    }

    /// What the rules make of a candidate. Out of line, so that those that no rule has an opinion on do not carry
    /// its weight.
    #[inline(never)]
    fn look_closely(
        &mut self,
        hit: Hit,
        lookaround: &Lookaround<'w>,
        read: &Extent,
        is_sure: bool,
    ) -> Option<Match<'w>> {
        if !self.is_wanted(read.kind) {
            self.spend(hit, read.widest);
            return None;
        }
        if read.facts.meets(Facts::TOO_LONG) {
            self.sighted(hit, read);
            self.observer.rejected(None, "it is too long", None);
            self.enter_long_token(hit);
            return None;
        }
        let limits = self.compiled.syntax.limits;
        let rooms = self.window.rooms;
        let mut draft = Draft::new(lookaround, limits, read).with_rooms(rooms);
        let mut settled = self.settle(hit, &mut draft);
        let mut sight = lookaround.sight;
        // Each round quadruples the text that is read, so the whole work is linear in the length of the
        // candidate.
        while is_open_ended(&draft, &settled) {
            self.observer.retracted();
            sight = sight.saturating_mul(4);
            let (lookaround, mut read) = (Lookaround { sight, ..*lookaround }, Extent::NONE);
            let AtTrigger::Candidate = self.sight(hit, &lookaround, &mut read) else { break };
            draft = Draft::new(&lookaround, limits, &read).with_rooms(rooms);
            settled = self.settle(hit, &mut draft);
        }
        if !is_sure {
            let is_far = !self.holds_end(&draft, &settled);
            let wait = early::wait_of_rules(self.window.bytes, &draft);
            self.wait = if is_far { Some(Wait::Far) } else { wait };
            if self.wait.is_some() {
                return None;
            }
        }
        match settled {
            Ok(proved) => return Some(self.report(&mut draft, proved)),
            Err(Rejected::Spent(end)) => self.spend(hit, end),
            Err(Rejected::TooLong) => self.enter_long_token(hit),
        }
        None
    }

    /// Whether it is worth a look although more text may follow. A pattern that matches before it takes its place,
    /// and patterns are searched line by line.
    fn may_decide(&mut self, hit: Hit) -> bool {
        let patterns = &self.compiled.patterns;
        let is_first = patterns.have_searched(&self.state.patterns, self.window.bytes, hit.at);
        let window = self.window.bytes;
        let attempt = &mut self.state.attempt;
        let may_help = |attempt: &mut Attempt| attempt.is_worth_another(hit.at, window);
        !O::LISTENS && is_first && attempt.as_mut().is_none_or(may_help)
    }

    /// What a hit waits for before any rule is asked.
    fn wait_of(&self, hit: Hit, sighting: AtTrigger, read: &Extent) -> Option<Wait> {
        let folds = self.compiled.rules(read.kind).fold.when;
        early::wait_of(self.window.bytes, hit.at, sighting, read, folds)
    }

    /// Whether the window goes on after the end of what was settled.
    fn holds_end(&self, draft: &Draft<'_>, settled: &Result<Validated<'_>, Rejected>) -> bool {
        let end = match settled {
            Ok(_) => draft.wrapper.map_or(draft.untrimmed, Span::end),
            // A rejected run may end in the middle of a character of which the rest is to come.
            Err(Rejected::Spent(end)) if *end > draft.extent() => *end + early::NEAR,
            Err(Rejected::Spent(end)) => *end,
            Err(Rejected::TooLong) => return false,
        };
        end.max(draft.extent()) < self.window.bytes.len()
    }

    /// Whether it is rejected whatever the rules make of it, or is empty and nothing makes it longer.
    fn is_hopeless(&self, read: &Extent) -> bool {
        let masks = self.compiled.masks(read.kind);
        if read.facts.meets(Facts::TOO_LONG) {
            return false;
        }
        let is_bare = !read.facts.meets(masks.open);
        let is_void = read.end == read.body && !read.line.meets(Facts::LINE_TOKEN);
        let is_empty = read.kind == MatchKind::Uri && is_void;
        masks.reject(read.facts) || is_bare && (is_empty || !self.compiled.bare)
    }

    fn sighted(&mut self, hit: Hit, read: &Extent) {
        if O::LISTENS {
            let extent = Span::new(read.start, read.widest).shifted(self.state.base);
            self.observer.sighted(self.trigger(hit), read.kind, extent);
        }
    }

    fn trigger(&self, hit: Hit) -> (Span, &'static str) {
        let name = hit.trigger.literal();
        (Span::new(hit.at, hit.at + name.len()).shifted(self.state.base), name)
    }

    fn is_wanted(&self, kind: MatchKind) -> bool {
        let kinds = self.compiled.kinds;
        match kind {
            MatchKind::Ip => kinds.ip,
            MatchKind::Domain => kinds.domains,
            MatchKind::Www => kinds.www,
            _ => true,
        }
    }

    fn settle(&mut self, hit: Hit, draft: &mut Draft<'w>) -> Result<Validated<'w>, Rejected> {
        self.sighted(hit, &draft.read);
        let base = self.state.base;
        let observer = &mut self.observer;
        Settler { compiled: self.compiled, window: *self.window, base, observer }.settle(draft)
    }

    fn report(&mut self, draft: &mut Draft<'w>, proved: Validated<'w>) -> Match<'w> {
        self.state.resume = draft.end();
        self.state.taken = draft.wrapper.map_or(draft.end(), Span::end);
        report::found(self.compiled, self.state.base, draft, proved)
    }

    /// Takes the match of a pattern, and reports it if its template gives a target. Other patterns and
    /// triggers at the same place stay.
    fn report_pattern(&mut self, at: usize) -> Option<Match<'w>> {
        let lookaround = self.lookaround(at);
        let patterns = &self.compiled.patterns;
        let matched = patterns.take(&mut self.state.patterns, self.window.bytes, at)?;
        let span = matched.span;
        let Some(found) = report::pattern(matched, &lookaround, self.state.base) else {
            self.observer.unexpanded(span.shifted(self.state.base));
            return None;
        };
        self.state.resume = span.end();
        self.state.taken = span.end();
        Some(found)
    }

    /// Nothing begins before `end`. The dots of a rejected host are spent, but not its letters: an
    /// `@` after them may make a local part of it.
    fn spend(&mut self, hit: Hit, end: usize) {
        if hit.trigger == Trigger::Dot {
            self.state.spent_dots = end;
        } else {
            self.state.resume = self.state.resume.max(end);
        }
    }

    fn enter_long_token(&mut self, hit: Hit) {
        self.state.skipped_too_long += 1;
        self.state.in_long_token = true;
        self.state.resume = hit.at + 1;
    }
}

/// Whether a candidate before which a `<` is can be reported as it was read: `Jane Doe <jane@example.org>`. In mail
/// two of five matches are such addresses. The rules come to the same, and those who ask why hear it from them.
fn is_recipient<O: Observer>(lookaround: &Lookaround<'_>, read: &Extent) -> bool {
    let before = Span::new(lookaround.floor, read.start).of(lookaround.text);
    !O::LISTENS
        && read.kind == MatchKind::Email
        && chars::byte_at(lookaround.text, read.end) == b'>'
        && read.start > lookaround.taken
        && rules::follows_other_word(before)
        && !rules::is_in_id_field(before)
}

//! The loop that finds matches: a `Scan` of a window, with a state of fixed size.
//!
//! A text that is completely in memory is a single window. For a stream, the loop runs again for every chunk, on a
//! window of the bytes that were not consumed and the new bytes. The rules read at most a fixed number of bytes before
//! the trigger of a candidate and `Compiled::lookahead` bytes after it, so the matches do not depend on the division
//! into chunks. If fewer bytes have arrived, a candidate is decided only if no later byte can change the decision
//! (module `early`); otherwise it waits.
//!
//! For each candidate, the loop first reads its bytes and collects facts about them. If no enabled rule needs one of
//! these facts, the candidate is reported. In all other cases the rules are applied (`settle`), with one exception: an
//! address directly between angle brackets after a name (`is_recipient`) is reported without the rules, because they
//! would have the same result. `docs/performance.md` has the worth of each shortcut.
//!
//! The work is linear in the length of the text: the work for one candidate is bounded by constants, a rejected token
//! is skipped as a whole, and if a token contains many candidates, not every one is read to the end of the token.

use crate::candidate::extent::{Extent, SIGHT};
use crate::candidate::facts::Facts;
use crate::candidate::lookaround::{Lookaround, Window};
use crate::candidate::syntax::AtTrigger;
use crate::find::pipeline::compiled::{Compiled, MAX_LOOKBEHIND};
use crate::find::pipeline::defanged::{self, Restored};
use crate::find::pipeline::early::{self, Attempt, Wait};
use crate::find::pipeline::matches::Match;
use crate::find::pipeline::report;
use crate::find::pipeline::run::{
    Observer, Rejected, Settler, Unobserved, Validated, is_open_ended,
};
use crate::find::pipeline::state::State;
use crate::find::pipeline::validate::{self, Proof};
use crate::rules;
use crate::rules::draft::Draft;
use crate::rules::rule::Stage;
use crate::scan::code::Incomplete;
use crate::scan::{Ahead, Cursor, Hit, Trigger};
use crate::span::Span;
use crate::text::chars;
use crate::vocabulary::MatchKind;
use crate::work;

/// A scan of one window: an iterator over its matches. After the last match, [`consumed`](Scan::consumed) returns the
/// number of bytes that are no longer needed.
///
/// A callback for each match was rejected: it would move each match once more, and a caller could not stop and continue
/// later.
pub(crate) struct Scan<'s, 'w, O> {
    compiled: &'s Compiled,
    state: &'s mut State,
    // This is a reference, because copying a window takes measurable time if the text is short.
    window: &'s Window<'w>,
    last: bool,
    ahead: &'s mut Ahead,
    /// What the last candidate waits for, if the window does not contain enough text to decide it.
    wait: Option<Wait>,
    pub(crate) observer: O,
}

impl<'s, 'w, O: Observer> Scan<'s, 'w, O> {
    /// Continues the scan of `state` in `window`. More text may follow unless it is the `last` window.
    #[inline]
    pub(crate) fn new(
        compiled: &'s Compiled,
        state: &'s mut State,
        ahead: &'s mut Ahead,
        window: &'s Window<'w>,
        last: bool,
        observer: O,
    ) -> Scan<'s, 'w, O> {
        Scan { compiled, state, window, last, ahead, wait: None, observer }
    }

    /// The number of bytes at the front of the window that are no longer needed after the last match. The caller
    /// removes them, calls [`State::slide`], adds more text after the rest, and scans again.
    pub(crate) fn consumed(&self) -> usize {
        if self.last {
            self.window.bytes.len()
        } else {
            let undecided = self.state.known().map_or(0, |rare| rare.undecided);
            undecided.saturating_sub(MAX_LOOKBEHIND)
        }
    }
}

impl<'w, O: Observer> Iterator for Scan<'_, 'w, O> {
    type Item = Match<'w>;

    /// The next match; `None` if the window has no more matches, or if the next candidate needs more text.
    fn next(&mut self) -> Option<Match<'w>> {
        loop {
            if self.state.in_long_token && !self.leave_long_token() {
                self.before_defanged(None);
                break;
            }
            let Some(hit) = self.next_hit() else { break };
            work::add(1);
            let is_code = if self.compiled.skip_code { self.is_in_code(hit.at) } else { Ok(false) };
            if matches!(is_code, Ok(true)) {
                self.skip_code(hit);
                continue;
            }
            let is_sure = self.last || hit.at + self.compiled.lookahead <= self.window.bytes.len();
            if is_code.is_err() || !is_sure && !self.may_decide(hit) {
                self.leave_undecided(hit.at);
                return None;
            }
            if hit.trigger == Trigger::Pattern {
                if let Some(found) = self.report_pattern(hit.at) {
                    return Some(found);
                }
                continue;
            }
            if hit.trigger == Trigger::Defanged {
                return self.report_defanged();
            }
            let lookaround = self.lookaround(hit.at);
            let mut read = Extent::NONE;
            let sighting = self.sight(hit, &lookaround, &mut read);
            self.wait = if is_sure { None } else { self.wait_of(hit, sighting, &read) };
            if self.wait.is_none()
                && matches!(sighting, AtTrigger::Candidate)
                && let Some((text, proof, brackets)) = self.prove_untouched(hit, &lookaround, &read)
            {
                // The match is made in the return expression, because otherwise it would be moved.
                return Some(report::untouched(&read, text, &proof, brackets, self.state.base));
            }
            let found = match self.wait {
                None => self.weigh(hit, &lookaround, sighting, &read, is_sure),
                Some(_) => None,
            };
            if let Some(wait) = self.wait {
                let attempt = Attempt::new(hit.at, self.window.bytes.len(), wait);
                self.state.rare().attempt = Some(attempt);
                // The next attempt reads the candidate as the first one did.
                self.state.token = lookaround.token;
                self.leave_undecided(hit.at);
                return None;
            }
            self.state.cursor.pass(self.state.resume.max(hit.at + 1));
            if found.is_some() {
                return found;
            }
        }
        self.leave_undecided(self.state.cursor.searched());
        None
    }
}

impl<'w, O: Observer> Scan<'_, 'w, O> {
    fn next_hit(&mut self) -> Option<Hit> {
        let Scan { compiled, state, window, last, ahead, .. } = self;
        let (bytes, from) = (window.bytes, state.resume);
        let hit = compiled.triggers.next(&mut state.cursor, ahead, bytes, from, *last);
        let Some(patterns) = &compiled.patterns else {
            return if compiled.defanged.is_none() { hit } else { self.before_defanged(hit) };
        };
        // A pattern may match in a candidate that was rejected: `News:@ada`.
        let from = state.taken;
        let pattern = patterns.next(&mut state.rare().patterns, bytes, from, *last);
        let first = match (hit, pattern) {
            (Some(hit), Some(pattern)) if hit.at < pattern.at => Some(hit),
            (hit, pattern) => pattern.or(hit),
        };
        self.before_defanged(first)
    }

    /// The beginning of defanged text, if it is before `hit` and the option is on; otherwise `hit`. The match of a pattern
    /// takes precedence at the same offset.
    #[inline(never)]
    fn before_defanged(&mut self, hit: Option<Hit>) -> Option<Hit> {
        let Some(reader) = &self.compiled.defanged else { return hit };
        let (base, bytes) = (self.state.base, self.window.bytes);
        let found = loop {
            match self.state.known().and_then(|rare| rare.tokens.found.last()) {
                Some(found) if found.start() >= base + self.state.taken => {
                    break found.start() - base;
                }
                Some(_) => drop(self.state.rare().tokens.found.pop()),
                None => {
                    let Some(token) = self.next_token(hit) else { return hit };
                    let restored = Restored::new(bytes, token);
                    let text = Window::of(&restored.text);
                    let (mut state, mut ahead) = (State::at(0), Ahead::default());
                    let state = &mut state;
                    let scan =
                        Scan::new(&reader.compiled, state, &mut ahead, &text, true, Unobserved);
                    let found = scan.filter_map(|found| restored.found(&found, bytes, base));
                    let tokens = &mut self.state.rare().tokens;
                    tokens.found.extend(found);
                    tokens.found.reverse();
                }
            }
        };
        let is_pattern = |hit: Hit| hit.at == found && hit.trigger == Trigger::Pattern;
        match hit {
            Some(hit) if hit.at < found || is_pattern(hit) => Some(hit),
            _ => Some(Hit { at: found, trigger: Trigger::Defanged }),
        }
    }

    /// The next token with a sign of defanged text that may begin before `hit`; `None` if its end is not in the window.
    fn next_token(&mut self, hit: Option<Hit>) -> Option<Span> {
        /// A search ahead of each trigger would begin too often, so it goes on for this number of bytes.
        const STRETCH: usize = 4 << 10;
        let Scan { compiled, state, window, last, .. } = self;
        // The sign is at most this far behind the beginning of its token.
        let most = hit.map_or(usize::MAX, |hit| hit.at + MAX_LOOKBEHIND + 1);
        if state.signs >= most {
            return None;
        }
        let (bytes, max_len) = (window.bytes, compiled.syntax.max_len);
        let whole = if *last { bytes.len() } else { state.rare().tokens.whole(bytes, max_len) };
        let end = whole.min(most.saturating_add(STRETCH));
        let floor = state.known().map_or(0, |rare| rare.tokens.floor);
        let token = defanged::next_token(bytes, (state.signs, end), floor, max_len);
        match token {
            Some(token) => {
                state.signs = token.end();
                state.rare().tokens.floor = token.end();
            }
            None => state.signs = state.signs.max(end),
        }
        token
    }

    /// Notes for the next window that the candidate at `searched`, or the text that begins there, is not decided.
    fn leave_undecided(&mut self, searched: usize) {
        if !self.last {
            self.state.rare().undecided = self.horizon(searched);
        }
    }

    /// The offset up to which the window was searched for triggers, patterns, defanged text and code. `searched` is the
    /// offset up to which it was searched for triggers.
    fn horizon(&mut self, searched: usize) -> usize {
        let Scan { compiled, state, window, last, .. } = self;
        let mut searched = match compiled.defanged {
            Some(_) => searched.min(state.signs),
            None => searched,
        };
        if let Some(patterns) = &compiled.patterns {
            let from = state.taken;
            searched = patterns.horizon(&mut state.rare().patterns, window.bytes, from, searched);
        }
        if compiled.skip_code {
            searched = state.rare().code.horizon(window.bytes, searched, *last);
        }
        searched
    }

    /// Whether the byte at `at` is in code. If it is not, no candidate begins before the end of the code before it, and
    /// no opener is there.
    fn is_in_code(&mut self, at: usize) -> Result<bool, Incomplete> {
        let code = &mut self.state.rare().code;
        let is_code = code.is_code(self.window.bytes, at, self.last)?;
        let end = code.end();
        if !is_code && end <= at {
            self.state.resume = self.state.resume.max(end);
            self.state.taken = self.state.taken.max(end);
        }
        Ok(is_code)
    }

    /// Continues the search behind the code that contains the hit. An observer learns which candidates are in the rest
    /// of it.
    fn skip_code(&mut self, hit: Hit) {
        let end = self.state.rare().code.end();
        let (mut cursor, mut ahead, mut next) = (Cursor::default(), Ahead::default(), Some(hit));
        while let Some(hit) = next.filter(|hit| O::LISTENS && hit.at < end) {
            let mut read = Extent::NONE;
            let sighting = self.sight(hit, &self.lookaround(hit.at), &mut read);
            if matches!(sighting, AtTrigger::Candidate) {
                self.sighted(hit, &read);
                self.observer.rejected(None, "it is in code", None);
            }
            let from = read.widest.max(hit.at + 1);
            let triggers = &self.compiled.triggers;
            next = triggers.next(&mut cursor, &mut ahead, self.window.bytes, from, self.last);
        }
        self.state.resume = self.state.resume.max(end);
        self.state.taken = self.state.taken.max(end);
        self.state.cursor.pass(end);
    }

    /// Skips the rest of a token that is too long, and returns whether the end of the token is in the window.
    fn leave_long_token(&mut self) -> bool {
        let from = self.state.resume;
        let rest = self.window.bytes.get(from..).unwrap_or_default();
        let table = self.compiled.syntax.table;
        let stop = rest.iter().position(|&byte| table.of(byte).meets(Facts::STOP));
        work::add(stop.unwrap_or(rest.len()));
        self.state.resume = from + stop.unwrap_or(rest.len());
        self.state.cursor.pass(self.state.resume);
        self.state.taken = self.state.resume;
        self.state.in_long_token = stop.is_none();
        stop.is_some()
    }

    /// The text around the trigger at `at` that the rules may read.
    #[inline]
    fn lookaround(&self, at: usize) -> Lookaround<'w> {
        let text = Span::new(0, self.window.bytes.len().min(at + self.compiled.lookahead))
            .of(self.window.bytes);
        let floor = at.saturating_sub(MAX_LOOKBEHIND);
        Lookaround {
            text,
            floor,
            is_start: floor == 0 && !self.state.is_cut,
            taken: self.state.taken,
            resume: self.state.resume,
            at,
            token: self.state.token,
            sight: SIGHT,
        }
    }

    #[inline]
    fn sight(&self, hit: Hit, lookaround: &Lookaround<'w>, read: &mut Extent) -> AtTrigger {
        let syntax = &self.compiled.syntax;
        match hit.trigger {
            Trigger::Colon => syntax.at_colon(lookaround, read),
            Trigger::Www => syntax.at_www(lookaround, read),
            Trigger::At => syntax.at_sign(lookaround, read),
            Trigger::Dot | Trigger::WideDot if hit.at < self.state.spent_dots => AtTrigger::Nothing,
            Trigger::Dot | Trigger::WideDot => {
                syntax.at_dot(lookaround, read, hit.trigger.literal().len(), O::LISTENS)
            }
            // These are matches and not candidates: `report_pattern` and `report_defanged` report them.
            Trigger::Pattern | Trigger::Defanged => AtTrigger::Nothing,
        }
    }

    /// The match at a hit, decided from the result of examining its trigger; `None` if the hit is not a link, or if the
    /// candidate waits for more text.
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
            AtTrigger::Nothing | AtTrigger::NoAddress(_) => None,
            AtTrigger::NoName(end) => {
                // The text up to `end` contains only letters, digits, hyphens and dots, so it has no other trigger.
                self.state.spent_dots = end;
                self.state.cursor.pass(end);
                None
            }
            AtTrigger::Unknown(span) => {
                self.reject_unknown(hit, span);
                None
            }
            AtTrigger::Candidate => self.look_closely(hit, lookaround, read, is_sure),
        }
    }

    fn reject_unknown(&mut self, hit: Hit, span: Span) {
        let reason = "the scheme is not among those that are linked";
        let base = self.state.base;
        self.observer.sighted(self.trigger(hit), MatchKind::Uri, span.shifted(base));
        self.observer.rejected(None, reason, Some(hit.at + base));
        self.spend(hit, span.end());
    }

    /// The text and the proof of a candidate that is a match because no rule applies to it. The third value is the
    /// index of the rule about angle brackets, if the candidate is directly between them. `None` if another rule may
    /// apply, if the text is not UTF-8, or if only the parser can prove that it is a URI.
    #[inline]
    fn prove_untouched(
        &mut self,
        hit: Hit,
        lookaround: &Lookaround<'w>,
        read: &Extent,
    ) -> Option<(&'w str, Proof, Option<usize>)> {
        let compiled = self.compiled;
        self.state.token = compiled.syntax.token(lookaround, read);
        let rules = compiled.rules(read.kind);
        if read.facts.meets(rules.any.without(Facts::BEFORE_ANGLE)) {
            return None;
        }
        let mut brackets = None;
        if read.facts.meets(rules.any) {
            brackets = rules.brackets.filter(|_| is_recipient::<O>(lookaround, read));
            brackets?;
        }
        let text = self.window.str(Span::new(read.start, read.end))?;
        let proof = validate::proof_of(read, lookaround.text, read.end, read.facts, compiled.head)?;
        #[cfg(test)]
        assert!(compiled.validator.agrees(read.kind, text, &proof), "{text}");
        self.sighted(hit, read);
        self.state.resume = read.end;
        self.state.taken = read.end + usize::from(brackets.is_some());
        self.state.cursor.pass(read.end);
        Some((text, proof, brackets))
    }

    /// Applies the rules to a candidate. It is not inlined, because its size would slow down candidates to which no
    /// rule applies.
    #[inline(never)]
    fn look_closely(
        &mut self,
        hit: Hit,
        lookaround: &Lookaround<'w>,
        read: &Extent,
        is_sure: bool,
    ) -> Option<Match<'w>> {
        if !self.compiled.rules(read.kind).is_wanted {
            self.spend(hit, read.widest);
            return None;
        }
        if read.facts.meets(Facts::TOO_LONG) {
            self.sighted(hit, read);
            self.observer.rejected(None, "it is longer than the maximum length", None);
            self.enter_long_token(hit);
            return None;
        }
        // No rule makes a name without a top-level domain a link. In text without blanks between words, a sixth of the work
        // was to find this out.
        let lacks_tld = read.kind == MatchKind::Domain && read.facts.meets(Facts::NO_TLD);
        if lacks_tld && is_sure && !O::LISTENS {
            self.spend(hit, read.widest);
            return None;
        }
        let limits = self.compiled.syntax.limits;
        let rooms = self.window.rooms;
        let mut draft = Draft::new(lookaround, limits, rooms, read);
        let mut settled = self.settle(hit, &mut draft);
        let mut sight = lookaround.sight;
        // Each round reads four times as much text as the one before, so the total work is linear in the length of the
        // candidate.
        while is_open_ended(&draft, &settled) {
            self.observer.retracted();
            sight = sight.saturating_mul(4);
            let (lookaround, mut read) = (Lookaround { sight, ..*lookaround }, Extent::NONE);
            let AtTrigger::Candidate = self.sight(hit, &lookaround, &mut read) else { break };
            draft = Draft::new(&lookaround, limits, rooms, &read);
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

    /// Whether the hit can be examined although more text may follow. The patterns must have been searched up to the
    /// hit, because a pattern that matches earlier takes precedence, and the end of its token must be known, because the
    /// token may be defanged. If an earlier attempt failed, the text that it waited for must have arrived.
    fn may_decide(&mut self, hit: Hit) -> bool {
        let window = self.window.bytes;
        let rare = self.state.rare();
        let is_first =
            self.compiled.patterns.is_none() || rare.patterns.has_searched(window, hit.at);
        let is_whole = self.compiled.defanged.is_none() || rare.tokens.has_seen(hit.at);
        let is_first = is_first && (is_whole || hit.trigger == Trigger::Defanged);
        let may_help = |attempt: &mut Attempt| attempt.is_worth_another(hit.at, window);
        !O::LISTENS && is_first && rare.attempt.as_mut().is_none_or(may_help)
    }

    /// What a hit waits for before rules are applied; `None` if it does not wait.
    fn wait_of(&self, hit: Hit, sighting: AtTrigger, read: &Extent) -> Option<Wait> {
        let folds = self.compiled.rules(read.kind).stage(Stage::Fold).when;
        early::wait_of(self.window.bytes, hit.at, sighting, read, folds)
    }

    /// Whether the window has text after the end of the draft.
    fn holds_end(&self, draft: &Draft<'_>, settled: &Result<Validated<'_>, Rejected>) -> bool {
        let end = match settled {
            Ok(_) => draft.wrapper.map_or(draft.untrimmed, Span::end),
            // Rejected text may end inside a character whose other bytes have not arrived.
            Err(Rejected::Spent(end)) if *end > draft.extent() => {
                early::sight_end(self.window.bytes, *end)
            }
            Err(Rejected::Spent(end)) => *end,
            Err(Rejected::TooLong) => return false,
        };
        end.max(draft.extent()) < self.window.bytes.len()
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

    /// Takes the match of a pattern from the search, and returns it if its template produces a target. If not, the
    /// other patterns and triggers at the same offset are examined next.
    fn report_pattern(&mut self, at: usize) -> Option<Match<'w>> {
        let lookaround = self.lookaround(at);
        let patterns = self.compiled.patterns.as_ref()?;
        let matched = patterns.take(&mut self.state.rare().patterns, self.window.bytes, at)?;
        let span = matched.span;
        let Some(found) = report::pattern(matched, &lookaround, self.state.base) else {
            self.observer.unexpanded(span.shifted(self.state.base));
            return None;
        };
        self.state.resume = self.state.resume.max(span.end());
        self.state.taken = span.end();
        Some(found)
    }

    /// Takes the next defanged match.
    fn report_defanged(&mut self) -> Option<Match<'w>> {
        let mut found = self.state.rare().tokens.found.pop()?;
        let rule = self.compiled.defanged.as_ref()?.rule;
        found.rules.insert(rule);
        let (base, span) = (self.state.base, found.span());
        self.observer.sighted((span, Trigger::Defanged.literal()), found.kind(), span);
        self.observer.fired(rule, span, span);
        self.state.resume = self.state.resume.max(span.end() - base);
        self.state.taken = found.wrapper().map_or(span.end(), Span::end) - base;
        Some(found)
    }

    /// Notes that no candidate begins before `end`. If the rejected candidate is a host, only its dots are skipped: if
    /// an `@` follows the host, the host may be the local part of an address.
    fn spend(&mut self, hit: Hit, end: usize) {
        if matches!(hit.trigger, Trigger::Dot | Trigger::WideDot) {
            self.state.spent_dots = end;
        } else {
            self.state.resume = self.state.resume.max(end);
        }
    }

    fn enter_long_token(&mut self, hit: Hit) {
        self.state.rare().skipped_too_long += 1;
        self.state.in_long_token = true;
        self.state.resume = hit.at + 1;
    }
}

/// Whether a candidate after `<` can be reported without applying the rules, as in `Jane Doe <jane@example.org>`. In
/// mail, two of five matches are such addresses. The rules would have the same result; they are applied only if an
/// observer needs their steps.
fn is_recipient<O: Observer>(lookaround: &Lookaround<'_>, read: &Extent) -> bool {
    let before = Span::new(lookaround.floor, read.start).of(lookaround.text);
    !O::LISTENS
        && read.kind == MatchKind::Email
        && chars::byte_at(lookaround.text, read.end) == b'>'
        && read.start > lookaround.taken
        && rules::follows_other_word(before)
        && !rules::is_in_id_field(before)
}

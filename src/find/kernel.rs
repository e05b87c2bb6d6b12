//! The one loop that finds: a `Scan` of a window, with a state of fixed size.
//!
//! A whole text is one last window; a stream calls again with the tail that was not consumed and
//! what came since. A candidate is looked at when `ahead` bytes behind its trigger are there, and
//! is shown exactly `BEHIND` bytes before and `ahead` bytes behind it, so that the answer cannot
//! depend on where the chunks were cut. (The road not taken is to try early and to notice every read
//! beyond the window: it answers sooner, but each rule would have to get it right.)
//!
//! Work is linear because every look at a candidate is bounded by constants, because a rejected token is
//! passed over whole, and because the candidates of one token do not each read on to its end.

use super::candidate::{self, SIGHT, Sighting};
use super::class::Class;
use super::draft::{Draft, Place, Token, Window};
use super::matches::Match;
use super::plain::{self, Finding, Sleep};
use super::program::{BEHIND, Program};
use super::scheme::Scheme;
use super::settle::{Dismissed, Observer, Proved, Settler};
use super::trigger::{Cursor, Hit, Trigger};
use super::user::UserCursor;
use super::vocabulary::MatchKind;
use super::work;
use super::{report, rule};
use crate::span::Span;

/// What the bytes that left the window still mean.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// How many bytes left the window.
    pub(crate) base: usize,
    /// The offset of the first byte that is searched: nothing stands before it.
    origin: usize,
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
    /// The token that was read last.
    token: Option<Token>,
    cursor: Cursor,
    users: UserCursor,
    pub(crate) skipped_too_long: u64,
}

impl State {
    /// The state before a text whose first byte has the offset `base`.
    pub(crate) fn at(base: usize) -> State {
        State { base, origin: base, ..State::default() }
    }

    /// The window loses its first `by` bytes.
    pub(crate) fn slide(&mut self, by: usize) {
        self.base += by;
        self.resume = self.resume.saturating_sub(by);
        self.taken = self.taken.saturating_sub(by);
        self.undecided = self.undecided.saturating_sub(by);
        self.spent_dots = self.spent_dots.saturating_sub(by);
        self.token = self.token.and_then(|token| token.slid(by));
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

/// A scan of one window: it is asked for match after match, and then for what it is done with.
///
/// Matches are handed out and not pushed into a callback, which would move each of them once more
/// and could not be broken off without a way back in.
pub(crate) struct Scan<'s, 'w, O> {
    program: &'s Program,
    state: &'s mut State,
    // Not a copy: for a short text it would wait until all that was just written has left the processor.
    window: &'s Window<'w>,
    last: bool,
    pub(crate) observer: O,
}

impl<'s, 'w, O: Observer> Scan<'s, 'w, O> {
    /// Goes on in `window` with what `state` knows. More text may follow unless it is the `last`.
    #[inline]
    pub(crate) fn new(
        program: &'s Program,
        state: &'s mut State,
        window: &'s Window<'w>,
        last: bool,
        observer: O,
    ) -> Scan<'s, 'w, O> {
        Scan { program, state, window, last, observer }
    }

    /// How many bytes at the front of the window are not needed any more, once there is no match
    /// left. The caller keeps the rest and scans again with more behind it, after [`State::slide`].
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

    /// The next match, as long as enough of the text behind it is there.
    fn next(&mut self) -> Option<Match<'w>> {
        loop {
            if self.state.in_long_token && !self.leave_long_token() {
                break;
            }
            let neighbour = self.neighbour();
            if let Some((at, start, scheme)) = neighbour
                && let Some(found) = self.plain_at(at, start, scheme)
            {
                return Some(found);
            }
            let Some(hit) = self.next_hit() else { break };
            work::add(1);
            if !self.last && hit.at + self.program.ahead > self.window.bytes.len() {
                self.state.undecided = hit.at;
                return None;
            }
            if self.passes_by(hit) {
                continue;
            }
            // What stands behind the last match was looked at already.
            let was_tried = neighbour.is_some_and(|(at, ..)| at == hit.at);
            if !was_tried && let Some(found) = self.plain(hit) {
                return Some(found);
            }
            if let Some(found) = self.look_closely(hit) {
                return Some(found);
            }
        }
        let searched = self.state.cursor.searched();
        self.state.undecided = self.program.users.horizon(&self.state.users, searched);
        None
    }
}

impl<'s, 'w, O: Observer> Scan<'s, 'w, O> {
    fn next_hit(&mut self) -> Option<Hit> {
        let Scan { program, state, window, last, .. } = self;
        let hit = program.triggers.next(&mut state.cursor, window.bytes, state.resume, *last);
        if program.users.is_empty() {
            return hit;
        }
        let user = program.users.next(&mut state.users, window.bytes, state.resume, *last);
        match (hit, user) {
            (Some(hit), Some(user)) if hit.at < user.at => Some(hit),
            (hit, user) => user.or(hit),
        }
    }

    /// Moves over the rest of a token that is too long; says whether its end is in sight.
    fn leave_long_token(&mut self) -> bool {
        let from = self.state.resume;
        let rest = self.window.bytes.get(from..).unwrap_or_default();
        let classes = self.program.language.classes;
        let stop = rest.iter().position(|&byte| classes.of(byte).meets(Class::STOP));
        work::add(stop.unwrap_or(rest.len()));
        self.state.resume = from + stop.unwrap_or(rest.len());
        self.state.cursor.pass(self.state.resume);
        self.state.in_long_token = stop.is_none();
        stop.is_some()
    }

    /// What may be looked at around a trigger.
    #[inline]
    fn place(&self, at: usize) -> Place<'w> {
        let text = Span::new(0, self.window.bytes.len().min(at + self.program.ahead))
            .of(self.window.bytes);
        let floor = at.saturating_sub(BEHIND);
        Place {
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

    /// The long way: a draft, and all that the rules make of it. Out of line, so that the short way
    /// does not carry its weight.
    #[inline(never)]
    fn look_closely(&mut self, hit: Hit) -> Option<Match<'w>> {
        if !O::LISTENS && self.is_dismissed(hit) {
            self.state.cursor.pass(self.state.resume.max(hit.at + 1));
            self.state.users.pass(hit.at + 1);
            return None;
        }
        let mut place = self.place(hit.at);
        let mut found = None;
        let mut draft = Draft::new(place, self.program.language.limits);
        match self.sight(hit, place, &mut draft) {
            Sighting::Nothing => {}
            Sighting::Spent(end, reason) => {
                self.observer.spent(self.trigger(hit), end + self.state.base, reason);
                self.spend(hit, end);
            }
            Sighting::Draft if !self.is_wanted(draft.kind) => self.spend(hit, draft.extent),
            Sighting::Draft if self.is_hopeless(&draft) => self.spend(hit, draft.extent),
            Sighting::Draft => {
                let mut settled = self.settle(hit, &mut draft);
                // As it is shown more each time, its end is found in time linear in what is before it.
                while is_open_ended(&draft, &settled) {
                    self.observer.retracted();
                    place.sight = place.sight.saturating_mul(4);
                    draft = Draft::new(place, self.program.language.limits);
                    self.sight(hit, place, &mut draft);
                    settled = self.settle(hit, &mut draft);
                }
                match settled {
                    Ok(proved) => found = Some(self.report(&mut draft, proved)),
                    Err(Dismissed::Spent(end)) => self.spend(hit, end),
                    Err(Dismissed::TooLong) => self.enter_long_token(hit),
                }
            }
            Sighting::User => found = self.report_user(place),
        }
        self.state.token = draft.token;
        self.state.cursor.pass(self.state.resume.max(hit.at + 1));
        self.state.users.pass(hit.at + 1);
        found
    }

    /// Whether a draft will be rejected at the end of its way, so that it need not take it.
    fn is_hopeless(&self, draft: &Draft<'_>) -> bool {
        let is_short = draft.extent - draft.start() <= self.program.language.max_len;
        is_short && self.sleep().is_some() && rule::is_hopeless(draft)
    }

    /// Whether it can be said without a draft that nothing is there.
    fn is_dismissed(&mut self, hit: Hit) -> bool {
        match hit.trigger {
            Trigger::Colon => self.ends_no_scheme(hit),
            Trigger::At => self.is_in_no_address(hit),
            _ => false,
        }
    }

    /// Whether no scheme to link ends at the colon.
    fn ends_no_scheme(&mut self, hit: Hit) -> bool {
        let (language, place) = (&self.program.language, self.place(hit.at));
        if language.scheme_before(place).is_some() {
            return false;
        }
        if let Some(unknown) = language.unknown_scheme(place) {
            self.spend(hit, unknown.end());
        }
        true
    }

    /// Whether the `@` belongs to no address.
    fn is_in_no_address(&mut self, hit: Hit) -> bool {
        let Some(sleep) = self.sleep() else { return false };
        let iri = self.program.language.limits.iri;
        let end = plain::at::end_of_no_address(sleep, &self.place(hit.at), iri);
        if let Some(end) = end {
            self.spend(hit, end);
        }
        end.is_some()
    }

    /// Whether one glance at the hit tells that nothing is there; then the search goes on behind it.
    fn passes_by(&mut self, hit: Hit) -> bool {
        let Some(sleep) = self.sleep() else { return false };
        let pass = match hit.trigger {
            Trigger::Dot => self.end_of_no_domain(sleep, hit.at),
            Trigger::Colon => {
                plain::void::is_void(sleep, &self.place(hit.at)).then_some(hit.at + 1)
            }
            _ => None,
        };
        let Some(pass) = pass else { return false };
        self.state.cursor.pass(pass);
        self.state.users.pass(hit.at + 1);
        true
    }

    /// Where to go on behind the dot at `at` that belongs to no domain.
    fn end_of_no_domain(&mut self, sleep: &Sleep, at: usize) -> Option<usize> {
        if at < self.state.spent_dots {
            return Some(at + 1);
        }
        // Up to there stand letters, digits, hyphens and dots: no other trigger.
        let end = plain::dot::end_of_no_domain(sleep, &self.place(at), self.program.kinds.ip)?;
        self.state.spent_dots = end;
        Some(end)
    }

    /// The colon, the begin and the scheme of a candidate behind one blank behind the last match: in lists of
    /// URIs there is nothing to search for.
    #[inline]
    fn neighbour(&self) -> Option<(usize, usize, &'static Scheme)> {
        let from = self.state.resume;
        let (start, scheme) = candidate::web_ahead(self.window.bytes, from)?;
        let at = start + scheme.name.len();
        let is_in_sight = self.last || at + self.program.ahead <= self.window.bytes.len();
        let is_next = is_in_sight && self.program.users.is_empty() && self.state.cursor.allows(at);
        is_next.then_some((at, start, scheme))
    }

    /// The match that no rule has an opinion on, if it is one.
    #[inline]
    fn plain(&mut self, hit: Hit) -> Option<Match<'w>> {
        match hit.trigger {
            Trigger::Colon => {
                let (language, place) = (&self.program.language, self.place(hit.at));
                place.text.get(hit.at + 1..)?.strip_prefix(b"//")?;
                let begin = candidate::web_run(place).or_else(|| language.slashes_run(place));
                let (start, scheme) = begin?;
                self.plain_at(hit.at, start, scheme)
            }
            Trigger::At => self.plain_address(hit.at),
            Trigger::Dot => self.plain_domain(hit.at),
            _ => None,
        }
    }

    #[inline(never)]
    fn plain_address(&mut self, at: usize) -> Option<Match<'w>> {
        let found = plain::address::found(self.sleep()?, &self.place(at))?;
        self.report_plain(at, found)
    }

    #[inline(never)]
    fn plain_domain(&mut self, at: usize) -> Option<Match<'w>> {
        let head = self.program.domain_head?;
        let found = plain::domain::found(self.sleep()?, &self.place(at), head)?;
        self.report_plain(at, found)
    }

    /// The same for a web URI, of which the scheme is known.
    #[inline]
    fn plain_at(
        &mut self,
        colon: usize,
        start: usize,
        scheme: &'static Scheme,
    ) -> Option<Match<'w>> {
        let found = plain::web::found(self.sleep()?, &self.place(colon), start, scheme)?;
        self.report_plain(colon, found)
    }

    /// When the short ways are open: never to who asks why.
    #[inline]
    fn sleep(&self) -> Option<&'s Sleep> {
        self.program.sleep.as_ref().filter(|_| !O::LISTENS)
    }

    #[inline]
    fn report_plain(&mut self, at: usize, found: Finding) -> Option<Match<'w>> {
        let found = found.reported(*self.window, self.state.base)?;
        self.leave(at, &found);
        Some(found)
    }

    /// Goes on behind a plain match whose trigger stands at `at`.
    #[inline]
    fn leave(&mut self, at: usize, found: &Match<'w>) {
        let base = self.state.base;
        self.state.resume = found.span().end() - base;
        self.state.taken = found.wrapper.map_or(self.state.resume, |wrapper| wrapper.end() - base);
        self.state.cursor.pass(self.state.resume);
        self.state.users.pass(at + 1);
    }

    #[inline]
    fn sight(&self, hit: Hit, place: Place<'w>, draft: &mut Draft<'w>) -> Sighting {
        let language = &self.program.language;
        match hit.trigger {
            Trigger::Colon => language.at_colon(place, draft),
            Trigger::Www => language.at_www(place, draft),
            Trigger::At => language.at_sign(place, draft),
            Trigger::Dot if hit.at < self.state.spent_dots => Sighting::Nothing,
            Trigger::Dot => language.at_dot(place, draft),
            Trigger::User => Sighting::User,
        }
    }

    fn trigger(&self, hit: Hit) -> (Span, &'static str) {
        let name = hit.trigger.literal();
        (Span::new(hit.at, hit.at + name.len()).shifted(self.state.base), name)
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

    fn settle(&mut self, hit: Hit, draft: &mut Draft<'w>) -> Result<Proved<'w>, Dismissed> {
        self.observer.sighted(self.trigger(hit), draft);
        let base = self.state.base;
        let observer = &mut self.observer;
        Settler { program: self.program, window: *self.window, base, observer }.settle(draft)
    }

    fn report(&mut self, draft: &mut Draft<'w>, proved: Proved<'w>) -> Match<'w> {
        self.state.resume = draft.end();
        self.state.taken = draft.wrapper.map_or(draft.end(), Span::end);
        let found = report::found(self.program, self.state.base, draft, proved);
        self.observer.matched(&found);
        found
    }

    fn report_user(&mut self, place: Place<'w>) -> Option<Match<'w>> {
        let users = &self.program.users;
        let user = users.found(&self.state.users, self.window.bytes, place.at)?;
        let found = report::user(user, self.window.bytes, self.state.base)?;
        self.state.resume = found.span().end() - self.state.base;
        self.observer.matched(&found);
        Some(found)
    }

    /// Nothing begins before `end`. The dots of a rejected host are spent, but not its letters: an
    /// `@` behind them may make a local part of it.
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

/// No rule that ends a candidate looks further than that behind the end.
const MARGIN: usize = 16;

/// Whether a candidate of which only a part was shown might end otherwise if more of it was.
fn is_open_ended(draft: &Draft<'_>, settled: &Result<Proved<'_>, Dismissed>) -> bool {
    let Some(shown) = draft.shown else { return false };
    let end = match settled {
        Ok(_) => draft.untrimmed,
        Err(Dismissed::Spent(end)) => *end,
        Err(Dismissed::TooLong) => return false,
    };
    let authority = draft.authority().map_or(draft.body, Span::end);
    end.max(authority) + MARGIN > shown
}

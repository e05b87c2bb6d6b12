//! The events of a parser with new links: the events of a run that may have links are held until the run is complete.

use core::iter::FusedIterator;
use core::ops::Range;
use std::collections::VecDeque;

use pulldown_cmark::Event;

use super::event_writer::Writer;
use super::gate::{self, Gate};
use super::pieces::LinkedBy;
use super::search::MarkdownSearch;
use super::treated::{Removed, TreatedBy, TreatedEvents};
use super::walk::{Held, Located};
use crate::find::Finder;

/// Links the URIs in events.
#[derive(Debug)]
pub(super) struct LinkedEvents<'a, I> {
    events: TreatedEvents<'a, I>,
    removed: Removed,
    search: MarkdownSearch,
    gate: Gate<'a>,
    by: LinkedBy,
    held: Held<'a>,
    /// The events of a run, followed by the event that ended it.
    ready: VecDeque<Located<'a>>,
}

impl<'a, I: Iterator<Item = Located<'a>>> LinkedEvents<'a, I> {
    /// Links the URIs that `finder` finds in `events`, according to `by`, and changes existing links according to
    /// `treated`. The events were read from `source`.
    pub(super) fn new(
        finder: &Finder,
        source: &'a str,
        events: I,
        by: LinkedBy,
        treated: TreatedBy,
    ) -> Self {
        let search = MarkdownSearch::new(finder);
        let gate = Gate::new(&search, source);
        let (held, ready) = (Held::new(source), VecDeque::new());
        let (events, removed) = (TreatedEvents::new(events, treated), Removed::default());
        LinkedEvents { events, removed, search, gate, by, held, ready }
    }

    /// Sets how new links and existing links are treated from now on.
    #[cfg(feature = "pulldown-cmark-0-13")]
    pub(super) fn set_by(&mut self, by: LinkedBy, treated: TreatedBy) {
        self.by = by;
        self.events.set_by(treated);
    }

    /// Examines an event. If it begins a run that may have links, it is replaced by the first event of the linked run,
    /// and the other events of that run are queued.
    fn look(&mut self, located: &mut Option<Located<'a>>) {
        let Some((event, range)) = located else { return };
        if !self.take(event, range) {
            self.gate.note(event, range);
        } else if self.held.is_open() {
            // Clearing the queue makes the run start at the beginning of its buffer. The ring buffer would otherwise
            // move through all of its memory, and out of the caches.
            self.ready.clear();
            self.ready.extend(located.take());
            self.read_run();
            *located = self.ready.pop_front();
        }
    }

    /// Reads the events up to the end of the run, or until it is known that the run has no link.
    fn read_run(&mut self) {
        while self.held.is_open() {
            let Some((mut event, range)) = self.events.next() else { return self.end_run() };
            if !self.take(&mut event, &range) {
                self.end_run();
                self.gate.note(&event, &range);
            }
            self.ready.push_back((event, range));
        }
    }

    /// Records an event if it belongs to a run; returns whether it does.
    fn take(&mut self, event: &mut Event<'a>, range: &Range<usize>) -> bool {
        let is_taken = gate::is_inline(event);
        if is_taken {
            self.search.mend(event);
            self.held.ask(&self.search, &mut self.gate, event, range);
        }
        is_taken
    }

    /// Inserts the links of the complete run among its events.
    fn end_run(&mut self) {
        let Some((run, links)) = self.held.end(&self.search, &self.ready) else { return };
        let events = core::mem::take(&mut self.ready);
        Writer::new(run, self.by.pieces(run, &links), &mut self.ready).write_all(events);
    }

    /// The next event, including links that are marked as removed.
    #[inline]
    fn advance(&mut self) -> Option<Located<'a>> {
        if !self.ready.is_empty() {
            return self.ready.pop_front();
        }
        // The event is examined in place, because events are large and nearly all of them are returned unchanged.
        let mut located = self.events.next();
        let is_passed = |(event, range): &Located<'a>| self.gate.passes(event, range);
        if !located.as_ref().is_none_or(is_passed) {
            self.look(&mut located);
        }
        located
    }
}

impl<'a, I: Iterator<Item = Located<'a>>> Iterator for LinkedEvents<'a, I> {
    type Item = Located<'a>;

    // Never inlined: inside the loop of a caller, the event would be moved in small parts, each of
    // which waits for the previous one.
    #[inline(never)]
    fn next(&mut self) -> Option<Located<'a>> {
        if !self.events.is_active() {
            return self.advance();
        }
        loop {
            let located = self.advance()?;
            if !self.removed.takes(&located.0) {
                return Some(located);
            }
        }
    }
}

impl<'a, I: FusedIterator<Item = Located<'a>>> FusedIterator for LinkedEvents<'a, I> {}

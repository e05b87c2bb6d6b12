//! Reads a document run by run. A [run](super::run) is inline content that looks like continuous text to a reader.

use core::ops::Range;

use pulldown_cmark::{Event, Parser};

use super::gate::{self, Gate, Outlook};
use super::raw::RawHtml;
use super::run::Run;
use super::search::MarkdownSearch;
use crate::find::Match;

/// An event and its position in the source.
pub(super) type Located<'s> = (Event<'s>, Range<usize>);

/// Receives the events and the links of a document.
pub(super) trait Visitor<'s> {
    /// Called for every event, in order.
    #[inline]
    fn event(&mut self, _event: &Event<'s>, _range: &Range<usize>) {}

    /// Called with the links of a run, after its last event.
    fn links(&mut self, run: &Run<'s>, links: &[Match<'_>]);
}

/// Reads the events of `parser` for `source`, from the beginning to the end.
pub(super) fn walk<'s>(
    search: &MarkdownSearch,
    source: &'s str,
    parser: Parser<'s>,
    visitor: &mut impl Visitor<'s>,
) {
    let mut gate = Gate::new(search, source);
    let mut held = Held::new(source);
    // The events of the current run.
    let mut run = Vec::new();
    let mut events = parser.into_offset_iter();
    loop {
        // The event is examined in place, because events are large and few of them are kept.
        let mut located = events.next();
        let Some((event, range)) = &located else { break };
        let is_passed = gate.passes(event, range);
        if !is_passed && gate::is_inline(event) {
            held.ask(search, &mut gate, event, range);
        } else if !is_passed {
            if let Some((run, links)) = held.end(search, &run) {
                visitor.links(run, &links);
            }
            gate.note(event, range);
        }
        visitor.event(event, range);
        if held.is_open() {
            run.extend(located.take());
        } else {
            run.clear();
        }
    }
    if let Some((run, links)) = held.end(search, &run) {
        visitor.links(run, &links);
    }
}

/// The state of a run whose events are held until it is complete, or is known to have no link.
#[derive(Debug)]
pub(super) struct Held<'s> {
    run: Run<'s>,
    /// The elements of raw HTML that were open before the run.
    raw: RawHtml,
    /// `Cold` if no run is held.
    outlook: Outlook,
}

impl<'s> Held<'s> {
    pub(super) fn new(source: &'s str) -> Held<'s> {
        Held { run: Run::new(source), raw: RawHtml::default(), outlook: Outlook::Cold }
    }

    /// Whether a run is held.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.outlook != Outlook::Cold
    }

    /// Processes the next event of a run, which the gate has accepted.
    pub(super) fn ask(
        &mut self,
        search: &MarkdownSearch,
        gate: &mut Gate<'s>,
        event: &Event<'s>,
        range: &Range<usize>,
    ) {
        if self.outlook == Outlook::Cold {
            self.outlook = Outlook::Open;
            self.raw = gate.begin_run();
        }
        if self.outlook == Outlook::Open {
            self.outlook = gate.outlook(search, event, range);
        }
        gate.read_tag(event);
    }

    /// Ends the run, which consists of `events`. Returns the run and its links; `None` if the run has no links.
    pub(super) fn end<'h, 'e>(
        &'h mut self,
        search: &MarkdownSearch,
        events: impl IntoIterator<Item = &'e Located<'s>>,
    ) -> Option<(&'h Run<'s>, Vec<Match<'h>>)>
    where
        's: 'e,
    {
        if core::mem::replace(&mut self.outlook, Outlook::Cold) != Outlook::Hot {
            return None;
        }
        self.run.clear();
        for (event, range) in events {
            self.run.push(event, range, &mut self.raw);
        }
        let links = search.links(&self.run);
        (!links.is_empty()).then_some((&self.run, links))
    }
}

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
    let mut runs = Runs::new(search, source);
    // The events of the current run.
    let mut held = Vec::new();
    let mut events = parser.into_offset_iter();
    loop {
        // The event is examined in place, because events are large and few of them are kept.
        let mut located = events.next();
        let Some((event, range)) = &located else { break };
        if runs.read(search, event, range)
            && let Some((run, links)) = runs.end(search, &held)
        {
            visitor.links(run, &links);
        }
        visitor.event(event, range);
        if runs.is_open() {
            held.extend(located.take());
        } else {
            held.clear();
        }
    }
    if let Some((run, links)) = runs.end(search, &held) {
        visitor.links(run, &links);
    }
}

/// Divides the events of a document into runs. The events of a run are held until it is complete, or is known to have no
/// link.
#[derive(Debug)]
pub(super) struct Runs<'s> {
    gate: Gate<'s>,
    run: Run<'s>,
    /// The elements of raw HTML that were open before the run.
    raw: RawHtml,
    /// `Cold` if no run is held.
    outlook: Outlook,
}

impl<'s> Runs<'s> {
    pub(super) fn new(search: &MarkdownSearch, source: &'s str) -> Runs<'s> {
        let (gate, run) = (Gate::new(search, source), Run::new(source));
        Runs { gate, run, raw: RawHtml::default(), outlook: Outlook::Cold }
    }

    /// Whether a run is held.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.outlook != Outlook::Cold
    }

    /// Reads the next event; returns whether it ends the run before it.
    #[inline]
    pub(super) fn read(
        &mut self,
        search: &MarkdownSearch,
        event: &Event<'_>,
        range: &Range<usize>,
    ) -> bool {
        if self.gate.passes(event, range) {
            return false;
        }
        if !gate::is_inline(event) {
            self.gate.note(event, range);
            return true;
        }
        if self.outlook == Outlook::Cold {
            self.outlook = Outlook::Open;
            self.raw = self.gate.begin_run();
        }
        if self.outlook == Outlook::Open {
            self.outlook = self.gate.outlook(search, event, range);
        }
        self.gate.read_tag(event);
        false
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

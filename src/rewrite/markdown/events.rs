//! The events of a parser with new links: the events of a run that may have links are held until the run is complete.

use core::iter::FusedIterator;
use std::collections::VecDeque;

use super::event_writer::Writer;
use super::pieces::LinkedBy;
use super::search::MarkdownSearch;
use super::walk::{Located, Runs};

/// Links the bare URIs in the events of pulldown-cmark, which come with their ranges in the source.
///
/// The output has the same events, with the start and the end of a link around each URI; a URI that extends over
/// several text events is one link around all of them. Emphasis marks inside a URI in the source are part of its text,
/// as in GFM: the events for the start and the end of that emphasis are dropped. Smart punctuation in a URI is turned
/// back into the characters of the source. The events of a link have the range of its URI in the source.
///
/// Nothing is linked inside links, images, code, mathematics, HTML and metadata. The same applies to text between the
/// raw HTML tags of an element in which HTML documents have no links, such as `<a href>` and `</a>`, or `<code>` and
/// `</code>`.
///
/// By default, the settings of [`MarkdownLinker::new`](super::MarkdownLinker::new) decide what becomes a link: the
/// schemes are [`Schemes::Clickable`](crate::find::Schemes::Clickable), and a URI with a hazard of the severity `danger` stays
/// text. [`linked_by`](LinkEventsWithOffset::linked_by) takes another linker. Links that the document already has and raw
/// HTML pass unchanged, whatever their scheme, so a program that renders untrusted documents has to sanitize its output.
/// `HtmlLinker::rewrite` with the option `existing` adds attributes such as `rel` to all links of the rendered page, and
/// treats those of the author like new ones.
#[cfg_attr(
    not(feature = "pulldown-cmark-0-13"),
    expect(unreachable_pub, reason = "exported with the feature")
)]
#[derive(Debug)]
pub struct LinkEventsWithOffset<'a, I> {
    events: I,
    pub(super) by: LinkedBy,
    search: MarkdownSearch,
    runs: Runs<'a>,
    /// The events of a run, followed by the event that ended it.
    ready: VecDeque<Located<'a>>,
}

impl<'a, I: Iterator<Item = Located<'a>>> LinkEventsWithOffset<'a, I> {
    /// Links the URIs that `search` finds in `events`, which were read from `source`, according to `by`.
    pub(super) fn linked(search: MarkdownSearch, source: &'a str, events: I, by: LinkedBy) -> Self {
        let runs = Runs::new(&search, source);
        LinkEventsWithOffset { events, by, search, runs, ready: VecDeque::new() }
    }

    /// Inserts the links of the complete run among its events.
    fn end_run(&mut self) {
        let Some((run, links)) = self.runs.end(&self.search, &self.ready) else { return };
        let events = core::mem::take(&mut self.ready);
        let pieces = self.by.pieces(run, &links);
        Writer::new(run, &pieces, &mut self.ready).write_all(events);
    }
}

impl<'a, I: Iterator<Item = Located<'a>>> Iterator for LinkEventsWithOffset<'a, I> {
    type Item = Located<'a>;

    // The events of a run are read up to its end, or until it is known that the run has no link.
    //
    // Never inlined: inside the loop of a caller, the event would be moved in small parts, each of
    // which waits for the previous one.
    #[inline(never)]
    fn next(&mut self) -> Option<Located<'a>> {
        while self.ready.is_empty() || self.runs.is_open() {
            let Some((event, range)) = self.events.next() else {
                self.end_run();
                break;
            };
            if self.runs.read(&self.search, &event, &range) {
                self.end_run();
            }
            self.ready.push_back((event, range));
        }
        self.ready.pop_front()
    }
}

impl<'a, I: FusedIterator<Item = Located<'a>>> FusedIterator for LinkEventsWithOffset<'a, I> {}

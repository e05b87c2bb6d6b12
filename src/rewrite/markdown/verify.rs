//! Tests whether a rewritten document is parsed as expected: as the same text, with the links that were made.

use core::iter::Peekable;

use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag};

use super::edit::{Changed, Edit};
use super::events::LinkedEvents;
use super::pieces::LinkedBy;
use super::treated::TreatedBy;

use crate::find::Finder;

/// Whether the events of `output` are those of `source` with the links of `edits`, both new and
/// changed.
pub(super) fn holds(
    finder: &Finder,
    options: Options,
    source: &str,
    edits: &[&Edit],
    output: &str,
) -> bool {
    let events = Parser::new_ext(source, options).into_offset_iter();
    let new = edits.iter().filter(|edit| edit.is_new()).map(|&edit| edit.clone());
    let by = LinkedBy::Edits(new.collect());
    let mut changed: Vec<Changed> = edits.iter().flat_map(|edit| edit.changed.clone()).collect();
    changed.sort_by_key(|one| one.start);
    let treated = if changed.is_empty() { TreatedBy::Nothing } else { TreatedBy::Edits(changed) };
    let expected = LinkedEvents::new(finder, Some(source), events, by, treated);
    let expected = Merged::new(expected.map(|(event, _)| event));
    // The offsets are not used, but with them this code shares an instance of the generic parser with the other
    // callers.
    let events = Parser::new_ext(output, options).into_offset_iter();
    expected.eq(Merged::new(events.map(|(event, _)| event)))
}

/// Merges adjacent texts, and gives all links the same [`LinkType`].
struct Merged<'a, I: Iterator<Item = Event<'a>>> {
    events: Peekable<I>,
}

impl<'a, I: Iterator<Item = Event<'a>>> Merged<'a, I> {
    fn new(events: I) -> Merged<'a, I> {
        Merged { events: events.peekable() }
    }

    /// Merges `text` with the texts that follow it.
    fn merged(&mut self, text: CowStr<'a>) -> CowStr<'a> {
        let mut text = text.into_string();
        while let Some(Event::Text(more)) =
            self.events.next_if(|event| matches!(event, Event::Text(_)))
        {
            text.push_str(&more);
        }
        text.into()
    }
}

impl<'a, I: Iterator<Item = Event<'a>>> Iterator for Merged<'a, I> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        Some(match self.events.next()? {
            Event::Text(text) => Event::Text(self.merged(text)),
            Event::Start(Tag::Link { link_type: LinkType::Email, dest_url, title, id }) => {
                let dest_url = format!("mailto:{dest_url}").into();
                Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, title, id })
            }
            Event::Start(Tag::Link { dest_url, title, id, .. }) => {
                Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, title, id })
            }
            event => event,
        })
    }
}

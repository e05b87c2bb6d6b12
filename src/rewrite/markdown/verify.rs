//! Selects the edits of a document that are sound: with them the document is parsed as expected, and a second pass of
//! the linker finds no more links.
//!
//! The output is parsed again only if an edit is doubtful, because the check takes a little longer than the first
//! pass. If the edits are not sound together, subsets of them are tried, so that one refused edit does not exclude the
//! others.

use core::iter::Peekable;
use core::mem;

use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag};

use super::edit::{Edit, Edits, Fate};
use super::events::LinkEventsWithOffset;
use super::pieces::LinkedBy;
use super::place::Safety;
use super::search::MarkdownSearch;

/// The maximum number of attempts, each of which parses the document again. This many attempts isolate a single bad
/// edit among thousands; all edits that are still undecided after the last one are refused.
const MOST: usize = 32;

/// The edits of a document, while they are checked.
pub(super) struct Checked<'e, A> {
    edits: &'e Edits,
    /// Returns the results of a second pass of the linker over the document with some of the edits; `None` if that
    /// document is not parsed as expected.
    again: A,
    /// The number of attempts that are left.
    attempts: usize,
}

impl<'e, A: Fn(&[&Edit]) -> Option<Edits>> Checked<'e, A> {
    pub(super) const fn new(edits: &'e Edits, again: A) -> Checked<'e, A> {
        Checked { edits, again, attempts: MOST }
    }

    /// The edits that are sound together, and the refused ones; both in ascending order.
    pub(super) fn sound(mut self) -> (Vec<&'e Edit>, Vec<&'e Edit>) {
        let is_safe = |edit: &&Edit| edit.safety == Safety::Safe;
        let all: Vec<&Edit> = self.edits.made.iter().collect();
        if all.iter().all(is_safe) || self.hold(&all) {
            return (all, Vec::new());
        }
        let (mut kept, doubtful): (Vec<&Edit>, Vec<&Edit>) = all.into_iter().partition(is_safe);
        let mut left = Vec::new();
        self.admit_halves(&mut kept, &doubtful, &mut left);
        // A refused edit may be sound with one that was admitted after it, because a link is a part of the text that
        // speaks for or against a name.
        let mut admitted = doubtful.len() - left.len();
        while admitted > 0 && !left.is_empty() {
            let more = mem::take(&mut left);
            self.admit(&mut kept, &more, &mut left);
            admitted = more.len() - left.len();
        }
        left.sort_by_key(|edit| edit.link.start());
        (kept, left)
    }

    /// Adds to `kept` the edits of `more` that are sound together with those in `kept`.
    fn admit(&mut self, kept: &mut Vec<&'e Edit>, more: &[&'e Edit], refused: &mut Vec<&'e Edit>) {
        let mut all = [kept.as_slice(), more].concat();
        all.sort_by_key(|edit| edit.link.start());
        if self.hold(&all) {
            *kept = all;
        } else {
            self.admit_halves(kept, more, refused);
        }
    }

    /// Tries each half of `more`, whose edits are not sound together.
    fn admit_halves(
        &mut self,
        kept: &mut Vec<&'e Edit>,
        more: &[&'e Edit],
        refused: &mut Vec<&'e Edit>,
    ) {
        if more.len() < 2 || self.attempts == 0 {
            refused.extend(more);
            return;
        }
        let (first, second) = more.split_at(more.len() / 2);
        self.admit(kept, first, refused);
        self.admit(kept, second, refused);
    }

    /// Whether the document with these edits is parsed as expected, and a second pass finds exactly the URIs that are
    /// not linked because they were declined, refused, or kept bare.
    fn hold(&mut self, edits: &[&Edit]) -> bool {
        if self.attempts == 0 {
            return false;
        }
        self.attempts -= 1;
        (self.again)(edits).is_some_and(|again| self.leave(edits, &again))
    }

    /// Whether `again` has exactly the URIs that `edits` do not link. A URI that stayed bare in the
    /// first pass must not become a link in the second.
    fn leave(&self, edits: &[&Edit], again: &Edits) -> bool {
        let mut made = self.edits.made.iter();
        let mut kept = edits.iter().peekable();
        let mut is_left = |fate: Fate| {
            let edit = (fate == Fate::Made).then(|| made.next()).flatten();
            edit.is_none_or(|edit| kept.next_if(|kept| core::ptr::eq(**kept, edit)).is_none())
        };
        let mut left = self.edits.all.iter().filter(|one| is_left(one.fate));
        let is_same = again.all.iter().all(|one| {
            left.next().is_some_and(|left| {
                left.href == one.href && !(left.fate == Fate::Bare && one.fate == Fate::Made)
            })
        });
        is_same && left.next().is_none()
    }
}

/// Whether the events of `output` are those of `source` with the links of `edits`.
pub(super) fn holds(
    search: &MarkdownSearch,
    options: Options,
    source: &str,
    edits: &[&Edit],
    output: &str,
) -> bool {
    let events = Parser::new_ext(source, options).into_offset_iter();
    let by = LinkedBy::Edits(edits.iter().map(|&edit| edit.clone()).collect());
    let expected = LinkEventsWithOffset::linked(search.clone(), source, events, by);
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

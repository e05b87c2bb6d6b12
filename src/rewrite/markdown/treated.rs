//! The events of a parser, with existing links changed by a linker or by the edits of a document.

use std::collections::VecDeque;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use super::edit::{Changed, LinkTarget};
use super::gate;
use super::pieces::{LinkedBy, Tags};
#[cfg(feature = "pulldown-cmark-0-13")]
use super::says::Verdict;
use super::says::{Images, Says, text_of};
use super::walk::Located;

/// Events with changed links. The tags of a removed link are marked and stay in the events for now, so that the text
/// between them is not linked again. [`Removed`] drops these tags later.
#[derive(Debug)]
pub(super) struct TreatedEvents<'a, I> {
    events: I,
    pub(super) by: LinkedBy,
    images: Images,
    /// The events to return before the next one of `events`.
    ready: VecDeque<Located<'a>>,
}

/// The `id` of a link that is removed. The parser never gives an inline link an `id`.
const REMOVED: &str = "\0removed";

impl<'a, I: Iterator<Item = Located<'a>>> TreatedEvents<'a, I> {
    pub(super) fn new(events: I, by: LinkedBy) -> TreatedEvents<'a, I> {
        TreatedEvents { events, by, images: Images::default(), ready: VecDeque::new() }
    }

    /// The next event, if links may change.
    fn treated(&mut self) -> Option<Located<'a>> {
        if let Some(located) = self.ready.pop_front() {
            return Some(located);
        }
        let (event, range) = self.events.next()?;
        let says = match &event {
            Event::Start(tag) if !self.images.are_open() => Says::begun_by(tag),
            _ => None,
        };
        self.images.read(&event);
        let Some(says) = says else { return Some((event, range)) };
        self.ready.push_back((event, range));
        self.read_link(says);
        self.ready.pop_front()
    }

    /// Reads up to the end of the link whose start is in `ready`.
    fn read_link(&mut self, mut says: Says) {
        let mut start = self.ready.len() - 1;
        while let Some((event, range)) = self.events.next() {
            self.images.read(&event);
            let is_inner = self.images.are_open();
            if let Some(text) = text_of(&event).filter(|_| !is_inner) {
                says.text.push_str(text);
            }
            // The parser accepts an autolink in the text of a link. Only the inner link is treated, because a click in
            // a browser follows the inner link.
            if let Event::Start(tag @ Tag::Link { .. }) = &event
                && !is_inner
            {
                let Some(inner) = Says::begun_by(tag) else {
                    return self.ready.push_back((event, range));
                };
                (says, start) = (inner, self.ready.len());
            }
            let is_end = matches!(event, Event::End(TagEnd::Link)) && !is_inner;
            // The parser never puts a block into a link, but other iterators of events may.
            let is_block = !gate::is_inline(&event);
            self.ready.push_back((event, range));
            if is_end {
                self.change(start, &says);
            }
            if is_end || is_block {
                return;
            }
        }
    }

    /// Changes the link whose events are in `ready` from `start`.
    fn change(&mut self, start: usize, says: &Says) {
        let Some(located) = self.ready.get(start) else { return };
        let Some(tags) = self.tags(located, says) else { return };
        let place = located.1.clone();
        if let Some((event, _)) = self.ready.get_mut(start) {
            *event = tags.start;
        }
        if let Some(label) = tags.label {
            self.ready.drain(start + 1..self.ready.len() - 1);
            if !label.is_empty() {
                self.ready.insert(start + 1, (Event::Text(label.into()), place));
            }
        }
        if let Some((event, _)) = self.ready.back_mut() {
            *event = tags.end;
        }
    }

    /// The tags of the link that `located` begins, if they change.
    #[cfg_attr(
        not(feature = "pulldown-cmark-0-13"),
        expect(unused_variables, reason = "edits identify the link by its position")
    )]
    fn tags(&self, located: &Located<'a>, says: &Says) -> Option<Tags<'a>> {
        match &self.by {
            #[cfg(feature = "pulldown-cmark-0-13")]
            LinkedBy::Decision(decision, _) => match says.judged_by(decision, None) {
                Verdict::Stays => None,
                Verdict::Changes(target) => {
                    Some(Tags::new(LinkType::Inline, target, CowStr::Borrowed("")))
                }
                Verdict::Goes => Some(removed()),
            },
            #[cfg(feature = "pulldown-cmark-0-13")]
            LinkedBy::Html(linker) => {
                let Some(treated) = says.treated_by(&linker.decision, None) else {
                    return Some(removed());
                };
                Some(Tags::html(treated.start_tag(), treated.label))
            }
            LinkedBy::Edits(_, list) => {
                let (event, range) = located;
                let at = list.binary_search_by_key(&range.start, |one| one.start).ok()?;
                let Changed { target, is_reference, .. } = list.get(at)?;
                let id = match event {
                    Event::Start(Tag::Link { id, .. }) if *is_reference => id.clone(),
                    _ => CowStr::Borrowed(""),
                };
                let Some(target) = target.clone() else { return Some(removed()) };
                Some(Tags::new(LinkType::Inline, target, id))
            }
        }
    }
}

/// The tags of a link that is removed.
fn removed<'a>() -> Tags<'a> {
    Tags::new(LinkType::Inline, LinkTarget::default(), CowStr::Borrowed(REMOVED))
}

impl<'a, I: Iterator<Item = Located<'a>>> Iterator for TreatedEvents<'a, I> {
    type Item = Located<'a>;

    #[inline]
    fn next(&mut self) -> Option<Located<'a>> {
        if self.by.treats_existing() { self.treated() } else { self.events.next() }
    }
}

/// Drops the tags of removed links from events.
#[derive(Debug, Default)]
pub(super) struct Removed {
    /// For each link that is open, whether it is removed.
    open: Vec<bool>,
}

impl Removed {
    /// Whether `event` is dropped.
    pub(super) fn takes(&mut self, event: &Event<'_>) -> bool {
        match event {
            Event::Start(Tag::Link { id, .. }) => {
                let is_removed = &**id == REMOVED;
                self.open.push(is_removed);
                is_removed
            }
            Event::End(TagEnd::Link) => self.open.pop() == Some(true),
            _ => false,
        }
    }
}

//! Selects the edits of a document that are sound: with them the document is parsed as expected, and a second pass of
//! the linker finds no more links.
//!
//! The output is parsed again only if an edit is doubtful, because the check takes a little longer than the first
//! pass. If the edits are not sound together, subsets of them are tried, so that one refused edit does not exclude the
//! others.

use std::borrow::Cow;

use pulldown_cmark::{Event, LinkType, Parser, Tag, TextMergeStream};

use super::dialect::Directives;
use super::edit::TextUri;
use super::events::{LinkEventsWithOffset, LinkedBy};
use super::form::SourceEdit;
use super::linker::MarkdownLinker;
use crate::link::Once;
use crate::rewrite::edit::{LinkEdit, Splicer};

/// The maximum number of attempts, each of which parses the document again. This many attempts isolate a single bad
/// edit among thousands; all edits that are still undecided after the last one are refused.
const MOST: usize = 32;

impl MarkdownLinker {
    /// The document with its URIs as links; `once` is the closure that was passed to `try_rewrite`, and `report` receives
    /// the edits.
    pub(super) fn write<'s>(
        &self,
        source: &'s str,
        once: Option<&mut Once<'_>>,
        report: Option<&mut dyn FnMut(&LinkEdit)>,
    ) -> Cow<'s, str> {
        if !self.search.is_hot(source) {
            return Cow::Borrowed(source);
        }
        let directives = &self.directives(source);
        let uris = &self.uris(directives, once, false);
        let edits = uris.iter().filter_map(|one| one.edit.as_ref());
        let (mut left, kept): (Vec<_>, Vec<_>) = edits.partition(|edit| edit.is_doubtful);
        let mut checked = Checked { linker: self, source, directives, uris, kept, attempts: MOST };
        // A refused edit may be sound with one that was admitted after it, if a mark beside it would pair with one in the
        // other link.
        let mut undecided = usize::MAX;
        while left.len() < undecided {
            undecided = left.len();
            left = checked.admit(&left);
        }
        if let Some(report) = report {
            let made = checked.kept.iter().map(|edit| (edit, false));
            for (edit, is_refused) in made.chain(left.iter().map(|edit| (edit, true))) {
                let (uri, changes) = (edit.target.href.clone(), edit.changes.clone());
                report(&LinkEdit { span: edit.link, uri, changes, is_refused });
            }
        }
        spliced(source, &checked.kept)
    }
}

/// The edits of a document, while they are checked.
struct Checked<'e> {
    linker: &'e MarkdownLinker,
    source: &'e str,
    directives: &'e Directives<'e>,
    uris: &'e [TextUri],
    kept: Vec<&'e SourceEdit>,
    /// The number of attempts that are left.
    attempts: usize,
}

impl<'e> Checked<'e> {
    /// Keeps the edits of `more` that are sound together with those that are kept: all of them, or those of each half.
    /// Returns the others.
    fn admit(&mut self, more: &[&'e SourceEdit]) -> Vec<&'e SourceEdit> {
        let mut all = [self.kept.as_slice(), more].concat();
        all.sort_by_key(|edit| edit.link.start());
        if more.is_empty() || self.attempts > 0 && self.are_sound(&all) {
            self.kept = all;
            Vec::new()
        } else if more.len() == 1 || self.attempts == 0 {
            more.to_vec()
        } else {
            let (first, second) = more.split_at(more.len() / 2);
            [self.admit(first), self.admit(second)].concat()
        }
    }

    /// Whether the document with these edits is parsed as expected, and a second pass finds exactly the URIs that they
    /// do not link. A URI that stayed bare in the first pass must not become a link in the second.
    fn are_sound(&mut self, edits: &[&SourceEdit]) -> bool {
        self.attempts -= 1;
        let output = spliced(self.source, edits);
        let output = self.linker.directives(&output);
        if !self.holds(edits, output.masked()) {
            return false;
        }
        let again = self.linker.uris(&output, None, true);
        let is_left = |uri: &&TextUri| {
            uri.edit.as_ref().is_none_or(|edit| {
                edits.binary_search_by_key(&edit.link.start(), |one| one.link.start()).is_err()
            })
        };
        let left: Vec<&TextUri> = self.uris.iter().filter(is_left).collect();
        left.len() == again.len()
            && left.iter().zip(&again).all(|(left, one)| {
                let may_be_linked = left.edit.is_some() || left.is_declined;
                one.href == left.href && (may_be_linked || one.edit.is_none())
            })
    }

    /// Whether the events of `output` are those of the document with the links of `edits`.
    fn holds(&self, edits: &[&SourceEdit], output: &str) -> bool {
        let (options, source) = (self.linker.extensions.options(), self.directives.masked());
        let events = Parser::new_ext(source, options).into_offset_iter();
        let by = LinkedBy::Edits(edits.iter().map(|&edit| edit.clone()).collect());
        let expected = LinkEventsWithOffset::linked(&self.linker.search, source, events, by);
        // The offsets are not used, but with them this code shares an instance of the generic parser with the other
        // callers.
        let events = Parser::new_ext(output, options).into_offset_iter();
        let merged = TextMergeStream::new(events.map(|(event, _)| unified(event)));
        TextMergeStream::new(expected.map(|(event, _)| unified(event))).eq(merged)
    }
}

/// The event with the same [`LinkType`] for all links.
fn unified(event: Event<'_>) -> Event<'_> {
    let Event::Start(Tag::Link { link_type, dest_url, title, id }) = event else { return event };
    let is_address = link_type == LinkType::Email;
    let dest_url = if is_address { format!("mailto:{dest_url}").into() } else { dest_url };
    Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, title, id })
}

/// `source` with the changes of `edits`, which ascend; borrowed if there are none.
fn spliced<'s>(source: &'s str, edits: &[&SourceEdit]) -> Cow<'s, str> {
    let mut splicer = Splicer::new(source.as_bytes());
    for (span, text) in edits.iter().flat_map(|edit| &edit.changes) {
        // A change that splits a character has no effect.
        if source.get(span.range()).is_some() {
            splicer.replace(*span, text.as_bytes());
        }
    }
    let Cow::Owned(output) = splicer.finish() else { return Cow::Borrowed(source) };
    String::from_utf8(output).map_or(Cow::Borrowed(source), Cow::Owned)
}

//! The adapter for the events of pulldown-cmark, as callers make it.

use super::events::LinkEventsWithOffset;
use super::linker::MarkdownLinker;
use super::search::MarkdownSearch;
use super::walk::Located;
use crate::find::Finder;

impl<'a, I: Iterator<Item = Located<'a>>> LinkEventsWithOffset<'a, I> {
    /// Links the URIs that `finder` finds in `events`, which were read from `source`.
    ///
    /// The adapter is placed between the parser and the renderer:
    ///
    /// ```
    /// use linkwright::{Finder, find::Preset, rewrite::markdown::LinkEventsWithOffset};
    /// use pulldown_cmark::{Parser, html};
    ///
    /// let source = "See http://example.com/_a_b*c*d.";
    /// let events = Parser::new(source).into_offset_iter();
    /// let events = LinkEventsWithOffset::new(&Finder::preset(Preset::Gfm), source, events);
    ///
    /// let mut page = String::new();
    /// html::push_html(&mut page, events.map(|(event, _)| event));
    /// assert_eq!(
    ///     page,
    ///     "<p>See <a href=\"http://example.com/_a_b*c*d\">http://example.com/_a_b*c*d</a>.</p>\n",
    /// );
    /// ```
    ///
    /// If the range of an event does not fit `source`, no link that depends on that range is made.
    pub fn new(finder: &Finder, source: &'a str, events: I) -> LinkEventsWithOffset<'a, I> {
        let by = MarkdownLinker::new(finder).deciding();
        LinkEventsWithOffset::linked(MarkdownSearch::new(finder), source, events, by)
    }

    /// Sets the linker that decides which URIs become links, and which target, text and title the links have. Its list
    /// of schemes, its treatment of hazards and its closure are used; its finder, its extensions and its style are not.
    ///
    /// ```
    /// use linkwright::{Finder, rewrite::markdown::{LinkEventsWithOffset, MarkdownLinker}};
    /// use pulldown_cmark::{Parser, html};
    ///
    /// let finder = Finder::new();
    /// let mut builder = MarkdownLinker::builder(&finder);
    /// let linker = builder.link_scheme("git").decide(|link| link.set_label("here")).build()?;
    /// let source = "git://a.example, file:///b";
    /// let events = LinkEventsWithOffset::new(&finder, source, Parser::new(source).into_offset_iter());
    /// let mut page = String::new();
    /// html::push_html(&mut page, events.linked_by(&linker).map(|(event, _)| event));
    /// assert_eq!(page, "<p><a href=\"git://a.example\">here</a>, file:///b</p>\n");
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    #[must_use]
    pub fn linked_by(mut self, linker: &MarkdownLinker) -> LinkEventsWithOffset<'a, I> {
        self.by = linker.deciding();
        self
    }
}

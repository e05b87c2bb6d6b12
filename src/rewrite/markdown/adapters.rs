//! The adapter for the events of pulldown-cmark that turns the bare URIs in their text into links.

use core::iter::FusedIterator;

use super::events::LinkedEvents;
use super::linker::MarkdownLinker;
use super::pieces::LinkedBy;
use super::treated::TreatedBy;
use super::walk::Located;
use crate::find::Finder;
use crate::link::HtmlLinker;

/// Links the bare URIs in the events of pulldown-cmark, which come with their ranges in the source.
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
/// The output has the same events, with the start and the end of a link around each URI; a URI that extends over
/// several text events is one link around all of them. Emphasis marks inside a URI in the source are part of its text,
/// as in GFM: the events for the start and the end of that emphasis are dropped. Smart punctuation in a URI is turned
/// back into the characters of the source. The events of a link have the range of its URI in the source.
///
/// Nothing is linked inside links, images, code, mathematics, HTML and metadata. The same applies to text between the
/// raw HTML tags of an element in which HTML documents have no links, such as `<a href>` and `</a>`, or `<code>` and
/// `</code>`.
///
/// By default, the settings of [`MarkdownLinker::new`] decide what becomes a link: the schemes are
/// [`Schemes::Clickable`](crate::find::Schemes::Clickable), and a URI with a hazard of the severity `danger` stays
/// text. [`linked_by`](LinkEventsWithOffset::linked_by) takes another linker. Links that the document already has pass
/// unchanged, whatever their scheme, unless that linker has the option
/// [`existing`](super::MarkdownLinkerBuilder::existing). Raw HTML always passes unchanged, so a program that renders
/// untrusted documents has to sanitize its output.
#[derive(Debug)]
pub struct LinkEventsWithOffset<'a, I> {
    events: LinkedEvents<'a, I>,
}

impl<'a, I: Iterator<Item = Located<'a>>> LinkEventsWithOffset<'a, I> {
    /// Links the URIs that `finder` finds in `events`, which were read from `source`.
    ///
    /// If the range of an event does not fit `source`, no link that depends on that range is made.
    pub fn new(finder: &Finder, source: &'a str, events: I) -> LinkEventsWithOffset<'a, I> {
        let (linked, treated) = by(&MarkdownLinker::new(finder));
        LinkEventsWithOffset { events: LinkedEvents::new(finder, source, events, linked, treated) }
    }

    /// Sets the linker that decides which URIs become links, and which target, text and title the links have. Its list
    /// of schemes, its treatment of hazards and its closure are used; its finder, its extensions and its style are not.
    /// With [`existing`](super::MarkdownLinkerBuilder::existing), it also treats existing links.
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
        let (linked, treated) = by(linker);
        self.events.set_by(linked, treated);
        self
    }

    /// Lets `linker` write the new links as HTML, with its attributes, its list of schemes, its treatment of hazards,
    /// its closure and its options for the text of links. A reader of the events then gets the new links as
    /// `Event::InlineHtml` of pulldown-cmark, not as link events. With
    /// [`existing`](crate::link::HtmlLinkerBuilder::existing) the existing links are written in the same way; without
    /// it, they stay unchanged.
    ///
    /// ```
    /// use linkwright::{Finder, link::HtmlLinker, rewrite::markdown::LinkEventsWithOffset};
    /// use pulldown_cmark::{Parser, html};
    ///
    /// let finder = Finder::new();
    /// let linker = HtmlLinker::builder(&finder).rel("nofollow").strip_scheme(true).build()?;
    /// let source = "*See* http://a.example or [b](http://b.example).";
    /// let events = Parser::new(source).into_offset_iter();
    /// let events = LinkEventsWithOffset::new(&finder, source, events).written_by(&linker);
    ///
    /// let mut page = String::new();
    /// html::push_html(&mut page, events.map(|(event, _)| event));
    /// assert_eq!(
    ///     page,
    ///     "<p><em>See</em> <a href=\"http://a.example\" rel=\"nofollow\">a.example</a> \
    ///      or <a href=\"http://b.example\">b</a>.</p>\n",
    /// );
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    #[must_use]
    pub fn written_by(mut self, linker: &HtmlLinker) -> LinkEventsWithOffset<'a, I> {
        let treated = if linker.existing {
            TreatedBy::Html(Box::new(linker.clone()))
        } else {
            TreatedBy::Nothing
        };
        self.events.set_by(LinkedBy::Html(Box::new(linker.clone())), treated);
        self
    }
}

/// The settings of `linker` for new links and for existing links.
fn by(linker: &MarkdownLinker) -> (LinkedBy, TreatedBy) {
    let decision = || Box::new(linker.decision().clone());
    let treated =
        if linker.treats_existing() { TreatedBy::Decision(decision()) } else { TreatedBy::Nothing };
    (LinkedBy::Decision(decision()), treated)
}

impl<'a, I: Iterator<Item = Located<'a>>> Iterator for LinkEventsWithOffset<'a, I> {
    type Item = Located<'a>;

    #[inline]
    fn next(&mut self) -> Option<Located<'a>> {
        self.events.next()
    }
}

impl<'a, I: FusedIterator<Item = Located<'a>>> FusedIterator for LinkEventsWithOffset<'a, I> {}

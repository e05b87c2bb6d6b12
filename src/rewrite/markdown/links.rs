//! Lists the links of a document, both existing links and URIs in text, also together with the events of its parser.

use core::iter::Peekable;
use core::mem;
use core::ops::Range;
use std::vec;

use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd};

use super::run::Run;
use super::search::MarkdownSearch;
use super::walk::{self, Visitor};
use crate::find::{Finder, Match};
use crate::rewrite::source_map::SourceMap;
use crate::span::Span;

/// A link of a document: a URI in its text, or an existing link.
#[derive(Debug)]
#[non_exhaustive]
pub enum MarkdownLink<'a> {
    /// A URI in text. Its offsets refer to the decoded text; the map converts them to offsets of the document.
    Text(&'a Match<'a>, &'a SourceMap),
    /// An existing link.
    Existing(&'a Existing),
}

/// An item of a document: an event of its parser, or a link.
#[derive(Debug)]
#[non_exhaustive]
pub enum Seen<'v, 's> {
    /// An event of the parser, and its range in the source.
    Event(&'v Event<'s>, &'v Range<usize>),
    /// A link, after the events of its paragraph.
    Link(MarkdownLink<'v>),
}

/// Calls `each` with every event of `parser`, which must parse `source`, and with every link: the existing links and the
/// URIs in the text, from the first to the last. The definition of a reference is reported once, at its own place.
///
/// ```
/// use linkwright::{Finder, rewrite::markdown::{self, MarkdownLink, Seen}};
/// use pulldown_cmark::{Event, Parser};
///
/// let source = "[a](/b) http://c.example/d\\_e <http://f.example> [g] `h`\n\n[g]: /h";
/// let (mut links, mut codes) = (Vec::new(), 0);
/// markdown::links_and_events(&Finder::new(), source, Parser::new(source), |seen| match seen {
///     Seen::Link(MarkdownLink::Text(found, map)) => {
///         links.push((found.uri().as_str().to_owned(), map.span(found.span()).unwrap().range()));
///     }
///     Seen::Link(MarkdownLink::Existing(link)) => {
///         links.push((link.destination().to_owned(), link.span().range()));
///     }
///     Seen::Event(Event::Code(_), _) => codes += 1,
///     _ => {}
/// });
/// assert_eq!(codes, 1);
/// assert_eq!(
///     links,
///     [
///         ("/b".into(), 4..6),
///         ("http://c.example/d_e".into(), 8..29),
///         ("http://f.example".into(), 31..47),
///         ("/h".into(), 63..65),
///     ],
/// );
/// ```
pub fn links_and_events<'s>(
    finder: &Finder,
    source: &'s str,
    parser: Parser<'s>,
    each: impl FnMut(Seen<'_, 's>),
) {
    let definitions = parser.reference_definitions().iter().map(|(_, definition)| {
        let span = Span::new(definition.span.start, definition.span.end);
        Existing::definition(source, &definition.dest, span)
    });
    let mut definitions: Vec<Existing> = definitions.collect();
    definitions.sort_by_key(|link| link.span().start());
    let definitions = definitions.into_iter().peekable();
    let (reader, held) = (ExistingReader::default(), Vec::new());
    let mut lister = Lister { source, reader, held, definitions, each };
    walk::walk(&MarkdownSearch::new(finder), source, parser, &mut lister);
    lister.define(source.len());
}

/// Merges existing links, definitions and URIs in text in the order of the document.
struct Lister<'s, F> {
    source: &'s str,
    reader: ExistingReader,
    /// The existing links of the current run.
    held: Vec<Existing>,
    /// The definitions that were not reported yet.
    definitions: Peekable<vec::IntoIter<Existing>>,
    each: F,
}

impl<'s, F: FnMut(Seen<'_, 's>)> Lister<'s, F> {
    /// Reports the definitions before `offset`.
    fn define(&mut self, offset: usize) {
        while let Some(link) = self.definitions.next_if(|link| link.span().start() < offset) {
            (self.each)(Seen::Link(MarkdownLink::Existing(&link)));
        }
    }

    fn existing(&mut self, link: &Existing) {
        self.define(link.span().start());
        (self.each)(Seen::Link(MarkdownLink::Existing(link)));
    }
}

impl<'s, F: FnMut(Seen<'_, 's>)> Visitor<'s> for Lister<'s, F> {
    fn event(&mut self, event: &Event<'s>, range: &Range<usize>) {
        if !walk::is_inline(event) {
            for link in mem::take(&mut self.held) {
                self.existing(&link);
            }
        }
        self.held.extend(self.reader.read(self.source, event, range));
        (self.each)(Seen::Event(event, range));
    }

    fn links(&mut self, run: &Run<'s>, links: &[Match<'_>]) {
        let mut before = mem::take(&mut self.held).into_iter().peekable();
        for found in links {
            let start = run.source_span(found.span()).start();
            while let Some(link) = before.next_if(|link| link.span().start() < start) {
                self.existing(&link);
            }
            self.define(start);
            (self.each)(Seen::Link(MarkdownLink::Text(found, run.map())));
        }
        before.for_each(|link| self.existing(&link));
    }
}

/// An existing link: the destination of a link, an image or a definition.
#[derive(Clone, Debug)]
pub struct Existing {
    kind: ExistingKind,
    destination: String,
    span: Span,
}

/// The element that has the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExistingKind {
    /// `<http://a.example>`, `<jane@a.example>`
    Autolink,
    /// `[text](destination)`
    Inline,
    /// `![text](destination)`
    Image,
    /// `[label]: destination`, the target of all references to that label.
    Definition,
}

impl Existing {
    fn definition(source: &str, destination: &str, span: Span) -> Existing {
        let written = source.get(span.range()).unwrap_or_default();
        // Inside a label, `]:` can occur only after a backslash.
        let label = written
            .match_indices("]:")
            .map(|(at, _)| at)
            .find(|&at| !written.get(..at).unwrap_or_default().ends_with('\\'));
        let start = label.map_or(span.start(), |at| span.start() + at + 2);
        Existing {
            kind: ExistingKind::Definition,
            destination: destination.to_owned(),
            span: destination_at(source, Span::new(start, span.end())),
        }
    }

    /// The kind of the element.
    pub const fn kind(&self) -> ExistingKind {
        self.kind
    }

    /// The URI-reference, with its escapes and character references decoded; for `<jane@a.example>` a `mailto:` URI.
    pub fn destination(&self) -> &str {
        &self.destination
    }

    /// Its span in the document, in bytes, without `<` and `>`.
    pub const fn span(&self) -> Span {
        self.span
    }
}

/// Reads the links from the events of a document.
#[derive(Debug, Default)]
struct ExistingReader {
    /// The links and images that are open, and where their content ends so far.
    open: Vec<(Existing, usize)>,
}

impl ExistingReader {
    /// Reads an event; returns the link that it ends.
    fn read(&mut self, source: &str, event: &Event<'_>, range: &Range<usize>) -> Option<Existing> {
        match event {
            Event::Start(
                Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. },
            ) => {
                let inner = Span::new(range.start + 1, range.end.saturating_sub(1));
                let (kind, destination, span) = match link_type {
                    LinkType::Autolink => (ExistingKind::Autolink, dest_url.to_string(), inner),
                    LinkType::Email => {
                        (ExistingKind::Autolink, format!("mailto:{dest_url}"), inner)
                    }
                    LinkType::Inline => {
                        let is_image = matches!(event, Event::Start(Tag::Image { .. }));
                        let kind =
                            if is_image { ExistingKind::Image } else { ExistingKind::Inline };
                        (kind, dest_url.to_string(), Span::new(range.start, range.end))
                    }
                    // References are omitted: the definition has the destination.
                    _ => (ExistingKind::Definition, String::new(), inner),
                };
                self.open.push((Existing { kind, destination, span }, range.start));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => return self.end(source, range),
            _ => self.extend(range.end),
        }
        None
    }

    fn extend(&mut self, end: usize) {
        if let Some((_, last)) = self.open.last_mut() {
            *last = end.max(*last);
        }
    }

    fn end(&mut self, source: &str, range: &Range<usize>) -> Option<Existing> {
        let (mut link, content) = self.open.pop()?;
        self.extend(range.end);
        match link.kind {
            ExistingKind::Definition => return None,
            ExistingKind::Autolink => {}
            ExistingKind::Inline | ExistingKind::Image => {
                let end = source.get(content..range.end).and_then(|rest| rest.find("]("));
                let start = end.map_or(range.start, |at| content + at + 2);
                link.span = destination_at(source, Span::new(start, range.end));
            }
        }
        Some(link)
    }
}

/// The destination at the beginning of `span`, after white space and the marks of quoted lines.
fn destination_at(source: &str, span: Span) -> Span {
    let text = source.as_bytes().get(span.range()).unwrap_or_default();
    let blank = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b'>';
    let start = text.iter().take_while(blank).count();
    let rest = text.get(start..).unwrap_or_default();
    let (start, len) = match rest.split_first() {
        Some((b'<', rest)) => (start + 1, until(rest, |byte, _| byte == b'>')),
        _ => (start, until(rest, |byte, depth| byte.is_ascii_whitespace() || depth < 0)),
    };
    Span::new(span.start() + start, span.start() + start + len)
}

/// The number of bytes before the first one for which `is_end` is true. `is_end` takes a byte and the number of
/// parentheses that are open after it. A byte after a backslash is skipped.
fn until(text: &[u8], is_end: impl Fn(u8, i32) -> bool) -> usize {
    let (mut depth, mut is_escaped) = (0_i32, false);
    for (at, byte) in text.iter().enumerate() {
        depth += match byte {
            _ if is_escaped => 0,
            b'(' => 1,
            b')' => -1,
            _ => 0,
        };
        if !is_escaped && is_end(*byte, depth) {
            return at;
        }
        is_escaped = *byte == b'\\' && !is_escaped;
    }
    text.len()
}

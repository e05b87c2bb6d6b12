//! Lists the links of a document, both existing links and URIs in text, also together with the events of its parser.

use core::iter::Peekable;
use core::mem;
use core::ops::Range;
use std::vec;

use pulldown_cmark::{Event, Parser};

use super::existing::{Existing, ExistingReader};
use super::gate;
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
    let definitions = definitions(source, &parser).into_iter().peekable();
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
        if !gate::is_inline(event) {
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

/// The definitions of references, from the first to the last.
fn definitions(source: &str, parser: &Parser<'_>) -> Vec<Existing> {
    let mut definitions: Vec<Existing> = parser
        .reference_definitions()
        .iter()
        .map(|(_, definition)| {
            let span = Span::new(definition.span.start, definition.span.end);
            Existing::definition(source, &definition.dest, span)
        })
        .collect();
    definitions.sort_by_key(|link| link.span().start());
    definitions
}

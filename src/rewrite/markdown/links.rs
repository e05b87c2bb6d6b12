//! The links of a document, of both kinds.

#![cfg_attr(
    not(feature = "pulldown-cmark-0-13"),
    expect(
        dead_code,
        unreachable_pub,
        reason = "the linker uses a part of what the feature makes public"
    )
)]

use core::ops::Range;

use pulldown_cmark::{Event, Parser};

use super::existing::{Existing, Reader};
use super::extensions::Extensions;
use super::gate;
use super::run::Run;
use super::search::Search;
use super::walk::{self, Visitor};
use crate::find::{Finder, Match};
use crate::rewrite::source_map::SourceMap;
use crate::span::Span;

/// A link of a document, of either kind.
#[derive(Debug)]
#[non_exhaustive]
pub enum MarkdownLink<'a> {
    /// A URI that was found in text. Its offsets are those of the decoded text; the map leads from
    /// them to the document.
    Text(&'a Match<'a>, &'a SourceMap),
    /// A link that the document has already.
    Existing(&'a Existing),
}

/// What comes up on the way through a document.
#[derive(Debug)]
#[non_exhaustive]
pub enum Seen<'v, 's> {
    /// An event of the parser, and its range in the source.
    Event(&'v Event<'s>, &'v Range<usize>),
    /// A link, after the events of its paragraph.
    Link(MarkdownLink<'v>),
}

impl<'v> Seen<'v, '_> {
    const fn existing(link: &'v Existing) -> Self {
        Seen::Link(MarkdownLink::Existing(link))
    }
}

/// Calls `each` for each link of `source`, which is read with `extensions`: those that it has, and the
/// URIs in its text, from the first to the last. Definitions of references come last, each once.
///
/// ```
/// use linkwright::{Finder, rewrite::markdown::{self, Extensions, MarkdownLink}};
///
/// let source = "[a](/b) http://c.example/d\\_e <http://f.example> [g]\n\n[g]: /h";
/// let mut links = Vec::new();
/// markdown::links(&Finder::new(), source, Extensions::NONE, |link| match link {
///     MarkdownLink::Text(found, map) => {
///         links.push((found.uri().as_str().to_owned(), map.span(found.span()).unwrap().range()));
///     }
///     MarkdownLink::Existing(link) => {
///         links.push((link.destination().to_owned(), link.span().range()));
///     }
///     _ => {}
/// });
/// assert_eq!(
///     links,
///     [
///         ("/b".into(), 4..6),
///         ("http://c.example/d_e".into(), 8..29),
///         ("http://f.example".into(), 31..47),
///         ("/h".into(), 59..61),
///     ],
/// );
/// ```
pub fn links(
    finder: &Finder,
    source: &str,
    extensions: impl Into<Extensions>,
    mut each: impl FnMut(MarkdownLink<'_>),
) {
    let parser = Parser::new_ext(source, extensions.into().options());
    links_and_events(finder, source, parser, |seen| {
        if let Seen::Link(link) = seen {
            each(link);
        }
    });
}

/// As [`links`], and with every event of `parser`, which reads `source`: for who wants more of a
/// document than its links, and would have it read twice.
///
/// ```
/// use linkwright::{Finder, rewrite::markdown::{self, Seen}};
/// use pulldown_cmark::{Event, Parser};
///
/// let source = "See http://a.example and `code`.";
/// let (mut links, mut codes) = (0, 0);
/// markdown::links_and_events(&Finder::new(), source, Parser::new(source), |seen| match seen {
///     Seen::Link(_) => links += 1,
///     Seen::Event(Event::Code(_), _) => codes += 1,
///     _ => {}
/// });
/// assert_eq!((links, codes), (1, 1));
/// ```
pub fn links_and_events<'s>(
    finder: &Finder,
    source: &'s str,
    parser: Parser<'s>,
    mut each: impl FnMut(Seen<'_, 's>),
) {
    let definitions = definitions(source, &parser);
    let (reader, held) = (Reader::default(), Vec::new());
    let mut lister = Lister { source, reader, held, each: &mut each };
    walk::walk(&Search::new(finder), source, parser, &mut lister);
    for link in definitions {
        each(Seen::existing(&link));
    }
}

/// Puts the links of both kinds in one order.
struct Lister<'s, F> {
    source: &'s str,
    reader: Reader,
    /// Those that the document has already in the run that is being read.
    held: Vec<Existing>,
    each: F,
}

impl<'s, F: FnMut(Seen<'_, 's>)> Visitor<'s> for Lister<'s, F> {
    fn event(&mut self, event: &Event<'s>, range: &Range<usize>) {
        if !gate::is_inline(event) {
            self.held.drain(..).for_each(|link| (self.each)(Seen::existing(&link)));
        }
        self.held.extend(self.reader.read(self.source, event, range));
        (self.each)(Seen::Event(event, range));
    }

    fn links(&mut self, run: &Run<'s>, links: &[Match<'_>]) {
        let mut before = self.held.drain(..).peekable();
        for found in links {
            let start = run.source_span(found.span()).start();
            while let Some(link) = before.next_if(|link| link.span().start() < start) {
                (self.each)(Seen::existing(&link));
            }
            (self.each)(Seen::Link(MarkdownLink::Text(found, run.map())));
        }
        before.for_each(|link| (self.each)(Seen::existing(&link)));
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

//! The links of a document, of both kinds.

use pulldown_cmark::{Options, Parser};

use super::existing::{Existing, Reader};
use super::gate;
use super::search::Search;
use super::walk::{self, Visit};
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

/// Calls `each` for each link of `source`, which is read with `options`: those that it has, and the
/// URIs in its text, from the first to the last. Definitions of references come last, each once.
///
/// ```
/// use linkwright::{Finder, rewrite::markdown::{self, MarkdownLink}};
/// use pulldown_cmark::Options;
///
/// let source = "[a](/b) http://c.example/d\\_e <http://f.example> [g]\n\n[g]: /h";
/// let mut links = Vec::new();
/// markdown::links(&Finder::new(), source, Options::empty(), |link| match link {
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
    options: Options,
    mut each: impl FnMut(MarkdownLink<'_>),
) {
    let search = Search::new(finder);
    let mut reader = Reader::default();
    let mut held: Vec<Existing> = Vec::new();
    walk::walk(&search, source, options, |visit| match visit {
        Visit::Event(event, range) => {
            if !gate::is_inline(event) {
                held.drain(..).for_each(|link| each(MarkdownLink::Existing(&link)));
            }
            held.extend(reader.read(source, event, range));
        }
        Visit::Links(run, links) => {
            let mut existing = held.drain(..).peekable();
            for found in links {
                let start = run.source_span(found.span()).start();
                while let Some(link) = existing.next_if(|link| link.span().start() < start) {
                    each(MarkdownLink::Existing(&link));
                }
                each(MarkdownLink::Text(found, run.map()));
            }
            existing.for_each(|link| each(MarkdownLink::Existing(&link)));
        }
    });
    for link in definitions(source, options) {
        each(MarkdownLink::Existing(&link));
    }
}

/// The definitions of references, from the first to the last.
fn definitions(source: &str, options: Options) -> Vec<Existing> {
    let parser = Parser::new_ext(source, options);
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

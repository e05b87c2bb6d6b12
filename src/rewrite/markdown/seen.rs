//! The links of a document together with the events of its parser.

use core::ops::Range;

use pulldown_cmark::{Event, Parser};

use super::links::{self, MarkdownLink, Reading};
use crate::find::Finder;

/// An item of a document: an event of its parser, or a link.
#[derive(Debug)]
#[non_exhaustive]
pub enum Seen<'v, 's> {
    /// An event of the parser, and its range in the source.
    Event(&'v Event<'s>, &'v Range<usize>),
    /// A link, after the events of its paragraph.
    Link(MarkdownLink<'v>),
}

/// Calls `each` with every event of `parser`, which must parse `source`, and with every link, like
/// [`links()`](super::links()). A caller that also needs other parts of the document then has to parse it only once.
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
    links::read(finder, source, parser, &mut Forward(|seen: Seen<'_, 's>| each(seen)));
}

/// Passes events and links to a closure.
struct Forward<F>(F);

impl<'s, F: FnMut(Seen<'_, 's>)> Reading<'s> for Forward<F> {
    fn event(&mut self, event: &Event<'s>, range: &Range<usize>) {
        (self.0)(Seen::Event(event, range));
    }

    fn link(&mut self, link: MarkdownLink<'_>) {
        (self.0)(Seen::Link(link));
    }
}

//! Leaves some URIs of a document bare: those for which a switch turns the rule `bare` off and, where the rendered text
//! must stay the same, those in Markdown that contain marks of markup.

use linkwright::Span;
use linkwright::rewrite::markdown::GITHUB;
use linkwright::text::offsets::Offsets;
use pulldown_cmark::{Event, Options, Parser, Tag};

use crate::check::rules::BARE;
use crate::check::switches::Switches;

/// Tells whether a switch turns the rule off in the line of a span; `None` if the document has no switches.
pub(super) fn switch(document: &[u8]) -> Option<impl Fn(Span) -> bool + '_> {
    let (switches, lines) = (Switches::of(document), Offsets::of_bytes(document));
    switches
        .exist()
        .then_some(move |span: Span| switches.are_off(BARE, lines.line_column(span.start()).line()))
}

/// Where a link in Markdown would change what a reader sees: the beginnings and the ends of inline markup, and the
/// headings, each in ascending order.
///
/// The finder reads `_` and `*` in a URI as GitHub does, so a URI can contain a mark that `CommonMark` reads as emphasis. As
/// a link, such a URI shows the mark.
#[derive(Debug, Default)]
pub(super) struct Marks {
    starts: Vec<usize>,
    ends: Vec<usize>,
    /// mdBook and other generators make a link of each heading, so that a link in it would be nested.
    headings: Vec<Span>,
}

impl Marks {
    pub(super) fn of(source: &str) -> Marks {
        let mut marks = Marks::default();
        for (event, range) in Parser::new_ext(source, Options::from(GITHUB)).into_offset_iter() {
            use Tag::{Emphasis, Image, Link, Strikethrough, Strong};
            let is_mark = match event {
                Event::Start(Tag::Heading { .. }) => {
                    marks.headings.push(range.clone().into());
                    false
                }
                Event::Start(Emphasis | Strong | Strikethrough | Link { .. } | Image { .. })
                | Event::Code(_)
                | Event::InlineHtml(_) => true,
                _ => false,
            };
            if is_mark {
                marks.starts.push(range.start);
                marks.ends.push(range.end);
            }
        }
        marks.starts.sort_unstable();
        marks.ends.sort_unstable();
        marks
    }

    /// Whether a mark is inside `span`.
    pub(super) fn are_in(&self, span: Span) -> bool {
        let first =
            |all: &[usize], at: usize| all.get(all.partition_point(|one| *one < at)).copied();
        first(&self.starts, span.start()).is_some_and(|start| start < span.end())
            || first(&self.ends, span.start() + 1).is_some_and(|end| end <= span.end())
    }

    /// Whether `span` is in a heading.
    pub(super) fn is_heading(&self, span: Span) -> bool {
        let next = self.headings.partition_point(|one| one.start() <= span.start());
        let last = next.checked_sub(1).and_then(|last| self.headings.get(last));
        last.is_some_and(|one| span.end() <= one.end())
    }
}

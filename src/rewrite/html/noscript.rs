//! Checks whether parsers with and without support for scripts agree on where `<noscript>` ends.
//!
//! A browser with scripts reads the content as raw text up to `</noscript>`; a mail reader without scripts reads it as
//! markup. In `<noscript><p title="</noscript>` the two disagree: without scripts, the value of the attribute
//! continues, and a quote in an inserted link would end it.

use super::context::Context;
use super::elements::Edge;
use super::reader::{self, Seen, Visitor};
use crate::span::Span;

/// Whether parsers with and without support for scripts are in the same state after `raw`, the content up to
/// `</noscript>`. The parser without scripts must not be inside a tag. It must have closed all elements that were opened
/// in `raw` and that affect links, but no element that was opened before. No links are inserted into the elements
/// `without`.
pub(super) fn parsers_agree(raw: &[u8], without: &[Box<str>]) -> bool {
    let mut inside = Inside { context: Context::in_noscript(without), is_left: false };
    // A `</` would begin a comment with the end tag.
    let is_balanced =
        !raw.ends_with(b"<") && !raw.ends_with(b"</") && reader::read(raw, 0, &mut inside);
    is_balanced && !inside.is_left && inside.context.is_closed_in_noscript()
}

/// The state of a parser without support for scripts.
struct Inside<'c> {
    context: Context<'c>,
    /// Whether a tag has an effect outside `<noscript>`, or the effect is not certain.
    is_left: bool,
}

impl<'s> Visitor<'s> for Inside<'_> {
    fn text(&mut self, _text: Span, _is_foreign: bool) {}

    fn tag(&mut self, seen: &Seen<'_, 's>) {
        if seen.is_foreign {
            return;
        }
        self.is_left |= self.context.reaches_out(seen.name, seen.edge == Edge::End);
        match seen.edge {
            Edge::Start => self.context.start(seen.name),
            Edge::End => self.context.end(seen.name),
        }
    }

    /// A comment in a script can hide the end tag of the script; both parsers read it in the same way.
    fn raw(&mut self, name: &[u8], _raw: Span) {
        self.is_left |= name == b"noscript";
    }

    fn unfinished(&mut self, _rest: Span) {
        self.is_left = true;
    }

    fn unsure(&mut self) {
        self.is_left = true;
    }

    fn goes_on(&self) -> bool {
        !self.is_left
    }
}

#[cfg(test)]
mod tests {
    use crate::link::WITHOUT_LINKS;

    fn parsers_agree(raw: &str) -> bool {
        let without: Vec<Box<str>> = WITHOUT_LINKS.iter().map(|&name| name.into()).collect();
        super::parsers_agree(raw.as_bytes(), &without)
    }

    #[test]
    fn parsers_disagree_if_a_noscript_ends_inside_a_tag() {
        for raw in ["", "text & 1 < 2", "<p>x</p>", "<!-- x -->", "<style>a<b {}</style>", "<img/>"]
        {
            assert!(parsers_agree(raw), "{raw}");
        }
        for raw in ["<p title=\"", "<!-- x", "<style>", "<b", "x<", "</", "<style></style><p a='>"]
        {
            assert!(!parsers_agree(raw), "{raw}");
        }
    }

    #[test]
    fn noscript_must_close_exactly_what_it_opens() {
        for raw in ["<a href=x>x</a>", "<p><img></p>", "<table><tr><td>x</td></tr></table>", "<b>"]
        {
            assert!(parsers_agree(raw), "{raw}");
        }
        for raw in [
            "<a>",
            "<div>",
            "<p>x",
            "<kbd>",
            "</a>",
            "<template>",
            "<td>",
            "</td>",
            "<table>",
            "</code>",
            "<frameset>",
        ] {
            assert!(!parsers_agree(raw), "{raw}");
        }
    }
}

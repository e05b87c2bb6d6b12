//! Checks whether parsers with and without support for scripts agree on where `<noscript>` ends.
//!
//! A browser with scripts reads the content as raw text up to `</noscript>`; a mail reader without scripts reads it as
//! markup. In `<noscript><p title="</noscript>` the two disagree: without scripts, the value of the attribute
//! continues, and a quote in an inserted link would end it.

use super::context::Context;
use super::elements::is_raw;
use super::tag::{Piece, Pieces, Tag, Token, ends_in_slash, lower, past_raw};

/// Whether parsers with and without support for scripts are in the same state after `raw`, the content up to
/// `</noscript>`. The parser without scripts must not be inside a tag. It must have closed all elements that were opened
/// in `raw` and that affect links, but no element that was opened before. No links are inserted into the elements
/// `without`.
pub(super) fn parsers_agree(raw: &[u8], without: &[Box<str>]) -> bool {
    let mut context = Context::in_noscript(without);
    let mut pieces = Pieces::new(raw, 0);
    while let Some(piece) = pieces.next() {
        let stays_inside = match piece {
            Piece::Text(_) | Piece::Token(Token::Other, _) => true,
            Piece::Token(Token::Start(tag), span) => {
                let end = start_tag(raw, tag, span.end(), &mut context);
                end.inspect(|&end| pieces.skip_to(end)).is_some()
            }
            Piece::Token(Token::End(tag), _) => end_tag(tag, &mut context),
            Piece::Unfinished(_) => false,
        };
        if !stays_inside {
            return false;
        }
    }
    context.is_closed_in_noscript()
}

/// Processes a start tag; returns its end, or the end of the raw text after it. Returns `None` if the tag has an effect
/// outside `<noscript>`, or if the raw text does not end.
fn start_tag(raw: &[u8], tag: Tag<'_>, end: usize, context: &mut Context<'_>) -> Option<usize> {
    let mut buffer = [0; 32];
    let name = lower(tag.name, &mut buffer);
    // A comment in a script can hide the end tag of the script, which `past_raw` does not check. The script is then
    // longer than assumed; a parser without support for scripts reads the links in the rest of it as script text.
    if is_raw(name) {
        return past_raw(raw, end, name);
    }
    let reaches_out = context.reaches_out(name, false);
    context.start(name, ends_in_slash(raw, end));
    (!reaches_out).then_some(end)
}

/// Processes an end tag; returns whether its effect stays inside `<noscript>`.
fn end_tag(tag: Tag<'_>, context: &mut Context<'_>) -> bool {
    let mut buffer = [0; 32];
    let name = lower(tag.name, &mut buffer);
    let reaches_out = context.reaches_out(name, true);
    context.end(name);
    !reaches_out
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

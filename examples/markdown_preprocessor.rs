//! Markdown as HTML, with its bare URIs as links.

use std::io::Write as _;

use linkwright::find::{Finder, Preset};
use linkwright::rewrite::markdown::LinkEventsWithOffset;
use pulldown_cmark::{Options, Parser, html};

/// A document, rendered: between the parser and the renderer, of whichever kind, stands one line
/// more.
pub fn show(source: &str) -> String {
    let finder = Finder::preset(Preset::Gfm);
    let events = Parser::new_ext(source, Options::ENABLE_STRIKETHROUGH).into_offset_iter();
    let events = LinkEventsWithOffset::new(&finder, source, events);
    let mut page = String::new();
    html::push_html(&mut page, events.map(|(event, _)| event));
    page
}

/// What somebody wrote.
pub const DOCUMENT: &str = "\
Read **www.example.com**, not ~~http://old.example/_a_b*c*d~~, `http://code.example`
or https\\://quiet.example:

- [write](mailto:jane@example.com) to jane@example.com
- see http://example.com/?a=1&amp;b=(2).
";

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(show(DOCUMENT).as_bytes())
}

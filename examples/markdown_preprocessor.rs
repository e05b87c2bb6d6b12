//! Renders Markdown as HTML, with links for its bare URIs.

use std::io::Write as _;

use linkwright::find::{Finder, Preset};
use linkwright::rewrite::markdown::LinkEventsWithOffset;
use pulldown_cmark::{Options, Parser, html};

/// A document as HTML. The adapter is placed between the parser and the renderer.
pub fn show(source: &str) -> String {
    let finder = Finder::preset(Preset::Gfm);
    let events = Parser::new_ext(source, Options::ENABLE_STRIKETHROUGH).into_offset_iter();
    let events = LinkEventsWithOffset::new(&finder, source, events);
    let mut page = String::new();
    html::push_html(&mut page, events.map(|(event, _)| event));
    page
}

/// The document that the example renders.
pub const DOCUMENT: &str = "\
Read **www.example.com**, not ~~http://old.example/_a_b*c*d~~, `http://code.example`
or https\\://quiet.example:

- [write](mailto:jane@example.com) to jane@example.com
- see http://example.com/?a=1&amp;b=(2).
";

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(show(DOCUMENT).as_bytes())
}

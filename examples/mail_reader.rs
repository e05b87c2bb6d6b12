//! Shows a message in a mail reader: quoted plain text becomes block quotes, HTML is sanitized, and hazardous links are
//! marked or left as text. This includes the links that the HTML already has.

use core::error::Error;
use std::io::Write as _;

use ammonia::Builder;
use linkwright::Finder;
use linkwright::link::{HtmlLinker, Newlines};

/// A part of a message, decoded.
#[derive(Debug)]
pub enum Part {
    /// Plain text.
    Text(&'static str),
    /// HTML.
    Html(&'static str),
}

/// A message of two parts. The second part contains a script, a deceptive link and an unclosed comment and element.
pub const MESSAGE: [Part; 2] = [
    Part::Text("> see <http://www.example.net/talks/\n> autumn.pdf>\nThanks!\n"),
    Part::Html(
        "<p onclick='x()'>Log in: <a href='http://evil.example/'>https://bank.example/</a> or \
         http://bank.example@evil.example/, see http://help.example/<script>x()</script><!-- open",
    ),
];

/// The parts as one page. Every element of a part is closed in it, so that no part affects the next one.
pub fn show(message: &[Part]) -> Result<String, Box<dyn Error>> {
    let mut builder = HtmlLinker::builder(&Finder::new());
    // Existing links are checked as well: the text of the first link shows a different domain from its target.
    builder.newlines(Newlines::Break).quotes(true).existing(true);
    let linker = builder.build()?;
    let mut cleaner = Builder::default();
    // Images are removed, so that the sender does not learn that the message was read.
    cleaner.link_rel(None).rm_tags(["img"]);
    let mut page = String::new();
    for part in message {
        page += "<article>";
        match part {
            Part::Text(text) => page += &linker.linkify(text),
            Part::Html(html) => {
                let clean = cleaner.clean(html).to_string();
                page += &String::from_utf8_lossy(&linker.rewrite(clean.as_bytes()));
            }
        }
        page += "</article>\n";
    }
    Ok(page)
}

fn main() -> Result<(), Box<dyn Error>> {
    std::io::stdout().write_all(show(&MESSAGE)?.as_bytes())?;
    Ok(())
}

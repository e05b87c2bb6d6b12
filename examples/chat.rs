//! A chat message as HTML: escaped, its lines kept, its URIs linked and short.

use core::error::Error;
use std::io::Write as _;

use linkwright::find::{Finder, Preset};
use linkwright::link::{HtmlLinker, Newlines, Shorten};

/// What a message is rendered with: built once, shared by all of them.
fn renderer() -> Result<HtmlLinker, Box<dyn Error>> {
    let finder = Finder::builder()
        .preset(Preset::Chat)
        .pattern("issue", r"#([0-9]+)", "https://tracker.example/issues/$1")
        .build()?;
    let mut builder = HtmlLinker::builder(&finder);
    builder.target("_blank").class("link");
    builder.newlines(Newlines::Break).shorten(Shorten::Smart, 32).strip_scheme(true);
    // Links to the team's wiki show the name of the page; links to the test server are removed.
    builder.decide(|link| {
        let Some(uri) = link.uri() else { return };
        match uri.authority().map(|authority| authority.host().as_str()) {
            Some("wiki.example") => {
                let page = uri.path().trim_start_matches('/').replace('_', " ");
                link.set_label(page);
            }
            Some("test.example") => link.remove(),
            _ => {}
        }
    });
    Ok(builder.build()?)
}

/// Messages as users typed them.
pub const MESSAGES: [&str; 2] = [
    "\
1 < 2 & so on, says www.example.com/maths/primary/school/numbers?a=1&b=2.
Read http://wiki.example/House_rules (not http://test.example/), #7,
",
    "and never javascript:alert(1)\n",
];

/// The messages, rendered.
pub fn show(messages: &[&str]) -> Result<String, Box<dyn Error>> {
    let renderer = renderer()?;
    Ok(messages.iter().map(|message| renderer.linkify(message)).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    std::io::stdout().write_all(show(&MESSAGES)?.as_bytes())?;
    Ok(())
}

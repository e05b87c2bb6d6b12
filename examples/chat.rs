//! Renders chat messages as HTML: text is escaped, line breaks are kept, long links are shortened, and the class of a
//! link names its kind.

use core::error::Error;
use std::io::Write as _;

use linkwright::find::{Finder, Preset};
use linkwright::link::{HtmlLinker, Link, Newlines, Shorten};
use linkwright::options::OptionError;

/// The linker for messages. It is built once and used for all messages.
fn renderer() -> Result<HtmlLinker, Box<dyn Error>> {
    let finder = Finder::builder()
        .preset(Preset::Chat)
        .pattern("issue", r"#([0-9]+)", "https://tracker.example/issues/$1")
        .build()?;
    let mut builder = HtmlLinker::builder(&finder);
    builder.target("_blank").newlines(Newlines::Break);
    builder.shorten(Shorten::Smart, 32).strip_scheme(true);
    Ok(builder.build()?)
}

/// Links to the team's wiki show the name of the page; links to the test server are removed. A shortened link has the
/// whole URI as its title. The kind of a link is added to its class.
fn decide(link: &mut Link<'_>) -> Result<(), OptionError> {
    let uri = link.uri().map(|uri| uri.to_string()).unwrap_or_default();
    if let Some(page) = uri.strip_prefix("http://wiki.example/") {
        link.set_label(page.replace('_', " "));
    } else if uri.starts_with("http://test.example/") {
        link.remove();
    } else if link.label().contains('…') {
        link.set_attribute("title", &uri)?;
    }
    let kind = link.kind().map_or("", |kind| kind.name());
    link.set_attribute("class", &format!("{} {kind}", link.attribute("class").unwrap_or("link")))
}

/// Messages as users typed them.
pub const MESSAGES: [&str; 2] = [
    "\
1 < 2 & so on, says www.example.com/maths/primary/school/numbers?a=1&b=2.
Read http://wiki.example/House_rules (not http://test.example/), #7,
",
    "and never javascript:alert(1), http://paypal.com@evil.example/ nor file:///etc/passwd.\nOdd: http://me@h.example/\n",
];

/// Returns the messages as HTML.
pub fn show(messages: &[&str]) -> Result<String, Box<dyn Error>> {
    let renderer = renderer()?;
    let shown = messages.iter().map(|message| renderer.try_linkify(message, decide));
    Ok(shown.collect::<Result<_, _>>()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    std::io::stdout().write_all(show(&MESSAGES)?.as_bytes())?;
    Ok(())
}

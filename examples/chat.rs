//! A chat client: messages as HTML, and the links of a message that is being typed.

use core::error::Error;
use core::fmt::Write as _;
use core::ops::Range;
use std::io::Write as _;

use linkwright::Span;
use linkwright::find::{Finder, Match, Preset, Schemes, StreamFinder};
use linkwright::link::{HtmlLinker, Link, Newlines, Shorten};
use linkwright::options::OptionError;
use linkwright::text::offsets::{Offsets, Units};
use linkwright::uri::hazards::Severity;

/// What a link is: the links of chat text, mentions and tickets. The expressions
/// match no blank, so that they do not delay other links in a text that is being
/// typed.
pub fn finder() -> Result<Finder, OptionError> {
    Finder::builder()
        .preset(Preset::Chat)
        .schemes(Schemes::Clickable)
        .default_scheme("https")
        .pattern("mention", r"(?u)\B@(\w+)", "/users/$1")
        .pattern("ticket", r"\B#([0-9]+)\b", "https://tracker.example/issues/$1")
        .build()
}

/// How links look. It is built once and used for all messages.
pub fn linker(finder: &Finder) -> Result<HtmlLinker, OptionError> {
    let mut builder = HtmlLinker::builder(finder);
    builder.target("_blank").newlines(Newlines::Break);
    builder.shorten(Shorten::Smart, 32).strip_scheme(true).decode(true);
    builder.build()
}

/// Decides about one link. Links to this site open in the same window, the pages of
/// the wiki are shown by their names, and links to the test server are removed. A
/// shortened link has the whole URI as its title.
fn decide(link: &mut Link<'_>) -> Result<(), OptionError> {
    let uri = link.uri().map(|uri| uri.to_string()).unwrap_or_default();
    if let Some(page) = uri.strip_prefix("https://wiki.example/") {
        link.set_label(page.replace('_', " "));
    } else if uri.starts_with("https://test.example/") {
        link.remove();
    } else if link.label().contains('…') {
        link.set_attribute("title", &uri)?;
    }
    if link.href().starts_with('/') || uri.starts_with("https://chat.example/") {
        link.remove_attribute("rel");
        link.remove_attribute("target");
    }
    Ok(())
}

/// The parts of `text`, each with whether it is code, that is, between two `marks`.
fn parts<'t>(mut text: &'t str, marks: &str) -> Vec<(bool, &'t str)> {
    let mut parts = Vec::new();
    while let Some((before, rest)) = text.split_once(marks)
        && let Some((code, after)) = rest.split_once(marks)
    {
        parts.extend([(false, before), (true, code)]);
        text = after;
    }
    parts.push((false, text));
    parts
}

fn escaped(code: &str) -> String {
    code.replace('&', "&amp;").replace('<', "&lt;")
}

/// A message as HTML, with links outside of code.
pub fn show(linker: &HtmlLinker, message: &str) -> Result<String, OptionError> {
    let mut html = String::new();
    for (is_block, part) in parts(message, "```") {
        if is_block {
            let _ = write!(html, "<pre>{}</pre>", escaped(part));
            continue;
        }
        for (is_code, part) in parts(part, "`") {
            if is_code {
                let _ = write!(html, "<code>{}</code>", escaped(part));
            } else {
                html += &linker.try_linkify(part, decide)?;
            }
        }
    }
    Ok(html)
}

/// The place of a link and its target. Places count UTF-16 code units, as the text
/// fields of most systems do.
pub type Place = (Range<usize>, String);

/// The place of a match in its text; `None` if the URI may lead elsewhere than a
/// reader expects.
fn place(found: &Match<'_>, offsets: &Offsets<'_>) -> Option<Place> {
    let is_danger = found.uri().hazards().iter().any(|one| one.severity() == Severity::Danger);
    let span = found.span_in(Units::Utf16, offsets);
    (!is_danger).then(|| (span.range(), found.href().to_owned()))
}

/// The links of a message that is being typed.
#[derive(Debug)]
pub struct Typed<'f> {
    stream: StreamFinder<'f>,
    text: String,
    /// The links so far.
    pub links: Vec<Place>,
}

impl<'f> Typed<'f> {
    /// An empty message. After a change elsewhere than at its end, begin again and
    /// push the whole text.
    pub fn new(finder: &'f Finder) -> Typed<'f> {
        Typed { stream: finder.stream(), text: String::new(), links: Vec::new() }
    }

    /// Adds what was typed, and returns the offset of the text that is not decided
    /// yet. Links before it do not change.
    pub fn push(&mut self, typed: &str) -> usize {
        self.text.push_str(typed);
        let offsets = Offsets::new(&self.text);
        self.stream.push(typed.as_bytes(), |found| self.links.extend(place(&found, &offsets)));
        offsets.to_utf16(self.stream.pending().map_or(self.text.len(), Span::start))
    }

    /// Ends the message, and returns all its links.
    pub fn finish(mut self) -> Vec<Place> {
        let offsets = Offsets::new(&self.text);
        self.stream.finish(|found| self.links.extend(place(&found, &offsets)));
        self.links
    }
}

/// Messages as users typed them.
pub const MESSAGES: [&str; 4] = [
    "1 < 2 & so on, says www.example.com/maths/primary/school/numbers?a=1&b=2.\n\
     Read https://wiki.example/House_rules (not https://test.example/), #7,\n",
    "👍 @Zoé: example.com/a, see https://chat.example/rooms/1 or ada@example.org",
    "never `curl http://a.example/` nor ```\nhttp://b.example/ & more\n``` but http://c.example/",
    "javascript:alert(1), http://paypal.com@evil.example/, file:///etc/passwd, https://раypal.com/, http://me@h.example/",
];

/// The messages as HTML, each with the links that were found while it was typed.
pub fn page() -> Result<String, OptionError> {
    let finder = finder()?;
    let linker = linker(&finder)?;
    let mut page = String::new();
    for message in MESSAGES {
        let _ = writeln!(page, "<p>{}</p>", show(&linker, message)?);
        let mut typed = Typed::new(&finder);
        typed.push(message);
        for (place, target) in typed.finish() {
            let _ = writeln!(page, "{place:?} {target}");
        }
    }
    Ok(page)
}

fn main() -> Result<(), Box<dyn Error>> {
    std::io::stdout().write_all(page()?.as_bytes())?;
    Ok(())
}

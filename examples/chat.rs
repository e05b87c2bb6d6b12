//! A chat client: messages as HTML, and the links of a message that is being typed.

use core::error::Error;
use core::fmt::Write as _;
use core::ops::Range;
use std::io::Write as _;

use linkwright::find::{Finder, Match, Preset, Schemes};
use linkwright::link::{HtmlLinker, Link, Newlines, Shorten};
use linkwright::options::OptionError;
use linkwright::text::offsets::{Offsets, Units};
use linkwright::uri::hazards::Severity;

/// What a link is: the links of chat text, mentions and tickets. `(?u)` makes `\w` match
/// the letters of all scripts.
pub fn finder() -> Result<Finder, OptionError> {
    Finder::builder()
        .preset(Preset::Chat)
        .schemes(Schemes::Clickable)
        .default_scheme("https")
        .skip_code(true)
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

/// Decides about one link. Links to this site open in the same window, the pages of the
/// wiki are shown by their names, and links to the test server are removed. A shortened
/// link has the whole URI as its title, unless its title is a warning.
fn decide(link: &mut Link<'_>) -> Result<(), OptionError> {
    let uri = link.uri().map(|uri| uri.to_string()).unwrap_or_default();
    let host = link.uri().and_then(|uri| uri.authority()).map(|authority| authority.host());
    let is_host = |name: &str| host.is_some_and(|host| host.as_str().eq_ignore_ascii_case(name));
    let is_ours = link.href().starts_with('/') || is_host("chat.example");
    let (is_wiki, is_test) = (is_host("wiki.example"), is_host("test.example"));
    if is_test {
        link.remove();
    } else if let Some((_, page)) =
        link.text().rsplit_once('/').filter(|(_, page)| is_wiki && !page.is_empty())
    {
        link.set_label(page.replace('_', " "));
    } else if uri.is_empty() {
        // A mention has no URI, and is shown whole.
        link.set_label(link.text().to_owned());
    } else if link.label().contains('…') && link.attribute("title").is_none() {
        link.set_attribute("title", &uri)?;
    }
    if is_ours {
        link.remove_attribute("rel");
        link.remove_attribute("target");
    }
    Ok(())
}

/// The parts of `text`, each with whether it is code, that is, between two `marks`. A block
/// that is being typed has no end yet.
fn parts<'t>(mut text: &'t str, marks: &str) -> Vec<(bool, &'t str)> {
    let is_block = marks.len() > 1;
    let mut parts = Vec::new();
    while let Some((before, rest)) = text.split_once(marks)
        && let Some((code, after)) = rest.split_once(marks).or(is_block.then_some((rest, "")))
        && !code.is_empty()
        && (is_block || !code.contains('\n'))
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

/// The links of a message that is being typed, except in the word at the cursor, which
/// may still change. The search of a message takes microseconds, so it is done again
/// after each key.
pub fn typed(finder: &Finder, message: &str, cursor: usize) -> Vec<Place> {
    let offsets = Offsets::new(message);
    let place = |found: Match<'_>| {
        let span = offsets.span(found.span(), Units::Utf16);
        let rest = message.get(found.end()..).unwrap_or_default();
        let word = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let is_at_cursor =
            span.start() <= cursor && cursor <= offsets.to(found.end() + word, Units::Utf16);
        // The linker does not link what leads elsewhere than a reader expects.
        let is_danger = found.flags().severity() == Some(Severity::Danger);
        let is_shown = !is_at_cursor && !is_danger;
        is_shown.then(|| (span.range(), found.href().to_owned()))
    };
    finder.find_iter(message).filter_map(place).collect()
}

/// Messages as users typed them.
pub const MESSAGES: [&str; 4] = [
    "1 < 2 & so on, says www.example.com/maths/primary/school/numbers?a=1&b=2.\n\
     Read https://wiki.example/House_rules (not https://test.example/), #7,\n",
    "👍 @Zoé, @a_name_that_is_longer_than_the_links_of_a_message: example.com/a, see https://chat.example/rooms/1 or ada@example.org",
    "never `curl http://a.example/` nor ```\nhttp://b.example/ & more\n``` but http://c.example/",
    "javascript:alert(1), http://paypal.com@evil.example/, file:///etc/passwd, https://раypal.com/, http://me:secret@h.example/a/very/long/path/to/a/page",
];

/// The messages as HTML, each with its links while it is typed.
pub fn page() -> Result<String, OptionError> {
    let finder = finder()?;
    let linker = linker(&finder)?;
    let mut page = String::new();
    for message in MESSAGES {
        let _ = writeln!(page, "<p>{}</p>", show(&linker, message)?);
        for (place, target) in typed(&finder, message, 0) {
            let _ = writeln!(page, "{place:?} {target}");
        }
    }
    Ok(page)
}

fn main() -> Result<(), Box<dyn Error>> {
    std::io::stdout().write_all(page()?.as_bytes())?;
    Ok(())
}

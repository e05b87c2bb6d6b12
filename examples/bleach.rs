//! Reimplements `bleach.linkify` (Python) with this crate: callbacks that receive new and existing links, tags in which
//! nothing is linked, and e-mail addresses on request.

use core::error::Error;
use std::io::Write as _;

use linkwright::find::{Finder, MatchKind, Preset};
use linkwright::link::{HtmlLinker, Link, Treatment};
use linkwright::options::Value;
use linkwright::uri::pct;

/// A callback that may change a link or remove it. [`Link::remove`] keeps the text of the link.
pub type Callback = fn(&mut Link<'_>) -> Done;

/// The result of a callback: an error ends the whole call.
pub type Done = Result<(), Box<dyn Error>>;

/// Returns `html` with its URIs linked. Every callback may change or remove any link.
pub fn linkify(
    html: &str,
    callbacks: &[Callback],
    skip_tags: &[&str],
    parse_email: bool,
) -> Result<String, Box<dyn Error>> {
    let mut kinds = vec![MatchKind::Uri, MatchKind::Www, MatchKind::Domain];
    kinds.extend(parse_email.then_some(MatchKind::Email));
    let finder = Finder::builder().preset(Preset::Chat).kinds(kinds).build()?;
    let mut builder = HtmlLinker::builder(&finder);
    builder.rel("").existing(true).on_danger(Treatment::Link).on_warning(Treatment::Link);
    let skip_tags: Value = skip_tags.iter().copied().collect();
    let linker = builder.set("elements_without_links", skip_tags)?.build()?;
    let each = |link: &mut Link<'_>| callbacks.iter().try_for_each(|callback| callback(link));
    Ok(String::from_utf8(linker.try_rewrite(html.as_bytes(), each)?.into_owned())?)
}

/// The default callback of `bleach`: adds `rel="nofollow"`, except to `mailto` links.
pub fn nofollow(link: &mut Link<'_>) -> Done {
    let rel = link.attribute("rel").unwrap_or_default().to_owned();
    if !link.href().starts_with("mailto:") && !rel.split_whitespace().any(|word| word == "nofollow")
    {
        link.set_attribute("rel", format!("{rel} nofollow").trim_start())?;
    }
    Ok(())
}

/// Opens links to other hosts in another window.
fn set_target(link: &mut Link<'_>) -> Done {
    if !link.href().starts_with("http://my.example/") {
        link.set_attribute("target", "_blank")?;
    }
    Ok(())
}

/// Shortens the text of new links, and shows the whole URI in a title.
fn shorten(link: &mut Link<'_>) -> Done {
    let text = link.text();
    if !link.is_existing() && text.chars().count() > 25 {
        link.set_label(text.chars().take(22).chain("...".chars()).collect::<String>());
        link.set_attribute("title", text)?;
    }
    Ok(())
}

/// Replaces the target of each web link by a page that redirects to it.
fn bounce(link: &mut Link<'_>) -> Done {
    if link.href().starts_with("http") {
        let target = pct::encode(link.href(), &pct::UNRESERVED).into_owned();
        link.set_href(format!("http://bouncer.example/?u={target}"))?;
    }
    Ok(())
}

/// Removes new links whose host looks like the name of a Python file (`models.py`), and all links to e-mail addresses.
/// All other links get a class.
fn no_files_no_mail(link: &mut Link<'_>) -> Done {
    let host = link.text().split('/').next().unwrap_or_default();
    let is_file = !link.is_existing() && host.rsplit('.').next() == Some("py");
    if is_file || link.href().starts_with("mailto:") {
        link.remove();
    } else {
        link.set_attribute("class", "checked")?;
    }
    Ok(())
}

/// Replaces the title.
fn set_title(link: &mut Link<'_>) -> Done {
    link.remove_attribute("title");
    link.set_attribute("title", "link in user text")?;
    Ok(())
}

/// A case: HTML, callbacks, tags to skip, and whether e-mail addresses are linked.
type Case = (&'static str, &'static [Callback], &'static [&'static str], bool);

/// The cases in the documentation of `bleach`, and some more.
pub const CASES: [Case; 11] = [
    ("an http://example.com url", &[nofollow], &[], false),
    ("abc example.com/x def", &[nofollow], &[], false),
    (
        "<a href=\"http://example.com\" rel=\"me\">b</a> <a href=\"mailto:a@example.com\">c</a>",
        &[nofollow],
        &[],
        true,
    ),
    ("http://my.example/x http://example.com", &[nofollow, set_target], &[], false),
    ("http://example.com/with/a/long/path", &[nofollow, shorten], &[], false),
    ("http://example.com/?a=1 <a href=\"/b\">b</a>", &[bounce], &[], false),
    (
        "see models.py and <a href=\"mailto:a@example.com\">write <b>me</b></a>",
        &[no_files_no_mail],
        &[],
        false,
    ),
    ("<pre>http://example.com</pre> <i>http://example.com</i>", &[nofollow], &["pre"], false),
    ("james@example.com", &[], &[], false),
    ("james@example.com", &[nofollow], &[], true),
    ("<a href=\"http://example.com\" title=\"x\">b</a>", &[set_title], &[], false),
];

/// Returns each case with its result.
pub fn show(cases: &[Case]) -> Result<String, Box<dyn Error>> {
    let shown = cases.iter().map(|&(html, callbacks, skip_tags, parse_email)| {
        Ok(format!("{html}\n    {}\n", linkify(html, callbacks, skip_tags, parse_email)?))
    });
    shown.collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    std::io::stdout().write_all(show(&CASES)?.as_bytes())?;
    Ok(())
}

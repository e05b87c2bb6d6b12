//! Links in the posts of a forum: mentions and tickets become links. Links to other sites go through the redirect page
//! of the forum, `/out`, and have `nofollow`.

use core::error::Error;
use std::collections::HashSet;
use std::io::Write as _;

use linkwright::find::{Finder, Preset};
use linkwright::link::{HtmlLinker, Link};
use linkwright::uri::pct;

/// The members of the forum; a real program would read them from a database.
fn members() -> HashSet<&'static str> {
    HashSet::from(["ada", "bo"])
}

/// Decides how a link is written. A mention of an unknown member is not linked.
fn decide(link: &mut Link<'_>, members: &HashSet<&str>) -> Result<(), Box<dyn Error>> {
    match link.found().and_then(|found| found.pattern()) {
        Some("mention") if !members.contains(&link.text()[1..]) => link.remove(),
        Some("mention") => link.set_attribute("class", "mention")?,
        Some(_) => {}
        None if is_ours(link) => {}
        None => {
            let proxied = format!("/out?to={}", pct::encode(link.href(), &pct::UNRESERVED));
            link.set_href(proxied)?;
            link.set_attribute("rel", "nofollow ugc")?;
        }
    }
    Ok(())
}

fn is_ours(link: &Link<'_>) -> bool {
    let host = link.uri().and_then(|uri| uri.authority()).map(|authority| authority.host());
    host.is_some_and(|host| host.as_str().eq_ignore_ascii_case("forum.example"))
}

/// A post in HTML, after it was rendered from Markdown and sanitized.
pub const POST: &str = "<p>@ada and @eve: see #12, https://forum.example/t/3 and \
    <a href=\"https://other.example/?a=1&amp;b=2\">this</a> <code>@bo</code>, www.example.com.</p>\n";

/// Returns the post with its links.
pub fn show(post: &str) -> Result<String, Box<dyn Error>> {
    let mut finder = Finder::builder();
    finder.preset(Preset::Chat).pattern("mention", r"\B@([a-z]+)", "/u/$1").pattern(
        "ticket",
        "#([0-9]+)",
        "/t/$1",
    );
    let linker = HtmlLinker::builder(&finder.build()?).rel("").existing(true).build()?;
    let members = members();
    let linked = linker.try_rewrite(post.as_bytes(), |link| decide(link, &members))?;
    Ok(String::from_utf8(linked.into_owned())?)
}

fn main() -> Result<(), Box<dyn Error>> {
    std::io::stdout().write_all(show(POST)?.as_bytes())?;
    Ok(())
}

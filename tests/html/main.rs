//! Tests links in HTML documents. html5ever and ammonia check the output.
#![cfg(feature = "html")]

mod anchors;
mod cases;
mod corpora;
mod damaged;
#[path = "../support/dom.rs"]
mod dom;
mod hostile;
mod list_links;
#[path = "../support/page.rs"]
mod page;
#[path = "../support/pages.rs"]
mod pages;
mod properties;
#[path = "../support/settings.rs"]
mod settings;
mod soup;

use dom::MARK;
use linkwright::find::Preset;
use linkwright::link::HtmlLinker;
use page::linker;

/// The document with inserted links.
fn rewrite(linker: &HtmlLinker, html: &[u8]) -> Vec<u8> {
    linker.rewrite(html).into_owned()
}

/// The output for `html` in the preset `chat`, with `[href|` and `]` in place of the tags around each piece.
fn drawn(html: &str) -> String {
    drawn_with(Preset::Chat, html)
}

fn drawn_with(preset: Preset, html: &str) -> String {
    let out = rewrite(&linker(preset), html.as_bytes());
    let out = String::from_utf8_lossy(&out).into_owned();
    let mut drawn = String::new();
    let mut rest = out.as_str();
    while let Some((before, tail)) = rest.split_once("<a href=\"") {
        let Some((href, tail)) = tail.split_once(&format!("\" {MARK}=\"1\">")) else { break };
        let (text, tail) = tail.split_once("</a>").expect("an anchor ends");
        drawn = format!("{drawn}{before}[{}|{text}]", href.replace("&amp;", "&"));
        rest = tail;
    }
    drawn + rest
}

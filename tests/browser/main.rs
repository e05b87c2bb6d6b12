//! What a browser makes of what we write: no script runs, no request leaves, each piece is an
//! anchor, and each anchor leads to the host that we say.
//!
//! Chromium loads every page by way of a proxy of ours, so that whatever it asks for is seen here. It
//! is found as `CHROMIUM`, or by its usual names; without it, one line says so.
#![cfg(feature = "html")]

mod cases;
mod chromium;
#[path = "../support/pages.rs"]
mod pages;
mod proxy;
mod real;

use cases::{Page, pages};
use chromium::{browser, visit};
use proxy::Proxy;
use serde_json::Value;

#[test]
fn a_browser_agrees() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no Chromium; CHROMIUM can say where it is");
        return;
    };
    let pages = pages();
    let proxy = Proxy::start(pages.iter().map(|page| page.html.clone()).collect());
    let seen = visit(&browser, &proxy);
    assert_eq!(seen.len(), pages.len(), "a frame for each page");
    for (page, frame) in pages.iter().zip(&seen) {
        check(page, frame);
    }
    let strangers = proxy.requests();
    assert!(strangers.is_empty(), "requests left: {strangers:?}");
    eprintln!(
        "{} pages, {} links",
        pages.len(),
        pages.iter().map(|page| page.links.len()).sum::<usize>()
    );
}

/// Compares what the browser has seen in a page with what was written.
fn check(page: &Page, frame: &Value) {
    let html = &page.html;
    assert_eq!(frame["ran"], Value::Null, "a script ran: {html}");
    let anchors = frame["anchors"].as_array().expect("a list of anchors");
    assert_eq!(anchors.len(), page.links.len(), "an anchor for each piece: {html}");
    for (anchor, link) in anchors.iter().zip(&page.links) {
        assert_eq!(anchor["href"].as_str(), Some(link.uri.as_str()), "{html}");
        assert_eq!(anchor["others"].as_str(), Some("data-linkwright=1"), "{html}");
        let is_same = anchor["host"].as_str() == Some(link.host.as_str());
        assert!(is_same || link.is_flagged, "{} leads to {}: {html}", link.uri, anchor["host"]);
    }
}

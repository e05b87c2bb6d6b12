//! Checks the output of the linkers in a browser: no script runs, no request is sent, each piece of a URI is an anchor,
//! and each anchor points to the host of its URI.
//!
//! Chromium loads every page through a proxy of the test, which records the requests. `CHROMIUM` can name the program;
//! if it is not found, the test prints one line and is skipped.
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
fn a_browser_sees_the_written_links_and_runs_nothing() {
    let Some(browser) = browser() else {
        eprintln!("skipped: Chromium was not found; CHROMIUM can name its path");
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
    assert!(strangers.is_empty(), "unexpected requests: {strangers:?}");
    eprintln!(
        "{} pages, {} links",
        pages.len(),
        pages.iter().map(|page| page.links.len()).sum::<usize>()
    );
}

/// Compares the content of a frame with the links that were written.
fn check(page: &Page, frame: &Value) {
    let html = &page.html;
    assert_eq!(frame["ran"], Value::Null, "a script ran: {html}");
    let anchors = frame["anchors"].as_array().expect("a list of anchors");
    assert_eq!(anchors.len(), page.links.len(), "an anchor for each piece: {html}");
    for (anchor, link) in anchors.iter().zip(&page.links) {
        assert_eq!(anchor["href"].as_str(), Some(link.uri.as_str()), "{html}");
        assert_eq!(anchor["others"].as_str(), Some("data-linkwright=1"), "{html}");
        let is_same = anchor["host"].as_str() == Some(link.host.as_str());
        assert!(is_same || link.is_flagged, "{} points to {}: {html}", link.uri, anchor["host"]);
    }
}

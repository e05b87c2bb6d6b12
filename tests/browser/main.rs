//! What a browser makes of what we write: no script runs, no request leaves, each piece is an
//! anchor, and each anchor leads to the host that we say.
//!
//! Chromium loads every page by way of a proxy of ours, so that whatever it asks for is seen here. It
//! is found as `CHROMIUM`, or by its usual names; where there is none, one line says so.
#![cfg(feature = "html")]

mod cases;
mod proxy;

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use cases::{Page, pages};
use proxy::Proxy;
use serde_json::Value;

#[test]
fn a_browser_agrees() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no Chromium; CHROMIUM can say where it is");
        return;
    };
    let pages = pages();
    let proxy = Proxy::start(&pages);
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

fn browser() -> Option<PathBuf> {
    let named = env::var_os("CHROMIUM").map(PathBuf::from);
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let folders: Vec<PathBuf> =
        env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
    let found = || {
        let places = names.iter().flat_map(|name| folders.iter().map(move |at| at.join(name)));
        places.into_iter().find(|place| place.is_file())
    };
    named.or_else(found)
}

/// Loads all pages, and returns what each frame holds.
fn visit(browser: &PathBuf, proxy: &Proxy) -> Vec<Value> {
    let profile = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("browser-profile");
    let _ = std::fs::remove_dir_all(&profile);
    let out = Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("--proxy-server=http://{}", proxy.address()))
        // Time stands still while a page loads, so that a slow machine changes nothing.
        .args(["--virtual-time-budget=60000", "--dump-dom", "http://linkwright.test/"])
        .stderr(Stdio::null())
        .output()
        .expect("the browser runs");
    let dom = String::from_utf8_lossy(&out.stdout);
    let encoded = dom.split("<pre>").nth(1).and_then(|rest| rest.split("</pre>").next());
    let encoded = encoded.unwrap_or_else(|| panic!("no result in {dom:?}"));
    let json = linkwright::uri::pct::decode_utf8(encoded).expect("the browser writes UTF-8");
    serde_json::from_str(&json).expect("the script writes JSON")
}

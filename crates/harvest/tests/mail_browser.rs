//! Makes pages of hostile mail with the program of `docs/mail.md`, and opens them in a browser. Checks that no script
//! runs, that no request is sent, and that no part of a message changes the parts after it.
//!
//! Chromium is found in the same way as in the browser test of the library. If it is not installed, the test prints one
//! line and is skipped.

#[path = "../../../tests/browser/chromium.rs"]
mod chromium;
#[path = "../examples/mail_page.rs"]
#[expect(dead_code, unreachable_pub, reason = "an example has a `main`")]
mod mail_page;
#[path = "../../../tests/browser/proxy.rs"]
mod proxy;

use chromium::{browser, visit};
use proxy::Proxy;

/// HTML that tries to run a script, to load a resource, or to enclose the text after it. Its scripts would set `ran`.
const HOSTILE: &[&str] = &[
    "<script>ran=1</script>",
    "<img src=x onerror=ran=1><img src=http://track.example/p.gif><svg onload=ran=1>",
    "<a href=javascript:ran=1 onclick=ran=1>a</a><body onload=ran=1>",
    "<!-- open",
    "<a href='http://open.example/",
    "<a href=http://open.example/>open",
    "<p title=\"open",
    "<textarea>open",
    "<title>open",
    "<plaintext>open",
    "<style>@import 'http://style.example/'; [data-part] { display: none }",
    "<style>open",
    "<noscript><p title=\"</noscript><img src=x onerror=ran=1>",
    "<svg></p><style><a id=\"</style><img src=1 onerror=ran=1>\">",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=ran=1&gt;\">",
    "<form action=http://form.example/><button autofocus onfocus=ran=1>x</button>",
    "<iframe srcdoc='<script>parent.ran=1</script>'></iframe><object data=http://object.example/>",
    "<base href=http://base.example/><link rel=stylesheet href=http://link.example/>",
    "<meta http-equiv=refresh content='0;url=http://refresh.example/'>",
    "</div></div></body></html><script>ran=1</script>",
    "<table><td><script>ran=1</script>",
    "<template><script>ran=1</script>",
    "<b><i><u>open http://open.example/",
    "<input onfocus=ran=1 autofocus><select><option>open",
    "<details open ontoggle=ran=1>x</details><video src=http://video.example/ onerror=ran=1></video>",
];

/// A message with two hostile parts and a harmless last part.
fn message(first: &str, second: &str) -> String {
    let part = |kind: &str, text: &str| format!("--b\nContent-Type: text/{kind}\n\n{text}\n");
    let parts =
        [part("html", first), part("html", second), part("plain", "last <part> http://c.example/")];
    format!("Content-Type: multipart/mixed; boundary=b\n\n{}--b--\n", parts.concat())
}

/// The texts of a message and, after them, a separate element that must remain unchanged.
fn page(message: &str) -> String {
    let page = mail_page::page(message.as_bytes()).expect("the options are valid");
    let (_, texts) = page.split_once("</style>\n").expect("the page has a style");
    format!(
        "<!doctype html><meta charset=utf-8><div data-part=1>{texts}</div><p data-part=2>after</p>"
    )
}

#[test]
fn a_browser_runs_nothing_and_loads_nothing() {
    let Some(browser) = browser() else {
        eprintln!("skipped: Chromium was not found; set CHROMIUM to its path");
        return;
    };
    let pages = HOSTILE
        .iter()
        .enumerate()
        .map(|(at, html)| page(&message(html, HOSTILE[(at + 7) % HOSTILE.len()])));
    let pages: Vec<String> = pages.collect();
    let proxy = Proxy::start(pages.clone());
    let seen = visit(&browser, &proxy);
    assert_eq!(seen.len(), pages.len(), "every page has a frame");
    for (page, frame) in pages.iter().zip(&seen) {
        assert!(frame["ran"].is_null(), "a script ran: {page}");
        let parts: Vec<&str> = frame["parts"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|part| part.as_str())
            .collect();
        assert_eq!(parts.len(), 2, "{page}");
        assert_eq!(parts[1], "after", "{page}");
        assert!(parts[0].contains("last <part> http://c.example/"), "{page}");
        assert!(page.contains("<a href=\"http://c.example/\""), "the last part is linked: {page}");
    }
    let strangers = proxy.requests();
    assert!(strangers.is_empty(), "the pages sent requests: {strangers:?}");
}

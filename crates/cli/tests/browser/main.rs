//! Converts hostile mail and Markdown to HTML with `linkify`, and opens the HTML in a browser. Checks that no script
//! runs, that no request is sent, and that no part of a message changes the parts after it.
//!
//! Chromium is found in the same way as in the browser test of the library. If it is not installed, the test prints one
//! line and is skipped.

#[path = "../../../../tests/browser/chromium.rs"]
mod chromium;
#[path = "../../../../tests/browser/proxy.rs"]
mod proxy;

use std::io::Write as _;
use std::process::{Command, Stdio};

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

fn linkify(from: &str, input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linkwright"));
    command.args(["linkify", "--from", from, "--to", "html"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    stdin.write_all(input.as_bytes()).expect("the command reads its input");
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success(), "{input}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the command writes UTF-8")
}

/// A message with two hostile parts and a harmless last part.
fn message(first: &str, second: &str) -> String {
    let part = |kind: &str, text: &str| format!("--b\nContent-Type: text/{kind}\n\n{text}\n");
    let parts =
        [part("html", first), part("html", second), part("plain", "last <part> http://c.example/")];
    format!("Content-Type: multipart/mixed; boundary=b\n\n{}--b--\n", parts.concat())
}

/// A page with the fragment and, after it, a separate element that must remain unchanged.
fn page(fragment: &str) -> String {
    format!(
        "<!doctype html><meta charset=utf-8><div data-part=1>{fragment}</div><p data-part=2>after</p>"
    )
}

#[test]
fn a_browser_runs_nothing_and_loads_nothing() {
    let Some(browser) = browser() else {
        eprintln!("skipped: Chromium was not found; set CHROMIUM to its path");
        return;
    };
    let mails = HOSTILE
        .iter()
        .enumerate()
        .map(|(at, html)| linkify("mail", &message(html, HOSTILE[(at + 7) % HOSTILE.len()])));
    let mails: Vec<String> = mails.collect();
    // A page made from Markdown may load images from any address, so texts with images are left out.
    let sources = HOSTILE.iter().filter(|html| !html.contains("<img src"));
    let forms = |html: &&str| {
        [format!("{html}\n"), format!("a *{html}* b\n"), format!("[a](javascript:ran=1) {html}\n")]
    };
    let sources = sources.flat_map(forms);
    let documents: Vec<String> = sources.map(|source| linkify("markdown", &source)).collect();
    let pages: Vec<String> = mails.iter().chain(&documents).map(|html| page(html)).collect();
    let proxy = Proxy::start(pages.clone());
    let seen = visit(&browser, &proxy);
    assert_eq!(seen.len(), pages.len(), "every page has a frame");
    for (at, (page, frame)) in pages.iter().zip(&seen).enumerate() {
        assert!(frame["ran"].is_null(), "a script ran: {page}");
        let parts: Vec<&str> = frame["parts"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|part| part.as_str())
            .collect();
        assert_eq!(parts.len(), 2, "{page}");
        assert_eq!(parts[1], "after", "{page}");
        let has_last = parts[0].contains("last <part> http://c.example/");
        assert_eq!(
            has_last,
            at < mails.len(),
            "a page shows the last part as text if and only if it was made from mail: {page}"
        );
    }
    assert!(
        mails.iter().all(|html| html.contains("<a href=\"http://c.example/\"")),
        "the URI in the last part is a link"
    );
    let strangers = proxy.requests();
    assert!(strangers.is_empty(), "the pages sent requests: {strangers:?}");
}

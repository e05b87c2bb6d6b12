//! Runs the library on a stack of 128 KiB, which some systems give to every thread. No function recurses on its input.
//!
//! The inputs are the texts of the fixtures and nested texts. The parsers with which other tests compare are recursive,
//! so this test does not use them.

use std::path::Path;
use std::thread;

use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::link::{HtmlLinker, TerminalLinker};
use linkwright::uri::{Rung, UriReference};
use support::fixture::Fixtures;

#[expect(dead_code, reason = "`tests/spec.rs` uses more of them")]
mod support {
    pub(crate) mod drawing;
    pub(crate) mod escape;
    pub(crate) mod expect;
    pub(crate) mod fixture;
    pub(crate) mod options;
}

/// Units that nest or look nested when they are repeated.
const NESTING: &[&str] = &[
    "(",
    "[",
    "<",
    "\"",
    "http://",
    "http://a/(",
    "<http://a ",
    "> ",
    "<b>",
    "<div>",
    "<a href=x>",
    "*a ",
    "- ",
    "[a](",
    "`",
    "&amp;",
    "a@",
    "a.",
    "../",
    "%41",
];

fn on_small_stack(work: impl FnOnce() + Send) {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(128 << 10).spawn_scoped(scope, work);
        thread.expect("a thread starts").join().expect("the stack is large enough");
    });
}

/// Searches, explains, links and rewrites `text`, and normalizes it if it is a URI reference.
fn read(finder: &Finder, text: &[u8]) {
    let mut stream = finder.stream();
    text.chunks(7).for_each(|chunk| stream.push(chunk, |_| {}));
    stream.finish(|_| {});
    for found in finder.find_iter(text) {
        let _ = (found.alternates(), found.flags(), found.uri().to_normalized(Rung::Scheme));
    }
    let _ = finder.explain(text);
    let Ok(text) = core::str::from_utf8(text) else { return };
    let _ = HtmlLinker::new(finder).linkify(text);
    let _ = TerminalLinker::new(finder).linkify(text);
    if let Ok(reference) = UriReference::parse(text) {
        let _ = reference.normalize(Rung::Scheme).to_string();
    }
    #[cfg(feature = "html")]
    let _ = HtmlLinker::new(finder).rewrite(text.as_bytes());
    #[cfg(feature = "markdown")]
    let _ =
        linkwright::rewrite::markdown::rewrite(finder, text, linkwright::rewrite::markdown::GITHUB);
}

#[test]
fn fixtures_need_little_stack() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let fixtures = Fixtures::load(&root);
    assert!(fixtures.cases.len() > 500, "the fixtures may have moved");
    on_small_stack(|| {
        for &preset in Preset::ALL {
            let finder = Finder::preset(preset);
            fixtures.cases.iter().for_each(|case| read(&finder, &case.drawing.text));
        }
    });
}

#[test]
fn nested_texts_need_little_stack() {
    on_small_stack(|| {
        let finder = Finder::preset(Preset::Chat);
        for unit in NESTING {
            let text = format!("{}http://a.example/", unit.repeat(2000));
            read(&finder, text.as_bytes());
        }
    });
}

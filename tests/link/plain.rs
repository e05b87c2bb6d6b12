//! Tests the HTML that is written for plain text.

use linkwright::Finder;
use linkwright::find::{Preset, Schemes};
use linkwright::link::{HtmlLinker, Newlines};

fn bare(preset: Preset) -> HtmlLinker {
    HtmlLinker::builder(&Finder::preset(preset)).rel("").build().unwrap()
}

fn link(uri: &str) -> String {
    let escaped = uri.replace('&', "&amp;");
    format!("<a href=\"{escaped}\">{escaped}</a>")
}

#[test]
fn hostile_texts_stay_texts() {
    for (text, html) in [
        (
            "http://a.example/\"onmouseover=\"alert(1)",
            format!("{}\"onmouseover=\"alert(1)", link("http://a.example/")),
        ),
        (
            "http://a.example/'onmouseover='alert(1)",
            link("http://a.example/'onmouseover='alert(1)"),
        ),
        (
            "x\"onmouseover=\"alert(1)\"@x.example",
            "x\"onmouseover=\"alert(1)\"@x.example".to_owned(),
        ),
        (
            "http://a.example/<img src=x onerror=alert(1)>",
            format!("{}&lt;img src=x onerror=alert(1)&gt;", link("http://a.example/")),
        ),
        ("http://a.example/?a&copy", link("http://a.example/?a&copy")),
        (
            "<script>##str_replacement_0##</script>",
            "&lt;script&gt;##str_replacement_0##&lt;/script&gt;".to_owned(),
        ),
        (
            "javascript:alert(1) JAVASCRIPT://a.example/%0aalert(1)",
            "javascript:alert(1) JAVASCRIPT://a.example/%0aalert(1)".to_owned(),
        ),
    ] {
        assert_eq!(bare(Preset::Mail).linkify(text), html);
    }
}

#[test]
fn found_schemes_that_run_code_are_not_linked() {
    let schemes = ["javascript", "data", "vbscript", "view-source"];
    let finder = Finder::builder().schemes(schemes).build().unwrap();
    let linker = HtmlLinker::builder(&finder).schemes(Schemes::Any).build().unwrap();
    for text in
        ["javascript:alert(1)", "data:text/html,<b>", "vbscript:x", "view-source:javascript:x"]
    {
        assert!(!linker.linkify(text).contains("<a "), "{text}");
    }
}

#[test]
fn a_pattern_with_a_javascript_target_is_not_linked() {
    let mut builder = Finder::builder();
    let Ok(finder) = builder.pattern("bug", "BUG-[0-9]+", "javascript:open('$0')").build() else {
        return;
    };
    assert_eq!(HtmlLinker::new(&finder).linkify("BUG-1"), "BUG-1");
}

#[test]
fn quoted_mail_keeps_its_quoting() {
    let mut builder = HtmlLinker::builder(&Finder::new());
    let linker = builder.rel("").quotes(true).newlines(Newlines::Break).build().unwrap();
    assert_eq!(
        linker.linkify("> see <http://a.example/b\n> /c>\nyes"),
        "<blockquote>see &lt;<a href=\"http://a.example/b/c\">http://a.example/b</a><br>\n\
         <a href=\"http://a.example/b/c\">/c</a>&gt;<br>\n</blockquote>yes"
    );
}

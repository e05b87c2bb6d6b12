//! Tests the HTML that is written for plain text.

use linkwright::find::{Preset, Schemes};
use linkwright::link::{HtmlLinker, Newlines};
use linkwright::{Finder, Span};

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

/// Imitated hosts are not linked in any build, and ordinary names in other scripts are.
#[test]
fn imitated_hosts_are_not_linked() {
    let linker = HtmlLinker::new(&Finder::new());
    for text in [
        "https://аррӏе.com/",
        "http://www.раypal.com/",
        "https://xn--80ak6aa92e.com/",
        "https://%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com/",
        "https://gооgle.example/",
    ] {
        assert_eq!(linker.linkify(text), text);
    }
    for text in ["https://пример.рф/", "https://bücher.example/", "https://例え.jp/"] {
        assert!(linker.linkify(text).starts_with("<a href="), "{text}");
    }
}

/// The text of a pattern's link is not the caller's: it can show a host that is not that of the target.
#[cfg(feature = "patterns")]
#[test]
fn a_pattern_whose_text_shows_another_host_is_marked() {
    let linker = |target: &str| {
        let mut finder = Finder::builder();
        finder.pattern("ref", r"https?://www\.bank\.example/[a-z]*|#[0-9]+", target);
        HtmlLinker::builder(&finder.build().unwrap()).rel("").build().unwrap()
    };
    let linked = linker("https://evil.example/$0").linkify("https://www.bank.example/signin #12");
    assert_eq!(linked.matches("class=\"hazard\"").count(), 1, "{linked}");
    let linked = linker("https://www.bank.example/$0").linkify("https://www.bank.example/x #12");
    assert_eq!(linked.matches("class=\"hazard\"").count(), 0, "{linked}");
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

#[test]
fn links_of_the_caller_take_the_place_of_matches() {
    let finder = Finder::preset(Preset::Chat);
    let linker = HtmlLinker::builder(&finder).rel("").build().unwrap();
    let text = "é a.com/xyz b.org/y";
    let html = |own: &[(usize, usize, &'static str)]| {
        linker.linkify_with(
            text,
            own.iter().map(|&(start, end, target)| (Span::new(start, end), target)),
        )
    };
    let [first, second] =
        ["a.com/xyz", "b.org/y"].map(|name| format!("<a href=\"http://{name}\">{name}</a>"));
    assert_eq!(html(&[]), linker.linkify(text));
    assert_eq!(html(&[]), format!("é {first} {second}"));
    // Inside a match, around one, and after all of them.
    assert_eq!(html(&[(5, 8, "/e")]), format!("é a.<a href=\"/e\">com</a>/xyz {second}"));
    assert_eq!(html(&[(0, 20, "/all")]), format!("<a href=\"/all\">{text}</a>"));
    assert_eq!(html(&[(19, 20, "/y")]), format!("é {first} b.org/<a href=\"/y\">y</a>"));
    // A target that is not permitted is not linked, and neither is the match there.
    assert_eq!(html(&[(3, 12, "javascript:x")]), format!("é a.com/xyz {second}"));
    // What is no part of the text, no target, or overlaps is ignored.
    for own in [(1, 2, "/"), (90, 99, "/"), (2, 2, "/"), (0, 2, "a b")] {
        assert_eq!(html(&[own]), linker.linkify(text), "{own:?}");
    }
    assert_eq!(
        html(&[(0, 2, "/1"), (0, 2, "/2")]),
        format!("<a href=\"/1\">é</a> {first} {second}")
    );
}

//! Tests the option that treats the existing anchors of a document like new links.

use linkwright::Finder;
use linkwright::find::{Preset, Schemes};
use linkwright::link::{Context, HtmlLinker, Link, Treatment};
use linkwright::options::OptionError;
use proptest::prelude::*;

use super::dom::{Scripts, outline};
use super::{page, soup};

/// A linker that treats the anchors of the document as links and adds no attributes to them.
fn plain() -> HtmlLinker {
    let mut builder = HtmlLinker::builder(&Finder::preset(Preset::Chat));
    builder.rel("").existing(true).schemes(Schemes::Any);
    builder.on_danger(Treatment::Link).on_warning(Treatment::Link);
    builder.build().unwrap()
}

fn treated(linker: &HtmlLinker, html: &str, decide: impl FnMut(&mut Link<'_>)) -> String {
    let mut decide = decide;
    let done = linker.try_rewrite(html.as_bytes(), |link| {
        decide(link);
        Ok::<(), OptionError>(())
    });
    String::from_utf8(done.unwrap().into_owned()).unwrap()
}

/// A closure gets the properties of an anchor. The anchor remains unchanged if the closure changes nothing.
#[test]
fn a_closure_gets_the_anchor_unchanged() {
    let html = "<p><A Class=x href='/a?b&amp;c' download>o&amp;<b>n</b>e</A> <a name=y>no</a> <a href=/d>open";
    let mut seen = Vec::new();
    let out = treated(&plain(), html, |link| {
        assert!(link.is_existing() && link.kind().is_none());
        assert_eq!(link.context(), Context::Html);
        let attributes: Vec<String> =
            link.attributes().map(|(name, value)| format!("{name}={value}")).collect();
        seen.push((link.href().to_owned(), link.text().to_owned(), attributes.join(" ")));
    });
    assert_eq!(out, html);
    let seen: Vec<_> = seen.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect();
    assert_eq!(seen, [("/a?b&c", "o&ne", "class=x download="), ("/d", "open", "")]);
}

#[test]
fn a_closure_changes_an_anchor() {
    for (html, expected) in [
        ("<a href=/a>x</a>", "<a href=/a rel=\"ugc\">x</a>"),
        ("<a rel='me' HREF=\"/a\" title=t>x</a>", "<a rel=\"me ugc\" HREF=\"/a\" title=t>x</a>"),
        ("<a href=/a rel=UGC >x</a>", "<a href=/a rel=UGC >x</a>"),
        ("<a/href=/a>x</a>", "<a href=/a rel=\"ugc\">x</a>"),
        ("<a href=x/>y</a>", "<a href=x/ rel=\"ugc\">y</a>"),
        ("<a href=/a href=/b>x</a>", "<a href=/a href=/b rel=\"ugc\">x</a>"),
        ("<a name=x>y</a>", "<a name=x>y</a>"),
        ("<area href=/a>", "<area href=/a>"),
    ] {
        let linker = HtmlLinker::builder(&Finder::new()).rel("ugc").existing(true).build().unwrap();
        assert_eq!(String::from_utf8_lossy(&linker.rewrite(html.as_bytes())), expected, "{html}");
    }
}

/// A link is unwrapped if it runs code, deceives, or is not permitted.
#[test]
fn anchors_are_unwrapped() {
    let linker = HtmlLinker::builder(&Finder::new()).rel("").existing(true).build().unwrap();
    for (html, expected) in [
        ("<a href='java\tscript:x'>a</a>b", "ab"),
        ("<a href=' JavaScript&colon;x'><i>a</i></a>", "<i>a</i>"),
        ("<a href='data:text/html,x'>a", "a"),
        ("<a href=file:///etc/passwd>a</a>", "a"),
        ("<a href='http://paypal.com@evil.example/'>a</a>", "a"),
        ("<a href=/x>a<a href=javascript:x>b</a>c", "<a href=/x>a</a>bc"),
        ("1 <<a href=data:,x>b</a>", "1 <<!---->b"),
        ("&am<a href=data:,x>p;</a>lt;", "&am<!---->p;lt;"),
        ("<svg><a href=data:,x class=y>a</a></svg>", "<svg><a class=y>a</a></svg>"),
        ("<table><td><a href=data:,x>a</a></table>", "<table><td>a</table>"),
        ("<a href=/x>a</a>", "<a href=/x>a</a>"),
        ("<a href='//h.example/x y'>a</a>", "<a href='//h.example/x y'>a</a>"),
    ] {
        assert_eq!(String::from_utf8_lossy(&linker.rewrite(html.as_bytes())), expected, "{html}");
    }
    let marked = linker.rewrite(b"<a href='http://evil.example/'>bank.example.com</a>");
    assert!(
        String::from_utf8_lossy(&marked).contains("class=\"hazard\" title=\"Caution: the text")
    );
    let mut cautious = HtmlLinker::builder(&Finder::new());
    let cautious = cautious.rel("").existing(true).on_danger(Treatment::Caution).build().unwrap();
    let shown = cautious.rewrite(
        b"<a href='http://paypal.com@evil.example/' id=x>a</a> http://bank.example@evil.example/",
    );
    let title = "class=\"hazard\" title=\"Caution: the part before the `@` is not the host; the userinfo looks like a host\"";
    assert_eq!(
        String::from_utf8_lossy(&shown),
        format!("<a id=x {title}>a</a> <a {title}>http://bank.example@evil.example/</a>")
    );
    assert_eq!(cautious.rewrite(&shown), shown);
    let mail = linker.rewrite(b"<a href='mailto:a@b.example?attach=/x'>a</a>");
    assert_eq!(String::from_utf8_lossy(&mail), "<a href=\"mailto:a@b.example\">a</a>");
}

/// A target that browsers read in another way than the grammar is judged as they read it.
#[test]
fn targets_are_judged_as_browsers_read_them() {
    let linker = HtmlLinker::builder(&Finder::new()).rel("").existing(true).build().unwrap();
    let judged = |href: &str| {
        let html = format!("<a href=\"{href}\">https://bank.example/</a>");
        String::from_utf8(linker.rewrite(html.as_bytes()).into_owned()).unwrap()
    };
    for href in [
        "https://bank.example@x@evil.example/",
        "https://bank.example[@evil.example/",
        "https://bank.example @evil.example/",
        "https:\\\\bank.example@evil.example",
    ] {
        assert_eq!(judged(href), "https://bank.example/", "{href}");
    }
    for href in [
        r"https://evil.example\@bank.example/",
        r"https://evil.example\.bank.example/",
        r"https:\\evil.example/",
        "https:///evil.example/",
        "https:/evil.example/",
        "https:evil.example/",
        "//evil.example/",
        r"\\evil.example/",
        r"/\evil.example/",
    ] {
        assert!(judged(href).contains("text of the link shows another domain"), "{href}");
    }
    // A reader sees the end of a line or of a block.
    let shown = |text: &str| {
        let html = format!("<a href=\"https://evil.example/\">{text}</a>");
        String::from_utf8(linker.rewrite(html.as_bytes()).into_owned()).unwrap()
    };
    assert!(shown("https://bank.com<br>Open").contains("hazard"));
    assert!(shown("<h2>bank.com</h2><p>Open").contains("hazard"));
    assert!(!shown("Read more<br>evil.example").contains("hazard"));
    // In a page of the same scheme, browsers read these as paths of the page.
    for href in ["https:/bank.example/x", "HTTPS:bank.example/x", " ht\ttps:/\nbank.example/x"] {
        let written = "<a href=\"https://bank.example/x\">https://bank.example/</a>";
        assert_eq!(judged(href).to_lowercase(), written, "{href}");
    }
    for href in [
        r"https:\\bank.example/a",
        "//bank.example/",
        "/login",
        "?a",
        "#b",
        "https://bank.example/@x@y",
    ] {
        assert!(!judged(href).contains("hazard"), "{href}");
    }
}

#[test]
fn labels_and_targets_are_escaped() {
    let out = treated(&plain(), "<a href=/a>x<b>y</b></a> <a href=/b>z", |link| {
        link.set_label("<script>");
        link.set_href("http://h.example/?a&copy=\u{22}").unwrap_err();
        link.set_href("http://h.example/?a&copy=").unwrap();
        link.set_attribute("title", "\"><script>").unwrap();
        assert!(link.set_attribute("onclick", "x").is_err());
    });
    let tag = "<a href=\"http://h.example/?a&amp;copy=\" title=\"&quot;&gt;&lt;script&gt;\">";
    assert_eq!(out, format!("{tag}&lt;script&gt;</a> {tag}z"));
    let code = treated(&plain(), "<a href=/a>x</a>", |link| {
        link.set_href("javascript:x").unwrap();
    });
    assert_eq!(code, "x");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases.max(3000), failure_persistence: None, ..ProptestConfig::default()
    })]

    /// If no anchor changes, a linker that treats existing anchors writes the same bytes as a linker that ignores them.
    #[test]
    fn unchanged_anchors_keep_their_bytes(html in soup::bytes()) {
        let new = page::linker(Preset::Chat).rewrite(&html).into_owned();
        let unmarked = String::from_utf8_lossy(&new).replace(" data-linkwright=\"1\"", "");
        let same = plain().rewrite(&html).into_owned();
        prop_assert_eq!(unmarked, String::from_utf8_lossy(&same));
    }

    /// If a closure sets an attribute, only this attribute changes in the tree.
    #[test]
    fn a_closure_changes_only_its_attribute(html in soup::html()) {
        let html = html.replace("href=x", "href=/x");
        let seen = treated(&plain(), &html, |link| {
            if link.is_existing() {
                link.set_attribute("data-seen", "1").unwrap();
            }
        });
        let plain = treated(&plain(), &html, |_| {});
        for scripts in [Scripts::On, Scripts::Off] {
            let nodes = |html: &str| -> Vec<String> {
                let nodes = outline(html.as_bytes(), scripts).nodes.into_iter();
                nodes.map(|node| node.replace(" data-seen=1", "")).collect()
            };
            prop_assert_eq!(nodes(&seen), nodes(&plain));
        }
    }

    /// After all its anchors are removed, a document has the same text.
    #[test]
    fn unwrapping_keeps_the_text(html in soup::html()) {
        let unwrapped = treated(&plain(), &html, |link| {
            if link.is_existing() {
                link.remove();
            }
        });
        let text = |html: &str| -> String {
            let nodes = outline(html.as_bytes(), Scripts::On).nodes;
            let texts = nodes.iter().filter_map(|node| node.strip_prefix("text "));
            // Whitespace is not compared, because a parser drops whitespace before the first element of a page. The
            // order is not compared, because a parser moves text that is misplaced in a table in front of the table,
            // and the two documents may have tables in different places.
            let mut chars: Vec<char> = texts.flat_map(str::split_whitespace).flat_map(str::chars).collect();
            chars.sort_unstable();
            chars.into_iter().collect()
        };
        let plain = treated(&plain(), &html, |_| {});
        prop_assert_eq!(text(&unwrapped), text(&plain), "{}", unwrapped);
    }

    /// No change that a closure makes causes a panic.
    #[test]
    fn no_change_causes_a_panic(html in soup::bytes(), number: u8) {
        let mut count = number;
        let _ = plain().try_rewrite(&html, |link| {
            count = count.wrapping_add(1);
            match count % 4 {
                0 => link.remove(),
                1 => link.set_label("x<"),
                2 => link.set_href("/y").map_err(|_| ())?,
                _ => link.remove_attribute("href"),
            }
            Ok::<(), ()>(())
        });
    }
}

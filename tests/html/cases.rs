//! Tests which text in HTML documents becomes a link, and in which places nothing is linked.

use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::link::{HtmlLinker, Newlines, Shorten};

use super::{drawn, drawn_with};

#[test]
fn text_is_linked_and_every_other_byte_is_kept() {
    for (html, linked) in [
        ("1 < 2 http://p.example", "1 < 2 [http://p.example|http://p.example]"),
        ("<P CLASS=x>http://p.example</p >", "<P CLASS=x>[http://p.example|http://p.example]</p >"),
        ("a\0b http://p.example \u{FFFF}", "a\0b [http://p.example|http://p.example] \u{FFFF}"),
        ("http://p.example<br/>x", "[http://p.example|http://p.example]<br/>x"),
        ("\u{FEFF}http://p.example", "\u{FEFF}[http://p.example|http://p.example]"),
        ("&lt;http://p.example/a>b", "&lt;[http://p.example/a|http://p.example/a]>b"),
    ] {
        assert_eq!(drawn(html), linked);
    }
}

#[test]
fn character_references_are_decoded() {
    for (html, linked) in [
        (
            "http://p.example/?a=1&amp;b=2",
            "[http://p.example/?a=1&b=2|http://p.example/?a=1&amp;b=2]",
        ),
        ("http&#x3A;//p.example", "[http://p.example|http&#x3A;//p.example]"),
        ("(http://p.example/&gt;", "([http://p.example/|http://p.example/]&gt;"),
        ("http://p.example/&quot;x", "[http://p.example/|http://p.example/]&quot;x"),
        ("http://p.example/a&nbsp;b", "[http://p.example/a|http://p.example/a]&nbsp;b"),
        ("http://p.example/?a&copy=1", "[http://p.example/?a%C2%A9=1|http://p.example/?a&copy=1]"),
        ("http://p.example/?a&b=1", "[http://p.example/?a&b=1|http://p.example/?a&b=1]"),
        ("http://p.example/&eacute;", "[http://p.example/%C3%A9|http://p.example/&eacute;]"),
    ] {
        assert_eq!(drawn(html), linked);
    }
}

#[test]
fn text_in_other_contexts_is_not_linked() {
    for html in [
        "<a href='http://p.example'>http://p.example</a>",
        "<A HREF=http://p.example>http://p.example",
        "<CODE>http://p.example</CODE>",
        "<pre>http://p.example</pre>",
        "<script>\"http://p.example\"</script>",
        "<style>/* http://p.example */</style>",
        "<textarea>http://p.example</textarea>",
        "<title>http://p.example</title>",
        "<button>http://p.example</button>",
        "<select><option>http://p.example</select>",
        "<svg><text>http://p.example</text></svg>",
        "<math><mtext>http://p.example</mtext></math>",
        "<noscript>http://p.example</noscript>",
        "<template>http://p.example</template>",
        "<iframe>http://p.example</iframe>",
        "<kbd>http://p.example</kbd>",
        "<samp>http://p.example</samp>",
        "<!-- http://p.example -->",
        "<!http://p.example>",
        "<p title='http://p.example'>",
        "<p title=http://p.example>",
        "<p http://p.example>",
        "<plaintext>http://p.example",
        "<p title=\"http://p.example",
        "<p><code>x<p>http://p.example",
        "<kbd><div></kbd>http://p.example",
        "<table>http://p.example<td></table>",
        "<p>http://",
        "<svg><![CDATA[http://p.example]]></svg>",
    ] {
        assert_eq!(drawn(html), html);
    }
}

/// A URI continues in a `<mark>`, because the reader sees one text.
#[test]
fn a_highlight_does_not_end_a_uri() {
    for (html, linked) in [
        ("http://p.example/<mark>ab</mark>", "[U|http://p.example/]<mark>[U|ab]</mark>"),
        ("http://p.example/<mark>ab</mark>.", "[U|http://p.example/]<mark>[U|ab]</mark>."),
        ("<mark>see http://p.example/a</mark>b", "<mark>see [U|http://p.example/a]</mark>[U|b]"),
        ("http://p.example/a<mark>b c</mark>", "[U|http://p.example/a]<mark>[U|b] c</mark>"),
        ("http://p.<mark>example/ab</mark>", "[U|http://p.]<mark>[U|example/ab]</mark>"),
        (
            "http://p.example/<b>a<mark>b</b></mark>",
            "[http://p.example/|http://p.example/]<b>a<mark>b</b></mark>",
        ),
    ] {
        assert_eq!(drawn(html), linked.replace("U|", "http://p.example/ab|"));
    }
}

#[test]
fn text_after_elements_and_comments_is_linked() {
    let link = "[http://p.example|http://p.example]";
    for before in [
        "<a href=x>x</a> ",
        "<a href=x></a>",
        "<code><b></code>",
        "<script><!-- <p> --></script>",
        "<svg><g/></svg>",
        "<pre><code>x</code></pre>",
        "<select><option>1<option>2</select>",
        "<noscript><img src=\"x\"></noscript>",
        "<textarea><a></textarea>",
        "<!-- <a> -->",
        "<p title=\"<a>\">",
        "<table><tr><td>",
        "<table><tr><td>x</td></tr></table>",
    ] {
        assert_eq!(drawn(&format!("{before}http://p.example")), format!("{before}{link}"));
    }
}

#[test]
fn a_uri_continues_through_inline_markup() {
    for (html, linked) in [
        ("http://p.example/a<wbr>b", "[U|http://p.example/a]<wbr>[U|b]"),
        ("http://p.example/<WBR/>ab", "[U|http://p.example/]<WBR/>[U|ab]"),
        ("http://p.example/a&shy;b", "[U|http://p.example/a]&shy;[U|b]"),
        ("http://p.example/<b>a</b>b", "[U|http://p.example/]<b>[U|a]</b>[U|b]"),
        (
            "http://p.example/<b>a<i>b</i></b>",
            "[http://p.example/|http://p.example/]<b>a<i>b</i></b>",
        ),
        ("http://p.<em>example</em>/ab", "[U|http://p.]<em>[U|example]</em>[U|/ab]"),
        ("<b>http://p.example/ab</b>", "<b>[U|http://p.example/ab]</b>"),
        ("http://p.exam<!-- x -->ple/ab", "[U|http://p.exam]<!-- x -->[U|ple/ab]"),
        (
            "http://p.example/<font color=\"red\">a</font>b",
            "[U|http://p.example/]<font color=\"red\">[U|a]</font>[U|b]",
        ),
    ] {
        assert_eq!(drawn(html), linked.replace("U|", "http://p.example/ab|"));
    }
}

#[test]
fn elements_end_a_uri_that_they_cut() {
    let (a, b) = ("[http://p.example/a|http://p.example/a]", "[http://p.example|http://p.example]");
    for (html, linked) in [
        ("<b>http://p.example/a</b><i>Title</i>", format!("<b>{a}</b><i>Title</i>")),
        ("http://p.example/a<b>Title</b> x", format!("{a}<b>Title</b> x")),
        ("http://p.example/a<sup>2</sup>", format!("{a}<sup>2</sup>")),
        ("http://p.example/a<sub>2</sub>b", format!("{a}<sub>2</sub>b")),
        ("http://p.example/a<span>b</span>", format!("{a}<span>b</span>")),
        ("http://p.example/a<br>b", format!("{a}<br>b")),
        ("http://p.example/a<code>b</code>", format!("{a}<code>b</code>")),
        ("<b>http://p.example</b><i>Title</i>", format!("<b>{b}</b><i>Title</i>")),
        ("<i><b>http://p.example/a</i></b>b", format!("<i><b>{a}</i></b>b")),
    ] {
        assert_eq!(drawn(html), linked);
    }
}

#[test]
fn a_part_of_a_host_is_not_a_link() {
    for html in [
        "http://bank.example<b>.evil.example/</b>",
        "http://bank.example<b>@evil.example/</b>",
        "http://bank.example<b>:80@evil.example/</b>",
        "http://bank.exam&shy;ple/",
        "http://bank.exam\u{AD}ple/",
    ] {
        assert_eq!(drawn(html), html);
    }
}

#[test]
fn a_link_is_part_of_the_word_around_it() {
    for html in ["http://bank.example<a>.evil.example</a>", "<a>http://p.example</a>/x"] {
        assert_eq!(drawn(html), html);
    }
    let linked = "[http://p.example/a|http://p.example/a]<a>Title</a>";
    assert_eq!(drawn("http://p.example/a<a>Title</a>"), linked);
    // As in plain text, a word before a web scheme is not a part of the URI.
    let linked = "<a href=x>x</a>[http://p.example|http://p.example]";
    assert_eq!(drawn("<a href=x>x</a>http://p.example"), linked);
}

/// If the text that a reader sees is a longer name, a domain inside this name is not linked.
#[test]
fn a_host_that_continues_is_not_a_link() {
    for html in [
        "<code-x><span>collections.abc.</span></span><span><span>Set</span></code-x>",
        "<span>os.name</span><span>.</span><span>upper</span>",
        "<span>http://bank.example</span><small>.evil.example/</small>",
        "<i>jane@a.example.</i><!-- --><span>org</span>",
        "http://a.example<span>:80/</span>",
    ] {
        assert_eq!(drawn_with(Preset::Chat, html), html);
    }
    for (html, expected) in [
        ("<span>see a.com.</span> <span>Set", "<span>see [http://a.com|a.com].</span> <span>Set"),
        ("<span>a.com.</span><p>Set", "<span>[http://a.com|a.com].</span><p>Set"),
        ("<span>a.com</span><span>Set", "<span>[http://a.com|a.com]</span><span>Set"),
        ("<span>a.com.<sup>2</sup>", "<span>[http://a.com|a.com].<sup>2</sup>"),
        (
            "<span>http://a.example/b.</span><span>Set",
            "<span>[http://a.example/b|http://a.example/b].</span><span>Set",
        ),
    ] {
        assert_eq!(drawn_with(Preset::Chat, html), expected, "{html}");
    }
}

#[test]
fn wrapped_uris_are_pieces() {
    assert_eq!(
        drawn_with(Preset::Mail, "&lt;http://p.example/a\n  b&gt;"),
        "&lt;[http://p.example/ab|http://p.example/a]\n  [http://p.example/ab|b]&gt;"
    );
}

/// A bare URI is joined over a visible line break if the evidence supports the join.
#[test]
fn a_uri_is_joined_over_a_visible_line_break() {
    const HEAD: &str = "http://p.example/current/library/handbook-of-the-";
    let whole = format!("{HEAD}configuration.html");
    let joined = |gap: &str| format!("[{whole}|{HEAD}]{gap}[{whole}|configuration.html]");
    let apart = |gap: &str| format!("[{HEAD}|{HEAD}]{gap}configuration.html");
    let text = |gap: &str| format!("{HEAD}{gap}configuration.html");
    for gap in ["<br>", "<BR/>", "<br>\n", "\n<br>\r\n  ", "<br class=x>\n\t", "</br>"] {
        let html = format!("<p>Some is at {}", text(gap));
        assert_eq!(drawn_with(Preset::Mail, &html), format!("<p>Some is at {}", joined(gap)));
        assert_eq!(
            drawn(&html),
            format!("<p>Some is at {}", apart(gap)),
            "this preset joins no lines"
        );
    }
    // A line break in the source is shown as a space; the other gaps are shown as an empty line.
    for gap in ["\n", "\r\n", "\n  ", "&#10;", "&NewLine;", "<br><br>", "<br>\n<br>", "</p><p>"] {
        for tail in ["", "<br>x"] {
            let html = format!("<p>Some is at {}{tail}", text(gap));
            let expected = format!("<p>Some is at {}{tail}", apart(gap));
            assert_eq!(drawn_with(Preset::Mail, &html), expected);
        }
    }
}

/// A URI between delimiters is joined over a line break, as in plain text. A line break in the source counts as a
/// space.
#[test]
fn a_delimited_uri_is_joined_over_a_line_break() {
    for gap in ["\n", "\r\n", " \n ", "<br>", "<br>\n", "\n<br>", "<br/>\t"] {
        for tail in ["", "<br>x"] {
            let html = format!("&lt;http://p.example/a{gap}b&gt;{tail}");
            let [first, second] =
                ["http://p.example/a", "b"].map(|piece| format!("[http://p.example/ab|{piece}]"));
            let expected = format!("&lt;{first}{gap}{second}&gt;{tail}");
            assert_eq!(drawn_with(Preset::Mail, &html), expected);
        }
    }
}

/// A line break in the source has the effect of a blank, both between angle brackets and between quotes.
#[test]
fn a_line_break_of_the_source_is_a_blank() {
    for html in [
        "&lt;http://p.example/Xby Jane Doe&gt;",
        "\"http://p.example/Xb\"",
        "&lt;http://p.example/X X b&gt;<br>c",
    ] {
        for gap in ["\n", "\r\n", "\r", "\n\t", " \r\n ", "&#13;&#10;"] {
            let drawn_blank = drawn_with(Preset::Mail, &html.replace('X', " "));
            let drawn_break = drawn_with(Preset::Mail, &html.replace('X', gap));
            assert_eq!(drawn_break.replace(gap, " "), drawn_blank, "{html}");
        }
        let joined = drawn_with(Preset::Mail, &html.replace('X', "<br>"));
        assert!(joined.matches('|').count() >= 1, "{joined}");
    }
    let pieces = "[http://p.example/b|http://p.example/]<br>[http://p.example/b|b]";
    assert_eq!(drawn_with(Preset::Mail, "\"http://p.example/<br>b\""), format!("\"{pieces}\""));
}

#[test]
fn preformatted_text_keeps_its_line_breaks() {
    let linker = super::page::builder(&Finder::new()).with_links("pre").build().unwrap();
    let text = "http://p.example/current/library/handbook-of-the-\nconfiguration.html";
    let count = |html: String| {
        let linked = linker.rewrite(html.as_bytes()).into_owned();
        String::from_utf8(linked).unwrap().matches("handbook-of-the-configuration.html\"").count()
    };
    assert_eq!(count(format!("<p>a</p><pre>{text}</pre><p>b")), 2);
    assert_eq!(count(format!("<pre><b>x</b>\n{text}</pre>")), 2);
    assert_eq!(count(format!("<pre>x</pre>{text}")), 0);
    assert_eq!(count(format!("<pre>x</pre><p>a http://p.example/ <PRE>x</PRE>{text}")), 0);
}

#[test]
fn invalid_utf8_is_unchanged() {
    let linker = super::linker(Preset::Chat);
    let html = b"\xFF\xFE<p \xC3>http://p.example/\xFFx \x80</p\xF0>";
    let expected = b"\xFF\xFE<p \xC3><a href=\"http://p.example/\" data-linkwright=\"1\">http://p.example/</a>\xFFx \x80</p\xF0>";
    assert_eq!(&*linker.rewrite(html), expected);
    let html = b"http://p.example/<b>\xC3</b>x";
    let expected =
        b"<a href=\"http://p.example/\" data-linkwright=\"1\">http://p.example/</a><b>\xC3</b>x";
    assert_eq!(&*linker.rewrite(html), expected);
}

#[test]
fn a_document_without_links_is_borrowed() {
    let linker = HtmlLinker::new(&Finder::new());
    let html = b"<p>nothing &amp; nothing</p>";
    assert!(matches!(linker.rewrite(html), std::borrow::Cow::Borrowed(_)));
}

#[test]
fn nothing_is_linked_where_parsers_disagree() {
    for before in [
        "<noscript><p title=\"</noscript>",
        "<noscript><!-- </noscript>",
        "<noscript><style></noscript>",
        "<noscript><a></noscript>",
        "<select><xmp></xmp></select>",
        "<frameset>",
    ] {
        let html = format!("http://a.example {before} http://p.example");
        let linked = format!("[http://a.example|http://a.example] {before} http://p.example");
        assert_eq!(drawn(&html), linked);
    }
}

#[test]
fn labels_replace_text() {
    let mut builder = HtmlLinker::builder(&Finder::new());
    builder.rel("").shorten(Shorten::Smart, 20).strip_scheme(true).newlines(Newlines::Break);
    let linker = builder.build().unwrap();
    let out = linker.rewrite(b"http://a.example/b/c?d=1&amp;e=2 http://a.example/<b>x</b>y");
    assert_eq!(
        String::from_utf8_lossy(&out),
        "<a href=\"http://a.example/b/c?d=1&amp;e=2\">a.example/b/c?…</a> \
         <a href=\"http://a.example/xy\">http://a.example/</a><b>\
         <a href=\"http://a.example/xy\">x</a></b><a href=\"http://a.example/xy\">y</a>"
    );
}

#[test]
fn a_closure_can_change_and_remove_links() {
    let mut builder = HtmlLinker::builder(&Finder::new());
    builder.rel("").decide(|link| match link.text() {
        "http://a.example" => link.set_href("https://a.example/?b&c").unwrap(),
        "http://b.example/xy" => link.set_label("<b>"),
        "http://c.example" => link.set_href("javascript:alert(1)").unwrap(),
        _ => link.remove(),
    });
    let linker = builder.build().unwrap();
    let html = b"http://a.example http://b.example/<i>x</i>y http://c.example http://d.example";
    assert_eq!(
        String::from_utf8_lossy(&linker.rewrite(html)),
        "<a href=\"https://a.example/?b&amp;c\">http://a.example</a> \
         <a href=\"http://b.example/xy\">&lt;b&gt;</a> http://c.example http://d.example"
    );
}

/// A tree builder ends an unclosed `svg` element at the end of its parent, but the tokenizer continues it. The
/// tokenizer may then read markup where a browser reads the text of a script. No setting makes links in that text.
#[test]
fn no_setting_links_text_in_unclosed_svg() {
    let finder = Finder::new();
    #[rustfmt::skip]
    let names = [
        "script", "style", "textarea", "title", "iframe", "xmp", "noembed", "noframes", "noscript",
        "plaintext", "svg",
    ];
    for name in names {
        let mut builder = HtmlLinker::builder(&finder);
        let linker = builder.with_links("svg").with_links("div").with_links(name).build().unwrap();
        let links = |html: &str| {
            let html = html.replace('X', name);
            linker.rewrite(html.as_bytes()).len() > html.len()
        };
        assert!(!links("<div><svg></div>http://p.example"), "{name}");
        assert!(!links("<div><svg></div><X></svg>http://p.example</X>"), "{name}");
        assert!(links("<svg><X></X></svg><div>http://p.example</div>"), "{name}");
    }
}

#[test]
fn the_set_of_contexts_can_be_changed() {
    let mut builder = HtmlLinker::builder(&Finder::preset(Preset::Chat));
    builder.with_links("A").with_links("svg").with_links("PRE").without_links("DIV");
    let linker = builder.build().unwrap();
    let html = "<a>http://p.example</a><svg>http://p.example</svg><div>http://p.example</div>";
    assert_eq!(&*linker.rewrite(html.as_bytes()), html.as_bytes());
    assert_ne!(&*linker.rewrite(b"<pre>http://p.example"), b"<pre>http://p.example");
}

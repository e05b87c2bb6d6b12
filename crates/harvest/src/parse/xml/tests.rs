//! Tests with documents of every vocabulary.

use super::super::testing::{links, notes, places, survives};
use super::read;

#[test]
fn links_of_rss_are_read() {
    let feed = br#"<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:x="http://x.example/">
<channel><title>Tea and http://title.example/</title><link>/home</link>
<item><guid>http://a.example/1</guid><guid isPermaLink="false">tag5</guid>
<description>See &lt;a href="/b?c&amp;amp;d"&gt;this&lt;/a&gt;</description>
<content:encoded><![CDATA[<img src='/e.png'> http://f.example/?g&amp;h]]></content:encoded>
<enclosure url="/g.mp3" length="1"/><comments>none yet</comments></item></channel></rss>"#;
    let expected = [
        "http://title.example/",
        "/home@link",
        "http://a.example/1@guid",
        "/b?c&d@href",
        "/e.png@src",
        "http://f.example/?g&h",
        "/g.mp3@url",
    ];
    let read = notes(read, feed);
    assert_eq!(read.links, expected);
    assert_eq!(read.places[3], "/b?c&amp;amp;d");
    assert_eq!(read.places[5], "http://f.example/?g&amp;h");
    assert_eq!(read.diagnostics, []);
}

#[test]
fn links_of_atom_are_read() {
    let feed = br#"<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://base.example/x/">
<id>urn:x:1</id><link href="a"/><author><uri>b</uri><name>c</name></author>
<entry xml:base="d/"><link rel="self" href="../e" title="f"/>
<content type="html">&lt;a href=g></content><content type="xhtml">
<div xmlns="http://www.w3.org/1999/xhtml"><img srcset="h 1x, i"/> http://j.example</div></content>
<summary>&lt;a href=k></summary></entry><link href="l"/></feed>"#;
    let read = notes(read, feed);
    assert_eq!(read.bases, ["http://base.example/x/", "d/"]);
    let expected = [
        "urn:x:1@id",
        "http://base.example/x/a@href",
        "http://base.example/x/b@uri",
        "http://base.example/x/e@href",
        "http://base.example/x/d/g@href",
        "http://base.example/x/d/h@srcset",
        "http://base.example/x/d/i@srcset",
        "http://j.example",
        "http://base.example/x/l@href",
    ];
    assert_eq!(read.links, expected);
}

#[test]
fn links_of_sitemaps_are_read() {
    let map = br#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url>
<loc> http://a.example/?b&amp;c. </loc><lastmod>2020-01-01</lastmod>
<image:image><image:loc>/d.png</image:loc></image:image></url></urlset>"#;
    assert_eq!(links(read, map), ["http://a.example/?b&c.@loc", "/d.png@loc"]);
    assert_eq!(places(read, map), ["http://a.example/?b&amp;c.", "/d.png"]);
}

#[test]
fn links_of_svg_are_read() {
    let svg =
        br##"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
<style>a { b: url(/c.png) }</style><use xlink:href="#d"/><image href="/e" style="f: url('/g')"/>
<text>http://h.example</text><script>'http://i.example'</script></svg>"##;
    let expected = ["/c.png@url", "#d@xlink:href", "/e@href", "/g@url", "http://h.example"];
    assert_eq!(links(read, svg), expected);
}

#[test]
fn links_of_xhtml_are_read() {
    let page = br#"<html xmlns="http://www.w3.org/1999/xhtml"><head><base href="/x/"/>
<base href="/y/"/><meta http-equiv="refresh" content="5; url=a"/>
<meta property="og:url" content="http://i.example/"/><meta name="x" content="see http://j.example"/><script src="b"/></head>
<body><a href="http://c.example/">http://c.example/</a> <a href="/d">http://e.example.</a>&nbsp;
<p data="f" title="x">http://g.example&#47;h</p></body></html>"#;
    let read = notes(read, page);
    assert_eq!(read.bases, ["/x/"]);
    let expected = [
        "/x/@href",
        "/y/@href",
        "a@content",
        "http://i.example/@content",
        "b@src",
        "http://c.example/@href",
        "/d@href",
        "http://e.example",
        "http://g.example/h",
    ];
    assert_eq!(read.links, expected);
}

#[test]
fn links_of_unknown_vocabularies_are_read() {
    let xml = br#"<?xml-stylesheet href="a.xsl"?><!DOCTYPE x SYSTEM "http://dtd.example/">
<x xmlns="http://ns.example/" xmlns:xsi="http://xsi.example" targetNamespace="http://ns.example/"
 xsi:schemaLocation="http://ns.example/ b.xsd" action="remove">
<y href="c" note="see http://d.example." other="http://e.example/.">http://f.example/x,y.</y>
<!-- http://g.example --><z>id http://h.example.</z></x>"#;
    let expected = [
        "a.xsl@xml-stylesheet",
        "b.xsd@schemaLocation",
        "c@href",
        "http://d.example",
        "http://e.example/.@other",
        "http://f.example/x,y.",
        "http://h.example",
    ];
    assert_eq!(links(read, xml), expected);
}

#[test]
fn text_continues_through_references_and_cdata_sections() {
    let xml = b"<a>http://a.example/?b&amp;c<![CDATA[&d]]>e &x; AT&T</a>";
    assert_eq!(links(read, xml), ["http://a.example/?b&c&de"]);
    assert_eq!(places(read, xml), ["http://a.example/?b&amp;c&de"]);
    assert_eq!(links(read, b"<a>http://a.example/<b/>c</a>"), ["http://a.example/"]);
}

#[test]
fn a_uri_continues_through_formatting_in_pages_only() {
    let page = |text: &str| {
        format!("<html xmlns='http://www.w3.org/1999/xhtml'><body><p>{text}</p></body></html>")
    };
    for (text, expected) in [
        ("http://exa<b>mple.com/a</b>b", "http://example.com/ab"),
        ("http://a.example/<wbr/>b", "http://a.example/b"),
        ("<i>http://a.example/</i><em>b</em>", "http://a.example/"),
        ("http://a.example/<sup>1</sup>", "http://a.example/"),
        ("http://a.example/<br/>b", "http://a.example/"),
    ] {
        let page = page(text);
        assert_eq!(links(read, page.as_bytes()), [expected], "{text}");
        let html = super::super::html::read;
        assert_eq!(links(html, page.as_bytes()), [expected], "{text} as HTML");
    }
    assert_eq!(links(read, b"<a>http://a.example/<b>c</b></a>"), ["http://a.example/"]);
}

#[test]
fn entities_of_the_document_are_expanded() {
    let xml =
        b"<!DOCTYPE a [<!ENTITY home 'http://a.example'><!ENTITY see 'see http://b.example/'>\
        <!ENTITY out SYSTEM 'http://c.example/'>]><a href='&home;/d'>&home;/e &see;, &out;</a>";
    let read = notes(read, xml);
    assert_eq!(read.links, ["http://a.example/d@href", "http://a.example/e", "http://b.example/"]);
    assert_eq!(read.places, ["&home;/d", "&home;/e", "&see;"]);
}

#[test]
fn identifiers_are_not_links() {
    let xml = b"<Relationships xmlns='http://schemas.example/package/2006/relationships'>\
        <Relationship Id='a' Type='http://schemas.example/hyperlink' Target='http://a.example/'/>\
        <Method Algorithm='http://b.example/sha1' of='http://schemas.example/package/2006/relationships'/>\
        </Relationships>";
    assert_eq!(links(read, xml), ["http://a.example/@Target"]);
}

#[test]
fn wrong_nesting_is_reported_once() {
    let read_all = notes(read, b"<a><b>http://a.example/</a></c></d>http://b.example/");
    assert_eq!(read_all.links, ["http://a.example/", "http://b.example/"]);
    let expected = (Some(23), "invalid XML: `</a>` comes before `</b>`".to_owned());
    assert_eq!(read_all.diagnostics, [expected]);
    let cut = notes(read, b"<a>http://a.example/");
    assert_eq!(cut.links, ["http://a.example/"]);
    assert_eq!(
        cut.diagnostics,
        [(Some(20), "invalid XML: the document ends before `</a>`".to_owned())]
    );
}

#[test]
fn text_after_broken_markup_is_searched() {
    let read = notes(read, b"<a>http://a.example/<b href='http://b.example/c");
    assert_eq!(read.links, ["http://a.example/", "http://b.example/c"]);
    assert_eq!(read.diagnostics[0].0, Some(20));
}

#[test]
fn a_hundred_thousand_elements_do_not_overflow_the_stack() {
    let xml = "<a>".repeat(100_000) + "http://a.example/";
    assert_eq!(links(read, xml.as_bytes()), ["http://a.example/"]);
}

#[test]
fn broken_documents_are_read() {
    survives(
        read,
        b"<?xml version='1.0'?><rss xml:base='/x'><a xml:base='y' href='z&amp;'/><description>\
          &lt;a href='b'>&#x41;<![CDATA[<p>]]></description><!--c--></rss>",
    );
}

#[test]
fn code_in_xhtml_has_the_origin_code() {
    let text = b"<html xmlns='http://www.w3.org/1999/xhtml'><p>http://a.example <code>http://b.example</code> \
                 http://c.example</p><pre><b>http://d.example</b></pre><p>http://e.example</p>\
                 <code><a href='http://f.example'>x</a></code></html>";
    let expected = [
        "http://a.example",
        "`http://b.example`",
        "http://c.example",
        "`http://d.example`",
        "http://e.example",
        "http://f.example@href",
    ];
    assert_eq!(links(read, text), expected);
    // In other vocabularies, `code` is an ordinary element.
    assert_eq!(links(read, b"<list><code>http://a.example</code></list>"), ["http://a.example"]);
}

#[test]
fn links_of_opml_are_read() {
    let text = b"<?xml version='1.0'?><opml version='2.0'><head><title>http://a.example/</title>\
        <ownerId>http://b.example/</ownerId></head><body><outline text='C' type='rss' xmlUrl='http://c.example/feed?d&amp;e' \
        htmlUrl='http://c.example/'/><outline type='link' url='http://f.example/'/></body></opml>";
    let expected = [
        "http://a.example/",
        "http://b.example/",
        "http://c.example/feed?d&e@xmlUrl",
        "http://c.example/@htmlUrl",
        "http://f.example/@url",
    ];
    assert_eq!(links(read, text), expected);
}

#[test]
fn locations_in_sitemaps_are_read() {
    let text = b"<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><sitemap><loc>http://a.example/b.xml.gz</loc>\
        <lastmod>2026-01-01</lastmod></sitemap></sitemapindex>";
    assert_eq!(links(read, text), ["http://a.example/b.xml.gz@loc"]);
    let text = b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:xhtml='http://www.w3.org/1999/xhtml' \
        xmlns:image='http://www.google.com/schemas/sitemap-image/1.1'><url><loc>\n http://a.example/ \n</loc>\
        <xhtml:link rel='alternate' hreflang='de' href='http://a.example/de'/><image:image><image:loc>http://a.example/c.png\
        </image:loc></image:image></url></urlset>";
    let expected =
        ["http://a.example/@loc", "http://a.example/de@href", "http://a.example/c.png@loc"];
    assert_eq!(links(read, text), expected);
}

#[test]
fn strings_in_property_lists_are_read() {
    let text = b"<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE plist PUBLIC '-//Apple//DTD PLIST 1.0//EN' \
        'http://www.apple.com/DTDs/PropertyList-1.0.dtd'>\n<plist version='1.0'><dict><key>URL</key>\
        <string>http://a.example/?b&amp;c.</string></dict></plist>";
    assert_eq!(links(read, text), ["http://a.example/?b&c."]);
}

/// Elements that are nested too deeply are reported, and the links in their attributes are read.
#[test]
fn the_depth_of_elements_is_limited_and_reported() {
    let deep = |depth: usize| {
        let inner = "<x href='http://a.example/'>http://b.example/</x>";
        format!("<r>{}{inner}{}</r>", "<p>".repeat(depth), "</p>".repeat(depth))
    };
    let read_deep = |depth| {
        let document = deep(depth);
        let read = notes(read, document.as_bytes());
        (read.links.len(), read.diagnostics.len())
    };
    assert_eq!(read_deep(1000), (2, 0));
    assert_eq!(read_deep(70_000), (2, 1));
}

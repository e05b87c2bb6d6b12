//! Tests the output for Markdown documents.

use linkwright::find::Preset;
use linkwright::rewrite::markdown::{
    self, Existing, LinkEventsWithOffset, MarkdownLink, MarkdownLinker, Seen, Style,
};
use linkwright::{Finder, Span};
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, html};

/// The extensions of GitHub, and a few more.
fn extended() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_MATH
}

fn rewritten(source: &str) -> String {
    let output = markdown::rewrite(&Finder::new(), source, extended()).into_owned();
    let again = markdown::rewrite(&Finder::new(), &output, extended());
    assert_eq!(again, output, "a second run changes the output");
    output
}

/// The HTML that the event adapter produces with access to the source.
fn page(preset: Preset, source: &str) -> String {
    let events = Parser::new_ext(source, extended()).into_offset_iter();
    let events = LinkEventsWithOffset::new(&Finder::preset(preset), source, events);
    let mut page = String::new();
    html::push_html(&mut page, events.map(|(event, _)| event));
    page
}

/// A `>` is not a reply mark if a link or code precedes it on the line. So a `<` after this `>` opens text that
/// continues on the next lines, as it does without the link or code.
#[test]
fn a_closer_after_a_link_is_not_a_reply_mark() {
    for (source, expected) in [
        (
            "http://a.example/b> <http://c.example/d/\ne/f\ng>h",
            "<http://a.example/b>> <http://c.example/d/\ne/f\ng>h",
        ),
        ("`é`> <http://c.example/d/\ne/f\ng>h", "`é`> <http://c.example/d/\ne/f\ng>h"),
    ] {
        assert_eq!(rewritten(source), expected, "{source}");
    }
}

#[test]
fn links_are_written_as_autolinks_where_possible() {
    for (source, expected) in [
        ("see http://a.example/b_c_ now", "see <http://a.example/b_c_> now"),
        ("jane@a.example", "<jane@a.example>"),
        ("mailto:jane@a.example", "<mailto:jane@a.example>"),
        ("(http://a.example/(b))", "(<http://a.example/(b)>)"),
        ("[http://a.example]", "[<http://a.example>]"),
        (
            "*http://a.example*, **http://a.example**.",
            "*<http://a.example>*, **<http://a.example>**.",
        ),
        ("> http://a.example\n> http://b.example", "> <http://a.example>\n> <http://b.example>"),
        ("# http://a.example #", "# <http://a.example> #"),
        ("a|b\n-|-\nhttp://a.example|c", "a|b\n-|-\n<http://a.example>|c"),
        ("- [ ] http://a.example", "- [ ] <http://a.example>"),
        ("[^1]: http://a.example", "[^1]: <http://a.example>"),
        ("http://a.example/b*c*d", "<http://a.example/b*c*d>"),
    ] {
        assert_eq!(rewritten(source), expected);
    }
}

#[test]
fn links_are_written_inline_where_an_autolink_has_another_meaning() {
    for (source, expected) in [
        ("www.a.example", "[www.a.example](http://www.a.example)"),
        ("http://a.example/ä", "[http://a.example/ä](http://a.example/%C3%A4)"),
        ("http://a.example/[b]", r"[http://a.example/\[b\]](http://a.example/%5Bb%5D)"),
        ("http://a.example/?b&amp;c", "[http://a.example/?b&amp;c](http://a.example/?b&c)"),
        (r"http://a.example/b\_c", r"[http://a.example/b\_c](http://a.example/b_c)"),
        ("www.a.example/*b*c", r"[www.a.example/\*b\*c](http://www.a.example/*b*c)"),
        ("www.a.example/(b", "[www.a.example/(b](http://www.a.example/\\(b)"),
        ("www.a.example/_b c_", r"[www.a.example/\_b](http://www.a.example/_b) c_"),
    ] {
        assert_eq!(rewritten(source), expected);
    }
}

#[test]
fn content_other_than_text_is_unchanged() {
    for source in [
        "`http://a.example`",
        "    http://a.example",
        "```\nhttp://a.example\n```",
        "~~~\nhttp://a.example",
        "<http://a.example>",
        "[http://a.example](b)",
        "![http://a.example](b)",
        "[a]: http://a.example\n\n[a] [b][a]",
        "<a href=\"http://a.example\">http://b.example</a>",
        "<code>http://a.example</code>",
        "<div>\nhttp://a.example\n</div>",
        "<a href=\"b\">\n\nhttp://a.example\n\n</a>",
        "<!-- http://a.example -->",
        "$http://a.example$",
        "---\nurl: http://a.example\n---\n",
        r"http\://a.example jane\@a.example www\.a.example http:\//a.example",
        "http&#58;//a.example",
        "[a](http://a.example b",
        "[a]: http://a.example b",
        "http://a.example/`b`",
        "<http://a.example/\nb>",
    ] {
        assert_eq!(rewritten(source), source);
    }
}

#[test]
fn a_link_that_would_change_other_markup_is_not_written() {
    for source in [
        r"\http://a.example",
        "!www.a.example",
        "[a]www.a.example",
        "a*http://a.example* b",
        "$http://a.example/$",
    ] {
        assert_eq!(rewritten(source), source);
    }
    // With one character added, removed or changed, the link is written.
    assert_eq!(rewritten("!http://a.example"), "!<http://a.example>");
    assert_eq!(rewritten("(*http://a.example* b)"), "(*<http://a.example>* b)");
}

#[test]
fn line_ends_and_the_byte_order_mark_stay() {
    assert_eq!(
        rewritten("\u{FEFF}http://a.example\r\nhttp://b.example\r\n"),
        "\u{FEFF}<http://a.example>\r\n<http://b.example>\r\n"
    );
}

#[test]
fn without_a_link_the_input_is_borrowed() {
    use std::borrow::Cow;
    let finder = Finder::new();
    for source in ["", "no trigger", "a trigger: `http://a.example`"] {
        let output = markdown::rewrite(&finder, source, Options::empty());
        assert!(matches!(output, Cow::Borrowed(_)), "{source}");
    }
}

#[test]
fn active_schemes_are_never_linked() {
    let mut builder = Finder::builder();
    builder.schemes(["javascript", "data"]);
    let finder = builder.build().unwrap();
    let source = "javascript:alert(1) javascript://h/%0aalert(1) data:text/html,x";
    assert_eq!(markdown::rewrite(&finder, source, Options::empty()), source);
    let events = Parser::new(source).into_offset_iter();
    assert!(!LinkEventsWithOffset::new(&finder, source, events).any(|(event, _)| is_start(&event)));
}

fn is_start(event: &Event<'_>) -> bool {
    matches!(event, Event::Start(Tag::Link { .. }))
}

#[test]
fn mdx_has_no_autolinks() {
    let linker = MarkdownLinker::builder(&Finder::new()).style(Style::Inline).build().unwrap();
    assert_eq!(
        linker.rewrite("http://a.example/b jane@a.example"),
        "[http://a.example/b](http://a.example/b) [jane@a.example](mailto:jane@a.example)"
    );
}

#[test]
fn events_gain_links_and_lose_nothing() {
    for (source, expected) in [
        (
            "see http://a.example/?b=1&amp;c=2.",
            "<p>see <a href=\"http://a.example/?b=1&amp;c=2\">http://a.example/?b=1&amp;c=2</a>.</p>\n",
        ),
        (
            "**http://a.example** _jane@a.example_",
            "<p><strong><a href=\"http://a.example\">http://a.example</a></strong> \
             <em><a href=\"mailto:jane@a.example\">jane@a.example</a></em></p>\n",
        ),
        (
            "http://a.example/_b_c*d*e",
            "<p><a href=\"http://a.example/_b_c*d*e\">http://a.example/_b_c*d*e</a></p>\n",
        ),
        (
            "<http://a.example/b-\nc>",
            "<p>&lt;<a href=\"http://a.example/b-c\">http://a.example/b-</a>\n\
             <a href=\"http://a.example/b-c\">c</a>&gt;</p>\n",
        ),
        ("[http://a.example](b)", "<p><a href=\"b\">http://a.example</a></p>\n"),
    ] {
        assert_eq!(page(Preset::Mail, source), expected);
    }
}

#[test]
fn ranges_are_those_of_the_source() {
    let source = "> a *b* http://a.example/?b&amp;c\n> jane@a.example";
    let finder = Finder::new();
    let events = Parser::new(source).into_offset_iter();
    let events: Vec<_> = LinkEventsWithOffset::new(&finder, source, events).collect();
    let starts: Vec<&str> = events
        .iter()
        .filter(|(event, _)| is_start(event))
        .map(|(_, range)| &source[range.clone()])
        .collect();
    assert_eq!(starts, ["http://a.example/?b&amp;c", "jane@a.example"]);
    for (event, range) in &events {
        if let Event::Text(text) = event {
            assert!(source[range.clone()] == **text || &source[range.clone()] == "&amp;");
        }
    }
}

#[test]
fn an_address_is_an_email_link_for_renderers() {
    let source = "jane@a.example";
    let events = Parser::new(source).into_offset_iter();
    let events = LinkEventsWithOffset::new(&Finder::new(), source, events);
    let link = events.map(|(event, _)| event).find(is_start);
    let Some(Event::Start(Tag::Link { link_type, dest_url, .. })) = link else { panic!("no link") };
    assert_eq!((link_type, &*dest_url), (LinkType::Email, "jane@a.example"));
}

#[test]
fn merged_and_changed_texts_are_linked_as_well() {
    let source = "a &amp; b http://a.example/ c";
    let finder = Finder::new();
    let events = pulldown_cmark::TextMergeWithOffset::new(Parser::new(source).into_offset_iter());
    let mut page = String::new();
    let events = LinkEventsWithOffset::new(&finder, source, events);
    html::push_html(&mut page, events.map(|(event, _)| event));
    assert_eq!(page, "<p>a &amp; b <a href=\"http://a.example/\">http://a.example/</a> c</p>\n");
}

#[test]
fn a_uri_has_the_typed_characters_despite_smart_punctuation() {
    let source = "http://a.example/b--c \"http://a.example/...\"";
    let options = Options::ENABLE_SMART_PUNCTUATION;
    let events = Parser::new_ext(source, options).into_offset_iter();
    let targets: Vec<String> = LinkEventsWithOffset::new(&Finder::new(), source, events)
        .filter_map(|(event, _)| match event {
            Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.into_string()),
            _ => None,
        })
        .collect();
    assert_eq!(targets, ["http://a.example/b--c", "http://a.example/"]);
}

#[test]
fn links_of_a_document_are_listed() {
    let source = "[a](/b \"t\") ![c](<d e>) <http://f.example> <jane@a.example>\n\
                  www.g.example/\\_h [i][] [j](k\\)(l)m)\n\n[i]:\n  </n>\n> [o]: p\n";
    let (mut existing, mut found) = (Vec::new(), Vec::new());
    listed(source, |link| match link {
        MarkdownLink::Existing(link) => existing.push(written(source, link)),
        MarkdownLink::Text(link, map) => {
            let pieces = link.pieces().iter().filter_map(|piece| map.pieces(*piece)).flatten();
            found.extend(pieces.map(|piece| source[piece.range()].to_owned()));
        }
        _ => {}
    });
    assert_eq!(
        existing,
        [
            ("/b", "/b"),
            ("d e", "d e"),
            ("http://f.example", "http://f.example"),
            ("mailto:jane@a.example", "jane@a.example"),
            ("k)(l)m", "k\\)(l)m"),
            ("/n", "/n"),
            ("p", "p"),
        ]
        .map(|(destination, text)| (destination.to_owned(), text.to_owned()))
    );
    assert_eq!(found, ["www.g.example/", "_h"]);
}

/// Calls `each` with the links of a document.
fn listed(source: &str, mut each: impl FnMut(MarkdownLink<'_>)) {
    let parser = Parser::new_ext(source, extended());
    markdown::links_and_events(&Finder::new(), source, parser, |seen| {
        if let Seen::Link(link) = seen {
            each(link);
        }
    });
}

fn written(source: &str, link: &Existing) -> (String, String) {
    let span: Span = link.span();
    (link.destination().to_owned(), source[span.range()].to_owned())
}

/// With quadratic work, these documents would take minutes. The test does not count the work; it only has to finish.
#[test]
fn hostile_documents_end_in_time() {
    const COUNT: usize = 8_000;
    let repeated =
        |before: &str, unit: &str, after: &str| format!("{before}{}{after}", unit.repeat(COUNT));
    for source in [
        repeated("", "[", "http://a.example/]]]]"),
        repeated("http://a.example/", "*a", ""),
        repeated("http://a.example/", "**a_b_", ""),
        repeated("*", "http://a.example/*", ""),
        repeated("", "http://a.example/,", ""),
        repeated("", "*http://a.example/* ", ""),
        repeated("", "<http://a.example/", ""),
        repeated("http://a.example/", "&amp;", ""),
        repeated("http://a.example/", "\\_", ""),
        repeated("", "\\_http://a.example/", ""),
        repeated("", "a@b.example*", ""),
        repeated("", "<a href=b>http://a.example/", ""),
        repeated("http://a.example/", "`a` ", ""),
        repeated("", "<!http://a.example/ ", ""),
        repeated("", "[a]( http://a.example/ ", ""),
        repeated("http://a.example/*", ".", "*b"),
        repeated("", "www.a.example/*.*.*.", ""),
        repeated("> ", "\n> http://a.example/", ""),
    ] {
        for preset in [Preset::Mail, Preset::Gfm] {
            let finder = Finder::preset(preset);
            let events = Parser::new(&source).into_offset_iter();
            let count = LinkEventsWithOffset::new(&finder, &source, events).count();
            assert!(count > 0);
            let output = markdown::rewrite(&finder, &source, Options::empty());
            assert!(output.len() >= source.len());
        }
    }
}

/// In `a.com:`, the name is a label and is not linked if code or a link follows the colon directly, just as if a word
/// followed it.
#[test]
fn a_label_before_an_element_is_not_a_link() {
    let finder = Finder::preset(Preset::Chat);
    let chat = |source: &'static str| markdown::rewrite(&finder, source, extended());
    assert_eq!(chat("a.com:b.com/c"), "a.com:[b.com/c](http://b.com/c)");
    for source in ["a.com:[b.com/c](http://b.com/c)", "a.com:`c`"] {
        assert_eq!(chat(source), source);
    }
    assert_eq!(chat("a.com: `c`"), "[a.com](http://a.com): `c`");
}

/// A bare host also begins a URI to which the marks in it belong.
#[test]
fn marks_in_a_bare_name_belong_to_it() {
    let finder = Finder::builder().preset(Preset::Chat).localhost(true).build().unwrap();
    for host in ["example.com", "localhost:3000"] {
        let source = format!("{host}/_b_c*d*e");
        let linked = markdown::rewrite(&finder, &source, extended());
        assert!(linked.ends_with(&format!("](http://{source})")), "{linked}");
    }
}

/// A `](` inside a URI does not make the following text the target of a Markdown link.
#[test]
fn characters_in_a_link_are_not_markup() {
    let finder = Finder::preset(Preset::Gfm);
    let linked = markdown::rewrite(&finder, "http://a.example/]( http://b.example", extended());
    let expected = "[http://a.example/\\](](http://a.example/%5D\\() <http://b.example>";
    assert_eq!(linked, expected);
    assert_eq!(markdown::rewrite(&finder, expected, extended()), expected);
}

/// Any whitespace ends a word, and marks after it do not belong to the URI before it.
#[test]
fn a_mark_after_a_blank_is_not_part_of_the_uri_before() {
    let linked = rewritten("http://a.example/\u{A0}*[r]http://b.example/c/*");
    assert_eq!(linked, "<http://a.example/>\u{A0}*[r]<http://b.example/c/>*");
}

/// In Markdown source a link would end with its line. A rendered page has a link in each line, to the whole URI.
#[test]
fn a_uri_in_two_lines_is_linked_whole_or_not_at_all() {
    let source = "See https://a.example/some/long/path/that-is-cut-\nhere/page.html for more.";
    assert_eq!(rewritten(source), source);
    let uri = source.get(4..source.find(" for").unwrap()).unwrap().replace('\n', "");
    let mut seen = Vec::new();
    listed(source, |link| {
        let MarkdownLink::Text(found, _) = link else { panic!("{link:?}") };
        seen.push((found.uri().as_str().to_owned(), found.pieces().len()));
    });
    assert_eq!(seen, [(uri.clone(), 2)]);
    assert_eq!(page(Preset::Mail, source).matches(&format!("href=\"{uri}\"")).count(), 2);
    let listed = "- https://a.example/b\n- c/d\n\nhttps://a.example/e\nand more";
    let linked = "- <https://a.example/b>\n- c/d\n\n<https://a.example/e>\nand more";
    assert_eq!(rewritten(listed), linked);
}

/// The text around a name decides whether it is a link, and the target of another link is such text.
#[test]
fn a_link_adds_no_evidence_for_a_name_beside_it() {
    let finder = Finder::preset(Preset::Chat);
    let linked = markdown::rewrite(&finder, "e.c x.com p.om[", extended());
    assert_eq!(markdown::rewrite(&finder, &linked, extended()), linked);
}

/// A reader sees one word where a tag does not separate text, and the target would be only a part of it.
#[test]
fn a_uri_that_goes_on_after_a_tag_stays_bare() {
    for source in [
        "https://a.example<wbr>.evil.example/x",
        "https://a.example<span>.evil.example</span>",
        "https://a.example<!-- x -->:80/",
        "https://a.example/b<i>c</i>",
    ] {
        assert_eq!(rewritten(source), source);
    }
    for (source, linked) in [
        ("<b>https://a.example</b>, b", "<b><https://a.example></b>, b"),
        ("https://a.example<br>next", "<https://a.example><br>next"),
        ("https://a.example<sup>1</sup>", "<https://a.example><sup>1</sup>"),
        ("https://a.example<span> b</span>", "<https://a.example><span> b</span>"),
    ] {
        assert_eq!(rewritten(source), linked);
    }
}

//! GitHub Flavored Markdown, section 6.9, Autolinks (extension): the shapes of all its examples, in
//! texts of our own, through the event adapter, and through Markdown to Markdown and a `CommonMark`
//! renderer. For generated texts the links of comrak, which has the extension, are the expected ones.
#![cfg(feature = "markdown")]

use core::fmt::Write as _;

use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::rewrite::markdown::{self, LinkEventsWithOffset};
use proptest::prelude::*;
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

/// A document, and its links as targets and texts.
type Case = (&'static str, &'static [(&'static str, &'static str)]);

const CASES: &[Case] = &[
    // 622 to 624: `www.`, in the middle of text, and before a full stop.
    ("www.a.example", &[("http://www.a.example", "www.a.example")]),
    ("Go to www.a.example/b for it.", &[("http://www.a.example/b", "www.a.example/b")]),
    (
        "Go to www.a.example.\n\nGo to www.a.example/b.c.",
        &[
            ("http://www.a.example", "www.a.example"),
            ("http://www.a.example/b.c", "www.a.example/b.c"),
        ],
    ),
    // 625, 626: parentheses are balanced at the end, and nowhere else.
    ("www.a.example/?b=C+(d)", &[("http://www.a.example/?b=C+(d)", "www.a.example/?b=C+(d)")]),
    ("www.a.example/?b=C+(d)))", &[("http://www.a.example/?b=C+(d)", "www.a.example/?b=C+(d)")]),
    ("(www.a.example/?b=C+(d))", &[("http://www.a.example/?b=C+(d)", "www.a.example/?b=C+(d)")]),
    ("(www.a.example/?b=C+(d)", &[("http://www.a.example/?b=C+(d)", "www.a.example/?b=C+(d)")]),
    ("www.a.example/?b=(c))+d", &[("http://www.a.example/?b=(c))+d", "www.a.example/?b=(c))+d")]),
    // 627: what looks like a character reference at the end.
    (
        "www.a.example/?b=c&de=fg",
        &[("http://www.a.example/?b=c&de=fg", "www.a.example/?b=c&de=fg")],
    ),
    ("www.a.example/?b=c&de;", &[("http://www.a.example/?b=c", "www.a.example/?b=c")]),
    // 628: `<` ends it.
    ("www.a.example/b<c", &[("http://www.a.example/b", "www.a.example/b")]),
    // 629: schemes.
    ("http://a.example", &[("http://a.example", "http://a.example")]),
    (
        "(Go to https://b.a.example/?c=D+(e))",
        &[("https://b.a.example/?c=D+(e)", "https://b.a.example/?c=D+(e)")],
    ),
    ("Take it from ftp://a.b.example.", &[("ftp://a.b.example", "ftp://a.b.example")]),
    // 630 to 632: addresses.
    ("jane@a.example", &[("mailto:jane@a.example", "jane@a.example")]),
    (
        "jane@a+b.example is none, but jane+b@a.example is one.",
        &[("mailto:jane+b@a.example", "jane+b@a.example")],
    ),
    ("a.b-c_d@e.f", &[("mailto:a.b-c_d@e.f", "a.b-c_d@e.f")]),
    ("a.b-c_d@e.f.", &[("mailto:a.b-c_d@e.f", "a.b-c_d@e.f")]),
    ("a.b-c_d@e.f-", &[]),
    ("a.b-c_d@e.f_", &[]),
    // 633 to 635: `mailto:` and `xmpp:`.
    ("mailto:a.b-c_d@e.f-", &[]),
    ("mailto:a.b-c_d@e.f_", &[]),
    ("mailto:jane@a.example", &[("mailto:jane@a.example", "mailto:jane@a.example")]),
    ("mailto:a.b-c_d@e.f.", &[("mailto:a.b-c_d@e.f", "mailto:a.b-c_d@e.f")]),
    ("mailto:a.b-c_d@e.f/", &[("mailto:a.b-c_d@e.f", "mailto:a.b-c_d@e.f")]),
    ("xmpp:jane@a.example", &[("xmpp:jane@a.example", "xmpp:jane@a.example")]),
    ("xmpp:jane@a.example.", &[("xmpp:jane@a.example", "xmpp:jane@a.example")]),
    ("xmpp:jane@a.example/txt", &[("xmpp:jane@a.example/txt", "xmpp:jane@a.example/txt")]),
    (
        "xmpp:jane@a.example/txt@bin",
        &[("xmpp:jane@a.example/txt@bin", "xmpp:jane@a.example/txt@bin")],
    ),
    (
        "xmpp:jane@a.example/txt@bin.com",
        &[("xmpp:jane@a.example/txt@bin.com", "xmpp:jane@a.example/txt@bin.com")],
    ),
    ("xmpp:jane@a.example/txt/bin", &[("xmpp:jane@a.example/txt", "xmpp:jane@a.example/txt")]),
];

#[test]
fn the_examples_of_the_specification() {
    let finder = Finder::preset(Preset::Gfm);
    for (source, expected) in CASES {
        let expected: Vec<(String, String)> = expected
            .iter()
            .map(|(target, text)| ((*target).to_owned(), (*text).to_owned()))
            .collect();
        assert_eq!(linked(&finder, source), expected, "{source}");
        let output = markdown::rewrite(&finder, source, Options::empty());
        assert_eq!(links(Parser::new(&output)), expected, "{source} became {output}");
    }
}

#[test]
fn the_rules_around_it() {
    let finder = Finder::preset(Preset::Gfm);
    for (source, expected) in [
        // Read before emphasis, code and links are.
        ("http://a.example/_b_c*d*e", "http://a.example/_b_c*d*e"),
        ("http://a.example/b`c`d", "http://a.example/b%60c%60d"),
        ("http://a.example/b[c](d)e", "http://a.example/b%5Bc%5D(d)e"),
        ("*see http://a.example/b*", "http://a.example/b"),
        ("**http://a.example/b**", "http://a.example/b"),
        ("~~http://a.example/b~~", "http://a.example/b"),
        ("_jane@a.example_", "mailto:jane@a.example"),
        // Nothing but a blank and `<` ends it, not even in the host.
        ("http://a.example>b", "http://a.example%3Eb"),
        ("http://a.example[b]", "http://a.example%5Bb%5D"),
        ("http://a.example`b", "http://a.example%60b"),
        ("_www.a.example/", "http://www.a.example/"),
        ("_see www.a.example_ or www.b.example", "http://www.b.example"),
        ("_see mailto:jane@a.example_", "mailto:jane@a.example"),
        ("jane@a.example1 ann@a.example@ ~bob@b.example", "mailto:bob@b.example"),
        // Not between brackets, which may become a link.
        ("[http://a.example] http://b.example", "http://b.example"),
        ("`http://a.example` <http://b.example>", "http://b.example"),
    ] {
        let targets: Vec<String> =
            linked(&finder, source).into_iter().map(|(target, _)| target).collect();
        assert_eq!(targets, [expected], "{source}");
    }
}

/// The texts before a link, links and texts that resemble one, and the texts after it. comrak differs from
/// the specification where a host is short: those are left out, and character references, which are
/// decoded here and not there.
const BEFORE: &[&str] = &["", "", "*", "**", "~~", "(", "a *b ", "\"", "see ", "a", "-", "/", "'"];
const LINKS: &[&str] = &[
    "http://aa.example/",
    "https://bb.example/xx",
    "ftp://dd.example/",
    "www.cc.example/",
    "`code`",
    "jane@ee.example",
    "www.cc.example",
    "http://aa.example",
    "jane@ee.ane@",
    "Thejane@lejane@ee.eof",
    "mailto:jane@ee.example",
    "mailto:jane@host",
    "mailto:a/jane@ee.example",
    "mailto:jane",
    "a!b.jane@ee.example1",
    "http://a_b.cc.example/",
    "[xx](yy)",
    "<http://ii.example>",
    "word",
    "*cc*",
];
const BEHIND: &[&str] = &[
    "",
    "",
    "*",
    "**",
    "~~",
    ".",
    ",",
    ")",
    "]",
    "?!",
    "*. ",
    "/x*y*z",
    "/*y* z",
    "`c`",
    "/[xx](yy)",
    "/_a_",
    "/_a b_",
    "/(c)",
    "/(c",
    " b*",
    " b**",
    ">x",
    "]x",
    "[x",
    "-",
    "_",
    "/。x",
    "/\u{A0}x",
];

fn document() -> impl Strategy<Value = String> {
    let [before, link, behind] = [BEFORE, LINKS, BEHIND].map(prop::sample::select);
    let blank = prop::sample::select(&[" ", " ", "\n", "\n\n", "\n- ", "\n> "][..]);
    let word = (before, link, behind, blank).prop_map(|(a, b, c, d)| [a, b, c, d].concat());
    let document = prop::collection::vec(word, 0..6).prop_map(|words| words.concat());
    // comrak takes `-` and the like for a part of the scheme that it has just found, and links addresses that
    // a program takes for an option.
    let is_disputed = |document: &String| {
        ["-mailto:", "_mailto:", "amailto:", "-jane"].iter().any(|glued| document.contains(glued))
    };
    document.prop_filter("a glued scheme, or an option", move |document| !is_disputed(document))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.max(3000), failure_persistence: None, ..ProptestConfig::default() })]

    /// The links are those of comrak.
    #[test]
    fn comrak_agrees(source in document()) {
        let finder = Finder::preset(Preset::Gfm);
        let ours: Vec<String> = linked(&finder, &source).into_iter().map(|(target, _)| target).collect();
        prop_assert_eq!(ours, comrak_links(&source));
    }
}

fn linked(finder: &Finder, source: &str) -> Vec<(String, String)> {
    let events = Parser::new_ext(source, Options::ENABLE_STRIKETHROUGH).into_offset_iter();
    links(LinkEventsWithOffset::new(finder, source, events).map(|(event, _)| event))
}

fn links<'a>(events: impl Iterator<Item = Event<'a>>) -> Vec<(String, String)> {
    let mut links: Vec<(String, String)> = Vec::new();
    let mut is_inside = false;
    for event in events {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                let is_address = link_type == LinkType::Email;
                let prefix = if is_address { "mailto:" } else { "" };
                links.push((format!("{prefix}{dest_url}"), String::new()));
                is_inside = true;
            }
            Event::End(TagEnd::Link) => is_inside = false,
            Event::Text(text) if is_inside => {
                if let Some((_, last)) = links.last_mut() {
                    last.push_str(&text);
                }
            }
            _ => {}
        }
    }
    links
}

fn comrak_links(source: &str) -> Vec<String> {
    let mut options = comrak::Options::default();
    options.extension.autolink = true;
    options.extension.strikethrough = true;
    let arena = comrak::Arena::new();
    let root = comrak::parse_document(&arena, source, &options);
    let links = root.descendants().filter_map(|node| match &node.data.borrow().value {
        comrak::nodes::NodeValue::Link(link) => Some(encoded(&link.url)),
        _ => None,
    });
    links.collect()
}

/// comrak encodes when it renders.
fn encoded(url: &str) -> String {
    let mut encoded = String::new();
    for byte in url.bytes() {
        match byte {
            b'`'
            | b'['
            | b']'
            | b'\\'
            | b'"'
            | b'|'
            | b'{'
            | b'}'
            | b'^'
            | b'<'
            | b'>'
            | 0x80.. => {
                write!(encoded, "%{byte:02X}").expect("a string takes all");
            }
            _ => encoded.push(char::from(byte)),
        }
    }
    encoded
}

//! Tests autolinks as specified by GitHub Flavored Markdown, section 6.9, Autolinks (extension). The cases correspond
//! to all examples of the section, whose numbers are in the comments. For each case, the event adapter and the rewriter
//! make the links that the specification requires. In generated texts they make the same links as comrak, which
//! implements the extension.

use core::fmt::Write as _;

use linkwright::Finder;
use linkwright::find::{Preset, Schemes};
use linkwright::link::Treatment;
use linkwright::rewrite::markdown::{self, LinkEventsWithOffset, MarkdownLinker};
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
    // 625, 626: parentheses are balanced only at the end of a link.
    ("www.a.example/?b=C+(d)", &[("http://www.a.example/?b=C+(d)", "www.a.example/?b=C+(d)")]),
    ("www.a.example/?b=C+(d)))", &[("http://www.a.example/?b=C+(d)", "www.a.example/?b=C+(d)")]),
    ("(www.a.example/?b=C+(d))", &[("http://www.a.example/?b=C+(d)", "www.a.example/?b=C+(d)")]),
    ("(www.a.example/?b=C+(d)", &[("http://www.a.example/?b=C+(d)", "www.a.example/?b=C+(d)")]),
    ("www.a.example/?b=(c))+d", &[("http://www.a.example/?b=(c))+d", "www.a.example/?b=(c))+d")]),
    // 627: text at the end that looks like a character reference.
    (
        "www.a.example/?b=c&de=fg",
        &[("http://www.a.example/?b=c&de=fg", "www.a.example/?b=c&de=fg")],
    ),
    ("www.a.example/?b=c&de;", &[("http://www.a.example/?b=c", "www.a.example/?b=c")]),
    // 628: `<` ends a link.
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
        "jane@a+b.example is not linked, but jane+b@a.example is.",
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
fn the_rules_of_the_section() {
    let finder = Finder::preset(Preset::Gfm);
    for (source, expected) in [
        // A link is read before emphasis, code and other links.
        ("http://a.example/_b_c*d*e", "http://a.example/_b_c*d*e"),
        ("http://a.example/b`c`d", "http://a.example/b%60c%60d"),
        ("http://a.example/b[c](d)e", "http://a.example/b%5Bc%5D(d)e"),
        ("*see http://a.example/b*", "http://a.example/b"),
        ("**http://a.example/b**", "http://a.example/b"),
        ("~~http://a.example/b~~", "http://a.example/b"),
        ("_jane@a.example_", "mailto:jane@a.example"),
        // Only whitespace and `<` end a link, even in its host.
        ("http://a.example>b", "http://a.example%3Eb"),
        ("http://a.example[b]", "http://a.example%5Bb%5D"),
        ("http://a.example`b", "http://a.example%60b"),
        ("_www.a.example/", "http://www.a.example/"),
        ("_see www.a.example_ or www.b.example", "http://www.b.example"),
        ("_see mailto:jane@a.example_", "mailto:jane@a.example"),
        ("jane@a.example1 ann@a.example@ ~bob@b.example", "mailto:bob@b.example"),
        // The domain after `www.` has a period. After a domain, any character except `<` and spaces may follow.
        ("www.a www.+ www.b.example", "http://www.b.example"),
        ("http://a.example:b", "http://a.example%3Ab"),
        ("http://a.example:80", "http://a.example:80"),
        ("http://a.example\u{a0}b", "http://a.example%C2%A0b"),
        ("http://a.example\u{3002}b", "http://a.example%E3%80%82b"),
        ("http://a.example+_", "http://a.example+"),
        // `www.`, `mailto:` and `xmpp:` must be in lower case; the domains after them need not be.
        ("WWW.A.EXAMPLE www.B.EXAMPLE", "http://www.B.EXAMPLE"),
        ("MAILTO:jane@a.example", "mailto:jane@a.example"),
        ("XMPP:jane@a.example/b", "mailto:jane@a.example"),
        ("xmpp:jane@A.EXAMPLE/B", "xmpp:jane@A.EXAMPLE/B"),
        // A text that only begins like a link does not prevent a link after it.
        ("'www.a.example~www.b.example", "http://www.b.example"),
        ("http://|jane@a.example", "mailto:jane@a.example"),
        // Nothing is linked between brackets, because they may become a link.
        ("[jane@a.example] [www.a.example] ann@a.example", "mailto:ann@a.example"),
        ("[http://a.example jane@a.example] b@a.example", "mailto:b@a.example"),
        ("[http://a.example] http://b.example", "http://b.example"),
        ("`http://a.example` <http://b.example>", "http://b.example"),
    ] {
        let targets: Vec<String> =
            linked(&finder, source).into_iter().map(|(target, _)| target).collect();
        assert_eq!(targets, [expected], "{source}");
    }
}

/// The texts before a link, the links and texts that resemble links, and the texts after a link. Two kinds of text are
/// left out: short hosts, where comrak differs from the specification, and character references, which only linkwright
/// decodes.
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
const AFTER: &[&str] = &[
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
    let [before, link, after] = [BEFORE, LINKS, AFTER].map(prop::sample::select);
    let blank = prop::sample::select(&[" ", " ", "\n", "\n\n", "\n- ", "\n> "][..]);
    let word = (before, link, after, blank).prop_map(|(a, b, c, d)| [a, b, c, d].concat());
    let document = prop::collection::vec(word, 0..6).prop_map(|words| words.concat());
    // comrak reads `-` and similar characters as a part of the scheme that it has just found, and links addresses that
    // a program reads as an option.
    let is_disputed = |document: &String| {
        ["-mailto:", "_mailto:", "amailto:", "-jane"].iter().any(|glued| document.contains(glued))
    };
    document.prop_filter("a disputed scheme or address", move |document| !is_disputed(document))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.max(3000), failure_persistence: None, ..ProptestConfig::default() })]

    /// linkwright and comrak find the same links.
    #[test]
    fn comrak_agrees(source in document()) {
        let finder = Finder::preset(Preset::Gfm);
        let ours: Vec<String> = linked(&finder, &source).into_iter().map(|(target, _)| target).collect();
        prop_assert_eq!(ours, comrak_links(&source));
    }
}

fn linked(finder: &Finder, source: &str) -> Vec<(String, String)> {
    let events = Parser::new_ext(source, Options::ENABLE_STRIKETHROUGH).into_offset_iter();
    // GFM links every match.
    let mut all = MarkdownLinker::builder(finder);
    all.schemes(Schemes::Any).on_danger(Treatment::Link);
    let all = all.build().expect("the options are valid");
    let events = LinkEventsWithOffset::new(finder, source, events).linked_by(&all);
    links(events.map(|(event, _)| event))
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

/// `url` as the URI that linkwright makes from it. comrak encodes less when it renders: it does not encode a colon
/// without a port or a second `#`.
fn encoded(url: &str) -> String {
    let start = url.find("://").map_or(url.len(), |at| at + 3);
    let end = start + url[start..].find(['/', '?', '#']).unwrap_or(url.len() - start);
    let port = url[start..end].rsplit_once(':').map_or("", |(_, port)| port);
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    let has_colon = url[start..end].matches(':').count() > usize::from(is_port);
    let fragment = url.find('#').unwrap_or(url.len());
    let mut encoded = String::new();
    for (at, byte) in url.bytes().enumerate() {
        let is_foreign = b"`[]\\\"|{}^<>".contains(&byte) || byte >= 0x80;
        let is_colon = byte == b':' && has_colon && (start..end).contains(&at);
        if is_foreign || is_colon || (byte == b'#' && at > fragment) {
            write!(encoded, "%{byte:02X}").expect("writing to a `String` does not fail");
        } else {
            encoded.push(char::from(byte));
        }
    }
    encoded
}

/// The pieces of generated lines: every mark that the specification mentions, and beginnings of links in lower and
/// upper case.
const ATOMS: &[&str] = &[
    "http://",
    "HTTP://",
    "https://",
    "ftp://",
    "mailto:",
    "MAILTO:",
    "xmpp:",
    "XMPP:",
    "www.",
    "WWW.",
    "a",
    "b",
    "b.example",
    "A.EXAMPLE",
    "c.d",
    "jane@",
    ".",
    "@",
    "/",
    "_",
    "-",
    "~",
    "*",
    "(",
    ")",
    "[",
    "]",
    "&amp;",
    "&x;",
    "&",
    ";",
    "<",
    ">",
    " ",
    " ",
    ":",
    "?",
    "!",
    ",",
    "1",
    "+",
    "\\",
    "\"",
    "'",
    "`",
    "/\u{e9}",
    "#",
    "|",
    "{",
    "\u{a0}",
    "\u{3002}",
];

fn line() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(ATOMS), 1..10).prop_map(|atoms| atoms.concat())
}

/// A reason, and a function that returns whether it applies to a line.
type Dispute = (&'static str, fn(&str) -> bool);

/// The kinds of lines for which linkwright and comrak differ on purpose; `docs/gfm.md` gives the reasons.
const DISPUTED: &[Dispute] = &[
    ("a backslash that escapes a mark, or ends a line", |line| {
        after(line, "\\")
            .any(|rest| rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_punctuation()))
    }),
    ("a backslash in an authority, which browsers read as `/`", |line| {
        authorities(line).any(|authority| authority.contains('\\'))
    }),
    ("a character reference, which is decoded", |line| line.contains("&amp;")),
    ("a scheme in capital letters", |line| line.contains("HTTP://")),
    ("a digit, a `.` or a `+` before a scheme", |line| {
        before(line, "http").chain(before(line, "ftp:")).any(|c| "1+.".contains(c))
    }),
    ("a character of an address directly before `mailto:` or `xmpp:`", |line| {
        let is_local = |c: char| c.is_ascii_alphanumeric() || ".-_+:".contains(c);
        before(line, "mailto:").chain(before(line, "xmpp:")).any(is_local)
    }),
    ("an `xmpp:` address with a `/` after it but no resource", |line| {
        let is_resource = |c: char| c.is_ascii_alphanumeric() || "@.".contains(c);
        line.contains("xmpp:")
            && (line.contains("@/") || after(line, "/").any(|rest| !rest.starts_with(is_resource)))
    }),
    ("emphasis that ends between an address at `www.` and a path", |line| {
        line.contains("@www.") && line.contains("_/")
    }),
    ("a scheme and a local part that ends with a period", |line| {
        line.contains(".@") && ["mailto:", "xmpp:"].iter().any(|scheme| line.contains(scheme))
    }),
    ("a domain that does not begin with a letter or digit", |line| {
        after(line, "://").chain(after(line, "@")).any(|rest| rest.starts_with(['.', '-', '_']))
    }),
    ("strikethrough that ends inside a URI, before a non-ASCII character", |line| {
        line.contains('~') && after(line, "~").any(|rest| rest.starts_with(|c: char| !c.is_ascii()))
    }),
    ("a scheme and a domain without a period", |line| {
        after(line, "://").any(|rest| !domain(rest).contains('.'))
    }),
    ("a domain without a letter or digit", |line| {
        after(line, "www.").any(|rest| !domain(rest).contains(char::is_alphanumeric))
    }),
    ("an `@` in an authority", |line| authorities(line).any(|authority| authority.contains('@'))),
    ("an address that a program would read as an option", |line| {
        line.match_indices('@').any(|(at, _)| {
            let is_local = |c: char| c.is_ascii_alphanumeric() || ".-_+".contains(c);
            let rest = line[..at].trim_end_matches(is_local);
            line[rest.len()..].starts_with('-')
        })
    }),
    ("a scheme without a local part", |line| {
        ["mailto:@", "xmpp:@"].iter().any(|empty| line.contains(empty))
    }),
];

/// The domain that `text` begins with.
fn domain(text: &str) -> &str {
    let is_domain = |c: char| c.is_alphanumeric() || ".-_".contains(c);
    &text[..text.find(|c| !is_domain(c)).unwrap_or(text.len())]
}

/// The text after each `://` and `www.` in `line`, up to the end of the authority.
fn authorities(line: &str) -> impl Iterator<Item = &str> {
    after(line, "://").chain(after(line, "www.")).map(|rest| {
        let end = rest.find(['/', '?', '#', ' ', '<']).unwrap_or(rest.len());
        &rest[..end]
    })
}

/// The text after each `mark` in `line`.
fn after<'l>(line: &'l str, mark: &'static str) -> impl Iterator<Item = &'l str> {
    line.match_indices(mark).map(move |(at, _)| &line[at + mark.len()..])
}

/// The character before each `mark` in `line`.
fn before(line: &str, mark: &'static str) -> impl Iterator<Item = char> {
    line.match_indices(mark).filter_map(|(at, _)| line[..at].chars().next_back())
}

fn is_disputed(line: &str) -> bool {
    DISPUTED.iter().any(|(_, holds)| holds(line))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.max(20_000), failure_persistence: None, ..ProptestConfig::default() })]

    /// In a line of marks, the links are the same as comrak's, unless the line is disputed.
    #[test]
    fn comrak_agrees_on_marks(source in line()) {
        if !is_disputed(&source) {
            let finder = Finder::preset(Preset::Gfm);
            let ours: Vec<String> =
                linked(&finder, &source).iter().map(|(target, _)| encoded(target)).collect();
            prop_assert_eq!(ours, comrak_links(&source));
        }
    }
}

/// For an example of every dispute, linkwright and comrak still find different links.
#[test]
fn every_dispute_is_a_difference() {
    const EXAMPLES: &[(&str, &[&str])] = &[
        ("see http://a.example/b\\)c", &["http://a.example/b)c"]),
        ("http://a.example\\b", &[]),
        ("see www.a.example/b&amp;c", &["http://www.a.example/b&c"]),
        ("HTTP://a.example", &["HTTP://a.example"]),
        ("1http://a.example", &[]),
        ("b+http://a.example", &[]),
        ("_mailto:jane@a.example", &["mailto:jane@a.example"]),
        ("xmpp:jane@a.example/(b)", &["xmpp:jane@a.example"]),
        ("_jane@www.a_/b", &[]),
        ("mailto:jane.@a.example", &[]),
        ("http://-a.example jane@.a.example", &[]),
        ("~http://a.example/~\u{a0}b", &["http://a.example/"]),
        ("www..", &[]),
        ("see http://localhost:8000/a", &["http://localhost:8000/a"]),
        ("http://jane@a.example/b", &["http://jane@a.example/b"]),
        ("-jane@a.example", &[]),
        ("xmpp:@a.example", &[]),
    ];
    let finder = Finder::preset(Preset::Gfm);
    for (line, expected) in EXAMPLES {
        assert!(is_disputed(line), "{line}");
        let ours: Vec<String> =
            linked(&finder, line).into_iter().map(|(target, _)| target).collect();
        assert_eq!(ours, *expected, "{line}");
        assert_ne!(ours, comrak_links(line), "{line}");
    }
    for (reason, holds) in DISPUTED {
        assert!(EXAMPLES.iter().any(|(line, _)| holds(line)), "{reason}");
    }
}

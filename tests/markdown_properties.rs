//! What holds of every Markdown document. The numbers are those of the project's list of
//! invariants; comrak is the second witness beside pulldown-cmark.
#![cfg(feature = "markdown")]

use core::fmt::Write as _;

use comrak::nodes::{AstNode, NodeValue};
use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::rewrite::markdown::{
    self, LinkEvents, LinkEventsWithOffset, MarkdownLink, MarkdownLinker, Style,
};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// `PROPTEST_CASES` in the environment asks for more.
fn settings() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(2000), failure_persistence: None, ..default }
}

/// Words, URIs and pieces of them, between blanks; markup of every kind.
const TOKENS: &str = "http://a.example/ https://b.example/x www.c.example ftp://d.example \
    jane@e.example mailto:j@f.example g.example/p http:// :// www. @ http://ä.example/ü \
    a b word The . , ; : ! ? - -- ... ' \" ( ) [ ] { } < > & = | / /p_q_r /* /_ ~ ^ # \
    * ** *** _ __ ~~ ` `` $ $$ \\ \\_ \\* \\\\ \\[ \\: &amp; &lt; &#58; &copy; é 中 。 — ” \
    [x](y) [x](http://h.example) ![x](y) [r] [r][] [x][r] [^1] `code` <b> </b> <br> <code> </code> \
    <a> </a> <!-- --> <!A <? ?> <http://i.example> <j@k.example> ]( ](< ]: !w ~~~ ```";

const BREAKS: &[&str] = &[
    " ",
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "  \n",
    "\\\n",
    "\n> ",
    "\n- ",
    "\n1. ",
    "\n    ",
    "\n# ",
    "\n[r]: http://l.example/\n",
    "\n|a|b|\n|-|-|\n|",
    "\n---\n",
    "\n===\n",
    "\n<div>\n",
    "\t",
    "\u{A0}",
];

fn document() -> impl Strategy<Value = String> {
    let tokens: Vec<&str> = TOKENS.split_whitespace().collect();
    let token = prop_oneof![3 => prop::sample::select(tokens), 1 => prop::sample::select(BREAKS)];
    prop::collection::vec(token, 0..20).prop_map(|tokens| tokens.concat())
}

fn options() -> impl Strategy<Value = Options> {
    prop_oneof![
        Just(Options::empty()),
        Just(Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES),
        Just(Options::all() - Options::ENABLE_SMART_PUNCTUATION),
        any::<u32>().prop_map(Options::from_bits_truncate),
    ]
}

fn preset() -> impl Strategy<Value = Preset> {
    prop::sample::select(&Preset::ALL[..])
}

/// All but that of GFM, in which a URI goes on through code and links.
fn plain_preset() -> impl Strategy<Value = Preset> {
    preset().prop_filter("GFM", |preset| *preset != Preset::Gfm)
}

proptest! {
    #![proptest_config(settings())]

    /// 8: a second run adds nothing; and deleting what was inserted gives the input.
    #[test]
    fn rewriting_twice_is_rewriting_once(source in document(), options in options(), preset in preset()) {
        let finder = Finder::preset(preset);
        let output = markdown::rewrite(&finder, &source, options);
        prop_assert!(is_subsequence(&source, &output), "{:?}", output);
        let again = markdown::rewrite(&finder, &output, options);
        prop_assert_eq!(&again, &output);
    }

    /// The text stays, and the blocks, but for marks that belong to a URI; and every new link is
    /// one that was found.
    #[test]
    fn rewriting_changes_no_text(source in document(), options in options(), preset in plain_preset(), is_mdx: bool) {
        let finder = Finder::preset(preset);
        let mut linker = MarkdownLinker::new(&finder);
        linker.options(options);
        linker.style(if is_mdx { Style::Inline } else { Style::Autolink });
        let output = linker.rewrite(&source);
        let before = outline(Parser::new_ext(&source, options));
        let after = outline(Parser::new_ext(&output, options));
        prop_assert_eq!(before, after, "{:?}", output);
        let events = Parser::new_ext(&source, options).into_offset_iter();
        let expected = targets(LinkEventsWithOffset::new(&finder, &source, events).map(|(event, _)| event));
        for target in targets(Parser::new_ext(&output, options)) {
            prop_assert!(expected.contains(&target), "{} in {:?}", target, output);
        }
    }

    /// 8: events only gain the tags of links.
    #[test]
    fn events_gain_nothing_but_links(source in document(), options in options(), preset in plain_preset()) {
        let finder = Finder::preset(preset);
        let before: Vec<Event<'_>> = merged(Parser::new_ext(&source, options), Keep::AllButLinks);
        let events = LinkEvents::new(&finder, Parser::new_ext(&source, options));
        prop_assert_eq!(&merged(events, Keep::AllButLinks), &before);

        let events = Parser::new_ext(&source, options).into_offset_iter();
        let events = LinkEventsWithOffset::new(&finder, &source, events).map(|(event, _)| event);
        prop_assert_eq!(outline(Parser::new_ext(&source, options)), outline(events));
    }

    /// 9: no link in a link or code, but for the autolinks that the parser itself reads inside one
    /// (`[<http://a.example>](b)`); and every tag is closed.
    #[test]
    fn links_nest_in_nothing(source in document(), options in options(), preset in preset()) {
        let finder = Finder::preset(preset);
        let before = nested(Parser::new_ext(&source, options));
        prop_assert_eq!(nested(LinkEvents::new(&finder, Parser::new_ext(&source, options))), before);
        let events = Parser::new_ext(&source, options).into_offset_iter();
        let events: Vec<_> = LinkEventsWithOffset::new(&finder, &source, events).collect();
        for (event, range) in &events {
            prop_assert!(source.get(range.clone()).is_some(), "{:?} at {:?}", event, range);
        }
        prop_assert_eq!(nested(events.into_iter().map(|(event, _)| event)), before);
        let output = markdown::rewrite(&finder, &source, options);
        prop_assert_eq!(nested(Parser::new_ext(&output, options)), before, "{:?}", output);
    }

    /// 12: in text without markup, every face finds what the finder finds.
    #[test]
    fn faces_agree(words in prop::collection::vec(prop::sample::select(PLAIN), 0..12), preset in preset()) {
        let source = words.join(" ");
        let finder = Finder::preset(preset);
        let mut expected: Vec<String> = Vec::new();
        let mut end = 0;
        for found in finder.find_iter(source.as_str()).filter(|found| found.pieces().len() == 1) {
            if found.span().start() >= end {
                end = found.span().end();
                expected.push(found.uri().as_str().to_owned());
            }
        }
        prop_assert_eq!(&targets(LinkEvents::new(&finder, Parser::new(&source))), &expected);
        let events = Parser::new(&source).into_offset_iter();
        let events = LinkEventsWithOffset::new(&finder, &source, events).map(|(event, _)| event);
        prop_assert_eq!(&targets(events), &expected);
        let output = markdown::rewrite(&finder, &source, Options::empty());
        prop_assert_eq!(&targets(Parser::new(&output)), &expected, "{:?}", output);
        prop_assert_eq!(&comrak_links(&output), &expected, "{:?}", output);
    }

    /// 14: what is found in our own output is what was found in the input.
    #[test]
    fn our_own_output_has_the_same_links(source in document(), options in options()) {
        let finder = Finder::preset(Preset::Chat);
        let output = markdown::rewrite(&finder, &source, options);
        prop_assert_eq!(listed(&finder, &source, options), listed(&finder, &output, options), "{:?}", output);
    }

    /// Both witnesses read the output alike, where they read the input alike.
    #[test]
    fn comrak_reads_the_same(source in document(), preset in preset()) {
        let finder = Finder::preset(preset);
        if comrak_text(&source) == text(Parser::new(&source)) && comrak_links(&source) == targets(Parser::new(&source)) {
            let output = markdown::rewrite(&finder, &source, Options::empty());
            prop_assert_eq!(comrak_links(&output), targets(Parser::new(&output)), "{:?}", output);
            prop_assert_eq!(comrak_text(&output), text(Parser::new(&output)), "{:?}", output);
        }
    }
}

/// Words without any markup.
const PLAIN: &[&str] = &[
    "word",
    "The",
    "http://a.example/b",
    "(http://c.example/)",
    "http://d.example.",
    "www.e.example/f,",
    "jane@g.example",
    "h.example/i",
    "\"http://j.example\"",
    "http://k.example/\u{e4}",
    "mailto:l@m.example",
    "http://n.example/?o=1&p=2",
    "http://q.example/r(s)",
    "ftp://t.example:21/u;",
    "\n",
    "\nhttp://v.example/w",
];

fn is_subsequence(part: &str, whole: &str) -> bool {
    let mut whole = whole.bytes();
    part.bytes().all(|byte| whole.any(|other| other == byte))
}

/// What of the tags is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    AllButLinks,
    /// Neither links nor emphasis.
    Blocks,
}

impl Keep {
    fn keeps(self, end: TagEnd) -> bool {
        match end {
            TagEnd::Link => false,
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript => self == Keep::AllButLinks,
            _ => true,
        }
    }
}

/// The events with adjacent texts as one, and without the tags of links.
fn merged<'a>(events: impl Iterator<Item = Event<'a>>, keep: Keep) -> Vec<Event<'a>> {
    let mut merged: Vec<Event<'a>> = Vec::new();
    for event in events {
        match (event, merged.last_mut()) {
            (Event::Start(tag), _) if !keep.keeps(tag.to_end()) => {}
            (Event::End(tag), _) if !keep.keeps(tag) => {}
            (Event::Text(text), Some(Event::Text(last))) => *last = format!("{last}{text}").into(),
            (event, _) => merged.push(event),
        }
    }
    merged
}

/// The blocks and the text, without marks that may belong to a URI or be emphasis, and without smart
/// punctuation, which is none in a URI.
fn outline<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut outline = String::new();
    for event in merged(events, Keep::Blocks) {
        match event {
            Event::Text(text) => outline.push_str(&text),
            Event::Code(code) => outline.push_str(&code),
            Event::SoftBreak => outline.push('\n'),
            event => write!(outline, "<{event:?}>").expect("a string takes all"),
        }
    }
    outline.retain(|c| !"*_~^-–—.…'‘’\"“”".contains(c));
    outline
}

fn text<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::Text(more) | Event::Code(more) => text.push_str(&more),
            _ => {}
        }
    }
    text.retain(|c| !c.is_whitespace());
    text
}

fn targets<'a>(events: impl Iterator<Item = Event<'a>>) -> Vec<String> {
    events
        .filter_map(|event| match event {
            Event::Start(Tag::Link { link_type, dest_url, .. }) => Some(match link_type {
                pulldown_cmark::LinkType::Email => format!("mailto:{dest_url}"),
                _ => dest_url.into_string(),
            }),
            _ => None,
        })
        .collect()
}

/// How many links stand in links or code; panics where a tag is not closed.
fn nested<'a>(events: impl Iterator<Item = Event<'a>>) -> usize {
    let closed = [TagEnd::Link, TagEnd::CodeBlock, TagEnd::HtmlBlock];
    let mut nested = 0;
    let mut open: Vec<TagEnd> = Vec::new();
    for event in events {
        match event {
            Event::Start(tag) => {
                let tag = tag.to_end();
                nested += usize::from(
                    tag == TagEnd::Link && open.iter().any(|open| closed.contains(open)),
                );
                open.push(tag);
            }
            Event::End(tag) => assert_eq!(open.pop(), Some(tag)),
            _ => {}
        }
    }
    assert!(open.is_empty());
    nested
}

/// The absolute URIs of a document, sorted.
fn listed(finder: &Finder, source: &str, options: Options) -> Vec<String> {
    let mut listed = Vec::new();
    markdown::links(finder, source, options, |link| match link {
        MarkdownLink::Text(found, _) => listed.push(found.uri().as_str().to_owned()),
        MarkdownLink::Existing(link) => listed.push(link.destination().to_owned()),
        _ => {}
    });
    listed.sort();
    listed
}

fn comrak_nodes<T>(source: &str, mut read: impl FnMut(&NodeValue) -> Option<T>) -> Vec<T> {
    let arena = comrak::Arena::new();
    let root: &AstNode<'_> = comrak::parse_document(&arena, source, &comrak::Options::default());
    root.descendants().filter_map(|node| read(&node.data.borrow().value)).collect()
}

fn comrak_links(source: &str) -> Vec<String> {
    comrak_nodes(source, |node| match node {
        NodeValue::Link(link) => Some(link.url.clone()),
        _ => None,
    })
}

fn comrak_text(source: &str) -> String {
    let mut text: String = comrak_nodes(source, |node| match node {
        NodeValue::Text(text) => Some(text.to_string()),
        NodeValue::Code(code) => Some(code.literal.clone()),
        NodeValue::CodeBlock(block) => Some(block.literal.clone()),
        _ => None,
    })
    .concat();
    text.retain(|c| !c.is_whitespace());
    text
}

//! Properties that hold for links in Markdown documents. Property tests and fuzz targets share these functions. comrak
//! is the second parser of the output, in addition to pulldown-cmark.

use core::fmt::Write as _;

use comrak::nodes::{AstNode, NodeValue};
use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::rewrite::markdown::{
    self, Dialect, LinkEventsWithOffset, MarkdownLink, MarkdownLinker, Seen, Style,
};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A second run adds nothing, and the output without the insertions is the input.
pub(crate) fn rewriting_twice_is_rewriting_once(source: &str, options: Options, preset: Preset) {
    let finder = Finder::preset(preset);
    let output = markdown::rewrite(&finder, source, options);
    assert!(is_subsequence(source, &output), "{output:?}");
    let again = markdown::rewrite(&finder, &output, options);
    assert_eq!(&again, &output);
}

/// Text and blocks are unchanged, except for marks that may belong to a URI. Every new link has the target of a match,
/// unless a directive hides a tag from the linker that the parser sees.
pub(crate) fn rewriting_changes_no_text(
    source: &str,
    options: Options,
    preset: Preset,
    style: Style,
) {
    let finder = Finder::preset(preset);
    let mut builder = MarkdownLinker::builder(&finder);
    builder.extensions(options).style(style);
    let before = outline(Parser::new_ext(source, options));
    for dialect in [Dialect::Auto, Dialect::None] {
        let linker = builder.dialect(dialect).build().expect("the options are valid");
        let output = linker.rewrite(source);
        assert_eq!(before, outline(Parser::new_ext(&output, options)), "{output:?}");
        if dialect == Dialect::None {
            every_target_is_that_of_a_match(&finder, source, &output, options);
        }
    }
}

fn every_target_is_that_of_a_match(finder: &Finder, source: &str, output: &str, options: Options) {
    let events = Parser::new_ext(source, options).into_offset_iter();
    let expected =
        targets(LinkEventsWithOffset::new(finder, source, events).map(|(event, _)| event));
    // `<URL:http://h>` is already a link, with another target.
    let expected = [expected, targets(Parser::new_ext(source, options))].concat();
    for target in targets(Parser::new_ext(output, options)) {
        assert!(expected.contains(&target), "{target} in {output:?}");
    }
}

/// The events gain only the tags of links, except for emphasis that is part of a URI.
pub(crate) fn events_gain_nothing_but_links(source: &str, options: Options, preset: Preset) {
    let finder = Finder::preset(preset);
    let events = Parser::new_ext(source, options).into_offset_iter();
    let events = LinkEventsWithOffset::new(&finder, source, events).map(|(event, _)| event);
    assert_eq!(outline(Parser::new_ext(source, options)), outline(events));
}

/// No link is inside a link or code, except for autolinks that the parser itself reads inside a link
/// (`[<http://a.example>](b)`). Every tag is closed.
pub(crate) fn links_are_not_nested(source: &str, options: Options, preset: Preset) {
    let finder = Finder::preset(preset);
    let before = nested(Parser::new_ext(source, options));
    let events = Parser::new_ext(source, options).into_offset_iter();
    let events: Vec<_> = LinkEventsWithOffset::new(&finder, source, events).collect();
    for (event, range) in &events {
        assert!(source.get(range.clone()).is_some(), "{event:?} at {range:?}");
    }
    assert_eq!(nested(events.into_iter().map(|(event, _)| event)), before);
    let output = markdown::rewrite(&finder, source, options);
    assert_eq!(nested(Parser::new_ext(&output, options)), before, "{output:?}");
}

/// The output has the same links as the input. Names that are links by the text around them are left out, because a
/// link that is written beside them is a part of that text.
pub(crate) fn our_own_output_has_the_same_links(source: &str, options: Options) {
    let finder = Finder::preset(Preset::Chat);
    // `links_and_events` knows no directives.
    let mut builder = MarkdownLinker::builder(&finder);
    let linker = builder.extensions(options).dialect(Dialect::None).build();
    let output = linker.expect("the options are valid").rewrite(source);
    let mut weighed = Vec::new();
    let parser = Parser::new_ext(source, options);
    markdown::links_and_events(&finder, source, parser, |seen| match seen {
        Seen::Link(MarkdownLink::Text(found, _)) if found.confidence() < 100 => {
            weighed.push(found.uri().to_string());
        }
        _ => {}
    });
    // A `mailto` link is written without harmful headers.
    let listed = |source| -> Vec<String> {
        let all = listed(&finder, source, options).into_iter().filter(|uri| !weighed.contains(uri));
        all.map(|uri| without_query_of_mail(&uri).to_owned()).collect()
    };
    assert_eq!(listed(source), listed(&output), "{output:?}");
}

/// A `mailto` URI without its query and what follows it: a link may be written without the query, but with the fragment.
fn without_query_of_mail(uri: &str) -> &str {
    uri.split(['?', '#']).next().filter(|_| uri.starts_with("mailto:")).unwrap_or(uri)
}

/// If comrak and pulldown-cmark read the same text and links in the input, they also read the same in the output.
pub(crate) fn comrak_reads_the_same(source: &str, preset: Preset) {
    let finder = Finder::preset(preset);
    if parsers_agree(source) {
        let output = markdown::rewrite(&finder, source, Options::empty());
        assert_eq!(comrak_links(&output), targets(Parser::new(&output)), "{output:?}");
        assert_eq!(comrak_text(&output), text(Parser::new(&output)), "{output:?}");
    }
}

/// Whether comrak and pulldown-cmark read the same text and the same links. They differ, for example, about a line `<b>`
/// after a line of a quote.
pub(crate) fn parsers_agree(source: &str) -> bool {
    comrak_text(source) == text(Parser::new(source))
        && comrak_links(source) == targets(Parser::new(source))
}

fn is_subsequence(part: &str, whole: &str) -> bool {
    let mut whole = whole.bytes();
    part.bytes().all(|byte| whole.any(|other| other == byte))
}

/// Whether the tag is one of a block or an image, neither of a link nor of emphasis.
fn is_block(end: TagEnd) -> bool {
    !matches!(
        end,
        TagEnd::Link
            | TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
    )
}

/// The events without tags of links and emphasis, with adjacent texts as one event.
fn merged<'a>(events: impl Iterator<Item = Event<'a>>) -> Vec<Event<'a>> {
    let mut merged: Vec<Event<'a>> = Vec::new();
    for event in events {
        match (event, merged.last_mut()) {
            (Event::Start(tag), _) if !is_block(tag.to_end()) => {}
            (Event::End(tag), _) if !is_block(tag) => {}
            (Event::Text(text), Some(Event::Text(last))) => *last = format!("{last}{text}").into(),
            (event, _) => merged.push(event),
        }
    }
    merged
}

/// The blocks and the text, without marks that may belong to a URI or be emphasis, and without smart
/// punctuation, which a URI does not have.
fn outline<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut outline = String::new();
    for event in merged(events) {
        match event {
            Event::Text(text) => outline.push_str(&text),
            Event::Code(code) => outline.push_str(&code),
            Event::SoftBreak => outline.push('\n'),
            event => write!(outline, "<{event:?}>").expect("writing to a `String` does not fail"),
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

pub(crate) fn targets<'a>(events: impl Iterator<Item = Event<'a>>) -> Vec<String> {
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

/// The number of links inside links or code; panics if a tag is not closed.
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
    let parser = Parser::new_ext(source, options);
    markdown::links_and_events(finder, source, parser, |seen| match seen {
        Seen::Link(MarkdownLink::Text(found, _)) => listed.push(found.uri().as_str().to_owned()),
        Seen::Link(MarkdownLink::Existing(link)) => listed.push(link.destination().to_owned()),
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

pub(crate) fn comrak_links(source: &str) -> Vec<String> {
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

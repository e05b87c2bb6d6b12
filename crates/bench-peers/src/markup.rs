//! The contestants that add links to plain text, HTML and Markdown.

use linkify::{LinkFinder, LinkKind};
use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::link::HtmlLinker;
use linkwright::rewrite::markdown::{LinkEventsWithOffset, MarkdownLinker};
use lol_html::html_content::TextChunk;
use lol_html::{DocumentContentHandlers, HtmlRewriter, LocalHandlerTypes, Settings};
use pulldown_cmark::{Options, Parser};

use crate::peers::{Contestant, ours, theirs};

// Constants, because targets and JSON files refer to contestants by name.
pub(crate) const TO_HTML: &str = "text to html";
pub(crate) const LINKIFY_ESCAPE: &str = "linkify + escape";
pub(crate) const HTML: &str = "html to html";
pub(crate) const LOL_HTML: &str = "lol_html text pass";
pub(crate) const EVENTS: &str = "events";
pub(crate) const EVENTS_GFM: &str = "events gfm";
pub(crate) const MARKDOWN: &str = "md to md";
pub(crate) const PULLDOWN: &str = "pulldown-cmark events";
pub(crate) const COMRAK: &str = "comrak + autolink";

/// The extensions of GitHub Flavored Markdown that most renderers support.
const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS);

/// The contestants that convert plain text to escaped HTML with links. They count the bytes of the output.
pub(crate) fn to_html() -> Vec<Contestant> {
    let mail = HtmlLinker::new(&Finder::new());
    let mut linkify = LinkFinder::new();
    linkify.kinds(&[LinkKind::Url, LinkKind::Email]);
    vec![
        ours(TO_HTML, move |text| mail.linkify(text).len()),
        theirs(LINKIFY_ESCAPE, move |text| escaped_with_links(&linkify, text)),
        theirs("escape alone", |text| {
            let mut html = String::with_capacity(text.len() + text.len() / 8);
            escape(&mut html, text);
            html.len()
        }),
    ]
}

/// The contestants that read HTML. linkwright counts the bytes of its output, and `lol_html` the bytes of the text.
pub(crate) fn html() -> Vec<Contestant> {
    let linker = HtmlLinker::new(&Finder::new());
    vec![
        ours(HTML, move |html| linker.rewrite(html.as_bytes()).len()),
        theirs(LOL_HTML, |html| text_pass(html.as_bytes())),
    ]
}

/// The contestants that read Markdown. Each counts what it produces: events, bytes of output, or nodes.
pub(crate) fn markdown() -> Vec<Contestant> {
    let (mail, gfm) = (Finder::new(), Finder::preset(Preset::Gfm));
    let linker = MarkdownLinker::builder(&mail).extensions(OPTIONS).build();
    let linker = linker.unwrap_or_else(|_| MarkdownLinker::new(&mail));
    vec![
        ours(EVENTS, move |source| events(&mail, source)),
        ours(EVENTS_GFM, move |source| events(&gfm, source)),
        ours(MARKDOWN, move |source| linker.rewrite(source).len()),
        theirs(PULLDOWN, |source| Parser::new_ext(source, OPTIONS).into_offset_iter().count()),
        theirs(COMRAK, nodes_of_comrak),
    ]
}

fn events(finder: &Finder, source: &str) -> usize {
    let events = Parser::new_ext(source, OPTIONS).into_offset_iter();
    LinkEventsWithOffset::new(finder, source, events).count()
}

fn nodes_of_comrak(source: &str) -> usize {
    let mut options = comrak::Options::default();
    options.extension.autolink = true;
    options.extension.footnotes = true;
    options.extension.strikethrough = true;
    options.extension.table = true;
    options.extension.tasklist = true;
    let arena = comrak::Arena::new();
    comrak::parse_document(&arena, source, &options).descendants().count()
}

/// Reads all text of a document with a rewriter that changes nothing, and returns the length of the text.
fn text_pass(html: &[u8]) -> usize {
    let mut len = 0;
    let handlers: DocumentContentHandlers<'_, LocalHandlerTypes> =
        DocumentContentHandlers::default().text(|chunk: &mut TextChunk<'_>| {
            len += chunk.as_str().len();
            Ok(())
        });
    let settings = Settings::new().append_document_content_handler(handlers);
    let mut tokenizer = HtmlRewriter::new(settings, |_: &[u8]| {});
    // If the tokenizer fails, the text before the failure is counted.
    if tokenizer.write(html).is_ok() {
        let _ = tokenizer.end();
    } else {
        drop(tokenizer);
    }
    len
}

/// Converts text to HTML with linkify, in the way that its users usually do.
fn escaped_with_links(finder: &LinkFinder, text: &str) -> usize {
    let mut html = String::with_capacity(text.len() + text.len() / 8);
    for span in finder.spans(text) {
        if let Some(kind) = span.kind() {
            html.push_str("<a href=\"");
            html.push_str(if *kind == LinkKind::Email { "mailto:" } else { "" });
            escape(&mut html, span.as_str());
            html.push_str("\">");
            escape(&mut html, span.as_str());
            html.push_str("</a>");
        } else {
            escape(&mut html, span.as_str());
        }
    }
    html.len()
}

fn escape(html: &mut String, mut text: &str) {
    while let Some(at) = memchr::memchr3(b'<', b'>', b'&', text.as_bytes()) {
        html.push_str(&text[..at]);
        html.push_str(match text.as_bytes()[at] {
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&amp;",
        });
        text = &text[at + 1..];
    }
    html.push_str(text);
}

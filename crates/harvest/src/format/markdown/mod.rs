//! Markdown: its links, images, definitions and autolinks, and the URIs in its text, also in code.
//!
//! The library finds what a renderer would link ([`linkwright::rewrite::markdown`]). Beside that
//! there is what a renderer leaves alone and a reader sees: code, raw HTML, the text of links,
//! mathematics and front matter ([`aside`]); and the definitions that a renderer forgets ([`gaps`]). The two are told in one order, but for the definitions
//! of references, which come last.

mod aside;
mod gaps;

use linkwright::rewrite::markdown::{self, ExistingKind, MarkdownLink};

use super::{Content, Encoded, Reader, Row, Sink, lossless};
use crate::located::Origin;

pub(super) const ROW: Row = Row {
    name: "markdown",
    endings: &["md", "markdown", "mdown", "mkd", "mkdn", "mdx", "qmd", "rmd"],
    media_types: &["text/markdown", "text/x-markdown"],
    content: Content::Likely(is_markdown),
    encoding: Encoded::SILENT,
    reader: Reader::Whole(read),
};

/// Reads a document.
fn read(document: &[u8], sink: &mut dyn Sink) {
    let source = lossless::text(document);
    let asides = aside::collect(&source, markdown::GITHUB);
    let mut asides = asides.iter().peekable();
    let finder = sink.finder().clone();
    // Up to where the text of asides was searched.
    let mut searched = 0;
    markdown::links(&finder, &source, markdown::GITHUB, |link| {
        if sink.is_cancelled() {
            return;
        }
        let place = match &link {
            MarkdownLink::Text(found, map) => map.around(found.span()),
            MarkdownLink::Existing(link) => link.span(),
            _ => return,
        };
        let is_definition = is_definition(&link);
        while let Some(aside) = asides.next_if(|one| one.start() < place.start() || is_definition) {
            searched = aside.read(document, sink).max(searched);
        }
        match link {
            MarkdownLink::Text(found, map) if place.start() >= searched => {
                sink.found(found, Some(map));
            }
            MarkdownLink::Existing(link) => {
                sink.existing(link.destination(), place, Origin::Markdown, name(link.kind()));
            }
            _ => {}
        }
    });
    for aside in asides {
        aside.read(document, sink);
    }
}

fn is_definition(link: &MarkdownLink<'_>) -> bool {
    matches!(link, MarkdownLink::Existing(link) if link.kind() == ExistingKind::Definition)
}

fn name(kind: ExistingKind) -> &'static str {
    match kind {
        ExistingKind::Autolink => "autolink",
        ExistingKind::Image => "image",
        ExistingKind::Definition => "definition",
        _ => "link",
    }
}

/// Whether `head` looks like Markdown: it has an inline link, and a heading or a fence.
fn is_markdown(head: &[u8]) -> bool {
    let has_link = ["](http", "](./", "](#"];
    let has_link =
        has_link.iter().any(|mark| memchr::memmem::find(head, mark.as_bytes()).is_some());
    let is_mark = |line: &[u8]| {
        let level = line.iter().take_while(|&&byte| byte == b'#').count();
        line.starts_with(b"```") || (1..=6).contains(&level) && line.get(level) == Some(&b' ')
    };
    has_link && head.split(|&byte| byte == b'\n').any(is_mark)
}

#[cfg(test)]
mod tests;

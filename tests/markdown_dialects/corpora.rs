//! Tests linking in Markdown that people wrote: the documents below the folder that `LINKWRIGHT_MARKDOWN` names.

use linkwright::rewrite::markdown::{Dialect, GITHUB};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{corpus, linker};

/// A second run inserts nothing, and the rendered text and the existing links are unchanged. If comrak and
/// pulldown-cmark read the same text and links in the input, they also do so in the output.
#[test]
fn real_documents_keep_their_text_and_links() {
    let linker = linker(Dialect::Auto);
    let (mut read, mut agreed, mut directives, mut mdx, mut links) = (0, 0, 0, 0, 0);
    for (path, source) in corpus::documents() {
        let found = Dialect::Auto.directives(&source);
        let output = linker.rewrite(&source);
        assert_eq!(linker.rewrite(&output), output, "{}", path.display());
        let (before, after) = (Read::of(&source), Read::of(&output));
        if !found.is_mdx() {
            assert_eq!(before.text, after.text, "{}", path.display());
            assert!(is_subsequence(&before.links, &after.links), "{}", path.display());
        }
        if found.spans().len() == 0 && witness::links(&source) == witness::targets(&source) {
            let (before, after) = (witness::text(&source), witness::text(&output));
            assert_eq!(before, after, "{}", path.display());
            assert_eq!(witness::links(&output), witness::targets(&output), "{}", path.display());
            agreed += 1;
        }
        read += 1;
        directives += usize::from(found.spans().len() > 0);
        mdx += usize::from(found.is_mdx());
        links += after.links.len() - before.links.len();
    }
    eprintln!(
        "{read} documents, {directives} with directives, {mdx} in MDX; {links} links were inserted; \
         comrak agrees on {agreed}"
    );
}

/// The text of a document that a reader sees, and the targets of its links.
#[derive(Default)]
struct Read {
    text: String,
    links: Vec<String>,
}

impl Read {
    fn of(source: &str) -> Read {
        let mut read = Read::default();
        for event in Parser::new_ext(source, Options::from(GITHUB)) {
            match event {
                Event::Text(text)
                | Event::Code(text)
                | Event::Html(text)
                | Event::InlineHtml(text) => {
                    read.text.push_str(&text);
                }
                Event::Start(Tag::Link { dest_url, .. }) => read.links.push(dest_url.into_string()),
                Event::End(TagEnd::Paragraph | TagEnd::Item) | Event::SoftBreak => {
                    read.text.push('\n');
                }
                _ => {}
            }
        }
        // Marks inside a URI become text when the URI is linked.
        read.text.retain(|c| !"*_~".contains(c));
        read
    }
}

fn is_subsequence(part: &[String], whole: &[String]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|one| whole.any(|other| other == one))
}

/// The text and the links that comrak and pulldown-cmark read from a document, with the extensions of GitHub.
mod witness {
    use comrak::nodes::NodeValue;
    use linkwright::rewrite::markdown::GITHUB;
    use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};

    fn nodes(source: &str, mut read: impl FnMut(&NodeValue)) {
        let arena = comrak::Arena::new();
        let mut options = comrak::Options::default();
        options.extension.table = true;
        options.extension.strikethrough = true;
        options.extension.tasklist = true;
        options.extension.footnotes = true;
        options.extension.math_dollars = true;
        let root = comrak::parse_document(&arena, source, &options);
        root.descendants().for_each(|node| read(&node.data.borrow().value));
    }

    pub(super) fn links(source: &str) -> Vec<String> {
        let mut links = Vec::new();
        nodes(source, |node| {
            if let NodeValue::Link(link) = node {
                links.push(link.url.clone());
            }
        });
        links.sort();
        links
    }

    /// The targets of the links that pulldown-cmark reads.
    pub(super) fn targets(source: &str) -> Vec<String> {
        let target = |event| match event {
            Event::Start(Tag::Link { link_type: LinkType::Email, dest_url, .. }) => {
                Some(format!("mailto:{dest_url}"))
            }
            Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.into_string()),
            _ => None,
        };
        let events = Parser::new_ext(source, Options::from(GITHUB));
        let mut targets: Vec<String> = events.filter_map(target).collect();
        targets.sort();
        targets
    }

    pub(super) fn text(source: &str) -> String {
        let mut text = String::new();
        nodes(source, |node| match node {
            NodeValue::Text(more) => text.push_str(more),
            NodeValue::Code(code) => text.push_str(&code.literal),
            NodeValue::CodeBlock(block) => text.push_str(&block.literal),
            _ => {}
        });
        // Marks inside a URI become text when the URI is linked.
        text.retain(|c| !c.is_whitespace() && !"*_~".contains(c));
        text
    }
}

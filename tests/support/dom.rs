//! The tree that html5ever builds from a document. Tests use it to check written HTML.

use html5ever::tendril::TendrilSink as _;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute, ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// Whether the parser has scripting enabled: if so, the content of `<noscript>` is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scripts {
    On,
    Off,
}

/// A document as a list of its start tags, end tags, comments and texts.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// Each start tag (`<name attributes>`), end tag (`</name>`), comment and text, in order. The anchors of the linker
    /// are left out, and the texts around them are one text.
    pub(crate) nodes: Vec<String>,
    /// The anchors of the linker: target, text, and the elements around them.
    pub(crate) anchors: Vec<Anchor>,
}

/// An anchor of the linker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Anchor {
    pub(crate) href: String,
    pub(crate) text: String,
    /// The names of the elements around it.
    pub(crate) inside: Vec<String>,
    /// Its attributes except `href`, as `name=value`.
    pub(crate) others: Vec<String>,
}

/// The attribute that marks an anchor of the linker in tests.
pub(crate) const MARK: &str = "data-linkwright";

/// The text that replaces an element in [`Anchor::text`]. It contains a NUL, which parsed text never contains.
pub(crate) const ELEMENT: &str = "\0element";

/// Parses `html` with html5ever.
pub(crate) fn outline(html: &[u8], scripts: Scripts) -> Outline {
    let tree_builder =
        TreeBuilderOpts { scripting_enabled: scripts == Scripts::On, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    let text = String::from_utf8_lossy(html);
    let dom = parse_document(RcDom::default(), options).one(text.as_ref());
    let mut outline = Outline::default();
    outline.read(&dom.document);
    outline
}

impl Outline {
    /// Walks the tree without recursion, because a hostile document may be nested deeply.
    fn read(&mut self, document: &Handle) {
        enum Step {
            Enter(Handle),
            Leave(String, bool),
        }
        let mut inside: Vec<String> = Vec::new();
        let mut steps = vec![Step::Enter(document.clone())];
        while let Some(step) = steps.pop() {
            let node = match step {
                Step::Enter(node) => node,
                Step::Leave(name, is_ours) => {
                    if !is_ours {
                        self.nodes.push(format!("</{name}>"));
                    }
                    inside.pop();
                    continue;
                }
            };
            match &node.data {
                NodeData::Text { contents } => self.text_node(&contents.borrow()),
                NodeData::Comment { contents } => self.nodes.push(format!("comment {contents}")),
                NodeData::Element { name, attrs, template_contents, .. } => {
                    let name = name.local.to_string();
                    let is_ours = self.element(&name, &attrs.borrow(), &node, &inside);
                    inside.push(name.clone());
                    steps.push(Step::Leave(name, is_ours));
                    let content = template_contents.borrow().clone();
                    steps.extend(content.into_iter().map(Step::Enter));
                }
                NodeData::Document
                | NodeData::Doctype { .. }
                | NodeData::ProcessingInstruction { .. } => {}
            }
            steps.extend(node.children.borrow().iter().rev().cloned().map(Step::Enter));
        }
    }

    fn text_node(&mut self, text: &str) {
        match self.nodes.last_mut() {
            Some(last) if last.starts_with("text ") => last.push_str(text),
            _ => self.nodes.push(format!("text {text}")),
        }
    }

    /// Records an element; returns whether it is an anchor of the linker.
    fn element(
        &mut self,
        name: &str,
        attributes: &[Attribute],
        node: &Handle,
        inside: &[String],
    ) -> bool {
        let pair = |one: &Attribute| format!("{}={}", one.name.local, one.value);
        let is_ours = name == "a" && attributes.iter().any(|one| &*one.name.local == MARK);
        if !is_ours {
            let attributes: Vec<String> = attributes.iter().map(pair).collect();
            self.nodes.push(format!("<{name} {}>", attributes.join(" ")));
            return false;
        }
        let is_href = |one: &&Attribute| &*one.name.local == "href";
        let href = attributes.iter().find(is_href).map(|one| one.value.to_string());
        self.anchors.push(Anchor {
            href: href.unwrap_or_default(),
            text: text_of(node),
            inside: inside.to_vec(),
            others: attributes.iter().filter(|one| !is_href(one)).map(pair).collect(),
        });
        true
    }
}

/// The text of an anchor, with [`ELEMENT`] in place of each node that is not text.
fn text_of(node: &Handle) -> String {
    let children = node.children.borrow();
    let text = children.iter().map(|child| match &child.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => ELEMENT.to_owned(),
    });
    text.collect()
}

/// `html` without the tags of the linker's anchors.
///
/// The mark identifies them; no text of the tests contains it.
pub(crate) fn without_anchors(html: &[u8]) -> Vec<u8> {
    let mark = format!("{MARK}=\"1\">");
    let mut out = Vec::new();
    let mut rest = html;
    while let Some(at) = find(rest, mark.as_bytes()) {
        let start = rest[..at].windows(3).rposition(|tag| tag == b"<a ").expect("a tag begins");
        let text = &rest[at + mark.len()..];
        let close = find(text, b"</a>").expect("an anchor ends");
        out.extend_from_slice(&rest[..start]);
        out.extend_from_slice(&text[..close]);
        rest = &text[close + 4..];
    }
    out.extend_from_slice(rest);
    out
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

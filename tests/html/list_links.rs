//! Compares the references of `list_links` with the tree of html5ever: no reference may be missing.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::{env, fs};

use html5ever::tendril::TendrilSink as _;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, parse_document};
use linkwright::Finder;
use linkwright::rewrite::html::{self, Part};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proptest::prelude::*;

use super::soup;

/// The attributes whose value is one URI-reference: those of the HTML standard, and obsolete ones.
const ONE: &[&str] = &[
    "href",
    "src",
    "cite",
    "action",
    "formaction",
    "poster",
    "background",
    "longdesc",
    "usemap",
    "codebase",
    "itemid",
];

/// An attribute, without its prefix, and its value.
type Pair = (String, String);

/// The attributes in the tree that a parser builds with or without scripting.
fn in_tree(html: &[u8], scripting_enabled: bool) -> BTreeSet<Pair> {
    let tree_builder = TreeBuilderOpts { scripting_enabled, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    let text = String::from_utf8_lossy(html);
    let dom = parse_document(RcDom::default(), options).one(text.as_ref());
    let mut pairs = BTreeSet::new();
    let mut nodes: Vec<Handle> = vec![dom.document.clone()];
    while let Some(node) = nodes.pop() {
        if let NodeData::Element { attrs, template_contents, .. } = &node.data {
            let attributes = attrs.borrow();
            let known = attributes.iter().filter(|one| ONE.contains(&&*one.name.local));
            pairs.extend(
                known.map(|one| (one.name.local.to_string(), one.value.trim_ascii().to_owned())),
            );
            nodes.extend(template_contents.borrow().clone());
        }
        nodes.extend(node.children.borrow().iter().cloned());
    }
    pairs
}

/// The attributes that `list_links` returns.
fn listed(html: &[u8]) -> BTreeSet<Pair> {
    let mut pairs = BTreeSet::new();
    html::list_links(&Finder::new(), html, |part| {
        if let Part::Existing(link) = part {
            let name = link.attribute().to_ascii_lowercase();
            let local = name.rsplit(':').next().unwrap_or(&name).to_owned();
            if ONE.contains(&&*local) {
                // A tree contains no NUL.
                pairs.insert((local, link.value().replace('\0', "\u{FFFD}")));
            }
        }
    });
    pairs
}

/// The references of the trees that `list_links` does not return.
fn missing(html: &[u8]) -> Vec<Pair> {
    let seen = listed(html);
    let mut tree = in_tree(html, true);
    tree.extend(in_tree(html, false));
    tree.into_iter().filter(|pair| !seen.contains(pair)).collect()
}

#[test]
fn references_are_those_of_the_tree() {
    for html in [
        "<a href=' /a?b&amp;c&copy=d '>",
        "<p><table><img src=a><tr><td background=b></table>",
        "<select><option><a href=a></select><svg><a xlink:href=b href=c></svg>",
        "<template><a href=a></template><noscript><img src=b></noscript>",
        "<title><a href=a></title><textarea><a href=b></textarea><a href=c>",
        "<svg><style><a href=a></style><script/><a href=b></svg><a href=c>",
        "<script><!--<script></script><a href=a>--></script><a href=b>",
        "<a href=a\nhref=b><a href='c<'\"><a/href=d>",
    ] {
        assert_eq!(missing(html.as_bytes()), [], "{html}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases.max(2000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_reference_of_a_tree_is_missing(html in soup::html()) {
        // Older and newer parsers disagree where raw text begins in these elements, and only a tree builder can decide.
        let doubtful = ["<select>", "<svg>", "<svg/>", "<math>", "<frameset>"];
        let html = doubtful.iter().fold(html, |html, tag| html.replace(tag, ""));
        // Gives each attribute a different value.
        let parts: Vec<&str> = html.split("=x").collect();
        let numbered = |html: String, (at, part): (usize, &&str)| html + "=x" + &at.to_string() + part;
        let html = parts.iter().enumerate().fold(String::new(), numbered);
        let missing = missing(html.as_bytes());
        prop_assert!(missing.is_empty(), "{html}\n{missing:?}");
    }
}

/// `LINKWRIGHT_CORPORA` names a folder with pages that people wrote.
#[test]
fn references_of_real_pages_are_those_of_the_tree() {
    let Some(folder) = env::var_os("LINKWRIGHT_CORPORA").map(PathBuf::from) else {
        eprintln!("skipped: LINKWRIGHT_CORPORA is not set");
        return;
    };
    for entry in fs::read_dir(&folder).expect("the folder can be read") {
        let path = entry.expect("an entry can be read").path();
        if path.extension().is_none_or(|ending| ending != "html") {
            continue;
        }
        let html = fs::read(&path).expect("a page can be read");
        let (tree, seen) = (in_tree(&html, false), listed(&html));
        let more: Vec<&Pair> = seen.difference(&tree).collect();
        eprintln!("{}: {} in the tree, {} seen", path.display(), tree.len(), seen.len());
        eprintln!("seen and not in the tree: {more:#?}");
        assert_eq!(missing(&html), [], "{}", path.display());
    }
}

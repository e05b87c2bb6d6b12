//! Properties that hold for links in HTML documents. Property tests and fuzz targets share these functions.

use linkwright::Finder;
use linkwright::find::{Preset, Schemes};
use linkwright::link::{HtmlLinker, HtmlLinkerBuilder, Treatment};
use linkwright::rewrite::html::{self, Part};
use linkwright::uri::Uri;

use super::dom::{ELEMENT, MARK, Outline, Scripts, outline, without_anchors};

/// A linker that marks its anchors.
pub(crate) fn linker(preset: Preset) -> HtmlLinker {
    linker_of(&Finder::preset(preset))
}

fn linker_of(finder: &Finder) -> HtmlLinker {
    builder(finder).build().expect("the options are valid")
}

/// The builder of a linker that marks its anchors and links every match.
pub(crate) fn builder(finder: &Finder) -> HtmlLinkerBuilder {
    let mut builder = HtmlLinker::builder(finder);
    builder.rel("").attribute(MARK, "1");
    // Every match is linked, so that the properties hold for all matches.
    builder.schemes(Schemes::Any).on_danger(Treatment::Link).on_warning(Treatment::Link);
    builder
}

/// Every byte outside the inserted tags is unchanged, whatever the input.
pub(crate) fn bytes_stay(preset: Preset, html: &[u8]) {
    let out = linker(preset).rewrite(html).into_owned();
    assert_eq!(without_anchors(&out), html);
}

/// For parsers with and without scripting, the tree differs only by anchors of the linker, each in a permitted place
/// and with a URI as target.
pub(crate) fn trees_stay(preset: Preset, html: &str) {
    let out = linker(preset).rewrite(html.as_bytes()).into_owned();
    for scripts in [Scripts::On, Scripts::Off] {
        only_anchors_were_added(&outline(html.as_bytes(), scripts), &outline(&out, scripts));
    }
}

/// A second run adds nothing.
pub(crate) fn a_second_run_adds_nothing(preset: Preset, html: &[u8]) {
    let linker = linker(preset);
    let once = linker.rewrite(html).into_owned();
    let twice = linker.rewrite(&once);
    assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
}

/// Only text that may have a match is searched: a finder that has to search every text, because a pattern could match
/// anywhere, finds the same links. The pattern matches only a character that no page of a test has.
pub(crate) fn a_skipped_text_has_no_link(preset: Preset, html: &[u8]) {
    let mut builder = Finder::builder();
    builder.preset(preset).pattern("none", "\u{10FFFE}+", "/");
    let all = linker_of(&builder.build().expect("the pattern is valid"));
    let (all, some) = (all.rewrite(html), linker(preset).rewrite(html).into_owned());
    assert_eq!(String::from_utf8_lossy(&some), String::from_utf8_lossy(&all));
}

/// `html::base` finds the first `base` element of the list of links.
pub(crate) fn the_base_is_listed(html: &[u8]) {
    let mut base = None;
    html::list_links(&Finder::new(), html, |part| {
        if let Part::Existing(link) = part
            && link.is_base()
        {
            base.get_or_insert_with(|| link.value().to_owned());
        }
    });
    assert_eq!(html::base(html), base);
}

/// Elements in which nothing is linked.
const WITHOUT: &[&str] = &[
    "a",
    "code",
    "pre",
    "script",
    "style",
    "textarea",
    "title",
    "button",
    "select",
    "option",
    "svg",
    "math",
    "noscript",
    "template",
    "iframe",
    "kbd",
    "samp",
    "xmp",
    "plaintext",
];

/// Checks that `after` differs from `before` only by anchors. Each anchor is in a permitted place, contains only text,
/// and has a URI whose scheme runs no code.
fn only_anchors_were_added(before: &Outline, after: &Outline) {
    assert_eq!(&before.nodes, &after.nodes);
    for anchor in &after.anchors {
        assert_eq!(&anchor.others, &["data-linkwright=1"]);
        let around = anchor.inside.iter().find(|name| WITHOUT.contains(&name.as_str()));
        assert_eq!(around, None, "{anchor:?}");
        let uri = Uri::parse(&anchor.href);
        assert!(uri.is_ok(), "{}", anchor.href);
        let scheme = uri.map(|uri| uri.scheme().as_str().to_ascii_lowercase());
        let is_active =
            ["javascript", "data", "vbscript"].iter().any(|one| scheme.as_deref() == Ok(*one));
        assert!(!is_active && !anchor.text.contains(ELEMENT), "{anchor:?}");
    }
}

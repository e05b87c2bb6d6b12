//! Properties that hold for the HTML of every plain text. Property tests and fuzz targets share this function.

use linkwright::Finder;
use linkwright::find::{Preset, Schemes};
use linkwright::link::{HtmlLinker, HtmlLinkerBuilder, Treatment};
use linkwright::uri::Uri;

use super::dom::{MARK, Scripts, outline};

/// In the output, a parser finds only the text and the anchors of the linker. Each anchor has the URI of its match as
/// target, and each match that may be linked has an anchor. An address or a host that begins with `-` may have none.
pub(crate) fn only_links_are_added(preset: Preset, text: &str) {
    let linker = builder(preset).build().expect("the options are valid");
    // A parser drops a line feed at the beginning.
    let page = format!("<!doctype html><body><pre>\n{}", linker.linkify(text));
    let seen = outline(page.as_bytes(), Scripts::On);
    let contents: String =
        seen.nodes.iter().filter_map(|node| node.strip_prefix("text ")).collect();
    assert_eq!(contents, as_parsed(text));
    let elements: Vec<&String> = seen.nodes.iter().filter(|node| node.starts_with('<')).collect();
    assert_eq!(
        elements,
        ["<html >", "<head >", "</head>", "<body >", "<pre >", "</pre>", "</body>", "</html>"]
    );
    for anchor in &seen.anchors {
        let uri = Uri::parse(&anchor.href);
        let scheme = uri.map(|uri| uri.scheme().as_str().to_ascii_lowercase()).unwrap_or_default();
        assert!(!["", "javascript", "data", "vbscript"].contains(&scheme.as_str()), "{anchor:?}");
    }
    let finder = Finder::preset(preset);
    let uris = |is_option_like: bool| {
        let found = finder.find_iter(text).filter(move |found| {
            found.flags().iter().any(|flag| flag.name() == "option-like") == is_option_like
        });
        let uris = found
            .flat_map(|found| vec![without_headers(found.uri().as_str()); found.pieces().len()]);
        uris.collect::<Vec<String>>()
    };
    // The A-label of a host that begins with `-` does not.
    let (mut found, doubtful) = (uris(false), uris(true));
    found.retain(|uri| !doubtful.contains(uri));
    let linked = seen.anchors.into_iter().map(|anchor| without_headers(&anchor.href));
    let linked: Vec<String> = linked.filter(|uri| !doubtful.contains(uri)).collect();
    assert!(linked.iter().all(|uri| found.contains(uri)), "{linked:?} {found:?}");
    // In the presets `archive` and `rfc`, some matches are not linked, because they overlap other matches, or because
    // no list permits their schemes.
    if preset != Preset::Archive && preset != Preset::Rfc {
        assert_eq!(linked, found);
    }
}

/// A `mailto` URI without its headers, of which the linker leaves out those that may do harm, and without its fragment.
fn without_headers(uri: &str) -> String {
    let end = uri
        .find(['?', '#'])
        .filter(|_| uri.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto:")));
    uri.get(..end.unwrap_or(uri.len())).unwrap_or(uri).to_owned()
}

/// The builder of a linker that marks its anchors.
pub(crate) fn builder(preset: Preset) -> HtmlLinkerBuilder {
    let mut builder = HtmlLinker::builder(&Finder::preset(preset));
    builder.rel("").attribute(MARK, "1");
    // Every match is linked, so that the properties hold for all matches.
    builder.schemes(Schemes::Any).on_danger(Treatment::Link).on_warning(Treatment::Link);
    builder
}

/// The text as a parser keeps it: NUL becomes U+FFFD, and line ends become line feeds.
fn as_parsed(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{FFFD}")
}

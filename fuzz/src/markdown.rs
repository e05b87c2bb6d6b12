//! Checks that rewriting a Markdown document only adds links. pulldown-cmark and comrak read the document before and
//! after.

use linkwright::find::Preset;
use linkwright::rewrite::markdown::{Dialect, Style};
use pulldown_cmark::Options;

use super::{directives, documents, input};

const EXTENSIONS: [Options; 3] = [
    Options::empty(),
    Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH).union(Options::ENABLE_FOOTNOTES),
    Options::all().difference(Options::ENABLE_SMART_PUNCTUATION),
];

/// Reads `data` as a byte that selects a preset, a byte that selects the extensions, and a document.
pub fn check(data: &[u8]) {
    let Some((preset, rest)) = input::preset(data) else { return };
    let Some((&options, rest)) = input::choose(rest, &EXTENSIONS) else { return };
    let source = input::text(rest);
    documents::rewriting_twice_is_rewriting_once(source, options, preset);
    for &dialect in Dialect::ALL {
        directives::directives_stay(source, dialect);
    }
    documents::links_are_not_nested(source, options, preset);
    documents::our_own_output_has_the_same_links(source, options);
    documents::comrak_reads_the_same(source, preset);
    // These properties do not hold in GFM, where a URI continues through code and links.
    if preset != Preset::Gfm {
        documents::events_gain_nothing_but_links(source, options, preset);
        documents::rewriting_changes_no_text(source, options, preset, Style::Autolink);
        documents::rewriting_changes_no_text(source, options, preset, Style::Inline);
    }
}

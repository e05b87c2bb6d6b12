//! Checks that rewriting HTML only adds links to the tree that html5ever builds.

use super::{dom, input, page};

/// Reads `data` as a byte that selects a preset, and a document.
pub fn check(data: &[u8]) {
    let Some((preset, html)) = input::preset(data) else { return };
    // If the document already has the attribute that marks inserted anchors, its anchors look like inserted ones.
    if String::from_utf8_lossy(html).to_ascii_lowercase().contains(dom::MARK) {
        return;
    }
    page::bytes_stay(preset, html);
    page::a_second_run_adds_nothing(preset, html);
    page::a_skipped_text_has_no_link(preset, html);
    page::the_base_is_listed(html);
    page::trees_stay(preset, input::text(html));
}

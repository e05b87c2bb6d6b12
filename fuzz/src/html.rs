//! Checks that rewriting HTML only adds links to the tree that html5ever builds, and that the tokenizer finds the same
//! links without the early reader.

use super::{dom, input, page, settings};

/// Reads `data` as a byte that selects a preset, and a document.
pub fn check(data: &[u8]) {
    let Some((preset, html)) = input::preset(data) else { return };
    // If the document already has the attribute that marks inserted anchors, its anchors look like inserted ones.
    if String::from_utf8_lossy(html).to_ascii_lowercase().contains(dom::MARK) {
        return;
    }
    page::bytes_stay(preset, html);
    page::a_second_run_adds_nothing(preset, html);
    // The same byte also chooses a setting.
    for settings in [settings::all(), settings::with_patterns()] {
        if let Some((setting, html)) = input::choose(data, settings) {
            page::an_early_reader_changes_nothing(setting, html);
        }
    }
    page::trees_stay(preset, input::text(html));
}

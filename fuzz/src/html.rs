//! HTML gains links and loses nothing, by the word of html5ever (invariants 6 and 8 to 10), and
//! the tokenizer alone finds the same.

use super::{dom, input, page, settings};

/// A preset and a document.
pub fn check(data: &[u8]) {
    let Some((preset, html)) = input::preset(data) else { return };
    // The mark of our anchors, with which the document could not be told from what is inserted.
    if String::from_utf8_lossy(html).to_ascii_lowercase().contains(dom::MARK) {
        return;
    }
    page::bytes_stay(preset, html);
    page::once_is_enough(preset, html);
    // The same byte chooses a setting as well.
    for settings in [settings::all(), settings::with_patterns()] {
        if let Some((setting, html)) = input::choose(data, settings) {
            page::an_early_reader_changes_nothing(setting, html);
        }
    }
    page::trees_stay(preset, input::text(html));
}

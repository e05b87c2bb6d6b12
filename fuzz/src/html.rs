//! HTML gains links and loses nothing, by the word of html5ever (invariants 6 and 8 to 10).

use super::{dom, input, page};

/// A preset and a document.
pub fn check(data: &[u8]) {
    let Some((preset, html)) = input::preset(data) else { return };
    // The mark of our anchors, with which the document could not be told from what is inserted.
    if String::from_utf8_lossy(html).to_ascii_lowercase().contains(dom::MARK) {
        return;
    }
    page::bytes_stay(preset, html);
    page::once_is_enough(preset, html);
    page::a_glance_misses_nothing(preset, html);
    page::trees_stay(preset, input::text(html));
}

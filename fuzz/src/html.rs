//! HTML gains links and loses nothing, by the word of html5ever (invariants 6 and 8 to 10).

use super::{input, page};

/// A preset and a document.
pub fn check(data: &[u8]) {
    let Some((preset, html)) = input::preset(data) else { return };
    page::bytes_stay(preset, html);
    page::once_is_enough(preset, html);
    page::trees_stay(preset, input::text(html));
}

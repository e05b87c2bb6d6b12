//! The HTML for a plain text has the same text, with links, according to html5ever (invariants 6, 10 and 14).

use super::{input, written};

/// A preset and a text.
pub fn check(data: &[u8]) {
    let Some((preset, text)) = input::preset(data) else { return };
    written::only_links_are_added(preset, input::text(text));
}

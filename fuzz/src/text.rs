//! Checks that html5ever reads the HTML for a plain text as the same text, with links added.

use super::{input, written};

/// Reads `data` as a byte that selects a preset, and a text.
pub fn check(data: &[u8]) {
    let Some((preset, text)) = input::preset(data) else { return };
    written::only_links_are_added(preset, input::text(text));
}

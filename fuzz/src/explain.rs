//! Checks that the fast search and the explained search find the same matches, and that the spans of an explanation are
//! inside the text.

use super::{input, search, settings};

/// Reads `data` as a byte that selects a preset and a setting, and a text.
pub fn check(data: &[u8]) {
    let Some((preset, text)) = input::preset(data) else { return };
    search::explanations_find_the_same(preset, text);
    let Some((finder, text)) = input::choose(data, settings::all()) else { return };
    search::explanations_are_in_bounds(finder, text);
}

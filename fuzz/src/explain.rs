//! The fast search and the explained search give the same matches (invariant 15).

use super::{input, search, settings};

/// A setting and a text.
pub fn check(data: &[u8]) {
    let Some((preset, text)) = input::preset(data) else { return };
    search::explanations_find_the_same(preset, text);
    let Some((finder, text)) = input::choose(data, settings::all()) else { return };
    search::explanations_are_in_bounds(finder, text);
}

//! Checks that matches have correct spans and texts, that other parsers accept their URIs, and that adding words around
//! a text only moves its matches.

use super::{input, search, settings};

/// Reads `data` as a byte that selects the settings, and a text.
pub fn check(data: &[u8]) {
    let Some((finder, text)) = input::choose(data, settings::all()) else { return };
    search::matches_are_sound(finder, text);
    search::words_around_change_nothing(finder, text);
    search::graphemes_are_whole(finder, input::text(text));
    search::segments_are_the_text(finder, input::text(text));
    if !finder.gives_every_reading() {
        search::matches_are_disjoint(finder, text);
    }
    if let Some((finder, text)) = input::choose(data, settings::with_patterns()) {
        search::matches_are_sound(finder, text);
        search::matches_are_disjoint(finder, text);
        search::graphemes_are_whole(finder, input::text(text));
    }
    if let Some((finder, text)) = input::choose(data, settings::quiet()) {
        search::words_around_change_nothing(finder, text);
        search::words_beside_change_nothing(finder, input::text(text));
    }
    if let Some((finder, text)) = input::choose(data, settings::unwrapped()) {
        search::words_beside_change_nothing(finder, input::text(text));
    }
}

//! Matches stand where they say, hold what they say, and are URIs to others (invariants 2, 4, 5 and
//! 11).

use super::{input, search, settings};

/// A setting and a text.
pub fn check(data: &[u8]) {
    let Some((finder, text)) = input::choose(data, settings::all()) else { return };
    search::matches_are_sound(finder, text);
    search::words_around_change_nothing(finder, text);
    search::graphemes_are_whole(finder, input::text(text));
    if !finder.gives_every_reading() {
        search::matches_are_disjoint(finder, text);
    }
    if let Some((finder, text)) = input::choose(data, settings::unwrapped()) {
        search::words_beside_change_nothing(finder, input::text(text));
    }
}

//! Checks that any division of a text into chunks yields the same matches at the same offsets.

use super::{input, search, settings};

/// Reads `data` as a byte that selects the settings, a byte that selects the division, and a text.
pub fn check(data: &[u8]) {
    let Some((finder, rest)) = input::choose(data, settings::all()) else { return };
    let Some((&seed, text)) = rest.split_first() else { return };
    search::chunks_change_nothing(finder, text, u64::from(seed));
    search::cuts_change_nothing(finder, text);
    for settings in [settings::with_patterns(), settings::narrow()] {
        if let Some((finder, text)) = input::choose(data, settings) {
            search::chunks_change_nothing(finder, text, u64::from(seed));
        }
    }
}

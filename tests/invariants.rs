//! Tests properties of searches, on generated texts with many options and divisions into chunks.
//!
//! The properties are in `support::search`, which the fuzz targets use as well. `tests/html`, `tests/link` and
//! `tests/markdown_properties.rs` test the properties of markup, and `tests/growth.rs` tests the amount of work.

use linkwright::Finder;
use linkwright::find::Preset;
use proptest::prelude::*;
use support::{runs, search, soup};

mod support {
    #[cfg(feature = "patterns")]
    pub(crate) mod doubling;
    pub(crate) mod found;
    #[cfg(feature = "patterns")]
    pub(crate) mod patterns;
    pub(crate) mod runs;
    pub(crate) mod search;
    pub(crate) mod settings;
    pub(crate) mod soup;
}

#[path = "terminal/grid.rs"]
mod grid;
#[cfg(feature = "patterns")]
#[path = "patterns/properties.rs"]
mod patterns;

/// `PROPTEST_CASES` can set more cases.
fn settings() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(1500), failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(settings())]

    #[test]
    fn chunks_change_nothing(finder in soup::finder(), text in soup::bytes(), seed: u64) {
        search::chunks_change_nothing(finder, &text, seed);
    }

    #[test]
    fn cuts_change_nothing(finder in soup::finder(), text in soup::bytes()) {
        search::cuts_change_nothing(finder, &text);
    }

    /// The text consists of arbitrary bytes.
    #[test]
    fn random_bytes(finder in soup::finder(), text in prop::collection::vec(any::<u8>(), 0..200), seed: u64) {
        search::chunks_change_nothing(finder, &text, seed);
    }

    #[test]
    fn explanations_are_in_bounds(finder in soup::finder(), text in soup::bytes()) {
        search::explanations_are_in_bounds(finder, &text);
    }

    #[test]
    fn explanations_find_the_same(preset in prop::sample::select(Preset::ALL), text in soup::web()) {
        search::explanations_find_the_same(preset, text.as_bytes());
    }

    #[test]
    fn matches_are_sound(finder in soup::finder(), text in soup::bytes()) {
        search::matches_are_sound(finder, &text);
    }

    #[test]
    fn matches_are_disjoint(finder in soup::single_finder(), text in soup::bytes()) {
        search::matches_are_disjoint(finder, &text);
    }

    #[test]
    fn segments_are_the_text(finder in soup::finder(), text in soup::text()) {
        search::segments_are_the_text(finder, &text);
    }

    #[test]
    fn graphemes_are_whole(finder in soup::finder(), text in soup::text()) {
        search::graphemes_are_whole(finder, &text);
    }

    #[test]
    fn words_around_change_nothing(finder in soup::wordless_finder(), text in soup::bytes()) {
        search::words_around_change_nothing(finder, &text);
    }

    #[test]
    fn words_beside_change_nothing(finder in soup::unwrapped_finder(), text in soup::text()) {
        search::words_beside_change_nothing(finder, &text);
    }

    /// The same text yields the same matches, independently of earlier searches.
    #[test]
    fn earlier_searches_change_nothing(finder in soup::finder(), first in soup::bytes(), second in soup::bytes()) {
        let before = runs::whole(finder, &second);
        runs::whole(finder, &first);
        prop_assert_eq!(before, runs::whole(finder, &second));
    }
}

/// Where a candidate ends may depend on what follows a long run of one character: a label may have any number of hyphens
/// and symbols inside. A stream that is divided in the run, or directly after it, waits for that.
#[test]
fn a_run_of_one_character_may_be_divided() {
    let beginnings = "a@b www.b b.c http://b http://b.c http://b.c/ 1.2.3 localhost:80 tel:1 b.c/a b.c:8 \
        a@b.c- b.co- www. a@b. b.co. 1.2";
    let marks = "- . _ ' é % * ~ 1 a : / ? # & = + ! ) ] $ @ 中 。 ， \\ \u{AD} \u{200B} \u{301} \u{2010} \
        ❤ ™ → \u{FE0F} \u{200D}";
    for (beginning, mark) in
        beginnings.split(' ').flat_map(|it| marks.split(' ').map(move |mark| (it, mark)))
    {
        let rests = ["a.ca", "a.ca b", "@c.com", " x", "é.com", ".ws"];
        for (len, rest) in [17, 70, 40, 40, 33, 24].into_iter().zip(rests) {
            let text = [beginning, &mark.repeat(len), rest].concat();
            let run = beginning.len() + mark.len() * len;
            for setting in support::settings::all() {
                let whole = runs::whole(setting, text.as_bytes());
                for cut in [beginning.len() + mark.len() * 16, run - 1, run, run + 1] {
                    let (first, second) = text.as_bytes().split_at(cut);
                    let chunks = runs::stream(setting, [first, second].into_iter());
                    assert_eq!(whole, chunks, "{text:?} at {cut} {setting:?}");
                }
            }
        }
    }
}

#[test]
fn plain_links_are_found() {
    let found = Finder::new().find_iter("http://example.com/a and jane@example.com").count();
    assert_eq!(found, 2);
}

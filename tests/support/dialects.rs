//! Sets of Markdown dialects, for property tests.

use linkwright::rewrite::markdown::Dialects;
use proptest::prelude::*;

/// A strategy for sets of dialects: `AUTO`, `NONE`, single dialects and combinations.
pub(crate) fn dialects() -> impl Strategy<Value = Dialects> {
    let all: Vec<&str> = Dialects::AUTO.union(Dialects::MDX).names().collect();
    let named = |names: Vec<&str>| names.join(",").parse().expect("these are names");
    prop_oneof![
        2 => Just(Dialects::AUTO),
        1 => Just(Dialects::NONE),
        8 => prop::sample::select(all.clone()).prop_map(move |name| named(vec![name])),
        2 => prop::sample::subsequence(all, 2..=5).prop_map(named),
    ]
}

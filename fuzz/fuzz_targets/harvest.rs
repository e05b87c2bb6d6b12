#![no_main]

// This module is not in the library of the targets, because the tests of the root package include that library and
// cannot depend on the crate `linkwright-harvest`.
#[path = "../src/harvest.rs"]
mod harvest;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harvest::check(data));

#![no_main]

// Not in the library of the targets: the tests of the root package, which include that, cannot depend on
// the crate.
#[path = "../src/harvest.rs"]
mod harvest;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harvest::check(data));

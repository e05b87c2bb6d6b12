#![no_main]

// The module is not in the library of this crate, because the tests of `linkwright` include that library and cannot
// depend on the crate `linkwright-capi`.
#[path = "../src/capi/mod.rs"]
mod capi;

libfuzzer_sys::fuzz_target!(|data: &[u8]| capi::check(data));

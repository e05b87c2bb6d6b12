#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| linkwright_fuzz::patterns::check(data));

//! Makes the calls of the inputs in the fuzz corpus and of those that caused fixed bugs; `fuzz/README.md` describes both.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/src/capi/mod.rs"]
#[allow(unreachable_pub, reason = "the crate in `fuzz` shares this module")]
mod capi;

#[test]
fn calls_of_the_corpus_pass() {
    let mut made = 0;
    for kind in ["corpus", "regressions"] {
        let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
        let Ok(entries) = fs::read_dir(fuzz.join(kind).join("capi")) else { continue };
        for entry in entries {
            let path = entry.expect("an entry can be read").path();
            eprintln!("{}", path.display());
            capi::check(&fs::read(&path).expect("an input can be read"));
            made += 1;
        }
    }
    assert!(made >= 10, "only {made} inputs; the corpus may have moved");
}

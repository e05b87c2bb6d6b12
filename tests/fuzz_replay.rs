//! Calls the functions of the fuzz targets, without a fuzzer, with every input in `fuzz/corpus` and `fuzz/regressions`
//! and with the known failures in `fuzz/open`.

use core::panic::AssertUnwindSafe;
use std::fs;
use std::panic;
use std::path::{Path, PathBuf};

#[path = "../fuzz/src/lib.rs"]
#[allow(unreachable_pub, missing_docs, reason = "the file is also the root of a crate")]
mod fuzz;

/// The paths of the inputs of a target, sorted; none if the folder does not exist.
fn inputs(kind: &str, target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(kind).join(target);
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

/// The inputs in the folder `kind` on which their target panics, and the number of all inputs in it.
fn replay(kind: &str) -> (Vec<PathBuf>, usize) {
    let mut failed = Vec::new();
    let mut asked = 0;
    for &(target, check) in fuzz::TARGETS {
        for path in inputs(kind, target) {
            asked += 1;
            let data = fs::read(&path).expect("an input can be read");
            if panic::catch_unwind(AssertUnwindSafe(|| check(&data))).is_err() {
                failed.push(path);
            }
        }
    }
    (failed, asked)
}

#[test]
fn inputs_of_the_corpus_pass() {
    let (failed, asked) = replay("corpus");
    assert_eq!(failed, Vec::<PathBuf>::new());
    assert!(asked >= 100, "only {asked} inputs: the corpora may have moved");
}

/// The inputs of fixed bugs pass.
#[test]
fn fixed_regressions_pass() {
    let (failed, _) = replay("regressions");
    assert_eq!(failed, Vec::<PathBuf>::new());
}

/// Each input in `open` still fails. When its bug is fixed, the input moves to `regressions`.
#[test]
fn known_failures_still_fail() {
    let (failed, asked) = replay("open");
    assert_eq!(failed.len(), asked, "some known failures pass now; these still fail: {failed:?}");
}

/// Every folder of inputs has the name of a target, or another test reads it.
#[test]
fn every_folder_is_read() {
    for kind in ["corpus", "regressions", "open"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(kind);
        for entry in fs::read_dir(folder).expect("the folder exists") {
            let name = entry.expect("an entry can be read").file_name();
            let name = name.to_string_lossy().into_owned();
            let is_read = ["html", "markdown", "capi", "harvest", "README.md"]
                .contains(&name.as_str())
                || fuzz::TARGETS.iter().any(|(target, _)| *target == name);
            assert!(is_read, "{kind}/{name}");
        }
    }
}

//! What the fuzzer kept of documents and what it found, asked again: see `fuzz/README.md`.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/src/harvest.rs"]
#[allow(unreachable_pub, reason = "it is a module of a crate of its own there")]
mod harvest;

#[test]
fn kept_documents_hold() {
    let mut asked = 0;
    for kind in ["corpus", "regressions"] {
        let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
        let Ok(entries) = fs::read_dir(fuzz.join(kind).join("harvest")) else { continue };
        for entry in entries {
            let path = entry.expect("an entry can be read").path();
            eprintln!("{}", path.display());
            harvest::check(&fs::read(&path).expect("an input can be read"));
            asked += 1;
        }
    }
    assert!(asked >= 10, "only {asked} inputs: the corpus is not where it was");
}

/// What is compressed or packed is told by its content, which the fuzzer finds.
#[test]
fn each_format_of_text_has_a_name() {
    use linkwright_harvest::Format;

    const PACKED: [&str; 9] =
        ["gzip", "zstd", "bzip2", "xz", "zip", "tar", "ole", "sqlite", "bplist"];
    let names = harvest::NAMES.map(Format::of_name);
    for format in Format::all().filter(|format| !PACKED.contains(&format.name())) {
        assert!(names.contains(&Some(format)), "a name of {format} in fuzz/src/harvest.rs");
    }
}

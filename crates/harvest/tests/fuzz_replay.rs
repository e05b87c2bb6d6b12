//! Reads the documents in the fuzz corpus and the documents that caused fixed bugs; `fuzz/README.md` describes both.

use std::fs;
use std::path::{Path, PathBuf};

use linkwright_harvest::Format;

#[path = "../../../fuzz/src/harvest.rs"]
#[allow(unreachable_pub, reason = "the crate in `fuzz` shares this module")]
mod harvest;

/// The kept inputs with their paths.
fn inputs(kind: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let entries = fs::read_dir(fuzz.join(kind).join("harvest")).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    paths.map(|path| (path.clone(), fs::read(path).expect("an input can be read"))).collect()
}

#[test]
fn documents_of_the_corpus_pass() {
    let inputs = [inputs("corpus"), inputs("regressions")].concat();
    assert!(inputs.len() >= 10, "only {} inputs; the corpus may have moved", inputs.len());
    for (path, input) in inputs {
        eprintln!("{}", path.display());
        harvest::check(&input);
    }
}

/// The fuzzer changes parts of packages, so the packages around them must be valid.
#[test]
fn packages_of_the_fuzz_target_are_valid() {
    for (file, document, count) in [
        ("docx", "<w:p><w:t>http://a.exa</w:t><w:t>mple/</w:t></w:p>", 1),
        ("xlsx", "<x:worksheet><x:c t='str'><x:v>http://a.example/</x:v></x:c></x:worksheet>", 1),
        ("odt", "<text:p>http://a.example/</text:p>\u{1E}<a/>", 1),
        (
            "epub",
            "<item href='a.xhtml'/>\u{1E}<rootfile full-path='a.opf'/>\u{1E}<p>http://a.example/</p>",
            1,
        ),
    ] {
        let data = format!("{file}\n{document}").into_bytes();
        assert_eq!(harvest::links(&data), count, "{file}");
        harvest::check(&data);
    }
}

/// The fuzzer begins with an input of every format; the first line of an input is the ending of a name.
#[test]
fn every_format_has_an_input() {
    let inputs = inputs("corpus");
    for format in Format::all() {
        let begins = |one: &(PathBuf, Vec<u8>)| {
            let is_ending = |ending: &&str| {
                one.1.strip_prefix(ending.as_bytes()).is_some_and(|rest| rest.starts_with(b"\n"))
            };
            format.endings().iter().any(is_ending)
        };
        assert!(inputs.iter().any(begins), "add an input of {format} to fuzz/corpus/harvest");
    }
}

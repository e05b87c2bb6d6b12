//! Reads the documents in the fuzz corpus and the documents that caused fixed bugs; `fuzz/README.md` describes both.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/src/harvest.rs"]
#[allow(unreachable_pub, reason = "the crate in `fuzz` shares this module")]
mod harvest;

#[test]
fn documents_of_the_corpus_pass() {
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
    assert!(asked >= 10, "only {asked} inputs; the corpus may have moved");
}

/// The fuzzer changes parts of packages, so the packages around them must be valid.
#[test]
fn packages_of_the_fuzz_target_are_valid() {
    let name = |name: &str| {
        let at = harvest::NAMES.iter().position(|one| *one == name).expect("a name");
        u8::try_from(at).expect("few names")
    };
    for (file, document, count) in [
        ("a.docx", "<w:p><w:t>http://a.exa</w:t><w:t>mple/</w:t></w:p>", 1),
        ("a.xlsx", "<x:worksheet><x:c t='str'><x:v>http://a.example/</x:v></x:c></x:worksheet>", 1),
        ("a.odt", "<text:p>http://a.example/</text:p>\u{1E}<a/>", 1),
        (
            "a.epub",
            "<item href='a.xhtml'/>\u{1E}<rootfile full-path='a.opf'/>\u{1E}<p>http://a.example/</p>",
            1,
        ),
    ] {
        let data = [&[name(file)], document.as_bytes()].concat();
        assert_eq!(harvest::links(&data), count, "{file}");
        harvest::check(&data);
    }
}

/// Every format has a name in the fuzz target, except packed and binary formats, which are recognized by their content,
/// and office documents, which have several names.
#[test]
fn every_text_format_has_a_name() {
    use linkwright_harvest::Format;

    const PACKED: &[&str] =
        &["gzip", "zstd", "bzip2", "xz", "zip", "tar", "office", "epub", "ole", "sqlite"];
    let names: Vec<_> = harvest::NAMES.iter().map(|name| Format::of_name(name)).collect();
    for format in Format::all().filter(|format| !PACKED.contains(&format.name())) {
        assert!(names.contains(&Some(format)), "fuzz/src/harvest.rs has no name for {format}");
    }
}

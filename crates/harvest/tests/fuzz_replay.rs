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

/// Parts of packages are what the fuzzer changes, so the packages around them have to be sound.
#[test]
fn packages_are_sound() {
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

/// What is compressed or packed is told by its content, which the fuzzer finds.
#[test]
fn each_format_of_text_has_a_name() {
    use linkwright_harvest::Format;

    const PACKED: [&str; 8] = ["gzip", "zstd", "bzip2", "xz", "zip", "tar", "office", "epub"];
    let names = harvest::NAMES.map(Format::of_name);
    for format in Format::all().filter(|format| !PACKED.contains(&format.name())) {
        assert!(names.contains(&Some(format)), "a name of {format} in fuzz/src/harvest.rs");
    }
}

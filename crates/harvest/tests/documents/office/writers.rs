//! Documents of independent writers: python-docx, openpyxl, `XlsxWriter`, python-pptx, odfpy, ebooklib.
//!
//! The writers run in the Python interpreter that `LINKWRIGHT_WITNESS` names, or in `python3`. A writer that is not
//! installed is skipped, and the test says so.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use super::rows;
use crate::support::{Folder, read_plainly};

/// What writers put into every document.
const OF_WRITERS: &[&str] = &["https://github.com/", "http://example.com/"];

#[test]
fn the_links_of_their_documents_are_found() {
    let folder = Folder::new("office-writers");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/witness/office.py");
    let python = std::env::var_os("LINKWRIGHT_WITNESS").unwrap_or_else(|| "python3".into());
    let Ok(output) = Command::new(python).arg(script).arg(&folder.0).output() else {
        eprintln!("skipped: there is no Python interpreter");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut words = line.split(' ');
        let name = words.next().unwrap();
        if name == "missing" {
            eprintln!("skipped: {} is not installed", words.next().unwrap_or_default());
            continue;
        }
        let expected: BTreeSet<&str> = words.collect();
        let found = read_plainly(name, &std::fs::read(folder.0.join(name)).unwrap());
        let uris = found.located.iter().filter_map(|link| Some(link.uri()?.as_str().to_owned()));
        let uris: BTreeSet<String> =
            uris.filter(|uri| !OF_WRITERS.iter().any(|own| uri.starts_with(own))).collect();
        let uris: BTreeSet<&str> = uris.iter().map(|uri| &**uri).collect();
        assert_eq!(uris, expected, "{name}: {:#?}", rows(&found));
        let harmful = found.kinds.iter().filter(|kind| **kind != "binary").count();
        assert_eq!(harmful, 0, "{name}: {:?}", found.diagnostics);
    }
}

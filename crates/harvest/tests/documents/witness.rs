//! Documents that independent programs write, with their expected links.
//!
//! The writers run in the Python interpreter that `LINKWRIGHT_WITNESS` names, or in `python3`. If a writer is not
//! installed, the test prints one line and skips that writer.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::support::{Folder, Found, read_plainly};

/// A document by an independent writer.
pub(crate) struct Document {
    pub(crate) name: String,
    /// The URIs in the document.
    pub(crate) expected: BTreeSet<String>,
    pub(crate) found: Found,
}

impl Document {
    /// The URIs that the harvester found, except URIs that begin with one of `left_out`.
    pub(crate) fn uris(&self, left_out: &[&str]) -> BTreeSet<String> {
        let links = self.found.located.iter();
        let uris = links.filter_map(|link| Some(link.uri()?.as_str().to_owned()));
        uris.filter(|uri| !left_out.iter().any(|own| uri.starts_with(own))).collect()
    }
}

/// Runs a script of `tests/witness` and reads the documents that it writes. The script prints a line for each document:
/// the name and the URIs, separated by blanks; or `missing` and the name of the writer.
pub(crate) fn documents(script: &str) -> Vec<Document> {
    let folder = Folder::new(&format!("witness-{script}"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/witness").join(script);
    let python = std::env::var_os("LINKWRIGHT_WITNESS").unwrap_or_else(|| "python3".into());
    let Ok(output) = Command::new(python).arg(path).arg(&folder.0).output() else {
        eprintln!("skipped: the Python interpreter was not found");
        return Vec::new();
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut documents = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut words = line.split(' ').map(str::to_owned);
        let name = words.next().unwrap();
        if name == "missing" {
            eprintln!("skipped: {} is not installed", words.next().unwrap_or_default());
            continue;
        }
        let found = read_plainly(&name, &std::fs::read(folder.0.join(&name)).unwrap());
        documents.push(Document { name, expected: words.collect(), found });
    }
    documents
}

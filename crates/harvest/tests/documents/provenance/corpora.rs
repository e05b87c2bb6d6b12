//! Verifies the places of the links in real files. The environment variable `LINKWRIGHT_CORPORA` names the folder of
//! these files.

use std::path::{Path, PathBuf};
use std::{env, fs};

use linkwright_harvest::Harvester;

use super::super::support::Found;
use super::{Proof, Proofs, prove};

/// All files in a folder and its subfolders.
fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        if path.is_dir() { files(&path, all) } else { all.push(path) }
    }
}

#[test]
fn links_in_real_files_have_the_recorded_places() {
    let Some(folder) = env::var_os("LINKWRIGHT_CORPORA").map(PathBuf::from) else {
        return eprintln!("skipped: LINKWRIGHT_CORPORA is not set");
    };
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    assert!(!paths.is_empty(), "{} has no files", folder.display());
    let mut all = Proofs::new();
    let mut wrong = Vec::new();
    for path in &paths {
        let bytes = fs::read(path).unwrap();
        let mut found = Found::default();
        Harvester::new().read_path(path, &mut found);
        for link in &found.located {
            match prove(&bytes, link) {
                Ok(proof) => *all.entry(proof).or_default() += 1,
                Err(what) => wrong.push(format!("{}: {what}", path.display())),
            }
        }
    }
    eprintln!("{} files: {all:?}", paths.len());
    assert!(wrong.is_empty(), "{} links are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(all.get(&Proof::Cut).is_some_and(|cut| *cut > 0), "no link was cut out of its file");
}

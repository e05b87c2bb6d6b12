//! Reads web archives by independent writers (warcio, wget, and a script that imitates Common Crawl), and compares the
//! links and the places of the records with the results of independent readers (warcio with html.parser, and fastwarc).
//!
//! The writers and readers are Python packages (`witness/requirements.txt`). The environment variable
//! `LINKWRIGHT_WITNESS` names an interpreter that has them; the default is `python3`. If a package is missing, the
//! tests print that they are skipped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use linkwright_harvest::{Harvester, Located, WarcType};

/// The output of `tests/witness/warc.py` with `args`; `None` if its packages are missing.
fn witness(args: &[&str]) -> Option<String> {
    let python = env::var_os("LINKWRIGHT_WITNESS").unwrap_or_else(|| "python3".into());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/witness/warc.py");
    let output = match Command::new(&python).arg(script).args(args).output() {
        Ok(output) => output,
        Err(error) => {
            eprintln!("skipped: {}: {error}", python.display());
            return None;
        }
    };
    let text = String::from_utf8(output.stdout).unwrap();
    if output.status.code() == Some(77) {
        eprint!("{text}");
        assert!(
            env::var_os("LINKWRIGHT_WITNESS").is_none(),
            "the interpreter that LINKWRIGHT_WITNESS names lacks packages"
        );
        return None;
    }
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(text)
}

/// The archives by all writers; `None` if the packages are missing.
fn archives(test: &str) -> Option<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    // Print the output of the script, which reports missing writers.
    eprint!("{}", witness(&["make", folder.to_str().unwrap()])?);
    let mut paths: Vec<PathBuf> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 4, "{paths:?}");
    Some(paths)
}

/// The number of occurrences of each line.
fn counted(lines: impl IntoIterator<Item = String>) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    for line in lines {
        *counted.entry(line).or_default() += 1;
    }
    counted
}

/// The lines of an output of the script.
fn lines(text: &str) -> impl Iterator<Item = String> {
    text.lines().map(str::to_owned)
}

#[test]
fn the_links_are_those_that_python_finds() {
    let Some(paths) = archives("warc-links") else { return };
    for path in paths {
        let expected = counted(lines(&witness(&["links", path.to_str().unwrap()]).unwrap()));
        let mut found = Vec::new();
        let summary = Harvester::new().read_path(&path, &mut |link: &Located<'_>| {
            let url = link.warc_record().unwrap().url.clone().unwrap_or_default();
            // wget stores its log and its arguments as text, which the Python reader does not search.
            if !url.starts_with("metadata://") {
                found.push(format!("{url}\t{}", link.uri().unwrap()));
            }
        });
        // The harvester reports a base as a link of its page; Python reports only the base of a WAT record.
        let found = counted(found.into_iter().filter(|link| !is_base_of_page(link)));
        assert_eq!(found, expected, "{}", path.display());
        assert!(expected.len() > 10 && summary.diagnostics == 0, "{}", path.display());
    }
}

fn is_base_of_page(link: &str) -> bool {
    link.contains("\thttp://base") && link.ends_with("/dir/")
}

#[test]
fn records_have_the_places_that_python_reports() {
    let Some(paths) = archives("warc-places") else { return };
    for path in paths {
        let name = path.to_str().unwrap();
        let index = witness(&["index", name]).unwrap();
        let positions = witness(&["positions", name]).unwrap();
        let harvester = Harvester::builder().warc_types(WarcType::ALL).build().unwrap();
        let mut found: Vec<(u64, u64, String)> = Vec::new();
        harvester.read_path(&path, &mut |link: &Located<'_>| {
            let record = link.warc_record().unwrap();
            let kind = record.record_type.clone();
            found.push((record.offset.unwrap(), record.length.unwrap(), kind));
        });
        found.dedup();
        assert!(found.len() > 6, "{name}");
        for (offset, length, kind) in found {
            let place = format!("{offset}\t{length}\t{kind}");
            assert!(lines(&index).any(|line| line == place), "{name}: {place}\n{index}");
            let place = format!("{offset}\t{kind}");
            assert!(lines(&positions).any(|line| line == place), "{name}: {place}\n{positions}");
        }
    }
}

//! What is built upon: every license is one that asks for nothing but a notice, and what the library and
//! the command are made of is there once.
//!
//! `cargo metadata` answers from what is on the disk, so this needs no network and no other tool.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// Licenses that a user of the library can live with whatever the user's own is.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
    "bzip2-1.0.6",
];

/// Copyleft for the files of the crate itself, which are not changed here: the CSS selectors that
/// `lol_html` matches with.
const FILE_COPYLEFT: &[(&str, &str)] = &[
    ("MPL-2.0", "cssparser"),
    ("MPL-2.0", "cssparser-macros"),
    ("MPL-2.0", "dtoa-short"),
    ("MPL-2.0", "selectors"),
];

/// Crates of which two versions are in the library or the command, and why.
const TWICE: &[(&str, &str)] = &[
    ("foldhash", "of the two versions of hashbrown"),
    ("getrandom", "the hasher of parquet asks for 0.3"),
    ("hashbrown", "the statement cache of rusqlite asks for 0.15"),
    ("syn", "derive macros move to version 3 one by one; none is left at run time"),
];

fn metadata() -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--offline", "--all-features"])
        .args(["--filter-platform", &host()])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("it is JSON")
}

/// The platform that is built for: of others the crates are not on the disk.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("it says so").to_owned()
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

/// Whether one of the choices of an SPDX expression is permissive throughout.
///
/// Parentheses stand only around choices in what is used here, so that `AND` is what they separate.
fn is_permissive(package: &str, license: &str) -> bool {
    let is_known = |one: &str| {
        let one = one.split(" WITH ").next().unwrap_or_default().trim();
        PERMISSIVE.contains(&one) || FILE_COPYLEFT.contains(&(one, package))
    };
    let license = license.replace(['(', ')'], "").replace('/', " OR ");
    license.split(" AND ").all(|part| part.split(" OR ").any(is_known))
}

#[test]
fn licenses_are_permissive() {
    let metadata = metadata();
    let foreign = packages(&metadata).filter_map(|package| {
        let name = package["name"].as_str().unwrap_or_default();
        let license = package["license"].as_str().unwrap_or("none");
        (!is_permissive(name, license)).then(|| format!("{name}: {license}"))
    });
    assert_eq!(foreign.collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn expressions_are_understood() {
    for license in [
        "MIT",
        "MIT/Apache-2.0",
        "(GPL-3.0 OR MIT) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(is_permissive("x", license), "{license}");
    }
    for license in ["GPL-3.0", "MIT AND GPL-3.0", "MPL-2.0", "none"] {
        assert!(!is_permissive("x", license), "{license}");
    }
}

/// The packages that the library and the command are made of, build scripts and tests left out.
fn shipped(metadata: &Value) -> BTreeSet<&str> {
    let nodes: BTreeMap<&str, &Value> = metadata["resolve"]["nodes"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let members = metadata["workspace_members"].as_array().into_iter().flatten();
    let mut open: Vec<&str> =
        members.filter_map(Value::as_str).filter(|id| !id.contains("bench-peers")).collect();
    let mut shipped = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !shipped.insert(id) {
            continue;
        }
        let dependencies = nodes.get(id).and_then(|node| node["deps"].as_array());
        let is_normal = |one: &&Value| {
            let mut kinds = one["dep_kinds"].as_array().into_iter().flatten();
            kinds.any(|kind| kind["kind"].is_null())
        };
        let normal = dependencies.into_iter().flatten().filter(is_normal);
        open.extend(normal.filter_map(|one| one["pkg"].as_str()));
    }
    shipped
}

#[test]
fn nothing_is_shipped_twice() {
    let metadata = metadata();
    let shipped = shipped(&metadata);
    let mut versions: BTreeMap<&str, usize> = BTreeMap::new();
    for package in packages(&metadata) {
        if package["id"].as_str().is_some_and(|id| shipped.contains(id)) {
            *versions.entry(package["name"].as_str().unwrap_or_default()).or_default() += 1;
        }
    }
    assert!(versions.contains_key("memchr"), "nothing was found at all");
    let twice: Vec<&str> =
        versions.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name).collect();
    let known: Vec<&str> = TWICE.iter().map(|(name, _)| *name).collect();
    assert_eq!(twice, known);
}

//! Checks the dependencies: their licenses are permissive, and the library and the command contain only one version of
//! each crate. `.cargo/deny.toml` and the table below list the exceptions.
//!
//! `cargo tree` reads the lock file and the crates that the build of these tests has downloaded, so the tests need no
//! network and no other tool. Optional crates and crates of other platforms may not be downloaded yet; the ignored
//! tests check them after these commands:
//!
//! ```sh
//! cargo fetch --locked
//! cargo fetch --locked --manifest-path crates/python/Cargo.toml
//! cargo test --test dependencies -- --include-ignored
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The licenses that are accepted, and the crates with another one.
const ACCEPTED: &str = include_str!("../.cargo/deny.toml");

/// The crates of which the library or the command contains two versions, with the reasons.
const TWICE: &[(&str, &str)] = &[
    ("getrandom", "the hasher of parquet needs 0.3"),
    ("hashbrown", "the statement cache of rusqlite needs 0.15"),
    ("syn", "derive macros move to version 3 one by one; no program contains this crate"),
];

/// A package of the dependency tree.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Package {
    name: String,
    version: String,
    license: String,
}

/// The packages that `cargo tree` prints with `options`.
///
/// `--locked` prevents a request to the registry for newer versions.
fn packages(options: &[&str]) -> BTreeSet<Package> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["tree", "--locked", "--prefix=none", "--format={p}|{l}"])
        .args(options)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("names and licenses are UTF-8");
    let packages: BTreeSet<Package> = text.lines().filter_map(package).collect();
    assert!(
        packages.iter().any(|package| package.name == "memchr"),
        "`cargo tree` lists no packages"
    );
    packages
}

/// Reads `memchr v2.7.4|Unlicense OR MIT (*)`, where `(*)` marks a package that was printed before.
/// An empty line separates the trees of two members.
fn package(line: &str) -> Option<Package> {
    let (package, license) = line.split_once('|')?;
    let mut words = package.split(' ').map(str::to_owned);
    let license = license.trim_end_matches("(*)").trim().to_owned();
    Some(Package { name: words.next()?, version: words.next()?, license })
}

fn quoted(text: &str) -> Vec<&str> {
    text.split('"').skip(1).step_by(2).collect()
}

/// Whether every operand of `AND` in an SPDX expression offers a permissive license.
///
/// In the licenses of these dependencies, parentheses enclose only `OR` expressions, so they can be removed.
fn is_permissive(package: &str, license: &str) -> bool {
    let (_, accepted) = ACCEPTED.split_once("\nallow = [").expect("a list of licenses");
    let (permissive, rest) = accepted.split_once(']').expect("the end of the list");
    let permissive = quoted(permissive);
    let is_known = |one: &str| {
        let is_exception = |line: &str| quoted(line) == [one, package];
        permissive.contains(&one) || rest.lines().any(is_exception)
    };
    let license = license.replace(['(', ')'], "").replace('/', " OR ");
    license.split(" AND ").all(|part| part.split(" OR ").map(str::trim).any(is_known))
}

/// The packages of all members with a license that is not permissive.
fn foreign(options: &[&str]) -> Vec<String> {
    let options = [&["--workspace", "--edges=normal,build,dev"], options].concat();
    let is_foreign = |package: &Package| !is_permissive(&package.name, &package.license);
    let packages = packages(&options).into_iter().filter(is_foreign);
    packages.map(|Package { name, license, .. }| format!("{name}: {license}")).collect()
}

#[test]
fn licenses_are_permissive() {
    assert_eq!(foreign(&[]), Vec::<String>::new());
}

#[test]
#[ignore = "needs all crates: run `cargo fetch --locked`"]
fn licenses_of_all_features_and_platforms_are_permissive() {
    assert_eq!(foreign(&["--all-features", "--target=all"]), Vec::<String>::new());
}

#[test]
#[ignore = "needs the crates of the Python package: run `cargo fetch --locked`"]
fn licenses_of_the_python_package_are_permissive() {
    let options = ["--manifest-path=crates/python/Cargo.toml", "--target=all"];
    assert_eq!(foreign(&options), Vec::<String>::new());
}

#[test]
fn license_expressions_are_understood() {
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

/// The crates of which the library and the command contain two versions; crates that only build
/// scripts and tests use are left out.
fn twice(options: &[&str]) -> Vec<String> {
    let shipped = ["--package=linkwright", "--package=linkwright-cli", "--edges=normal"];
    let options = [&shipped, options].concat();
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages(&options) {
        versions.entry(package.name).or_default().insert(package.version);
    }
    versions.into_iter().filter(|(_, all)| all.len() > 1).map(|(name, _)| name).collect()
}

#[test]
fn nothing_is_shipped_twice() {
    let known = |name: &String| TWICE.iter().any(|(known, _)| known == name);
    let unknown: Vec<String> = twice(&[]).into_iter().filter(|name| !known(name)).collect();
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
#[ignore = "needs all crates: run `cargo fetch --locked`"]
fn nothing_is_shipped_twice_with_all_features() {
    let known: Vec<&str> = TWICE.iter().map(|(name, _)| *name).collect();
    assert_eq!(twice(&["--all-features"]), known);
}

/// A version of the compiler, such as 1.89 or 1.89.0.
fn compiler(version: &str) -> Vec<u32> {
    version.split('.').map(|number| number.parse().expect("a number")).collect()
}

/// No crate declares a higher `rust-version` than the workspace. A crate without a `rust-version` may still need a
/// newer compiler. In the code of this repository, the lint `incompatible_msrv` checks the items of the standard
/// library.
#[test]
#[ignore = "needs all crates: run `cargo fetch --locked`"]
fn no_dependency_needs_a_newer_compiler() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["metadata", "--locked", "--offline", "--format-version=1", "--all-features"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let stated = |package: &serde_json::Value| package["rust_version"].as_str().map(compiler);
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let ours = packages.iter().find(|package| package["name"] == "linkwright").and_then(stated);
    let is_younger = |package: &&serde_json::Value| stated(package) > ours;
    let younger = packages.iter().filter(is_younger).map(|package| package["id"].to_string());
    assert!(ours.is_some(), "the workspace declares a `rust-version`");
    assert_eq!(younger.collect::<Vec<_>>(), Vec::<String>::new());
}

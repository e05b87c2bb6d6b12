//! Checks that the table of top-level domains is the one that the rules of the `psl` crate generate.
//!
//! ```sh
//! cargo update -p psl && BLESS=1 cargo test --test public_suffix
//! ```

use core::fmt::Write as _;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::{env, fs};

mod support {
    pub(crate) mod generated;
}

const TABLE: &str = "src/public_suffix/table.in";

#[test]
fn the_table_matches_the_list() {
    let rules = fs::read_to_string(rules_file()).expect("the rules of the list can be read");
    support::generated::hold(TABLE, &Suffixes::read(&rules).table(), "public_suffix");
}

/// The file of rules from which the `psl` crate was built, in the version of the lock file.
///
/// The compiler writes a list of the sources of each dependency next to the test program. `cargo metadata` would need
/// the dependencies of all packages and platforms.
fn rules_file() -> PathBuf {
    let lock = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock"));
    let lock = lock.expect("the lock file can be read");
    let after = lock.split("name = \"psl\"\n").nth(1).expect("the lock file names psl");
    let version = after.lines().next().expect("a version");
    let program = env::current_exe().expect("the program has a path");
    let folder = program.parent().expect("the program is in a folder");
    let notes = fs::read_dir(folder).expect("the folder can be read").filter_map(|entry| {
        let path = entry.ok()?.path();
        let name = path.file_name()?.to_str()?;
        let is_note = name.starts_with("psl-") && path.extension() == Some("d".as_ref());
        is_note.then(|| fs::read_to_string(&path).ok())?
    });
    let folders = notes.filter_map(|note| {
        let source = note.lines().find_map(|line| line.strip_suffix("/src/lib.rs:"))?;
        Some(PathBuf::from(source))
    });
    let is_locked = |folder: &PathBuf| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        manifest.lines().any(|line| line == version)
    };
    let folder = folders.into_iter().find(is_locked).expect("the sources of psl were compiled");
    folder.join("data/rules.txt")
}

/// The top-level domains of the rules.
#[derive(Default)]
struct Suffixes<'r> {
    /// Top-level domains that are public suffixes.
    labels: BTreeSet<&'r str>,
    /// Top-level domains that are not public suffixes, while all names below them are: `*.ck`.
    third_level_only: BTreeSet<&'r str>,
    /// The public suffixes below each top-level domain.
    below: BTreeMap<&'r str, BTreeSet<&'r str>>,
}

impl<'r> Suffixes<'r> {
    fn read(rules: &'r str) -> Suffixes<'r> {
        let mut all = Suffixes::default();
        // An exception, such as `!www.ck`, is below a name that has a rule, so it is skipped.
        let rules = rules.lines().map(str::trim).filter(|rule| !rule.starts_with("//"));
        for rule in rules.filter(|rule| !rule.is_empty() && !rule.starts_with('!')) {
            match rule.rsplit_once('.') {
                None => _ = all.labels.insert(rule),
                Some(("*", label)) => _ = all.third_level_only.insert(label),
                Some((_, label)) => _ = all.below.entry(label).or_default().insert(rule),
            }
        }
        let Suffixes { labels, third_level_only, below } = &mut all;
        third_level_only.retain(|label| !labels.contains(label));
        below.retain(|label, _| !labels.contains(label) && !third_level_only.contains(label));
        all
    }

    fn table(&self) -> String {
        let mut out = String::from(
            "// Generated from the rules of the `psl` crate by `tests/public_suffix.rs`: do not edit.\n\n\
             /// The top-level domains: the entry at index `n` contains those of `n` bytes, in order.\n",
        );
        let mut all: BTreeSet<&str> = self.labels.union(&self.third_level_only).copied().collect();
        all.extend(self.below.keys());
        let longest = all.iter().map(|label| label.len()).max().unwrap_or(0);
        _ = writeln!(out, "const BY_LENGTH: [&str; {}] = [", longest + 1);
        for len in 0..=longest {
            let labels = all.iter().filter(|label| label.len() == len);
            // At most 80 columns, so that a diff shows each change separately.
            let rows = labels.copied().collect::<Vec<_>>();
            let rows = rows.chunks((80 / len.max(1)).max(1)).map(<[&str]>::concat);
            _ = writeln!(out, "    \"{}\",", rows.collect::<Vec<_>>().join("\\\n     "));
        }
        out.push_str("];\n\n/// The top-level domains that are not public suffixes, although every name directly below them is one.\n");
        list(&mut out, "THIRD_LEVEL_ONLY", self.third_level_only.iter());
        out.push_str(
            "\n/// The public suffixes below top-level domains that have no rule themselves.\n",
        );
        list(&mut out, "SECOND_LEVEL", self.below.values().flatten());
        out
    }
}

fn list<'r>(out: &mut String, name: &str, suffixes: impl Iterator<Item = &'r &'r str>) {
    _ = writeln!(out, "const {name}: &[&str] = &[");
    suffixes.for_each(|suffix| _ = writeln!(out, "    \"{suffix}\","));
    out.push_str("];\n");
}

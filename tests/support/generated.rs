//! Files that are generated from the repository or its dependencies.

use std::path::Path;
use std::{env, fs};

/// Compares the file at `path`, which is relative to the package, with `expected`; `BLESS=1` writes it.
///
/// # Panics
/// If the file differs from `expected`. The message shows the lines that only one of the two contains, and the command
/// that accepts the change.
pub(crate) fn hold(path: &str, expected: &str, test: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let actual = fs::read_to_string(&file).unwrap_or_default();
    if actual == expected {
        return;
    }
    if env::var_os("BLESS").is_some() {
        fs::write(&file, expected).expect("the file can be written");
        return;
    }
    let only = |of: &str, other: &str, sign: char| {
        let other: std::collections::HashSet<&str> = other.lines().collect();
        let lines = of.lines().filter(|line| !other.contains(line));
        lines.map(|line| format!("{sign} {line}")).collect::<Vec<_>>()
    };
    let changes = [only(&actual, expected, '-'), only(expected, &actual, '+')].concat().join("\n");
    panic!(
        "{path} is out of date:\n\n{changes}\n\nto accept the change: BLESS=1 cargo test --test {test}"
    );
}

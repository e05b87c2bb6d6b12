//! `fixtures/known_failures.txt`: the cases that currently fail.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The full names of the cases on the list. A `#` begins a comment.
pub(crate) fn load(root: &Path) -> BTreeSet<String> {
    let list = fs::read_to_string(root.join("known_failures.txt")).unwrap_or_default();
    let lines = list.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

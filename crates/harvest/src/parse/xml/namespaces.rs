//! The names of the namespaces that a document declares.

use std::collections::HashSet;

/// How many names are kept.
const MOST: usize = 256;

/// The names of the namespaces of a document. They are URIs that lead nowhere, and documents repeat
/// them as values: `<feature ns="http://...">`.
#[derive(Debug, Default)]
pub(super) struct Namespaces(HashSet<String>);

impl Namespaces {
    pub(super) fn declare(&mut self, name: String) {
        if self.0.len() < MOST && !name.is_empty() {
            self.0.insert(name);
        }
    }

    pub(super) fn contains(&self, value: &str) -> bool {
        self.0.contains(value)
    }
}

//! The links whose text is collected, by their numbers.

use crate::parse::anchor::Target;

/// The links whose text is collected.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) targets: Vec<Option<Target>>,
    pub(super) shown: Vec<String>,
}

impl Links {
    /// The number of a new link that leads to `reference`, if that is known.
    pub(super) fn add(&mut self, reference: Option<&str>) -> usize {
        self.targets.push(reference.map(Target::new));
        self.shown.push(String::new());
        self.targets.len() - 1
    }
}

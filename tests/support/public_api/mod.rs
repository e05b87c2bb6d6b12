//! The public items of a crate, read from its sources.

mod items;
mod paths;
mod tidy;

use std::collections::BTreeSet;

pub(crate) use paths::Sources;

/// The public items, one on each line, in the order of their paths.
pub(crate) fn listing(sources: &Sources) -> String {
    let mut lines = BTreeSet::new();
    for module in sources.modules() {
        items::list(sources, module, &mut lines);
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

//! The values by which links are counted.

use std::borrow::Cow;

use clap::ValueEnum;

use super::row::Row;

/// The value by which links are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GroupBy {
    /// The host, in lower case; for an address the part after `@`
    Host,
    /// The registrable part of the host; an IP address unchanged
    Domain,
    /// The scheme, in lower case
    Scheme,
    /// The file that contains the link
    File,
}

impl GroupBy {
    /// The labels under which `row` is counted: several for a `mailto:` URI whose recipients have several hosts,
    /// otherwise one. The label is empty if the row has no such value: a `tel:` URI has no host.
    pub(super) fn labels(self, row: &Row<'_>) -> Vec<String> {
        let labels = match self {
            GroupBy::Host => row.hosts(),
            GroupBy::Domain => row.domains(),
            GroupBy::Scheme => row.scheme().map(Cow::into_owned).into_iter().collect(),
            GroupBy::File => vec![row.source().name.clone()],
        };
        if labels.is_empty() { vec![String::new()] } else { labels }
    }
}

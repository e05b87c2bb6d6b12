//! The property by which `--by` counts links.

use std::borrow::Cow;

use clap::ValueEnum;
use linkwright_harvest::record::{destination, document_link};

use super::row::Row;

/// The property by which links are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GroupBy {
    /// The host, in lower case; for an e-mail address the part after `@`
    Host,
    /// The registrable part of the host, or the whole IP address
    Domain,
    /// The scheme, in lower case
    Scheme,
    /// The file that contains the link
    File,
}

impl GroupBy {
    /// The labels under which `row` is counted. A `mailto:` URI with recipients on several hosts has several labels. If
    /// the row does not have the property (a `tel:` URI has no host), the only label is `-`.
    pub(super) fn labels(self, row: &Row<'_>) -> Vec<String> {
        let labels = match self {
            GroupBy::Host => {
                let hosts = row.uri.map(destination::destinations).unwrap_or_default();
                hosts.iter().map(|one| one.host().to_owned()).collect()
            }
            GroupBy::Domain => document_link::domains(row.uri),
            GroupBy::Scheme => row.scheme().map(Cow::into_owned).into_iter().collect(),
            GroupBy::File => vec![row.source.name.clone()],
        };
        if labels.is_empty() { vec!["-".to_owned()] } else { labels }
    }
}

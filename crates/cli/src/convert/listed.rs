//! Defines the entries of the list of links of a document.

use linkwright::find::{Flag, Flags};
use linkwright::uri::UriReference;
use linkwright::uri::hazards::{Code, Severity};
use linkwright_harvest::Origin;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::selection::{Candidate, FilterArgs, Kind};
use linkwright_harvest::record::Link;

/// A link of a document: its LINK record, and its hazards of severity `warn` or higher.
#[derive(Debug)]
pub(crate) struct Listed {
    pub(crate) record: Box<RawValue>,
    pub(crate) warning: Option<Warning>,
}

/// The hazards of a link that have the severity [`Severity::Warn`] or higher.
#[derive(Debug)]
pub(crate) struct Warning {
    pub(crate) uri: String,
    kind: Kind,
    flags: Flags,
}

impl Listed {
    /// Lists `link` with `link` itself as its record.
    pub(super) fn of(link: &Link<'_>) -> Result<Listed, String> {
        Listed::new(link, link)
    }

    /// Lists `link` with the record `record`, which may have more members.
    pub(super) fn new(link: &Link<'_>, record: &impl Serialize) -> Result<Listed, String> {
        let record = to_raw_value(record).map_err(|error| error.to_string())?;
        Ok(Listed { record, warning: Warning::new(link) })
    }
}

impl Warning {
    /// The hazards of `link`; `None` if no hazard is severe enough, or if the link has no URI.
    pub(crate) fn new(link: &Link<'_>) -> Option<Warning> {
        let flags = link.flags();
        codes(flags).next()?;
        Some(Warning { uri: link.uri()?.to_owned(), kind: link.kind(), flags })
    }

    /// Whether `filter` accepts the link.
    pub(super) fn passes(&self, filter: &FilterArgs) -> bool {
        let uri = UriReference::parse(&self.uri);
        uri.is_ok_and(|uri| {
            filter.takes(&Candidate {
                kind: self.kind,
                uri: Some(uri),
                written: &self.uri,
                origin: Origin::Text,
                flags: &|| self.flags,
            })
        })
    }

    /// The codes of these hazards.
    pub(crate) fn codes(&self) -> impl Iterator<Item = Code> {
        codes(self.flags)
    }
}

fn codes(flags: Flags) -> impl Iterator<Item = Code> {
    flags.iter().filter_map(|flag| match flag {
        Flag::Hazard(code) if code.severity() >= Severity::Warn => Some(code),
        _ => None,
    })
}

//! One row of the output: a link with its properties and its location.

use std::borrow::Cow;
use std::io::Write as _;

use linkwright::Match;
use linkwright::find::{Flag, MatchKind};
use linkwright::text::offsets::LineColumn;
use linkwright::uri::hazards::unwrapped;
use linkwright::uri::{Rung, UriBuf, UriReference};
use linkwright_harvest::record::DocumentLink;
use linkwright_harvest::record::destination;
use linkwright_harvest::record::document_link;
use linkwright_harvest::{Existing, Located};

use crate::selection::Kind;

/// The file that contains a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Source {
    /// The name. Bytes that are not valid Unicode are replaced by `�`.
    pub(super) name: String,
    /// The bytes of the name, if they are not valid Unicode.
    pub(super) bytes: Option<Vec<u8>>,
}

/// A link to report. Its properties are computed on demand, because a plain list of URIs needs only one of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'r> {
    pub(super) source: &'r Source,
    pub(super) link: &'r Located<'r>,
    /// The URI, or the relative reference if no base is known. `None` for an invalid reference.
    pub(super) uri: Option<UriReference<'r>>,
    /// Whether the row also reports the original URI of a wrapped link.
    unwraps: bool,
}

impl<'r> Row<'r> {
    /// The row of a link.
    pub(super) fn new(source: &'r Source, link: &'r Located<'r>, unwraps: bool) -> Row<'r> {
        Row { source, link, uri: document_link::reference(link), unwraps }
    }

    /// Whether the link is a reference in markup that is invalid even after repair.
    pub(super) fn is_invalid(&self) -> bool {
        self.uri.is_none()
    }

    /// The URL that a browser opens for an invalid reference, if any.
    pub(super) fn browser(&self) -> Option<String> {
        self.is_invalid().then(|| document_link::browser(self.link))?
    }

    /// The relative reference of a pattern if no base is known, or the invalid reference.
    pub(super) fn reference(&self) -> Option<&'r str> {
        let invalid = self.link.existing().filter(|_| self.is_invalid());
        let of_pattern = self.link.found().and_then(|found| Some(found.reference()?.as_str()));
        of_pattern.or_else(|| invalid.map(Existing::reference))
    }

    /// The scheme in normal form.
    pub(super) fn scheme(&self) -> Option<Cow<'r, str>> {
        self.uri.and_then(destination::scheme)
    }

    /// The host of the authority in normal form.
    pub(super) fn host(&self) -> Option<Cow<'r, str>> {
        self.uri.and_then(destination::host)
    }

    pub(super) fn kind(&self) -> Kind {
        if self.is_invalid() {
            return Kind::Invalid;
        }
        Kind::Match(self.link.found().map_or(MatchKind::Uri, Match::kind))
    }

    /// The line number and the column number.
    pub(super) fn line_column(&self) -> (Option<usize>, Option<usize>) {
        let place = self.link.line_column();
        (place.map(LineColumn::line), place.map(LineColumn::column))
    }

    /// The normal form of the URI. URIs that identify the same resource usually have the same normal form.
    pub(super) fn normalized(&self) -> Option<Cow<'r, str>> {
        Some(self.uri?.normalize(Rung::Scheme))
    }

    /// The names of the flags of the link, separated by blanks.
    pub(super) fn flags(&self) -> String {
        let names: Vec<&str> = self.link.flags().iter().map(Flag::name).collect();
        names.join(" ")
    }

    /// The original URI of a wrapped link, if the row reports it.
    pub(super) fn unwrapped(&self) -> Option<UriBuf> {
        self.link.uri().filter(|_| self.unwraps).and_then(unwrapped)
    }

    /// Appends the key by which `--unique` compares links: the normal form of the URI.
    pub(super) fn write_key(&self, key: &mut Vec<u8>) {
        if let Some(uri) = self.uri {
            // Writing to memory cannot fail.
            write!(key, "{}", uri.normalize(Rung::Scheme)).unwrap_or_default();
        }
    }

    /// The record of the link with its source, which `--format jsonl` writes as a line.
    pub(super) fn record(&self) -> DocumentLink<'r> {
        DocumentLink {
            path_bytes: self.source.bytes.as_deref(),
            unwraps: self.unwraps,
            ..DocumentLink::new(&self.source.name, self.link)
        }
    }
}

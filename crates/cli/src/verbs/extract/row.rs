//! One row of the output: a link, and everything that is known about where it stood.

use std::borrow::Cow;
use std::io;

use linkwright::Match;
use linkwright::find::MatchKind;
use linkwright::text::offsets::LineColumn;
use linkwright::uri::UriReference;
use linkwright_harvest::Located;
use serde::ser::SerializeStruct as _;

use super::sameness::Sameness;
use crate::json::Object;
use crate::record::{Link, VERSION};

/// The file that a link stands in, by both of its names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Source {
    /// In data; a name that is no Unicode has `�` in it.
    pub(super) name: String,
    /// For people: nothing in it steers a terminal or breaks the line.
    pub(super) shown_name: String,
}

/// A link that is reported. Nothing is computed before somebody asks for it: a list of bare URIs
/// wants one member of twenty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'r> {
    source: &'r Source,
    link: &'r Located<'r>,
    uri: UriReference<'r>,
    sameness: &'r Sameness,
}

impl<'r> Row<'r> {
    /// The row of a link; `None` if it is not known where it leads.
    pub(super) fn new(
        source: &'r Source,
        link: &'r Located<'r>,
        sameness: &'r Sameness,
    ) -> Option<Row<'r>> {
        let uri = match link.uri() {
            Some(uri) => uri.as_reference(),
            None => UriReference::parse(link.existing()?.relative()?).ok()?,
        };
        Some(Row { source, link, uri, sameness })
    }

    pub(super) fn source(&self) -> &'r Source {
        self.source
    }

    pub(super) fn link(&self) -> &'r Located<'r> {
        self.link
    }

    /// The URI, or the relative reference where there is no base.
    pub(super) fn uri(&self) -> UriReference<'r> {
        self.uri
    }

    pub(super) fn scheme(&self) -> Option<&'r str> {
        self.uri.scheme().map(|scheme| scheme.as_str())
    }

    pub(super) fn host(&self) -> Option<&'r str> {
        self.uri.authority().map(|authority| authority.host().as_str())
    }

    pub(super) fn kind(&self) -> MatchKind {
        self.link.found().map_or(MatchKind::Uri, Match::kind)
    }

    /// The number of the line, and of the column on it.
    pub(super) fn line_column(&self) -> (Option<usize>, Option<usize>) {
        let place = self.link.line_column();
        (place.map(LineColumn::line), place.map(LineColumn::column))
    }

    /// The normal form, in which the same resource mostly has the same name.
    pub(super) fn normalized(&self) -> Cow<'r, str> {
        self.sameness.normalized(self.uri)
    }

    /// What makes it the same as another row.
    pub(super) fn write_key(&self, key: &mut Vec<u8>) {
        self.sameness.write_key(self.uri, key);
    }

    /// Appends the LINK record with its source: a line of `--format jsonl`.
    pub(super) fn write_record(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let Some(link) = Link::located(self.link) else {
            return Err(io::Error::other("a link that leads nowhere"));
        };
        let mut record = Object::begin(out);
        record.serialize_field("v", &VERSION)?;
        record.add("source", |source| self.place().serialize_members(source))?;
        link.serialize_members(&mut record)?;
        record.serialize_field("normalized", &self.normalized())?;
        if let Some(context) = self.link.context() {
            record.add("context", |around| {
                around.serialize_field("before", context.before())?;
                around.serialize_field("after", context.after())
            })?;
        }
        if let Some(message) = self.link.message() {
            record.serialize_field("message_id", &message.id())?;
            record.serialize_field("date", &message.date())?;
            record.serialize_field("from", &message.sender())?;
        }
        Ok(record.end()?)
    }

    /// Appends where it stands, as an object.
    pub(super) fn write_place(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let mut place = Object::begin(out);
        self.place().serialize_members(&mut place)?;
        Ok(place.end()?)
    }

    fn place(&self) -> Place<'r> {
        let (line, column) = self.line_column();
        let place = self.link.place();
        Place { path: &self.source.name, member: place.member(), part: place.part(), line, column }
    }
}

/// Where a link stands, for programs.
#[derive(Debug)]
struct Place<'r> {
    path: &'r str,
    /// Of an archive, or of a mailbox.
    member: Option<&'r str>,
    /// Of a message.
    part: Option<&'r str>,
    line: Option<usize>,
    column: Option<usize>,
}

impl Place<'_> {
    fn serialize_members(&self, place: &mut Object<'_>) -> serde_json::Result<()> {
        place.serialize_field("path", self.path)?;
        place.serialize_field("member", &self.member)?;
        place.serialize_field("part", &self.part)?;
        place.serialize_field("line", &self.line)?;
        place.serialize_field("column", &self.column)
    }
}

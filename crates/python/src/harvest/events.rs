//! The events that the reading thread sends, in batches. Each event is a line of JSON.

use linkwright_harvest::record::json::Object;
use linkwright_harvest::record::{DocumentLink, VERSION};
use linkwright_harvest::{Diagnostic, Located};
use serde::ser::SerializeStruct as _;

/// A batch is sent when it has this many events, or when their JSON has this many bytes.
const EVENTS: usize = 256;
const BYTES: usize = 64 << 10;

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The record of a link.
    Link,
    /// The record of data that was not read.
    Problem,
}

/// Events in their order, each with its line of JSON.
#[derive(Debug, Default)]
pub(crate) struct Events {
    json: Vec<u8>,
    /// The kind of each event, and the end of its JSON.
    ends: Vec<(Kind, usize)>,
}

impl Events {
    /// Whether the batch is large enough to be sent.
    pub(crate) fn is_full(&self) -> bool {
        self.ends.len() >= EVENTS || self.json.len() >= BYTES
    }

    /// Whether the batch is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds the record of a link.
    pub(crate) fn add_link(&mut self, path: &str, link: &Located<'_>, unwraps: bool) {
        // Writing to memory cannot fail.
        let _ = DocumentLink { unwraps, ..DocumentLink::new(path, link) }.write(&mut self.json);
        self.ends.push((Kind::Link, self.json.len()));
    }

    /// Adds the record of a problem, with its place and the member `error`.
    pub(crate) fn add_problem(&mut self, path: &str, problem: &Diagnostic) {
        let _ = write_problem(&mut self.json, path, problem);
        self.ends.push((Kind::Problem, self.json.len()));
    }

    /// The events, each with its JSON.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Kind, &[u8])> {
        let mut start = 0;
        self.ends.iter().filter_map(move |&(kind, end)| {
            let json = self.json.get(start..end);
            start = end;
            Some((kind, json?))
        })
    }
}

fn write_problem(out: &mut Vec<u8>, path: &str, problem: &Diagnostic) -> serde_json::Result<()> {
    let mut record = Object::begin(out);
    record.serialize_field("v", &VERSION)?;
    record.add("source", |source| {
        source.serialize_field("path", path)?;
        source.serialize_field("member", &problem.place().member())?;
        source.serialize_field("part", &problem.place().part())?;
        source.serialize_field("offset", &problem.offset())
    })?;
    record.add("error", |error| {
        error.serialize_field("kind", problem.kind().name())?;
        error.serialize_field("message", problem.message())?;
        error.serialize_field("is_harmless", &problem.kind().is_harmless())
    })?;
    record.end()
}

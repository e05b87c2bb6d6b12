//! The positions of the bytes of a link in its file, for programs that need the original bytes.

use core::ops::Range;

use linkwright_harvest::{Located, NoBytes, Source, Step};
use serde::ser::{SerializeMap as _, SerializeSeq as _};
use serde::{Serialize, Serializer};

use crate::json::{self, Object};

/// Where the bytes of a link are: the message and the body that contain it, the pieces of the link, and the decoding
/// steps. The offsets of the pieces refer to the result of these steps.
#[derive(Debug)]
pub struct Provenance<'l> {
    source: &'l Source,
    pieces: Result<Vec<Range<u64>>, NoBytes>,
}

/// A range of bytes, `[start, end]`.
type Pair = [u64; 2];

const fn pair(range: &Range<u64>) -> Pair {
    [range.start, range.end]
}

impl<'l> Provenance<'l> {
    /// The provenance of `link`.
    pub fn of(link: &'l Located<'_>) -> Provenance<'l> {
        Provenance { source: link.source(), pieces: link.source_pieces() }
    }

    /// Writes the members of the object `bytes` of a record.
    pub fn serialize_members(&self, bytes: &mut Object<'_>) -> serde_json::Result<()> {
        use serde::ser::SerializeStruct as _;
        let pieces: Option<Vec<Pair>> =
            self.pieces.as_ref().ok().map(|pieces| pieces.iter().map(pair).collect());
        bytes.serialize_field("pieces", &pieces)?;
        bytes.serialize_field("absent", &self.absent())?;
        bytes.serialize_field("message", &self.source.message().as_ref().map(pair))?;
        bytes.serialize_field("body", &self.source.body().as_ref().map(pair))?;
        bytes.serialize_field("transfer_encoding", &self.transfer_encoding())?;
        bytes.serialize_field("steps", &Steps(self.source.steps()))
    }

    /// The range from the first to the last byte of the link, or `None` if the link has no corresponding bytes in the
    /// file.
    pub fn ends(&self) -> Option<Range<u64>> {
        let pieces = self.pieces.as_ref().ok()?;
        Some(pieces.first()?.start..pieces.last()?.end)
    }

    /// The pieces as one table cell: `10-20 25-30`.
    pub fn pieces(&self) -> Option<String> {
        let pieces = self.pieces.as_ref().ok()?;
        let pieces: Vec<String> =
            pieces.iter().map(|piece| format!("{}-{}", piece.start, piece.end)).collect();
        Some(pieces.join(" "))
    }

    /// The reason why the link has no corresponding bytes in the file, or `None` if it has them.
    pub fn absent(&self) -> Option<&'static str> {
        self.pieces.as_ref().err().map(|why| why.name())
    }

    /// The transfer encoding of the body, or `None` if the link is not in a body.
    pub fn transfer_encoding(&self) -> Option<&'static str> {
        self.source.body().map(|_| self.source.transfer_encoding().name())
    }

    /// The steps as JSON in one table cell, or `None` if there are no steps.
    pub fn steps(&self) -> Option<String> {
        let steps = self.source.steps();
        let mut text = Vec::new();
        let is_written = !steps.is_empty() && json::write(&mut text, &Steps(steps)).is_ok();
        is_written.then(|| String::from_utf8_lossy(&text).into_owned())
    }
}

/// An array of objects: `{"undo":"tar","member":"a.txt","number":1}`, `{"undo":"gzip"}`,
/// `{"undo":"base64","bytes":[10,20]}`.
struct Steps<'s>(&'s [Step]);

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut steps = serializer.serialize_seq(Some(self.0.len()))?;
        for step in self.0 {
            steps.serialize_element(&One(step))?;
        }
        steps.end()
    }
}

struct One<'s>(&'s Step);

impl Serialize for One<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("undo", self.0.name())?;
        match self.0 {
            Step::Member { name, number, .. } => {
                object.serialize_entry("member", name)?;
                object.serialize_entry("number", number)?;
            }
            Step::Part { bytes, .. } => object.serialize_entry("bytes", &pair(bytes))?,
            _ => {}
        }
        object.end()
    }
}

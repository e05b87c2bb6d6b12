//! Describes where the bytes of a link are: in the file or in a stream, in the message, and in the part.

use core::ops::Range;
use std::sync::Arc;

use super::extents::Extents;
use super::names::named;

/// The location of the bytes in which a link was found, and the steps that lead from the file to these bytes.
///
/// All offsets count bytes of one stream: the file itself, or the result of the [steps](Source::steps).
#[derive(Clone, Debug, Default)]
pub struct Source {
    steps: Option<Arc<[Step]>>,
    message: Option<Range<u64>>,
    body: Option<Range<u64>>,
    transfer_encoding: TransferEncoding,
    /// The positions of the text in the stream, before its character encoding is decoded.
    extents: Extents,
    /// Why the text does not correspond to bytes of the stream, and has no such positions.
    no_bytes: Option<NoBytes>,
}

/// A step from the file to the stream to which offsets refer. The steps are applied in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Step {
    /// What is undone:
    /// - `gzip`, `zstd`, `bzip2` or `xz`: the whole stream is decompressed;
    /// - `tar`, `zip`, `pdf`, `ole`, `sqlite` or `warc`: a member is extracted from an archive. The member of an OLE file is
    ///   a stream, that of a database is a table, and that of a web archive is the block of a record;
    /// - `http`: the body of an HTTP message in a web archive is extracted, and its codings are decoded;
    /// - `identity`, `quoted-printable` or `base64`: the body of a part of a message, or a file in it, is extracted, and
    ///   its transfer encoding is decoded;
    /// - `cms`: the signed content is extracted from its signature (RFC 5652).
    pub undo: &'static str,
    /// The name of the member. In a web archive, it is the URL of the record, and empty if the record has none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub member: Option<String>,
    /// The number of the member in the archive, counted from 1, because a name may occur twice. Members are numbered in
    /// the order in which they are read. The members of an office document or of an EPUB book are numbered in the order
    /// of the directory of the zip file.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub number: Option<u64>,
    /// The range of the body in the stream before this step, `[start, end]`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub bytes: Option<[u64; 2]>,
}

named! {
    /// The transfer encoding of a part that was decoded (RFC 2045, section 6).
    #[derive(Default)]
    pub enum TransferEncoding {
        /// Nothing was decoded: the encoding is missing or unknown; it is `7bit`, `8bit` or `binary`; it is
        /// quoted-printable, and the body has no `=`; or the body is not valid in the declared encoding.
        #[default]
        Identity = "identity",
        /// `quoted-printable`.
        QuotedPrintable = "quoted-printable",
        /// `base64`.
        Base64 = "base64",
    }
}

named! {
    /// Why the text of a link does not correspond to bytes of the stream.
    pub enum NoBytes {
        /// The part is in quoted-printable or base64.
        TransferEncoding = "transfer-encoding",
        /// The bytes of a character cannot be located in the encoding of the text, or the text was changed after it was
        /// decoded.
        Encoding = "encoding",
        /// The field of the header has encoded words (RFC 2047).
        EncodedWord = "encoded-word",
        /// The file draws the text, as a PDF does: its letters have positions on a page, but no contiguous bytes.
        PageContent = "page-content",
    }
}

impl Source {
    /// The steps from the file to the stream to which offsets refer; empty if offsets refer to the file itself.
    pub fn steps(&self) -> &[Step] {
        self.steps.as_deref().unwrap_or_default()
    }

    /// The innermost message that contains the text, as a range of the stream to which the [steps](Source::steps) lead.
    /// The range contains the header and the body, but not the line that a mailbox puts before the message. `None` if
    /// that stream contains no such message.
    pub fn message(&self) -> Option<Range<u64>> {
        self.message.clone()
    }

    /// The body of the part in its stored form: without its header, and before its transfer encoding is decoded. `None`
    /// for a header, and outside mail.
    pub fn body(&self) -> Option<Range<u64>> {
        self.body.clone()
    }

    /// The transfer encoding of the [`body`](Source::body).
    pub const fn transfer_encoding(&self) -> TransferEncoding {
        self.transfer_encoding
    }

    /// The position of the text in the stream.
    pub(super) fn extents(&self) -> Result<&Extents, NoBytes> {
        self.no_bytes.map_or(Ok(&self.extents), Err)
    }

    /// The range in the stream from the first to the last byte of `text`, a range of this text; `None` if the text does
    /// not correspond to bytes of the stream.
    fn bytes(&self, text: Range<usize>) -> Option<Range<u64>> {
        Some(self.extents().ok()?.around(text.start as u64..text.end as u64))
    }

    /// The stream after one more step.
    fn after(&self, step: Step) -> Source {
        let steps = self.steps().iter().cloned().chain([step]).collect();
        Source { steps: Some(steps), ..Source::default() }
    }

    /// The stream after all of it was decoded in this way ([`Step::undo`]).
    pub(crate) fn undone(&self, undo: &'static str) -> Source {
        self.after(Step { undo, ..Step::default() })
    }

    /// The stream of a member of this archive.
    pub(crate) fn member(&self, format: &'static str, name: &str, number: u64) -> Source {
        let (member, number) = (Some(name.to_owned()), Some(number));
        self.after(Step { undo: format, member, number, bytes: None })
    }

    /// The stream of the decoded body. If the text is not in a body, returns this stream.
    pub(crate) fn stream(&self) -> Source {
        let Some(body) = self.body() else { return self.clone() };
        let bytes = Some([body.start, body.end]);
        self.after(Step { undo: self.transfer_encoding.name(), bytes, ..Step::default() })
    }

    /// Like [`stream`](Source::stream), but returns this stream if it already contains the bytes of the text.
    pub(crate) fn readable(&self) -> Source {
        if self.extents().is_ok() { self.clone() } else { self.stream() }
    }

    /// The source of a message of this mailbox or file. Its bytes are at `place`, and its text has these `extents`.
    pub(crate) fn message_at(&self, place: Range<usize>, extents: &Extents) -> Source {
        Source {
            steps: self.steps.clone(),
            message: self.bytes(place),
            extents: extents.through(&self.extents),
            no_bytes: self.no_bytes,
            ..Source::default()
        }
    }

    /// The source of the text from `offset` on.
    pub(crate) fn from(&self, offset: usize) -> Source {
        Source { extents: self.extents.from(offset), ..self.clone() }
    }

    /// Records that this text, which has `len` bytes, is a message that is attached to another one.
    pub(crate) fn begin_message(&mut self, len: usize) {
        self.message = self.bytes(0..len);
    }

    /// Records that this text, which has `len` bytes, is the body of a part.
    pub(crate) fn begin_body(&mut self, len: usize) {
        self.body = self.bytes(0..len);
    }

    /// The source of this body after the transfer encoding `encoding` was decoded.
    pub(crate) fn encoded(&self, encoding: TransferEncoding) -> Source {
        let no_bytes = match encoding {
            TransferEncoding::Identity => self.no_bytes,
            _ => Some(NoBytes::TransferEncoding),
        };
        Source { transfer_encoding: encoding, no_bytes, ..self.clone() }
    }

    /// The source of a text that was decoded and then changed, so that it no longer corresponds to bytes of the stream.
    pub(crate) fn rewritten(&self) -> Source {
        Source { no_bytes: Some(NoBytes::Encoding), ..self.clone() }
    }
}

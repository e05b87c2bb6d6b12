//! Where the bytes of a link are: from the file to the message, to the part, to the link.

use core::ops::Range;
use std::sync::Arc;

use super::extents::Extents;
use super::names::named;

/// The bytes in which a link was found, and the way to them from the file.
///
/// All offsets count bytes of one stream: the file itself, or what the [steps](Source::steps) make
/// of it.
#[derive(Clone, Debug, Default)]
pub struct Source {
    steps: Option<Arc<[Step]>>,
    message: Option<Bytes>,
    body: Option<Bytes>,
    transfer_encoding: TransferEncoding,
    /// Whether the body was decoded from UTF-7 first; the other places are in the decoded body.
    is_utf7: bool,
    text: BytesOfText,
}

/// A range of bytes.
type Bytes = (u64, u64);

/// Where the text is in the stream, before its encoding is undone.
#[derive(Clone, Debug)]
enum BytesOfText {
    At(Extents),
    Nowhere(NoBytes),
}

impl Default for BytesOfText {
    fn default() -> BytesOfText {
        BytesOfText::At(Extents::default())
    }
}

/// What is undone, one after the other, to get from the file to the stream that offsets count in.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// All of it is decompressed.
    Decompress {
        /// The name of the format: `gzip`, `zstd`, `bzip2` or `xz`.
        format: &'static str,
    },
    /// A member is taken out of an archive.
    Member {
        /// The name of the format: `tar`, `zip`, `pdf` or `warc`. Of a web archive it is the block of a record.
        format: &'static str,
        /// The name of the member; of a web archive the URL, if the record has one.
        name: String,
        /// Which of the files in the archive it is, from 1 on: names may come twice. They count in the
        /// order of the archive, those of a zip in the order of its directory.
        number: u64,
    },
    /// The body is taken out of an HTTP message in a web archive, and its codings undone.
    Http,
    /// The body of a part of a message, or a file in it, is cut out and its transfer encoding undone.
    Part {
        /// The bytes of the stream before this step.
        bytes: Range<u64>,
        /// What is undone.
        encoding: TransferEncoding,
    },
    /// The content is taken out of a signature (CMS, RFC 5652).
    Signed,
    /// All of it is decoded from UTF-7 to UTF-8.
    Utf7,
}

impl Step {
    /// What is undone: the name of the format or of the transfer encoding, `cms` or
    /// `utf-7`.
    pub const fn name(&self) -> &'static str {
        match self {
            Step::Decompress { format } | Step::Member { format, .. } => format,
            Step::Part { encoding, .. } => encoding.name(),
            Step::Http => "http",
            Step::Signed => "cms",
            Step::Utf7 => "utf-7",
        }
    }
}

named! {
    /// The transfer encoding of a part, as it was undone (RFC 2045, section 6).
    #[derive(Default)]
    pub enum TransferEncoding {
        /// None: `7bit`, `8bit` and `binary`, an unknown one, one that is broken, and quoted-printable
        /// without an `=`.
        #[default]
        Identity = "identity",
        /// `quoted-printable`.
        QuotedPrintable = "quoted-printable",
        /// `base64`.
        Base64 = "base64",
        /// `uuencode` and what else it is called.
        Uuencode = "uuencode",
    }
}

named! {
    /// Why the text of a link has no bytes in the stream.
    pub enum NoBytes {
        /// The part is in quoted-printable, base64 or uuencode.
        TransferEncoding = "transfer-encoding",
        /// The encoding of the text has no known way from its characters to their bytes.
        Encoding = "encoding",
        /// The field of the header has encoded words (RFC 2047).
        EncodedWord = "encoded-word",
        /// The file draws the text, as a PDF does: its letters have places on a page, and no common bytes.
        PageContent = "page-content",
    }
}

impl Source {
    /// The steps from the file to the stream that offsets count in; none if they count in the file itself.
    pub fn steps(&self) -> &[Step] {
        self.steps.as_deref().unwrap_or_default()
    }

    /// The innermost message of that stream: its header and its body, without the line that a mailbox
    /// puts before it. `None` outside of mail, and for what was taken out of a part.
    pub fn message(&self) -> Option<Range<u64>> {
        self.message.map(range)
    }

    /// The body of the part as it came: without its header and before its transfer encoding is undone.
    /// `None` for a header, and outside of mail.
    pub fn body(&self) -> Option<Range<u64>> {
        self.body.map(range)
    }

    /// The transfer encoding of the [`body`](Source::body).
    pub const fn transfer_encoding(&self) -> TransferEncoding {
        self.transfer_encoding
    }

    /// Where the text is in the stream.
    pub(super) const fn extents(&self) -> Result<&Extents, NoBytes> {
        match &self.text {
            BytesOfText::At(extents) => Ok(extents),
            BytesOfText::Nowhere(why) => Err(*why),
        }
    }

    /// From the first to the last byte of the text at `text`; `None` where it has no bytes.
    fn bytes(&self, text: Range<usize>) -> Option<Bytes> {
        let bytes = self.extents().ok()?.around(text.start as u64..text.end as u64);
        Some((bytes.start, bytes.end))
    }

    /// The stream after one more step.
    fn after(&self, step: Step) -> Source {
        let steps = self.steps().iter().cloned().chain([step]).collect();
        Source { steps: Some(steps), ..Source::default() }
    }

    /// The stream of what is compressed here.
    pub(crate) fn decompressed(&self, format: &'static str) -> Source {
        self.after(Step::Decompress { format })
    }

    /// The stream of a member of the archive here.
    pub(crate) fn member(&self, format: &'static str, name: &str, number: u64) -> Source {
        self.after(Step::Member { format, name: name.to_owned(), number })
    }

    /// The stream of the body of the HTTP message here.
    pub(crate) fn http_body(&self) -> Source {
        self.after(Step::Http)
    }

    /// The stream of what is signed here.
    pub(crate) fn signed(&self) -> Source {
        self.after(Step::Signed)
    }

    /// The stream that the body here is, with its transfer encoding undone. What is not in a body is
    /// a stream already.
    pub(crate) fn stream(&self) -> Source {
        let Some(bytes) = self.body() else { return self.clone() };
        let stream = self.after(Step::Part { bytes, encoding: self.transfer_encoding });
        if self.is_utf7 { stream.after(Step::Utf7) } else { stream }
    }

    /// As [`stream`](Source::stream), unless the text has its bytes here.
    pub(crate) fn readable(&self) -> Source {
        if self.extents().is_ok() { self.clone() } else { self.stream() }
    }

    /// The stream of a file that was uuencoded into the text here, at `text`.
    pub(crate) fn uuencoded(&self, text: Range<usize>) -> Source {
        let outer = self.readable();
        let body = outer.bytes(text);
        Source { body, transfer_encoding: TransferEncoding::Uuencode, ..outer }.stream()
    }

    /// A message of the mailbox or of the file here: its bytes at `place`, of which `extents` are its
    /// text.
    pub(crate) fn message_at(&self, place: Range<usize>, extents: &Extents) -> Source {
        Source {
            steps: self.steps.clone(),
            message: self.bytes(place),
            text: match &self.text {
                BytesOfText::At(outer) => BytesOfText::At(extents.through(outer)),
                BytesOfText::Nowhere(why) => BytesOfText::Nowhere(*why),
            },
            ..Source::default()
        }
    }

    /// The same for the text from `offset` on.
    pub(crate) fn from(&self, offset: usize) -> Source {
        let text = match &self.text {
            BytesOfText::At(extents) => BytesOfText::At(extents.from(offset)),
            BytesOfText::Nowhere(why) => BytesOfText::Nowhere(*why),
        };
        Source { text, ..self.clone() }
    }

    /// The text here, of that length, is a message inside of another one.
    pub(crate) fn begin_message(&mut self, len: usize) {
        self.message = self.bytes(0..len);
    }

    /// The text here, of that length, is the body of a part.
    pub(crate) fn begin_body(&mut self, len: usize) {
        self.body = self.bytes(0..len);
    }

    /// The body here has that transfer encoding.
    pub(crate) fn encoded(&self, encoding: TransferEncoding) -> Source {
        let text = match encoding {
            TransferEncoding::Identity => self.text.clone(),
            _ => BytesOfText::Nowhere(NoBytes::TransferEncoding),
        };
        Source { transfer_encoding: encoding, text, ..self.clone() }
    }

    /// The text here was decoded, and what is not meant was left out.
    pub(crate) fn rewritten(&self) -> Source {
        Source { text: BytesOfText::Nowhere(NoBytes::Encoding), ..self.clone() }
    }

    /// The body here was decoded from UTF-7.
    pub(crate) fn decoded_from_utf7(&mut self) {
        self.is_utf7 = true;
        self.text = BytesOfText::Nowhere(self.extents().err().unwrap_or(NoBytes::Encoding));
    }
}

const fn range((start, end): Bytes) -> Range<u64> {
    start..end
}

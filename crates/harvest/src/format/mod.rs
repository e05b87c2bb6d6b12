//! The formats: how each is recognised and read.
//!
//! # How a format is added
//!
//! One file beside this one, which has its [`Row`], and the name of the file in [`FORMATS`]. The file
//! also has a function that reads the whole document, or one window of whole records, and tells a
//! [`Sink`] what is in it:
//!
//! ```text
//! pub(super) const ROW: Row = Row { name: "html", ..., reader: Reader::Whole(read) };
//!
//! fn read(document: &[u8], sink: &mut dyn Sink) {
//!     let finder = sink.finder().clone();
//!     ...
//!     sink.existing(&href, span, Origin::Attribute, "href");   // a link that it has
//!     sink.search_run(&run);                                   // text, with a map to the document
//! }
//! ```
//!
//! The document is UTF-8, or what is closest to it: byte-order marks, declared and detected
//! encodings were dealt with before ([`crate::encoding`]). Spans are those of `document`: the sink
//! knows where it begins in the file. PDF or an office document would be such a file; EPUB and WARC
//! are containers: a row with [`Reader::Container`], whose function opens the members and gives each to
//! [`crate::document::read`].

mod anchor;
mod css;
mod html;
mod json;
mod lossless;
mod mail;
mod markdown;
mod mbox;
mod nested;
mod packed;
pub(crate) mod sink;
mod table;
#[cfg(test)]
mod testing;
mod text;
mod value;
mod xml;

use core::fmt;

use encoding_rs::Encoding;

use crate::document::Document;

pub(crate) use sink::Sink;

/// A format that documents are read in.
#[derive(Clone, Copy)]
pub struct Format(&'static Row);

/// A row of the table of formats.
pub(crate) struct Row {
    /// Its name on a command line.
    name: &'static str,
    /// How the names of its files end, in lower case and without the dot.
    endings: &'static [&'static str],
    /// Its media types, in lower case.
    media_types: &'static [&'static str],
    /// How it is told by the beginning of its content.
    content: Content,
    /// What its bytes are.
    encoding: Encoded,
    reader: Reader,
}

/// What the bytes of a format are.
#[derive(Clone, Copy)]
pub(crate) enum Encoded {
    /// Text in some encoding; the function finds what the document says about it.
    Text(fn(&[u8]) -> Option<&'static Encoding>),
    /// Bytes that are read as they are: a container, a message. Each of its members is a document
    /// with its own encoding.
    Bytes,
}

impl Encoded {
    /// Text that does not say how it is encoded.
    const SILENT: Encoded = Encoded::Text(|_| None);
}

/// How a format is told by its content: the first 16 KiB as UTF-8 (of [`Encoded::Bytes`] as they
/// are), or all there is.
pub(crate) enum Content {
    /// It is not.
    Unknown,
    /// By a mark that nothing else has: it counts more than the name of the file.
    Sure(fn(&[u8]) -> bool),
    /// By its looks: it counts where the name says nothing.
    Likely(fn(&[u8]) -> bool),
}

impl Content {
    fn is_sure(&self, head: &[u8]) -> bool {
        matches!(self, Content::Sure(is_it) if is_it(head))
    }

    fn is_likely(&self, head: &[u8]) -> bool {
        matches!(self, Content::Likely(is_it) if is_it(head))
    }
}

/// How a format is read.
pub(crate) enum Reader {
    /// By its members, each of which is a separate document.
    Container(fn(&mut Document<'_, '_>)),
    /// Straight from the reader, whatever its length.
    Stream(fn(&mut Document<'_, '_>)),
    /// Window after window of whole records.
    Records {
        /// How many bytes of a window are whole records; 0 where not even the first one is.
        split: fn(&[u8]) -> usize,
        /// Reads a window of whole records.
        read: fn(&[u8], &mut dyn Sink),
    },
    /// As a whole, held in memory.
    Whole(fn(&[u8], &mut dyn Sink)),
}

/// Every format. Where two recognise a content, the first one has it.
const FORMATS: &[Row] = &[
    packed::GZIP,
    packed::ZSTD,
    packed::BZIP2,
    packed::XZ,
    packed::ZIP,
    packed::TAR,
    mbox::ROW,
    mail::ROW,
    text::ROW,
    xml::ROW,
    html::ROW,
    json::LINES,
    json::ROW,
    css::ROW,
    markdown::ROW,
    table::CSV,
    table::TSV,
];

impl Format {
    /// Every format there is.
    pub fn all() -> impl Iterator<Item = Format> {
        FORMATS.iter().map(Format)
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::all().find(|format| format.name() == name)
    }

    /// Plain text.
    pub const fn text() -> Format {
        Format(&text::ROW)
    }

    /// A mailbox.
    pub(crate) const fn mailbox() -> Format {
        Format(&mbox::ROW)
    }

    /// Its name: `text`, `html`, `mbox`, ...
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// How the names of its files end, in lower case and without the dot.
    pub const fn endings(self) -> &'static [&'static str] {
        self.0.endings
    }

    /// The format of a file of that name, of that media type and with that beginning, which is
    /// given as UTF-8 and unchanged.
    pub(crate) fn of(name: &str, media_type: Option<&str>, text: &[u8], raw: &[u8]) -> Format {
        let by_content = |content: fn(&Content, &[u8]) -> bool| {
            Format::all().find(|format| {
                let head = match format.0.encoding {
                    Encoded::Text(_) => text,
                    Encoded::Bytes => raw,
                };
                content(&format.0.content, head)
            })
        };
        // Names of texts are general: a mailbox may be called `.txt`, JSON lines `.log`. The same
        // bytes have one format then, with a name and on standard input.
        let by_looks = || by_content(Content::is_likely);
        by_content(Content::is_sure)
            .or_else(|| Format::of_media_type(media_type?))
            .or_else(|| is_in_maildir(name).then(by_looks).flatten())
            .or_else(|| Format::of_name(name).filter(|format| *format != Format::text()))
            .or_else(by_looks)
            .unwrap_or_else(Format::text)
    }

    fn of_media_type(media_type: &str) -> Option<Format> {
        Format::all().find(|format| format.0.media_types.contains(&media_type))
    }

    /// The format of a file of that name, by its ending; `None` where the ending says nothing.
    ///
    /// Content decides before the name where it has a mark that no other format has, and also where
    /// the name only says that the file is text.
    pub fn of_name(name: &str) -> Option<Format> {
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let (stem, ending) = file.rsplit_once('.')?;
        let ending = ending.to_ascii_lowercase();
        let known = Format::all().find(|format| format.endings().contains(&&*ending));
        known.filter(|_| !stem.is_empty())
    }

    pub(crate) const fn encoding(self) -> Encoded {
        self.0.encoding
    }

    /// Whether there are documents in it.
    pub(crate) const fn is_container(self) -> bool {
        matches!(self.0.reader, Reader::Container(_))
    }

    pub(crate) const fn reader(self) -> &'static Reader {
        &self.0.reader
    }
}

/// Whether it is where a Maildir has its messages, whose names end with that of a host.
fn is_in_maildir(name: &str) -> bool {
    matches!(name.rsplit(['/', '\\']).nth(1), Some("cur" | "new"))
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Format {}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Format").field(&self.name()).finish()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_has_a_name_endings_and_types_of_its_own() {
        for (at, row) in FORMATS.iter().enumerate() {
            for other in &FORMATS[..at] {
                assert_ne!(row.name, other.name);
                assert!(!row.endings.iter().any(|ending| other.endings.contains(ending)));
                assert!(!row.media_types.iter().any(|one| other.media_types.contains(one)));
            }
        }
    }

    #[test]
    fn names() {
        assert_eq!(Format::of_name("a/b.TXT"), Some(Format::text()));
        assert_eq!(Format::of_name(".txt"), None);
        assert_eq!(Format::of_name("txt"), None);
    }
}

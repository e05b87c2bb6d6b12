//! The reader of each format.

use crate::archive::compressed::{self, Open};
use crate::detect::Format;
use crate::parse::{
    asciidoc, calendar, css, har, html, json, latex, markdown, notebook, rtf, script, table, xml,
};
use crate::sink::Sink;

/// The way in which a format is read.
pub(super) enum Reader {
    /// Reads the decompressed content.
    Compressed(Open),
    /// Reads the members of a tar.
    Tar,
    /// Reads the members of a zip.
    Zip,
    /// Reads the streams of an OLE file.
    Ole,
    /// Reads the rows of an SQLite database.
    #[cfg(feature = "sqlite")]
    Sqlite,
    /// Reads the records of a web archive.
    Warc,
    /// Reads the messages of a mailbox.
    Mailbox,
    /// Reads the parts of a message.
    Message,
    /// Reads plain text of any length.
    Stream,
    /// Reads windows of whole records, one at a time.
    Records {
        /// The length of the whole records at the beginning of a window; 0 if the first record is
        /// incomplete.
        split: fn(&[u8]) -> usize,
        /// Reads a window of whole records.
        read: fn(&[u8], &mut dyn Sink),
    },
    /// Reads the pages and the embedded files of a PDF.
    #[cfg(feature = "pdf")]
    Pdf,
    /// Reads the whole document, held in memory.
    Whole(fn(&[u8], &mut dyn Sink)),
}

impl Reader {
    pub(super) const fn of(format: Format) -> Reader {
        match format {
            Format::Gzip => Reader::Compressed(compressed::gzip),
            Format::Zstd => Reader::Compressed(compressed::zstd),
            Format::Bzip2 => Reader::Compressed(compressed::bzip2),
            Format::Xz => Reader::Compressed(compressed::xz),
            Format::Zip | Format::Office | Format::Epub => Reader::Zip,
            Format::Warc => Reader::Warc,
            Format::Tar => Reader::Tar,
            Format::Ole => Reader::Ole,
            #[cfg(feature = "sqlite")]
            Format::Sqlite => Reader::Sqlite,
            Format::Mbox => Reader::Mailbox,
            Format::Mail => Reader::Message,
            Format::Text => Reader::Stream,
            Format::Xml => Reader::Whole(xml::read),
            Format::Html => Reader::Whole(html::read),
            Format::Ndjson => Reader::Records { split: json::split_lines, read: json::read_lines },
            Format::Notebook => Reader::Whole(notebook::read),
            Format::Json => Reader::Whole(json::read),
            Format::Css => Reader::Whole(css::read),
            Format::Markdown => Reader::Whole(markdown::read),
            Format::Csv => Reader::Records { split: table::split, read: table::read },
            Format::Tsv => Reader::Records { split: json::split_lines, read: table::read_tabs },
            Format::Asciidoc => Reader::Whole(asciidoc::read),
            Format::Latex => Reader::Whole(latex::read),
            Format::Script => Reader::Whole(script::read),
            Format::Rtf => Reader::Whole(rtf::read),
            Format::Har => Reader::Whole(har::read),
            #[cfg(feature = "pdf")]
            Format::Pdf => Reader::Pdf,
            Format::Calendar | Format::Vcard => {
                Reader::Records { split: calendar::split, read: calendar::read }
            }
        }
    }
}

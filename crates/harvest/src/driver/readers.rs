//! How each format is read.

use crate::archive::compressed::{self, Open};
use crate::detect::Format;
use crate::parse::{
    asciidoc, calendar, css, html, json, latex, markdown, notebook, office, properties, script,
    table, texinfo,
};
use crate::sink::Sink;

/// How a format is read.
pub(super) enum Reader {
    /// By what it is decompressed to.
    Compressed(Open),
    /// By the members of a tar.
    Tar,
    /// By the members of a zip.
    Zip,
    /// By the messages of a mailbox.
    Mailbox,
    /// By the parts of a message.
    Message,
    /// As plain text, whatever its length.
    Stream,
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

impl Reader {
    pub(super) const fn of(format: Format) -> Reader {
        match format {
            Format::Gzip => Reader::Compressed(compressed::gzip),
            Format::Zstd => Reader::Compressed(compressed::zstd),
            Format::Bzip2 => Reader::Compressed(compressed::bzip2),
            Format::Xz => Reader::Compressed(compressed::xz),
            Format::Zip | Format::Office | Format::Epub => Reader::Zip,
            Format::Tar => Reader::Tar,
            Format::Mbox => Reader::Mailbox,
            Format::Mail => Reader::Message,
            Format::Text => Reader::Stream,
            Format::Xml => Reader::Whole(office::read_xml),
            Format::Html => Reader::Whole(html::read),
            Format::Ndjson => Reader::Records { split: json::split_lines, read: json::read_lines },
            Format::Notebook => Reader::Whole(notebook::read),
            Format::Json => Reader::Whole(json::read),
            Format::Css => Reader::Whole(css::read),
            Format::Markdown => Reader::Whole(markdown::read),
            Format::Csv => Reader::Records { split: table::split, read: table::read },
            Format::Tsv => Reader::Records { split: table::split_tabs, read: table::read_tabs },
            Format::Asciidoc => Reader::Whole(asciidoc::read),
            Format::Latex => Reader::Whole(latex::read),
            Format::Texinfo => Reader::Whole(texinfo::read),
            Format::Properties => Reader::Whole(properties::read),
            Format::Script => Reader::Whole(script::read),
            Format::Calendar | Format::Vcard => {
                Reader::Records { split: calendar::split, read: calendar::read }
            }
        }
    }
}

//! The formats that are read, with their names, and how each is recognized.

use core::fmt;

use crate::archive::{compressed, ole, tar, warc, zip};
use crate::mail;
use crate::parse::{
    asciidoc, calendar, css, har, html, json, latex, markdown, notebook, rtf, table, xml,
};

/// A function that recognizes a format from the first bytes of the content, at most 16 KiB. If files in the format are
/// decoded before they are parsed, the function gets these bytes converted to UTF-8. For all other formats, it gets the
/// original bytes.
pub(super) type Recognizes = fn(&[u8]) -> bool;

/// The row of a format.
pub(super) struct Row {
    /// The name of the format on the command line.
    name: &'static str,
    /// The endings of file names in the format, in lower case and without the dot.
    endings: &'static [&'static str],
    /// The media types, in lower case.
    media_types: &'static [&'static str],
    /// Recognizes the mark of the format, which is content that no other format has. The mark takes precedence over the
    /// name of the file. Empty if there is none.
    pub(super) mark: &'static [Recognizes],
    /// Recognizes the typical look of the format. It is used if the name does not determine the format. Empty if there
    /// is none: a format without a mark and a look is known by its name only.
    pub(super) looks: &'static [Recognizes],
    /// How many bytes of memory the reader takes for each byte of a document or record, if it is made to take most, as
    /// `tests/memory.rs` measures and `docs/extract.md` says. What a reader takes at most for any document is not
    /// counted.
    memory: &'static [u64],
}

/// The table of formats: documentation, variant, name, endings of file names, media types; then what recognizes the
/// content, and the memory for each byte of a document that is held as a whole.
macro_rules! formats {
    ($(
        $(#[doc = $about:literal])*
        $(#[cfg($condition:meta)])?
        $format:ident = $name:literal [$($ending:literal)*] [$($media_type:literal)*]
            $(mark($mark:path))? $(looks($looks:path))? $(memory($memory:literal))?;
    )+) => {
        /// A format that the harvester reads.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[doc = $about])* $(#[cfg($condition)])? $format,)+
        }

        impl Format {
            /// All formats, in the order of detection: if two formats match the same content, the first one is chosen.
            const ALL: &'static [Format] = &[$($(#[cfg($condition)])? Format::$format,)+];

            pub(super) const fn row(self) -> Row {
                match self {
                    $($(#[cfg($condition)])? Format::$format => Row {
                        name: $name,
                        endings: &[$($ending),*],
                        media_types: &[$($media_type),*],
                        mark: &[$($mark)?],
                        looks: &[$($looks)?],
                        memory: &[$($memory)?],
                    },)+
                }
            }
        }
    };
}

formats! {
    // This row precedes gzip and zstd, because the records of a web archive may be compressed separately in either
    // format.
    /// A web archive: WARC, WET and WAT (ISO 28500), compressed or not.
    Warc = "warc" ["warc"] ["application/warc"] mark(warc::is_warc);
    /// gzip (RFC 1952).
    Gzip = "gzip" ["gz" "tgz" "svgz"] ["application/gzip" "application/x-gzip"] mark(compressed::is_gzip);
    /// zstd (RFC 8878).
    Zstd = "zstd" ["zst" "zstd" "tzst"] ["application/zstd"] mark(compressed::is_zstd);
    /// bzip2.
    Bzip2 = "bzip2" ["bz2" "tbz" "tbz2"] ["application/x-bzip2"] mark(compressed::is_bzip2);
    /// xz.
    Xz = "xz" ["xz" "txz"] ["application/x-xz"] mark(compressed::is_xz);
    /// Office documents in a zip: Open XML (ECMA-376) and `OpenDocument`.
    Office = "office"
        ["docx" "docm" "dotx" "dotm" "xlsx" "xlsm" "xltx" "xltm" "xlam" "pptx" "pptm" "potx" "potm" "ppsx"
         "ppsm" "ppam" "odt" "ott" "odm" "oth" "ods" "ots" "odp" "otp" "odg" "otg" "odf" "odc" "odb"]
        ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"
         "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
         "application/vnd.openxmlformats-officedocument.presentationml.presentation"
         "application/vnd.oasis.opendocument.text"
         "application/vnd.oasis.opendocument.spreadsheet" "application/vnd.oasis.opendocument.presentation"]
        mark(zip::is_office);
    /// EPUB.
    Epub = "epub" ["epub" "kepub"] ["application/epub+zip"] mark(zip::is_epub);
    /// zip.
    Zip = "zip" ["zip"] ["application/zip" "application/x-zip-compressed"] mark(zip::is_zip);
    /// tar (POSIX and GNU).
    Tar = "tar" ["tar"] ["application/x-tar"] mark(tar::is_tar);
    /// A mailbox: many messages in one file (RFC 4155).
    Mbox = "mbox" ["mbox" "mboxo" "mboxrd" "mbx"] ["application/mbox"]
        mark(mail::is_surely_mbox) looks(mail::is_mbox) memory(13);
    /// A message (RFC 5322).
    Mail = "mail" ["eml" "emlx"] ["message/rfc822" "message/global"] looks(mail::is_message) memory(13);
    /// Plain text.
    Text = "text" ["txt" "text" "log"] ["text/plain"];
    /// LaTeX and BibTeX.
    Latex = "latex"
        ["tex" "latex" "ltx" "sty" "dtx" "bib" "bbl"]
        ["application/x-latex" "application/x-tex" "text/x-tex" "text/x-latex" "application/x-bibtex"]
        looks(latex::is_latex) memory(2);
    /// AsciiDoc.
    Asciidoc = "asciidoc" ["adoc" "asciidoc"] ["text/asciidoc" "text/x-asciidoc"]
        looks(asciidoc::is_asciidoc) memory(24);
    /// XML and its vocabularies: feeds, sitemaps, SVG, XHTML.
    Xml = "xml"
        ["xml" "rss" "atom" "rdf" "svg" "xhtml" "xht" "opml" "xsl" "xslt" "xsd" "wsdl" "kml" "gpx" "docbook"
         "dbk" "ncx" "opf" "xspf" "fodt" "fods" "fodp" "fodg" "plist" "webloc"]
        ["text/xml" "application/xml" "application/rss+xml" "application/atom+xml" "application/rdf+xml"
         "application/xhtml+xml" "image/svg+xml"] looks(xml::is_xml) memory(24);
    /// HTML.
    Html = "html" ["html" "htm" "shtml" "hta"] ["text/html"] looks(html::is_html) memory(24);
    /// JSON documents, one per line.
    Ndjson = "ndjson" ["ndjson" "jsonl" "jsonlines"] ["application/x-ndjson" "application/jsonl"]
        looks(json::is_lines) memory(24);
    /// Jupyter notebooks: Markdown cells and code cells, in JSON.
    Notebook = "notebook" ["ipynb"] ["application/x-ipynb+json"] looks(notebook::is_notebook) memory(24);
    /// HAR: requests and responses, in JSON.
    Har = "har" ["har"] ["application/har+json"] looks(har::is_har) memory(24);
    /// JSON (RFC 8259).
    Json = "json"
        ["json" "jsonld" "geojson" "webmanifest" "map" "topojson"]
        ["application/json" "application/ld+json" "application/manifest+json"] looks(json::is_json) memory(24);
    /// CSS.
    Css = "css" ["css" "scss" "less"] ["text/css"] looks(css::is_css) memory(4);
    /// Markdown.
    Markdown = "markdown"
        ["md" "markdown" "mdown" "mdwn" "mkd" "mkdn" "mkdown" "mdtxt" "mdtext" "mdx" "qmd" "rmd" "livemd"
         "ronn"]
        ["text/markdown" "text/x-markdown"] looks(markdown::is_markdown) memory(6);
    /// Comma-separated values (RFC 4180).
    Csv = "csv" ["csv" "psv"] ["text/csv"] looks(table::is_table) memory(46);
    /// Tab-separated values.
    Tsv = "tsv" ["tsv" "tab"] ["text/tab-separated-values"] memory(46);
    /// iCalendar (RFC 5545).
    Calendar = "calendar" ["ics" "ical" "ifb" "vcs"] ["text/calendar" "application/ics" "text/x-vcalendar"]
        mark(calendar::is_calendar) memory(40);
    /// vCard (RFC 6350).
    Vcard = "vcard" ["vcf" "vcard"] ["text/vcard" "text/x-vcard" "text/directory"]
        mark(calendar::is_card) memory(40);
    /// JavaScript and TypeScript.
    Script = "script"
        ["js" "mjs" "cjs" "jsx" "ts" "mts" "cts" "tsx"]
        ["text/javascript" "application/javascript" "application/x-javascript" "text/ecmascript"
         "application/ecmascript" "text/typescript" "application/typescript"] memory(2);
    /// Rich Text Format.
    Rtf = "rtf" ["rtf"] ["text/rtf" "application/rtf" "text/richtext"] mark(rtf::is_rtf) memory(24);
    /// OLE files: Office documents before 2007, Outlook messages.
    Ole = "ole"
        ["doc" "dot" "xls" "xlt" "ppt" "pps" "pot" "msg" "oft"]
        ["application/msword" "application/vnd.ms-excel" "application/vnd.ms-powerpoint"
         "application/vnd.ms-outlook"] mark(ole::is_ole);
    /// SQLite databases.
    #[cfg(feature = "sqlite")]
    Sqlite = "sqlite" ["sqlite" "sqlite3" "db" "db3"] ["application/vnd.sqlite3" "application/x-sqlite3"]
        mark(crate::sqlite::is_sqlite);
    /// PDF (ISO 32000).
    #[cfg(feature = "pdf")]
    Pdf = "pdf" ["pdf"] ["application/pdf" "application/x-pdf"] mark(is_pdf);
}

impl Format {
    /// Every format.
    pub fn all() -> impl Iterator<Item = Format> {
        Format::ALL.iter().copied()
    }

    /// The format called `name`; `None` for any other name.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::all().find(|format| format.name() == name)
    }

    /// The name of the format: `text`, `html`, `mbox`, ...
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The endings of file names in this format, in lower case and without the dot.
    pub const fn endings(self) -> &'static [&'static str] {
        self.row().endings
    }

    /// The format of a file called `name`, determined from the ending of the name; `None` if no format has this ending.
    ///
    /// The file may be read in another format: the content takes precedence over the name if it has a mark that no
    /// other format has, or if the name only shows that the file is text.
    pub fn of_name(name: &str) -> Option<Format> {
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let (stem, ending) = file.rsplit_once('.')?;
        let ending = ending.to_ascii_lowercase();
        let known = Format::all().find(|format| format.endings().contains(&&*ending));
        known.filter(|_| !stem.is_empty())
    }

    /// The format with this media type, which must be in lower case.
    pub(super) fn of_media_type(media_type: &str) -> Option<Format> {
        Format::all().find(|format| format.row().media_types.contains(&media_type))
    }

    /// The bytes of memory for each byte of a document ([`Row::memory`]).
    pub(crate) fn memory_per_byte(self) -> u64 {
        self.row().memory.first().copied().unwrap_or(15)
    }

    /// Whether the format is a container: an archive, a compressed file, or another file whose members are read as
    /// documents. Mailboxes and messages are not containers.
    pub(crate) fn is_container(self) -> bool {
        use Format::{Bzip2, Epub, Gzip, Office, Ole, Tar, Warc, Xz, Zip, Zstd};
        self.is_pdf()
            || self.is_sqlite()
            || matches!(self, Gzip | Zstd | Bzip2 | Xz | Zip | Office | Epub | Tar | Warc | Ole)
    }

    /// Whether the format is an archive whose members together are one document.
    pub(super) const fn is_package(self) -> bool {
        matches!(self, Format::Office | Format::Epub)
    }

    /// Whether the format is PDF; always `false` without the feature `pdf`.
    pub(crate) fn is_pdf(self) -> bool {
        self.name() == "pdf"
    }

    /// Whether the format is SQLite; always `false` without the feature `sqlite`.
    pub(crate) fn is_sqlite(self) -> bool {
        self.name() == "sqlite"
    }

    /// Whether a file in this format is text in one encoding. Files in other formats are read undecoded, and each
    /// document in such a file has its own encoding.
    pub(crate) fn is_text(self) -> bool {
        !self.is_container() && !matches!(self, Format::Mbox | Format::Mail)
    }

    /// Whether a file in this format is read undecoded although it is text, because the parser of the format decodes
    /// its texts.
    pub(crate) const fn is_undecoded(self) -> bool {
        matches!(self, Format::Rtf)
    }
}

/// Whether the content begins with the header of PDF. Blanks may precede the header.
#[cfg(feature = "pdf")]
fn is_pdf(head: &[u8]) -> bool {
    head.trim_ascii_start().starts_with(b"%PDF-")
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
    fn no_name_ending_or_type_belongs_to_two_formats() {
        let all: Vec<Row> = Format::all().map(Format::row).collect();
        for (at, names) in all.iter().enumerate() {
            for other in &all[..at] {
                assert_ne!(names.name, other.name);
                assert!(!names.endings.iter().any(|ending| other.endings.contains(ending)));
                assert!(!names.media_types.iter().any(|one| other.media_types.contains(one)));
            }
        }
    }

    #[test]
    fn formats_are_found_by_file_names() {
        assert_eq!(Format::of_name("a/b.TXT"), Some(Format::Text));
        assert_eq!(Format::of_name(".txt"), None);
        assert_eq!(Format::of_name("txt"), None);
    }
}

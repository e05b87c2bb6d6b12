//! The formats that are read, with their names.

use core::fmt;

/// A format that documents are read in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// gzip (RFC 1952).
    Gzip,
    /// zstd (RFC 8878).
    Zstd,
    /// bzip2.
    Bzip2,
    /// xz.
    Xz,
    /// zip.
    Zip,
    /// Office documents in a zip: Open XML (ECMA-376) and `OpenDocument`.
    Office,
    /// EPUB.
    Epub,
    /// tar, of POSIX and GNU.
    Tar,
    /// A web archive: WARC, WET and WAT (ISO 28500), compressed or not.
    Warc,
    /// A mailbox: many messages in one file (RFC 4155).
    Mbox,
    /// A message (RFC 5322).
    Mail,
    /// Plain text.
    Text,
    /// XML and its vocabularies: feeds, sitemaps, SVG, XHTML.
    Xml,
    /// HTML.
    Html,
    /// JSON documents, one in each line.
    Ndjson,
    /// Notebooks of Jupyter: cells of Markdown and of code, in JSON.
    Notebook,
    /// JSON (RFC 8259).
    Json,
    /// CSS.
    Css,
    /// Markdown.
    Markdown,
    /// Comma-separated values (RFC 4180).
    Csv,
    /// Tab-separated values.
    Tsv,
    /// iCalendar (RFC 5545).
    Calendar,
    /// vCard (RFC 6350).
    Vcard,
    /// AsciiDoc.
    Asciidoc,
    /// LaTeX and BibTeX.
    Latex,
    /// Texinfo.
    Texinfo,
    /// Java properties.
    Properties,
    /// JavaScript and TypeScript.
    Script,
    /// Rich Text Format.
    Rtf,
    /// HAR: requests and responses, in JSON.
    Har,
    /// Internet shortcuts (`.url`) and entries of a desktop.
    Shortcut,
    /// Binary property lists of macOS (`.webloc`).
    PropertyList,
    /// OLE files: documents of Office before 2007, messages of Outlook.
    Ole,
    /// SQLite databases.
    Sqlite,
    /// PDF (ISO 32000).
    #[cfg(feature = "pdf")]
    Pdf,
}

/// The names of a format.
struct Names {
    /// On a command line.
    name: &'static str,
    /// How the names of its files end, in lower case and without the dot.
    endings: &'static [&'static str],
    /// In lower case.
    media_types: &'static [&'static str],
}

const fn names(
    name: &'static str,
    endings: &'static [&'static str],
    media_types: &'static [&'static str],
) -> Names {
    Names { name, endings, media_types }
}

impl Format {
    /// In the order in which they are detected: where two recognize a content, the first one has
    /// it.
    const ALL: &'static [Format] = &[
        // A web archive is compressed a record at a time.
        Format::Warc,
        Format::Gzip,
        Format::Zstd,
        Format::Bzip2,
        Format::Xz,
        Format::Office,
        Format::Epub,
        Format::Zip,
        Format::Tar,
        Format::Mbox,
        Format::Mail,
        Format::Text,
        Format::Texinfo,
        Format::Latex,
        Format::Asciidoc,
        Format::Xml,
        Format::Html,
        Format::Ndjson,
        Format::Notebook,
        Format::Har,
        Format::Json,
        Format::Css,
        Format::Markdown,
        Format::Csv,
        Format::Tsv,
        Format::Calendar,
        Format::Vcard,
        Format::Properties,
        Format::Script,
        Format::Rtf,
        Format::Ole,
        Format::Shortcut,
        Format::PropertyList,
        Format::Sqlite,
        #[cfg(feature = "pdf")]
        Format::Pdf,
    ];

    /// Every format there is.
    pub fn all() -> impl Iterator<Item = Format> {
        Format::ALL.iter().copied()
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::all().find(|format| format.name() == name)
    }

    /// Its name: `text`, `html`, `mbox`, ...
    pub const fn name(self) -> &'static str {
        self.names().name
    }

    /// How the names of its files end, in lower case and without the dot.
    pub const fn endings(self) -> &'static [&'static str] {
        self.names().endings
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

    /// The format of that media type, which is in lower case.
    pub(super) fn of_media_type(media_type: &str) -> Option<Format> {
        Format::all().find(|format| format.names().media_types.contains(&media_type))
    }

    /// Whether there are documents in it.
    pub(crate) const fn is_container(self) -> bool {
        use Format::{Bzip2, Epub, Gzip, Office, Ole, Sqlite, Tar, Warc, Xz, Zip, Zstd};
        self.is_pdf()
            || matches!(
                self,
                Gzip | Zstd | Bzip2 | Xz | Zip | Office | Epub | Tar | Warc | Ole | Sqlite
            )
    }

    /// Whether it is an archive whose members are one document.
    pub(super) const fn is_package(self) -> bool {
        matches!(self, Format::Office | Format::Epub)
    }

    /// Whether it is PDF, and that is read.
    pub(crate) const fn is_pdf(self) -> bool {
        #[cfg(feature = "pdf")]
        return matches!(self, Format::Pdf);
        #[cfg(not(feature = "pdf"))]
        false
    }

    /// Whether its bytes are text in some encoding. Otherwise they are read undecoded, and each
    /// document inside has a separate encoding.
    pub(crate) const fn is_text(self) -> bool {
        !self.is_container() && !matches!(self, Format::Mbox | Format::Mail)
    }

    /// Whether its bytes are read undecoded although it is text: it says itself which encoding each part of it has.
    pub(crate) const fn is_undecoded(self) -> bool {
        matches!(self, Format::Rtf | Format::PropertyList)
    }

    #[rustfmt::skip]
    const fn names(self) -> Names {
        match self {
            Format::Gzip => names("gzip", &["gz", "tgz", "svgz"], &["application/gzip", "application/x-gzip"]),
            Format::Zstd => names("zstd", &["zst", "zstd", "tzst"], &["application/zstd"]),
            Format::Bzip2 => names("bzip2", &["bz2", "tbz", "tbz2"], &["application/x-bzip2"]),
            Format::Xz => names("xz", &["xz", "txz"], &["application/x-xz"]),
            Format::Zip => names("zip", &["zip"], &["application/zip", "application/x-zip-compressed"]),
            Format::Office => names("office", OFFICE_ENDINGS, OFFICE_TYPES),
            Format::Epub => names("epub", &["epub", "kepub"], &["application/epub+zip"]),
            Format::Tar => names("tar", &["tar"], &["application/x-tar"]),
            Format::Warc => names("warc", &["warc"], &["application/warc"]),
            Format::Mbox => names(
                "mbox", &["mbox", "mboxo", "mboxrd", "mbx", "mmdf", "babyl"], &["application/mbox"],
            ),
            Format::Mail => names("mail", &["eml", "emlx"], &["message/rfc822", "message/global"]),
            Format::Text => names("text", &["txt", "text", "log"], &["text/plain"]),
            Format::Xml => names("xml", XML_ENDINGS, XML_TYPES),
            Format::Html => names("html", &["html", "htm", "shtml", "hta"], &["text/html"]),
            Format::Ndjson => names(
                "ndjson", &["ndjson", "jsonl", "jsonlines"], &["application/x-ndjson", "application/jsonl"],
            ),
            Format::Notebook => names("notebook", &["ipynb"], &["application/x-ipynb+json"]),
            Format::Json => names(
                "json", &["json", "jsonld", "geojson", "webmanifest", "map", "topojson"],
                &["application/json", "application/ld+json", "application/manifest+json"],
            ),
            Format::Css => names("css", &["css", "scss", "less"], &["text/css"]),
            Format::Markdown => names("markdown", MARKDOWN_ENDINGS, &["text/markdown", "text/x-markdown"]),
            Format::Csv => names("csv", &["csv", "psv"], &["text/csv"]),
            Format::Tsv => names("tsv", &["tsv", "tab"], &["text/tab-separated-values"]),
            Format::Calendar => names(
                "calendar", &["ics", "ical", "ifb", "vcs"], &["text/calendar", "application/ics", "text/x-vcalendar"],
            ),
            Format::Vcard => names("vcard", &["vcf", "vcard"], &["text/vcard", "text/x-vcard", "text/directory"]),
            Format::Asciidoc => names("asciidoc", &["adoc", "asciidoc"], &["text/asciidoc", "text/x-asciidoc"]),
            Format::Latex => names(
                "latex", &["tex", "latex", "ltx", "sty", "dtx", "bib", "bbl"],
                &["application/x-latex", "application/x-tex", "text/x-tex", "text/x-latex", "application/x-bibtex"],
            ),
            Format::Texinfo => names(
                "texinfo", &["texi", "texinfo", "txi"], &["application/x-texinfo", "text/x-texinfo"],
            ),
            Format::Properties => names("properties", &["properties"], &["text/x-java-properties"]),
            Format::Script => names("script", &["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"], SCRIPT_TYPES),
            Format::Rtf => names("rtf", &["rtf"], &["text/rtf", "application/rtf", "text/richtext"]),
            Format::Har => names("har", &["har"], &["application/har+json"]),
            Format::Shortcut => names(
                "shortcut", &["url", "website", "desktop"], &["application/internet-shortcut", "application/x-mswinurl", "application/x-desktop"],
            ),
            Format::PropertyList => names("bplist", &[], &["application/x-bplist"]),
            Format::Sqlite => names(
                "sqlite", &["sqlite", "sqlite3", "db", "db3"], &["application/vnd.sqlite3", "application/x-sqlite3"],
            ),
            Format::Ole => names(
                "ole", &["doc", "dot", "xls", "xlt", "ppt", "pps", "pot", "msg", "oft"],
                &["application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint", "application/vnd.ms-outlook"],
            ),
            #[cfg(feature = "pdf")]
            Format::Pdf => names("pdf", &["pdf"], &["application/pdf", "application/x-pdf"]),
        }
    }
}

#[rustfmt::skip]
const MARKDOWN_ENDINGS: &[&str] = &[
    "md", "markdown", "mdown", "mdwn", "mkd", "mkdn", "mkdown", "mdtxt", "mdtext", "mdx", "qmd", "rmd", "livemd", "ronn",
];

#[rustfmt::skip]
const OFFICE_ENDINGS: &[&str] = &[
    "docx", "docm", "dotx", "dotm", "xlsx", "xlsm", "xltx", "xltm", "xlam", "pptx", "pptm", "potx", "potm", "ppsx",
    "ppsm", "ppam", "odt", "ott", "odm", "oth", "ods", "ots", "odp", "otp", "odg", "otg", "odf", "odc", "odb",
];

const OFFICE_TYPES: &[&str] = &[
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/vnd.oasis.opendocument.text",
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/vnd.oasis.opendocument.presentation",
];

const XML_ENDINGS: &[&str] = &[
    "xml", "rss", "atom", "rdf", "svg", "xhtml", "xht", "opml", "xsl", "xslt", "xsd", "wsdl",
    "kml", "gpx", "docbook", "dbk", "ncx", "opf", "xspf", "fodt", "fods", "fodp", "fodg", "plist",
    "webloc",
];

const SCRIPT_TYPES: &[&str] = &[
    "text/javascript",
    "application/javascript",
    "application/x-javascript",
    "text/ecmascript",
    "application/ecmascript",
    "text/typescript",
    "application/typescript",
];

const XML_TYPES: &[&str] = &[
    "text/xml",
    "application/xml",
    "application/rss+xml",
    "application/atom+xml",
    "application/rdf+xml",
    "application/xhtml+xml",
    "image/svg+xml",
];

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
        let all: Vec<Names> = Format::all().map(Format::names).collect();
        for (at, names) in all.iter().enumerate() {
            for other in &all[..at] {
                assert_ne!(names.name, other.name);
                assert!(!names.endings.iter().any(|ending| other.endings.contains(ending)));
                assert!(!names.media_types.iter().any(|one| other.media_types.contains(one)));
            }
        }
    }

    #[test]
    fn names() {
        assert_eq!(Format::of_name("a/b.TXT"), Some(Format::Text));
        assert_eq!(Format::of_name(".txt"), None);
        assert_eq!(Format::of_name("txt"), None);
    }
}

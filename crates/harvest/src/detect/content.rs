//! Detects the format of a document from its content, its media type and its name.

use encoding_rs::Encoding;

use super::format::Format;
use crate::archive::{compressed, ole, tar, warc, zip};
use crate::encoding;
use crate::mail;
use crate::parse::{
    asciidoc, calendar, css, har, html, json, latex, markdown, notebook, rtf, table, xml,
};

/// A function that recognizes a format from the first bytes of the content, at most 16 KiB. If files in the format are
/// decoded before they are parsed, the function gets these bytes converted to UTF-8. For all other formats, it gets the
/// original bytes.
type Recognizes = fn(&[u8]) -> bool;

impl Format {
    /// The format of a file with this name and this media type. `raw` is the beginning of the file, and `text` is the
    /// same beginning converted to UTF-8.
    pub(crate) fn of(name: &str, media_type: Option<&str>, text: &[u8], raw: &[u8]) -> Format {
        let by = |test: fn(Format) -> Option<Recognizes>| {
            Format::all().find(|format| {
                let is_decoded = format.is_text() && !format.is_undecoded();
                let head = if is_decoded { text } else { raw };
                test(*format).is_some_and(|recognizes| recognizes(head))
            })
        };
        // The names of text files say little about their content. For example, a mailbox may be called `mail.txt`, and
        // a file with JSON lines may be called `app.log`. The format of a file with such a name is detected from its
        // content, like the format of standard input.
        let by_looks = || by(Format::looks);
        by(Format::mark)
            .or_else(|| Format::of_media_type(media_type?).filter(|format| !needs_mark(*format)))
            .or_else(|| is_in_maildir(name).then(by_looks).flatten())
            .or_else(|| {
                Format::of_name(name)
                    .filter(|format| *format != Format::Text && !needs_mark(*format))
            })
            // A server may send an HTML page instead of the PDF that was requested.
            .filter(|format| !format.is_pdf() || !is_text(raw))
            // The translation files of Qt are XML, and their names end with `.ts`.
            .map(
                |format| {
                    if format == Format::Script && xml::is_xml(text) { Format::Xml } else { format }
                },
            )
            .or_else(by_looks)
            .unwrap_or(Format::Text)
    }

    /// The function that recognizes the mark of the format, which is content that no other format has. The mark takes
    /// precedence over the name of the file.
    const fn mark(self) -> Option<Recognizes> {
        match self {
            Format::Warc => Some(warc::is_warc),
            Format::Gzip => Some(compressed::is_gzip),
            Format::Zstd => Some(compressed::is_zstd),
            Format::Bzip2 => Some(compressed::is_bzip2),
            Format::Xz => Some(compressed::is_xz),
            Format::Office => Some(zip::is_office),
            Format::Epub => Some(zip::is_epub),
            Format::Zip => Some(zip::is_zip),
            Format::Tar => Some(tar::is_tar),
            Format::Mbox => Some(mail::is_surely_mbox),
            Format::Calendar => Some(calendar::is_calendar),
            Format::Vcard => Some(calendar::is_card),
            Format::Rtf => Some(rtf::is_rtf),
            Format::Ole => Some(ole::is_ole),
            #[cfg(feature = "sqlite")]
            Format::Sqlite => Some(crate::sqlite::is_sqlite),
            #[cfg(feature = "pdf")]
            Format::Pdf => Some(is_pdf),
            _ => None,
        }
    }

    /// The function that recognizes the typical look of the format. It is used if the name does not determine the
    /// format.
    const fn looks(self) -> Option<Recognizes> {
        match self {
            Format::Mbox => Some(mail::is_mbox),
            Format::Mail => Some(mail::is_message),
            Format::Latex => Some(latex::is_latex),
            Format::Asciidoc => Some(asciidoc::is_asciidoc),
            Format::Xml => Some(xml::is_xml),
            Format::Html => Some(html::is_html),
            Format::Ndjson => Some(json::is_lines),
            Format::Notebook => Some(notebook::is_notebook),
            Format::Har => Some(har::is_har),
            Format::Json => Some(json::is_json),
            Format::Css => Some(css::is_css),
            Format::Markdown => Some(markdown::is_markdown),
            Format::Csv => Some(table::is_table),
            _ => None,
        }
    }

    /// The encoding that a document of this format declares in its first bytes.
    pub(crate) fn declared_encoding(self, head: &[u8]) -> Option<&'static Encoding> {
        match self {
            Format::Xml => encoding::xml(head),
            Format::Html => encoding::html(head),
            Format::Css => encoding::css(head),
            // iCalendar and vCard are UTF-8 by default (RFC 5545, section 3.1.4; RFC 6350, section 3.1).
            Format::Calendar | Format::Vcard if calendar::is_utf8(head) => Some(encoding_rs::UTF_8),
            _ => None,
        }
    }
}

/// Whether every document of the format has a mark. If so, a file without the mark does not have this format, whatever
/// its name is. For example, a file that is named like an office document but is not a zip archive is encrypted or
/// damaged.
const fn needs_mark(format: Format) -> bool {
    matches!(format, Format::Rtf | Format::Ole) || format.is_sqlite() || format.is_package()
}

/// Whether the file is in a folder of a Maildir. The name of such a file ends with a host name, whose last part may
/// look like the file-name ending of a format.
fn is_in_maildir(name: &str) -> bool {
    matches!(name.rsplit(['/', '\\']).nth(1), Some("cur" | "new"))
}

/// Whether the content begins with the header of PDF. Blanks may precede the header.
#[cfg(feature = "pdf")]
fn is_pdf(head: &[u8]) -> bool {
    head.trim_ascii_start().starts_with(b"%PDF-")
}

/// Whether the content is text without the header of PDF.
fn is_text(head: &[u8]) -> bool {
    memchr::memmem::find(head, b"%PDF-").is_none()
        && core::str::from_utf8(head).is_ok_and(|head| !head.contains('\0'))
}

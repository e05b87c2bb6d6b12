//! Detects the format of a document from its content, its media type and its name.

use encoding_rs::Encoding;

use super::format::{Format, Recognizes, Row};
use crate::encoding;
use crate::parse::{calendar, xml};

impl Format {
    /// The format of a file with this name and this media type. `raw` is the beginning of the file, and `text` is the
    /// same beginning converted to UTF-8.
    pub(crate) fn of(name: &str, media_type: Option<&str>, text: &[u8], raw: &[u8]) -> Format {
        let by = |test: fn(Row) -> &'static [Recognizes]| {
            Format::all().find(|format| {
                let is_decoded = format.is_text() && !format.is_undecoded();
                let head = if is_decoded { text } else { raw };
                test(format.row()).iter().any(|recognizes| recognizes(head))
            })
        };
        // The names of text files say little about their content. For example, a mailbox may be called `mail.txt`, and
        // a file with JSON lines may be called `app.log`. The format of a file with such a name is detected from its
        // content, like the format of standard input.
        let by_looks = || by(|row| row.looks);
        by(|row| row.mark)
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
fn needs_mark(format: Format) -> bool {
    matches!(format, Format::Rtf | Format::Ole) || format.is_sqlite() || format.is_package()
}

/// Whether the file is in a folder of a Maildir. The name of such a file ends with a host name, whose last part may
/// look like the file-name ending of a format.
fn is_in_maildir(name: &str) -> bool {
    matches!(name.rsplit(['/', '\\']).nth(1), Some("cur" | "new"))
}

/// Whether the content is text without the header of PDF.
fn is_text(head: &[u8]) -> bool {
    memchr::memmem::find(head, b"%PDF-").is_none()
        && core::str::from_utf8(head).is_ok_and(|head| !head.contains('\0'))
}

//! Which format a content has.

use encoding_rs::Encoding;

use super::format::Format;
use crate::archive::{compressed, tar, zip};
use crate::encoding;
use crate::mail;
use crate::parse::{
    asciidoc, calendar, css, html, json, latex, markdown, notebook, table, texinfo, xml,
};

/// Recognizes a format by its content: the first 16 KiB as UTF-8 (of a format that is not text, as
/// they are), or all there is.
type Recognizes = fn(&[u8]) -> bool;

impl Format {
    /// The format of a file of that name, of that media type and with that beginning, which is
    /// given as UTF-8 and unchanged.
    pub(crate) fn of(name: &str, media_type: Option<&str>, text: &[u8], raw: &[u8]) -> Format {
        let by = |test: fn(Format) -> Option<Recognizes>| {
            Format::all().find(|format| {
                let head = if format.is_text() { text } else { raw };
                test(*format).is_some_and(|recognizes| recognizes(head))
            })
        };
        // Names of texts are general: a mailbox may be called `.txt`, JSON lines `.log`. The same
        // bytes have one format then, with a name and on standard input.
        let by_looks = || by(Format::looks);
        by(Format::mark)
            .or_else(|| Format::of_media_type(media_type?).filter(|format| !format.is_package()))
            .or_else(|| is_in_maildir(name).then(by_looks).flatten())
            .or_else(|| Format::of_name(name).filter(|format| !is_vague(*format)))
            // The translations of Qt are XML and called `.ts`.
            .map(
                |format| {
                    if format == Format::Script && xml::is_xml(text) { Format::Xml } else { format }
                },
            )
            .or_else(by_looks)
            .unwrap_or(Format::Text)
    }

    /// Recognizes a mark that no other format has: it counts more than the name of the file.
    const fn mark(self) -> Option<Recognizes> {
        match self {
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
            _ => None,
        }
    }

    /// Recognizes the looks of a format: they count where the name says nothing.
    const fn looks(self) -> Option<Recognizes> {
        match self {
            Format::Mbox => Some(mail::is_mbox),
            Format::Mail => Some(mail::is_message),
            Format::Texinfo => Some(texinfo::is_texinfo),
            Format::Latex => Some(latex::is_latex),
            Format::Asciidoc => Some(asciidoc::is_asciidoc),
            Format::Xml => Some(xml::is_xml),
            Format::Html => Some(html::is_html),
            Format::Ndjson => Some(json::is_lines),
            Format::Notebook => Some(notebook::is_notebook),
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
            // UTF-8 is the default of both (RFC 5545, section 3.1.4; RFC 6350, section 3.1).
            Format::Calendar | Format::Vcard if calendar::is_utf8(head) => Some(encoding_rs::UTF_8),
            _ => None,
        }
    }
}

/// Whether a name of this format does not tell it: texts of all kinds are called so, and office documents are
/// archives by their content, or encrypted.
const fn is_vague(format: Format) -> bool {
    matches!(format, Format::Text) || format.is_package()
}

/// Whether it is where a Maildir has its messages, whose names end with that of a host.
fn is_in_maildir(name: &str) -> bool {
    matches!(name.rsplit(['/', '\\']).nth(1), Some("cur" | "new"))
}

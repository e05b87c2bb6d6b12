//! Which format a content has.

use encoding_rs::Encoding;

use super::format::Format;
use crate::archive::{compressed, tar, zip};
use crate::encoding;
use crate::mail;
use crate::parse::{css, html, json, markdown, table, xml};

/// How a format is recognized by its content: the first 16 KiB as UTF-8 (of a format that is not
/// text, as they are), or all there is.
enum Content {
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

impl Format {
    /// The format of a file of that name, of that media type and with that beginning, which is
    /// given as UTF-8 and unchanged.
    pub(crate) fn of(name: &str, media_type: Option<&str>, text: &[u8], raw: &[u8]) -> Format {
        let by_content = |is_it: fn(&Content, &[u8]) -> bool| {
            Format::all().find(|format| {
                let head = if format.is_text() { text } else { raw };
                is_it(&format.content(), head)
            })
        };
        // Names of texts are general: a mailbox may be called `.txt`, JSON lines `.log`. The same
        // bytes have one format then, with a name and on standard input.
        let by_looks = || by_content(Content::is_likely);
        by_content(Content::is_sure)
            .or_else(|| Format::of_media_type(media_type?))
            .or_else(|| is_in_maildir(name).then(by_looks).flatten())
            .or_else(|| Format::of_name(name).filter(|format| *format != Format::Text))
            .or_else(by_looks)
            .unwrap_or(Format::Text)
    }

    const fn content(self) -> Content {
        match self {
            Format::Gzip => Content::Sure(compressed::is_gzip),
            Format::Zstd => Content::Sure(compressed::is_zstd),
            Format::Bzip2 => Content::Sure(compressed::is_bzip2),
            Format::Xz => Content::Sure(compressed::is_xz),
            Format::Zip => Content::Sure(zip::is_zip),
            Format::Tar => Content::Sure(tar::is_tar),
            Format::Mbox => Content::Likely(mail::is_mbox),
            Format::Mail => Content::Likely(mail::is_message),
            Format::Xml => Content::Likely(xml::is_xml),
            Format::Html => Content::Likely(html::is_html),
            Format::Ndjson => Content::Likely(json::is_lines),
            Format::Json => Content::Likely(json::is_json),
            Format::Css => Content::Likely(css::is_css),
            Format::Markdown => Content::Likely(markdown::is_markdown),
            Format::Csv => Content::Likely(table::is_table),
            Format::Text | Format::Tsv => Content::Unknown,
        }
    }

    /// The encoding that a document of this format declares in its first bytes.
    pub(crate) fn declared_encoding(self, head: &[u8]) -> Option<&'static Encoding> {
        match self {
            Format::Xml => encoding::xml(head),
            Format::Html => encoding::html(head),
            Format::Css => encoding::css(head),
            _ => None,
        }
    }
}

/// Whether it is where a Maildir has its messages, whose names end with that of a host.
fn is_in_maildir(name: &str) -> bool {
    matches!(name.rsplit(['/', '\\']).nth(1), Some("cur" | "new"))
}

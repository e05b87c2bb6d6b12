//! From the bytes of a text to UTF-8: which encoding it has, and a reader that undoes it.
//!
//! What says so, in this order: a byte-order mark; the container (a MIME charset); the caller; the
//! document itself (`<meta charset>`, the XML declaration, `@charset`); bytes that only UTF-16 of
//! Western text has; and the bytes outside ASCII. A text with valid UTF-8 in it is UTF-8, and where
//! it is not, it stays as it is: the finder takes any bytes, and offsets do not shift. Only a text
//! that has no more valid sequences than invalid ones is given to a detector.

mod declared;
mod detect;
mod transcode;

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

pub(crate) use declared::{css, html, xml};
pub(crate) use detect::{HEAD, is_binary};
pub(crate) use transcode::Transcoder;

/// How a text becomes UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// It is UTF-8, or is taken as it is.
    AsIs,
    /// It is decoded. Where somebody said so, bytes that the encoding does not have are a trouble.
    Decode { encoding: &'static Encoding, is_declared: bool },
}

/// The UTF-8 of the byte-order mark.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The encoding of that name or label, as in the Encoding Standard, and some names that mail has.
pub(crate) fn for_label(label: &str) -> Option<&'static Encoding> {
    let label = label.trim().trim_matches(['"', '\'']);
    Encoding::for_label_no_replacement(label.as_bytes()).or_else(|| {
        // The mailers of the world and the Encoding Standard do not agree on every name.
        let label = label.to_ascii_lowercase().replace('_', "-");
        let code_page = label.strip_prefix("cp").or_else(|| label.strip_prefix("windows"));
        let standard = match &*label {
            "unknown-8bit" | "x-unknown" | "unknown" | "default" | "8bit" | "7bit" => "us-ascii",
            "macroman" => "macintosh",
            "cp932" => "shift_jis",
            "cp936" => "gbk",
            "cp949" => "euc-kr",
            "cp950" => "big5",
            "utf8mb4" | "x-utf-8j" => "utf-8",
            _ => &*format!("windows-{}", code_page?.trim_start_matches('-')),
        };
        Encoding::for_label_no_replacement(standard.as_bytes())
    })
}

/// How a text that begins with `head` becomes UTF-8. `said` is what the caller, the container and
/// the document say, the first one of which the word is taken.
pub(crate) fn plan(head: &[u8], said: Option<&'static Encoding>) -> Plan {
    if let Some((encoding, _)) = Encoding::for_bom(head) {
        return Plan::of(encoding, true);
    }
    match said {
        // ASCII and Latin-1 are windows-1252 to the Encoding Standard, and what says it is ASCII
        // is UTF-8 as often as anything else.
        Some(encoding) if encoding == encoding_rs::WINDOWS_1252 && detect::is_utf8(head) => {
            Plan::AsIs
        }
        Some(encoding) => Plan::of(encoding, true),
        None => Plan::of(detect::detect(head), false),
    }
}

impl Plan {
    fn of(encoding: &'static Encoding, is_declared: bool) -> Plan {
        if encoding == UTF_8 { Plan::AsIs } else { Plan::Decode { encoding, is_declared } }
    }
}

/// The length in UTF-8 of the byte-order mark of a text that begins so; 0 where it has none, or the
/// mark is that of another encoding.
pub(crate) fn mark(head: &[u8], encoding: &'static Encoding) -> usize {
    let is_it = Encoding::for_bom(head).is_some_and(|(marked, _)| marked == encoding);
    if is_it { BOM.len() } else { 0 }
}

/// The beginning of a text in what is closest to UTF-8, for who wants to tell its format.
pub(crate) fn head(head: &[u8]) -> Cow<'_, [u8]> {
    let encoding = Encoding::for_bom(head).map(|(encoding, _)| encoding);
    let to_unit = match encoding.or_else(|| detect::utf16(head)) {
        Some(encoding) if encoding == UTF_16LE => u16::from_le_bytes,
        Some(encoding) if encoding == UTF_16BE => u16::from_be_bytes,
        _ => return Cow::Borrowed(head.strip_prefix(BOM).unwrap_or(head)),
    };
    let units = head.as_chunks().0.iter().map(|pair| to_unit(*pair));
    let chars = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
    let text: String = chars.collect();
    Cow::Owned(text.trim_start_matches('\u{FEFF}').as_bytes().to_vec())
}

//! Chooses the encoding of a text, and converts the text to UTF-8 while it is read.
//!
//! The first of these sources that indicates an encoding determines it:
//! 1. a byte-order mark,
//! 2. the container, for example a MIME charset,
//! 3. the caller,
//! 4. the document (`<meta charset>`, the XML declaration, `@charset`),
//! 5. byte patterns that occur only in UTF-16 or ISO-2022-JP,
//! 6. the bytes outside ASCII.
//!
//! A text with more valid UTF-8 sequences than invalid ones is UTF-8. Its invalid bytes are kept: the finder accepts
//! any bytes, and offsets do not shift. If a text has at least as many invalid sequences as valid ones, `chardetng`
//! guesses the encoding.

mod charset;
mod declared;
mod detect;
mod head;
mod transcode;
mod way_back;
mod wide;

use encoding_rs::{Encoding, UTF_8};

pub(crate) use charset::{code_units, for_label, of_code_page};
pub(crate) use declared::{css, html, xml};
pub(crate) use head::{BOM, Head};
pub(crate) use transcode::Transcoder;
pub(crate) use way_back::WayBack;

/// How a text is converted to UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// The text is not decoded, because it is UTF-8. Invalid bytes are kept.
    AsIs,
    /// The text is decoded. If the encoding was declared, invalid bytes are reported.
    Decode { encoding: &'static Encoding, is_declared: bool },
}

/// How a text that begins with `head` is converted to UTF-8. `said` is the encoding that the container, the caller or
/// the document names; the container has precedence over the caller, and the caller over the document.
pub(crate) fn plan(head: Head<'_>, said: Option<&'static Encoding>) -> Plan {
    if let Some(encoding) = head.charset_of_mark() {
        return Plan::of(encoding, true);
    }
    match said {
        // The Encoding Standard maps the labels of ASCII and Latin-1 to windows-1252. But text that is labelled as
        // ASCII is often UTF-8 or ISO-2022-JP.
        Some(encoding) if encoding == encoding_rs::WINDOWS_1252 && head.is_utf8() => {
            if detect::is_iso_2022_jp(head) {
                return Plan::of(encoding_rs::ISO_2022_JP, false);
            }
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

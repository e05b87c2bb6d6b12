//! From the bytes of a text to UTF-8: which encoding it has, and a reader that undoes it.
//!
//! What says so, in this order: a byte-order mark; the container (a MIME charset); the caller; the
//! document itself (`<meta charset>`, the XML declaration, `@charset`); bytes that only UTF-16,
//! UTF-32, EBCDIC or ISO-2022-JP have; and the bytes outside ASCII. A text with valid UTF-8 in it is UTF-8; its
//! invalid bytes are kept: the finder takes any bytes, and offsets do not shift. Only a text with at
//! least as many invalid sequences as valid ones is given to a detector.

mod charset;
mod declared;
mod detect;
mod ebcdic;
mod head;
mod transcode;
pub(crate) mod utf7;
mod way_back;
mod wide;

use encoding_rs::{Encoding, UTF_8};

pub(crate) use charset::{Charset, for_label};
pub(crate) use declared::{css, html, xml};
pub(crate) use head::{BOM, Head};
pub(crate) use transcode::Transcoder;
pub(crate) use way_back::WayBack;

/// How a text becomes UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// It is UTF-8, or is read undecoded.
    AsIs,
    /// It is decoded. If the charset was declared, bytes that it does not have are reported.
    Decode { charset: Charset, is_declared: bool },
}

/// How a text that begins with `head` becomes UTF-8. `said` is the first of what the container, the
/// caller and the document say.
pub(crate) fn plan(head: Head<'_>, said: Option<&'static Encoding>) -> Plan {
    if let Some(charset) = head.charset_of_mark() {
        return Plan::of(charset, true);
    }
    match said {
        // ASCII and Latin-1 are windows-1252 to the Encoding Standard, and text that is declared as
        // ASCII is UTF-8 or ISO-2022-JP as often as anything else.
        Some(encoding) if encoding == encoding_rs::WINDOWS_1252 && head.is_utf8() => {
            if detect::is_iso_2022_jp(head) {
                return Plan::of(Charset::Standard(encoding_rs::ISO_2022_JP), false);
            }
            Plan::AsIs
        }
        Some(encoding) => Plan::of(Charset::Standard(encoding), true),
        None => Plan::of(detect::detect(head), false),
    }
}

impl Plan {
    fn of(charset: Charset, is_declared: bool) -> Plan {
        match charset {
            Charset::Standard(encoding) if encoding == UTF_8 => Plan::AsIs,
            charset => Plan::Decode { charset, is_declared },
        }
    }
}

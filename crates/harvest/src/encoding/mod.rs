//! From the bytes of a text to UTF-8: which encoding it has, and a reader that undoes it.
//!
//! What says so, in this order: a byte-order mark; the container (a MIME charset); the caller; the
//! document itself (`<meta charset>`, the XML declaration, `@charset`); bytes that only UTF-16 of
//! Western text has; and the bytes outside ASCII. A text with valid UTF-8 in it is UTF-8; its
//! invalid bytes are kept: the finder takes any bytes, and offsets do not shift. Only a text with at
//! least as many invalid sequences as valid ones is given to a detector.

mod declared;
mod detect;
mod head;
mod label;
mod transcode;
mod utf16;
pub(crate) mod utf7;

use encoding_rs::{Encoding, UTF_8};

pub(crate) use declared::{css, html, xml};
pub(crate) use head::{BOM, Head};
pub(crate) use label::for_label;
pub(crate) use transcode::Transcoder;

/// How a text becomes UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// It is UTF-8, or is read undecoded.
    AsIs,
    /// It is decoded. If the encoding was declared, bytes that it does not have are reported.
    Decode { encoding: &'static Encoding, is_declared: bool },
}

/// How a text that begins with `head` becomes UTF-8. `said` is what the caller, the container and
/// the document say, the first one of which the word is taken.
pub(crate) fn plan(head: Head<'_>, said: Option<&'static Encoding>) -> Plan {
    if let Some((encoding, _)) = Encoding::for_bom(head.bytes()) {
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

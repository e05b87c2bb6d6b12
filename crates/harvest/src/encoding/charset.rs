//! The encodings from which texts are decoded: those of the Encoding Standard, and UTF-32.

use core::fmt;

use encoding_rs::{CoderResult, Encoding, UTF_16BE, UTF_16LE};

use crate::model::CodeUnits;

/// The encoding of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charset {
    /// An encoding of the Encoding Standard.
    Standard(&'static Encoding),
    /// UTF-32, which is not in the Encoding Standard.
    Utf32(ByteOrder),
}

/// The encoding called `label`, which is a label of the Encoding Standard or another name that occurs in mail.
pub(crate) fn for_label(label: &str) -> Option<&'static Encoding> {
    let label = label.trim().trim_matches(['"', '\'']);
    Encoding::for_label_no_replacement(label.as_bytes()).or_else(|| {
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

/// The order of the bytes in a code unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByteOrder {
    Big,
    Little,
}

impl ByteOrder {
    pub(super) const fn unit16(self, bytes: [u8; 2]) -> u16 {
        match self {
            ByteOrder::Big => u16::from_be_bytes(bytes),
            ByteOrder::Little => u16::from_le_bytes(bytes),
        }
    }

    pub(super) const fn unit32(self, bytes: [u8; 4]) -> u32 {
        match self {
            ByteOrder::Big => u32::from_be_bytes(bytes),
            ByteOrder::Little => u32::from_le_bytes(bytes),
        }
    }
}

impl Charset {
    /// The charset whose byte-order mark is at the beginning of `text`.
    pub(super) fn of_mark(text: &[u8]) -> Option<Charset> {
        // UTF-32LE is tested first, because its byte-order mark begins with the mark of UTF-16LE.
        if text.starts_with(b"\xFF\xFE\0\0") {
            return Some(Charset::Utf32(ByteOrder::Little));
        }
        if text.starts_with(b"\0\0\xFE\xFF") {
            return Some(Charset::Utf32(ByteOrder::Big));
        }
        Encoding::for_bom(text).map(|(encoding, _)| Charset::Standard(encoding))
    }

    /// The text of `bytes` as UTF-8, without the byte-order mark, and whether some of the bytes are
    /// invalid in the charset.
    pub(crate) fn decode(self, bytes: &[u8]) -> (Vec<u8>, bool) {
        if let Charset::Standard(encoding) = self {
            let (text, has_invalid) = encoding.decode_with_bom_removal(bytes);
            return (text.into_owned().into_bytes(), has_invalid);
        }
        let mut decoder = self.new_decoder();
        let (mut rest, mut text, mut has_invalid) = (bytes, Vec::new(), false);
        loop {
            let mut buffer = [0; 4096];
            let step = decoder.decode(rest, &mut buffer, true);
            text.extend_from_slice(buffer.get(..step.written).unwrap_or_default());
            rest = rest.get(step.read..).unwrap_or_default();
            has_invalid |= step.has_invalid;
            if rest.is_empty() {
                return (text, has_invalid);
            }
        }
    }

    pub(super) fn new_decoder(self) -> Decoder {
        match self {
            Charset::Standard(encoding) => {
                Decoder::Standard(encoding.new_decoder_with_bom_removal())
            }
            Charset::Utf32(order) => {
                Decoder::Utf32 { order, cut: [0; 4], held: 0, is_at_start: true }
            }
        }
    }
}

impl Charset {
    /// The code units, which determine how many bytes each character has.
    pub(crate) fn code_units(self) -> CodeUnits {
        match self {
            Charset::Standard(encoding) if encoding.is_single_byte() => CodeUnits::Bytes,
            Charset::Standard(encoding) if [UTF_16BE, UTF_16LE].contains(&encoding) => {
                CodeUnits::Utf16
            }
            Charset::Standard(_) => CodeUnits::Unknown,
            Charset::Utf32(_) => CodeUnits::Utf32,
        }
    }

    /// The name of the charset: for the encodings of the Encoding Standard, the name from that standard.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Charset::Standard(encoding) => encoding.name(),
            Charset::Utf32(ByteOrder::Big) => "UTF-32BE",
            Charset::Utf32(ByteOrder::Little) => "UTF-32LE",
        }
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Decodes a text in pieces.
pub(super) enum Decoder {
    Standard(encoding_rs::Decoder),
    Utf32 {
        order: ByteOrder,
        /// The first bytes of a code unit that continues in the next piece.
        cut: [u8; 4],
        /// How many bytes of `cut` are filled.
        held: usize,
        is_at_start: bool,
    },
}

/// The result of a step of a decoder.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    pub(super) read: usize,
    pub(super) written: usize,
    /// Whether there were bytes that are invalid in the charset.
    pub(super) has_invalid: bool,
}

impl Step {
    /// Writes `char` if it fits into `text`, and returns whether it was written.
    fn write(&mut self, char: char, text: &mut [u8]) -> bool {
        let mut utf8 = [0; 4];
        let utf8 = char.encode_utf8(&mut utf8).as_bytes();
        let Some(room) = text.get_mut(self.written..self.written + utf8.len()) else {
            return false;
        };
        room.copy_from_slice(utf8);
        self.written += utf8.len();
        true
    }
}

impl Decoder {
    /// Decodes as much of `raw` as fits into `text`.
    pub(super) fn decode(&mut self, raw: &[u8], text: &mut [u8], is_last: bool) -> Step {
        match self {
            Decoder::Standard(decoder) => {
                let (result, read, written, has_invalid) =
                    decoder.decode_to_utf8(raw, text, is_last);
                debug_assert!(result == CoderResult::InputEmpty || written > 0);
                Step { read, written, has_invalid }
            }
            Decoder::Utf32 { order, cut, held, is_at_start } => {
                let mut step = Step::default();
                for byte in raw {
                    // There must be room for two characters: this one, and U+FFFD if the text ends inside a code unit.
                    if text.len() < step.written + 8 {
                        return step;
                    }
                    step.read += 1;
                    if let Some(place) = cut.get_mut(*held) {
                        *place = *byte;
                        *held += 1;
                    }
                    if *held == cut.len() {
                        *held = 0;
                        let unit = order.unit32(*cut);
                        let is_mark = core::mem::take(is_at_start) && unit == 0xFEFF;
                        let char = char::from_u32(unit);
                        step.has_invalid |= char.is_none();
                        let char = char.unwrap_or(char::REPLACEMENT_CHARACTER);
                        let _ = is_mark || step.write(char, text);
                    }
                }
                if is_last && *held > 0 {
                    *held = 0;
                    step.has_invalid = true;
                    step.write(char::REPLACEMENT_CHARACTER, text);
                }
                step
            }
        }
    }
}

//! The names and the code units of encodings.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use crate::model::CodeUnits;

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

/// The encoding whose byte-order mark is at the beginning of `text`. The mark of UTF-32, which begins like that of UTF-16,
/// is none: browsers do not read UTF-32 either.
pub(super) fn of_mark(text: &[u8]) -> Option<&'static Encoding> {
    let is_utf32 = text.starts_with(b"\xFF\xFE\0\0");
    Encoding::for_bom(text).filter(|_| !is_utf32).map(|(encoding, _)| encoding)
}

/// The code units of an encoding, which determine how many bytes each character has.
pub(crate) fn code_units(encoding: &'static Encoding) -> CodeUnits {
    if encoding.is_single_byte() {
        CodeUnits::Bytes
    } else if [UTF_16BE, UTF_16LE].contains(&encoding) {
        CodeUnits::Utf16
    } else {
        CodeUnits::Unknown
    }
}

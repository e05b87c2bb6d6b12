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

/// The encoding of a code page of Windows. An unknown code page is read as windows-1252, because ASCII has the same bytes
/// in nearly all code pages.
pub(crate) fn of_code_page(number: u64) -> &'static Encoding {
    let label = match number {
        1361 => "euc-kr",
        10000 => "macintosh",
        10007 => "x-mac-cyrillic",
        20866 => "koi8-r",
        21866 => "koi8-u",
        50220..=50222 => "iso-2022-jp",
        51932 => "euc-jp",
        54936 => "gb18030",
        20127 | 65001 => "utf-8",
        28591..=28606 => &*format!("iso-8859-{}", number - 28590),
        _ => &*format!("cp{number}"),
    };
    for_label(label).unwrap_or(encoding_rs::WINDOWS_1252)
}

/// The encoding whose byte-order mark is at the beginning of `text`. The mark of UTF-32, which begins like that of UTF-16,
/// is none: browsers do not read UTF-32 either.
pub(super) fn of_mark(text: &[u8]) -> Option<&'static Encoding> {
    let is_utf32 = text.starts_with(b"\xFF\xFE\0\0");
    Encoding::for_bom(text).filter(|_| !is_utf32).map(|(encoding, _)| encoding)
}

/// The code units of an encoding, which determine how many bytes each character has. `None` is a text that is not decoded.
pub(crate) fn code_units(encoding: Option<&'static Encoding>) -> CodeUnits {
    let Some(encoding) = encoding else { return CodeUnits::Utf8 };
    if encoding.is_single_byte() {
        CodeUnits::Bytes
    } else if [UTF_16BE, UTF_16LE].contains(&encoding) {
        CodeUnits::Utf16
    } else {
        CodeUnits::Unknown
    }
}

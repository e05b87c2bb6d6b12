//! The names of encodings.

use encoding_rs::Encoding;

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

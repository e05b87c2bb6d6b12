//! The entries of `--skipped`: everything that was not read, or was read only in part.
//!
//! An entry is a line with three fields, separated by tabs: the path with the member and the part, the name of the
//! reason, and the reason in words. Characters that would break the line or control a terminal are escaped: `\t`, `\n`,
//! `\r`, `\\`, `\u{202E}`, and `\xFF` for a byte that is not UTF-8.

use core::fmt::Write as _;
use std::path::Path;

use super::reason::Reason;
use crate::show::picture;

/// Formats the entry for the file `path`, or for the place `place` in that file.
pub(super) fn entry(path: &Path, place: &str, reason: Reason, words: &str) -> Vec<u8> {
    let path = [path.as_os_str().as_encoded_bytes(), place.as_bytes()].concat();
    let fields = [&*path, reason.name().as_bytes(), words.as_bytes()].map(escaped);
    format!("{}\n", fields.join("\t")).into_bytes()
}

/// Escapes `bytes` as text on one line, from which the bytes can be restored.
pub(super) fn escaped(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\t' => out.push_str("\\t"),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\\' => out.push_str("\\\\"),
                _ if picture(c) == c => out.push(c),
                // Writing to a string cannot fail.
                _ => write!(out, "\\u{{{:X}}}", u32::from(c)).unwrap_or_default(),
            }
        }
        for byte in chunk.invalid() {
            write!(out, "\\x{byte:02X}").unwrap_or_default();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_a_line_are_escaped() {
        assert_eq!(escaped(b"a\t\n\r\\\x1B\xFF\xE2\x80\xAE b"), r"a\t\n\r\\\u{1B}\xFF\u{202E} b");
        let line = entry(Path::new("a\tb"), "!/c", Reason::Link, "hidden");
        assert_eq!(line, b"a\\tb!/c\tsymbolic link\thidden\n");
    }
}

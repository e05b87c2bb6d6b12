//! Formats that are recognized and not read, by the bytes that they begin with.

use crate::model::DiagnosticKind;

/// The bytes that a format begins with.
struct Signature {
    /// Where the bytes are in the file.
    offset: usize,
    bytes: &'static [u8],
    /// The format, with its article.
    name: &'static str,
    kind: DiagnosticKind,
}

/// A format that may have links in it.
const fn unread(bytes: &'static [u8], name: &'static str) -> Signature {
    Signature { offset: 0, bytes, name, kind: DiagnosticKind::UnreadFormat }
}

/// A format without links.
const fn binary(offset: usize, bytes: &'static [u8], name: &'static str) -> Signature {
    Signature { offset, bytes, name, kind: DiagnosticKind::Binary }
}

/// No text begins with any of these.
const SIGNATURES: &[Signature] = &[
    unread(b"%PDF-", "a PDF document"),
    unread(b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
    unread(b"Rar!\x1A\x07", "a RAR archive"),
    unread(b"\x04\x22\x4D\x18", "an lz4 file"),
    unread(b"LZIP\x01", "an lzip file"),
    unread(b"\x1F\x9D", "a file of compress"),
    unread(b"MSCF\0\0\0\0", "a cabinet file"),
    unread(b"xar!\0", "a xar archive"),
    unread(b"!<arch>\ndebian", "a Debian package"),
    unread(b"\xED\xAB\xEE\xDB", "an RPM package"),
    unread(b"SQLite format 3\0", "an SQLite database"),
    unread(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an OLE document"),
    unread(b"\x78\x9F\x3E\x22", "a TNEF attachment"),
    binary(0, b"\x7FELF", "a program"),
    binary(0, b"\xCA\xFE\xBA\xBE", "a program"),
    binary(0, b"\xCF\xFA\xED\xFE", "a program"),
    binary(0, b"!<arch>\n", "a static library"),
    binary(0, b"\0asm", "a WebAssembly module"),
    binary(0, b"\x89PNG\r\n", "a PNG picture"),
    binary(0, b"\xFF\xD8\xFF", "a JPEG picture"),
    binary(0, b"GIF87a", "a GIF picture"),
    binary(0, b"GIF89a", "a GIF picture"),
    binary(8, b"WEBPVP8", "a WebP picture"),
    binary(0, b"OggS", "an Ogg file"),
    binary(0, b"fLaC", "a FLAC file"),
    binary(0, b"ID3", "an MP3 file"),
    binary(0, b"wOFF", "a font"),
    binary(0, b"wOF2", "a font"),
];

/// The format of a file that begins with `head`, and whether it may have links in it.
pub(super) fn of(head: &[u8]) -> Option<(&'static str, DiagnosticKind)> {
    let has = |one: &&Signature| head.get(one.offset..).is_some_and(|at| at.starts_with(one.bytes));
    SIGNATURES.iter().find(has).map(|found| (found.name, found.kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signature_is_found_and_means_one_thing() {
        for (at, one) in SIGNATURES.iter().enumerate() {
            let head = [&vec![b' '; one.offset], one.bytes, b" more"].concat();
            assert_eq!(of(&head), Some((one.name, one.kind)), "row {at}");
            assert!(one.kind.is_harmless(), "row {at}");
        }
        assert_eq!(of(b"see http://a.example/"), None);
        assert_eq!(of(b""), None);
    }
}

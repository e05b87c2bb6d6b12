//! Formats that are recognized but not read, by their first bytes or by their names.

use crate::model::DiagnosticKind;

/// The bytes at a fixed offset by which a format is recognized.
struct Signature {
    /// The offset of the bytes in the file.
    offset: usize,
    bytes: &'static [u8],
    /// The description of such a file, with an article.
    name: &'static str,
    kind: DiagnosticKind,
}

/// The signature of a format that may have links, at the beginning of the file.
const fn unread(bytes: &'static [u8], name: &'static str) -> Signature {
    Signature { offset: 0, bytes, name, kind: DiagnosticKind::UnreadFormat }
}

/// The signature of a container that is not opened.
const fn closed(offset: usize, bytes: &'static [u8], name: &'static str) -> Signature {
    Signature { offset, bytes, name, kind: DiagnosticKind::Unsupported }
}

/// The signature of a format that is not expected to have links.
const fn binary(offset: usize, bytes: &'static [u8], name: &'static str) -> Signature {
    Signature { offset, bytes, name, kind: DiagnosticKind::Binary }
}

/// Signatures that do not occur at the beginning of a text.
const SIGNATURES: &[Signature] = &[
    #[cfg(not(feature = "pdf"))]
    unread(b"%PDF-", "a PDF document"),
    #[cfg(not(feature = "sqlite"))]
    closed(0, b"SQLite format 3\0", "an SQLite database"),
    unread(b"AT&TFORM", "a DjVu document"),
    unread(b"bplist0", "a binary property list"),
    closed(0, b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
    closed(0, b"Rar!\x1A\x07", "a RAR archive"),
    closed(0, b"\x04\x22\x4D\x18", "an lz4 file"),
    closed(0, b"\x02\x21\x4C\x18", "an lz4 file"),
    closed(0, b"\x5D\0\0", "an lzma file"),
    closed(0, b"\x89LZO\0\r\n", "an lzop file"),
    closed(0, b"\xFF\x06\0\0sNaPpY", "a snappy file"),
    closed(0, b"LZIP\x01", "an lzip file"),
    closed(2, b"-lh5-", "an LHA archive"),
    closed(7, b"**ACE**", "an ACE archive"),
    closed(0, b"\x1F\x9D", "a file compressed with compress"),
    closed(0, b"MSCF\0\0\0\0", "a cabinet file"),
    closed(0, b"xar!\0", "a xar archive"),
    closed(0, b"!<arch>\ndebian", "a Debian package"),
    closed(0, b"\xED\xAB\xEE\xDB", "an RPM package"),
    closed(0, b"\x78\x9F\x3E\x22", "a TNEF attachment"),
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

/// The description of a file that begins with `head`, and the kind of its diagnostic; `None` if no signature matches.
pub(super) fn of(head: &[u8]) -> Option<(&'static str, DiagnosticKind)> {
    let has = |one: &&Signature| head.get(one.offset..).is_some_and(|at| at.starts_with(one.bytes));
    let found = SIGNATURES.iter().find(has)?;
    Some((found.name, found.kind))
}

/// Formats without a signature, by the endings of file names in lower case. A file with such a name has that format,
/// unless its content is text.
const ENDINGS: &[(&str, &str, DiagnosticKind)] = &[
    (".br", "a brotli file", DiagnosticKind::Unsupported),
    (".gpg", "a PGP message", DiagnosticKind::Encrypted),
    (".pgp", "a PGP message", DiagnosticKind::Encrypted),
];

/// The description of binary data in a format that only the file name identifies, and the kind of its diagnostic;
/// `None` for other data.
pub(super) fn of_name(name: &str, head: &[u8]) -> Option<(&'static str, DiagnosticKind)> {
    // Keyrings have the same endings as PGP messages. They begin with key packets, which have tag 5 or 6.
    let is_key = matches!(head, [0x94..=0x9B | 0xC5 | 0xC6, ..]);
    let name = name.to_ascii_lowercase();
    let row = ENDINGS.iter().find(|(ending, ..)| name.ends_with(ending))?;
    (!is_key).then_some((row.1, row.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signature_identifies_one_format() {
        for (at, one) in SIGNATURES.iter().enumerate() {
            let head = [&vec![b' '; one.offset], one.bytes, b" more"].concat();
            assert_eq!(of(&head), Some((one.name, one.kind)), "row {at}");
        }
        assert_eq!(of(b"see http://a.example/"), None);
        assert_eq!(of(b""), None);
    }

    #[test]
    fn some_names_identify_binary_data() {
        assert_eq!(of_name("a.html.BR", b"\x1B\x01").unwrap().0, "a brotli file");
        assert_eq!(of_name("a.gpg", b"\xA3\x01\x05").unwrap().0, "a PGP message");
        assert_eq!(of_name("pubring.gpg", b"\x99\x01\x0D"), None);
        assert_eq!(of_name("a.bin", b"\x1B\x01"), None);
    }
}

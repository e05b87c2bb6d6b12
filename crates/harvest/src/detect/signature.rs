//! Formats that are recognized but not read, by their first bytes or by their names.

use crate::model::DiagnosticKind::{self, Binary, Encrypted, UnreadFormat, Unsupported};

/// Signatures that do not occur at the beginning of a text: their offsets and bytes, the description of such a file, with
/// an article, and the kind of its diagnostic. `UnreadFormat` is for formats that may have links, `Unsupported` for
/// containers that are not opened, and `Binary` for formats that are not expected to have links.
const SIGNATURES: &[(usize, &[u8], &str, DiagnosticKind)] = &[
    (0, b"Salted__", "data encrypted by OpenSSL", Encrypted),
    (0, b"age-encryption.org/", "an age file", Encrypted),
    #[cfg(not(feature = "pdf"))]
    (0, b"%PDF-", "a PDF document", UnreadFormat),
    #[cfg(not(feature = "sqlite"))]
    (0, b"SQLite format 3\0", "an SQLite database", Unsupported),
    (0, b"AT&TFORM", "a DjVu document", UnreadFormat),
    (0, b"bplist0", "a binary property list", UnreadFormat),
    (0, b"7z\xBC\xAF\x27\x1C", "a 7z archive", Unsupported),
    (0, b"Rar!\x1A\x07", "a RAR archive", Unsupported),
    (0, b"\x04\x22\x4D\x18", "an lz4 file", Unsupported),
    (0, b"\x02\x21\x4C\x18", "an lz4 file", Unsupported),
    (0, b"\x5D\0\0", "an lzma file", Unsupported),
    (0, b"\x89LZO\0\r\n", "an lzop file", Unsupported),
    (0, b"\xFF\x06\0\0sNaPpY", "a snappy file", Unsupported),
    (0, b"LZIP\x01", "an lzip file", Unsupported),
    (2, b"-lh5-", "an LHA archive", Unsupported),
    (7, b"**ACE**", "an ACE archive", Unsupported),
    (0, b"\x1F\x9D", "a file compressed with compress", Unsupported),
    (0, b"MSCF\0\0\0\0", "a cabinet file", Unsupported),
    (0, b"xar!\0", "a xar archive", Unsupported),
    (0, b"!<arch>\ndebian", "a Debian package", Unsupported),
    (0, b"\xED\xAB\xEE\xDB", "an RPM package", Unsupported),
    (0, b"\x78\x9F\x3E\x22", "a TNEF attachment", Unsupported),
    (0, b"\x7FELF", "a program", Binary),
    (0, b"\xCA\xFE\xBA\xBE", "a program", Binary),
    (0, b"\xCF\xFA\xED\xFE", "a program", Binary),
    (0, b"!<arch>\n", "a static library", Binary),
    (0, b"\0asm", "a WebAssembly module", Binary),
    (0, b"\x89PNG\r\n", "a PNG picture", Binary),
    (0, b"\xFF\xD8\xFF", "a JPEG picture", Binary),
    (0, b"GIF87a", "a GIF picture", Binary),
    (0, b"GIF89a", "a GIF picture", Binary),
    (8, b"WEBPVP8", "a WebP picture", Binary),
    (0, b"OggS", "an Ogg file", Binary),
    (0, b"fLaC", "a FLAC file", Binary),
    (0, b"ID3", "an MP3 file", Binary),
    (0, b"wOFF", "a font", Binary),
    (0, b"wOF2", "a font", Binary),
];

/// The description of a file that begins with `head`, and the kind of its diagnostic; `None` if no signature matches.
pub(super) fn of(head: &[u8]) -> Option<(&'static str, DiagnosticKind)> {
    let mut rows = SIGNATURES.iter();
    let found = rows.find(|row| head.get(row.0..).is_some_and(|at| at.starts_with(row.1)))?;
    Some((found.2, found.3))
}

/// Formats without a signature, by the endings of file names in lower case. A file with such a name has that format,
/// unless its content is text.
const ENDINGS: &[(&str, &str, DiagnosticKind)] = &[
    (".br", "a brotli file", Unsupported),
    (".gpg", "a PGP message", Encrypted),
    (".pgp", "a PGP message", Encrypted),
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
        for (offset, bytes, name, kind) in SIGNATURES {
            let head = [&vec![b' '; *offset], *bytes, b" more"].concat();
            assert_eq!(of(&head), Some((*name, *kind)));
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

//! Checks that data that cannot be read is reported, whether it is a file, a member of an archive or a part of a
//! message.

use super::support::{Found, read_plainly as read};

/// Bytes that are not text: half of them are control characters.
const NOISE: &[u8] = b"\x01\xB7\x02\xE9\x03\xFF\x04\xC0\x05\x81\x06\x90\x0E\xA5\x0F\xD4";

/// Files that cannot be read. Each entry is the name of a file, its content, the kind of its diagnostic, and the
/// beginning of the message.
fn files() -> Vec<(&'static str, Vec<u8>, &'static str, &'static str)> {
    let with = |head: &[u8]| [head, NOISE].concat();
    let pem = "-----BEGIN PKCS7-----\nMIIBpwYJKoZIhvcNAQcDoIIBmDCCAZQCAQAxggFPMIIBSwIBADAz\n";
    vec![
        ("a.7z", with(b"7z\xBC\xAF\x27\x1C\0\x04"), "unsupported", "a 7z archive"),
        ("a.rar", with(b"Rar!\x1A\x07\0"), "unsupported", "a RAR archive"),
        ("a.lz4", with(b"\x04\x22\x4D\x18\x64"), "unsupported", "an lz4 file"),
        ("a.txt.lz4", with(b"\x02\x21\x4C\x18"), "unsupported", "an lz4 file"),
        ("a.lz", with(b"LZIP\x01\x0C"), "unsupported", "an lzip file"),
        ("a.lzma", with(b"\x5D\0\0\x80\0\xFF\xFF"), "unsupported", "an lzma file"),
        ("a.html.br", with(b"\x1B\x03\x04\0"), "unsupported", "a brotli file"),
        ("a.txt.Z", with(b"\x1F\x9D\x90"), "unsupported", "a file compressed with compress"),
        ("winmail.dat", with(b"\x78\x9F\x3E\x22"), "unsupported", "a TNEF attachment"),
        (
            "a.docx",
            super::ole::ole(&[("EncryptedPackage", NOISE)]),
            "encrypted",
            "an encrypted Office document",
        ),
        #[cfg(not(feature = "pdf"))]
        ("a.pdf", with(b"%PDF-1.7\n"), "unread-format", "a PDF document"),
        #[cfg(not(feature = "sqlite"))]
        ("a.db", with(b"SQLite format 3\0\x10\0"), "unsupported", "an SQLite database"),
        ("a.djvu", with(b"AT&TFORM\0\0\0\x04DJVU"), "unread-format", "a DjVu document"),
        ("a.webloc", with(b"bplist00\xD1\x01\x02"), "unread-format", "a binary property list"),
        ("smime.p7m", with(ENVELOPED), "encrypted", "encrypted CMS data"),
        ("a.pem", pem.into(), "encrypted", "encrypted CMS data"),
        ("a.gpg", with(b"\x8C\x0D\x04\x09\x03\x02"), "encrypted", "a PGP message"),
        ("signed.gpg", with(b"\xA3\x01"), "encrypted", "a PGP message"),
        ("a.asc", b"-----BEGIN PGP MESSAGE-----\n\nhQEMA\n".to_vec(), "encrypted", "a PGP message"),
        ("a.age", with(b"age-encryption.org/v1\n"), "encrypted", "an age file"),
        ("a.enc", with(b"Salted__"), "encrypted", "data encrypted by OpenSSL"),
    ]
}

const ENVELOPED: &[u8] = b"\x30\x80\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x03\xA0\x80";

fn check(found: &Found, place: &str, reason: &str, message: &str) {
    assert_eq!(found.kinds, [reason], "{:?}", found.diagnostics);
    assert!(found.diagnostics[0].starts_with(&format!("{place}: {message}, not ")));
    assert_eq!((found.skips, &*found.links), (1, &[][..]), "{place}: {message}");
}

#[test]
fn unreadable_files_are_reported() {
    for (name, content, reason, message) in files() {
        check(&read(name, &content), "", reason, message);
    }
}

#[test]
fn unreadable_members_of_archives_are_reported() {
    for (name, content, reason, message) in files() {
        let mut builder = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        builder.append_data(&mut header, name, &content[..]).unwrap();
        let archive = builder.into_inner().unwrap();
        check(&read("a.tar", &archive), &format!("!/{name}"), reason, message);
    }
}

#[test]
fn unreadable_parts_of_messages_are_reported() {
    for (name, content, reason, message) in files() {
        let code = base64(&content);
        let mail = format!(
            "To: a\nContent-Type: application/octet-stream; name=\"{name}\"\n\
             Content-Transfer-Encoding: base64\n\n{code}\n"
        );
        check(&read("a.eml", mail.as_bytes()), "/part 1", reason, message);
    }
}

/// `bytes` in base64.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const CODE: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let quad = |three: &[u8]| {
        let get = |at: usize| u32::from(*three.get(at).unwrap_or(&0));
        let bits = get(0) << 16 | get(1) << 8 | get(2);
        let digit = |at: usize| {
            if at <= three.len() {
                char::from(CODE[(bits >> (18 - 6 * at) & 63) as usize])
            } else {
                '='
            }
        };
        (0..4).map(digit).collect::<String>()
    };
    bytes.chunks(3).map(quad).collect()
}

#[test]
fn encrypted_mail_is_reported_and_the_text_around_it_is_read() {
    let armor = "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n";
    let mail = |body: &str| format!("To: a\n\n{body}");
    check(&read("a.eml", mail(armor).as_bytes()), "/part 1", "encrypted", "a PGP message");
    let inline = read(
        "a.eml",
        mail(&format!("see http://a.example/\n{armor}http://b.example/\n")).as_bytes(),
    );
    assert_eq!(inline.links.len(), 2);
    assert_eq!(inline.diagnostics, ["/part 1: byte 22: a PGP message, not opened"]);
    let twice = read("a.eml", mail(&format!("a\n{armor}{armor}")).as_bytes());
    assert_eq!(twice.diagnostics, ["/part 1: byte 2: 2 PGP messages, not opened"]);
    let parts = "To: a\nContent-Type: multipart/encrypted; boundary=x\n\n--x\n\n1\n--x--\n";
    assert_eq!(read("a.eml", parts.as_bytes()).kinds, ["encrypted"]);
    // A quoted message, a signed message and a key are not encrypted data.
    let quoted = mail(
        "> -----BEGIN PGP MESSAGE-----\n-----BEGIN PGP SIGNED MESSAGE-----\nhttp://a.example/\n",
    );
    let quoted = read("a.eml", quoted.as_bytes());
    assert_eq!((quoted.links.len(), quoted.diagnostics.len()), (1, 0));
}

#[test]
fn text_files_with_the_names_of_unreadable_files_are_read() {
    let text = "see http://a.example/ and more, ü";
    for (name, ..) in files() {
        let found = read(name, text.as_bytes());
        assert_eq!((found.links.len(), found.diagnostics.len()), (1, 0), "{name}");
    }
}

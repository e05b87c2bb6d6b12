//! Reads OLE files that the tests build by hand and with the independent crate `cfb`, including damaged ones.

use std::io::{Cursor, Write as _};

use linkwright_harvest::{Harvester, Limit, Limits};

use super::support::{Folder, Found, read_plainly};

pub(crate) fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// An OLE file with these streams.
pub(crate) fn ole(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    for (path, bytes) in streams {
        if let Some((storage, _)) = path.rsplit_once('/') {
            file.create_storage_all(storage).unwrap();
        }
        file.create_stream(path).unwrap().write_all(bytes).unwrap();
    }
    file.flush().unwrap();
    file.into_inner().into_inner()
}

fn uris(found: &Found) -> Vec<&str> {
    found.links.iter().map(|link| link.rsplit(' ').next().unwrap()).collect()
}

#[test]
fn streams_are_scanned() {
    let long = [&vec![0; 5000][..], &utf16("http://long.example/")].concat();
    let text =
        [b"\xEC\xA5\xC1\0\0\0\0\0\0\0\0\0\x01", &utf16("see http://a.example/b, and")[..]].concat();
    let bytes = ole(&[
        ("WordDocument", &text),
        ("Data", &long),
        ("ObjectPool/_1/Contents", b"\0\x02HYPERLINK \"http://b.example/\" \x14\0"),
        ("Pictures", b"http://picture.example/"),
        ("Macros/VBA/Module1", b"http://macro.example/"),
        ("Theme", b"<a xmlns:x=\"http://schemas.example/\"> http://c.example/"),
    ]);
    let found = read_plainly("a.doc", &bytes);
    let mut links = found.links.clone();
    links.sort();
    let expected = [
        "!/Data@5000 text http://long.example/",
        "!/ObjectPool/_1/Contents@13 text http://b.example/",
        "!/Theme@38 text http://c.example/",
        "!/WordDocument@17 text http://a.example/b",
    ];
    assert_eq!(links, expected, "{:?}", found.diagnostics);
    assert!(found.located.iter().all(|link| link.unit().is_some_and(|unit| unit.is_scan)));
    assert_eq!(found.diagnostics, [""; 0]);
    let link = found.located.iter().find(|link| link.text().ends_with("/b")).unwrap();
    assert_eq!(
        (link.encoding(), link.source_pieces().unwrap()),
        ("UTF-16LE", core::iter::once(21..57).collect::<Vec<_>>())
    );
}

#[test]
fn text_ends_with_its_record_in_excel_and_powerpoint() {
    let record = |kind: u16, data: &[u8]| {
        [&kind.to_le_bytes()[..], &u16::try_from(data.len()).unwrap().to_le_bytes(), data].concat()
    };
    let strings = [&[0; 8][..], b"\x11\0\0http://a.example/\x30\0\0", &[b'x'; 48]].concat();
    let formula = [&[0; 22][..], b"\x17\x11\0http://b.example/\x42\x01\x67\x01"].concat();
    let book = [record(0x0809, &[0; 16]), record(0xFC, &strings), record(6, &formula)].concat();
    assert_eq!(
        uris(&read_plainly("a.xls", &ole(&[("Workbook", &book)]))),
        ["http://a.example/", "http://b.example/"]
    );
    // Strings that begin with one or two letters outside ASCII; the length in front of the last one is another one.
    let strings = [
        &[0; 8][..],
        b"\x15\0\0\xDCn http://c.example/1\x30\0\0",
        &[b'x'; 48],
        b"\x16\0\0\xDC\xEFn http://c.example/2\x30\0\0",
        &[b'x'; 48],
        b"\x15\0\x01",
        &utf16("\u{141}n http://c.example/3"),
        b"\x30\0\0",
        &[b'x'; 48],
        b"\0\x7F\0\0\xDCn http://c.example/40\0",
    ]
    .concat();
    let book = [record(0x0809, &[0; 16]), record(0xFC, &strings)].concat();
    let found = read_plainly("a.xls", &ole(&[("Workbook", &book)]));
    let mut links = uris(&found);
    links.sort_unstable();
    assert_eq!(
        links,
        ["http://c.example/1", "http://c.example/2", "http://c.example/3", "http://c.example/40"]
    );
    let atom = |head: u8, data: &[u8]| {
        [&[head, 0, 0xBA, 0x0F][..], &u32::try_from(data.len()).unwrap().to_le_bytes(), data]
            .concat()
    };
    let show = [atom(0x10, &utf16("http://a.example/")), atom(0x30, &utf16("top"))].concat();
    let show =
        [&[0x0F, 0, 0xD7, 0x0F][..], &u32::try_from(show.len()).unwrap().to_le_bytes(), &show]
            .concat();
    let found = read_plainly("a.ppt", &ole(&[("PowerPoint Document", &show)]));
    assert_eq!(uris(&found), ["http://a.example/"]);
}

#[test]
fn encrypted_documents_are_reported() {
    let word = [b"\xEC\xA5\xC1\0\0\0\0\0\0\0\0\x01", &b"http://a.example/"[..]].concat();
    let book = b"\x09\x08\x02\0\0\0\x2F\0\x02\0\0\0";
    let user = [&[0; 12][..], b"\xDF\xC4\xD1\xF3"].concat();
    for streams in [
        &[("EncryptedPackage", &b"x"[..]), ("EncryptionInfo", b"http://a.example/")][..],
        &[("WordDocument", &word[..])],
        &[("Workbook", &book[..])],
        &[("Current User", &user[..]), ("PowerPoint Document", b"http://a.example/")],
    ] {
        let found = read_plainly("a", &ole(streams));
        assert_eq!(found.diagnostics, [": an encrypted Office document, not opened"]);
        assert_eq!((found.kinds[0], found.links.len(), found.skips), ("encrypted", 0, 1));
    }
}

/// A document with text in single bytes and in UTF-16, in short and in long streams.
pub(crate) fn document() -> Vec<u8> {
    let long = [&vec![0; 5000][..], &utf16("http://a.example/é")].concat();
    ole(&[
        ("Data", &long),
        ("b/c", b"http://d.example/\xE9\0"),
        ("Workbook", b"\xFC\0\x0E\0........\x03\0\0abc"),
    ])
}

/// An Outlook message with a part of every kind that the harvester reads.
pub(crate) fn message() -> Vec<u8> {
    let mut numbers = vec![0; 32];
    numbers.extend_from_slice(b"\x03\0\xDE\x3F\0\0\0\0\xE9\xFD\0\0\0\0\0\0");
    numbers.extend_from_slice(b"\x40\0\x39\0\0\0\0\0");
    numbers.extend_from_slice(&116_444_736_000_000_000_u64.to_le_bytes());
    let rtf = b"\x2d\0\0\0\x2b\0\0\0MELA\0\0\0\0{\\rtf1 http://inner.example/}";
    ole(&[
        ("__properties_version1.0", &numbers),
        ("__substg1.0_0037001F", &utf16("Re: http://subject.example/")),
        ("__substg1.0_1035001F", &utf16("<1@a>")),
        ("__substg1.0_5D01001F", &utf16("bo@b.example")),
        (
            "__substg1.0_007D001F",
            &utf16(
                "List-Archive: <http://list.example/>\r\nContent-Type: multipart/mixed;\r\n boundary=x\r\nTo: a@a.example\r\n\
                Subject: Re:\r\n http://subject.example/\r\n",
            ),
        ),
        ("__substg1.0_1000001F", &utf16("see http://body.example/é")),
        ("__substg1.0_10130102", "<a href='http://html.example/é'>b</a>".as_bytes()),
        ("__attach_version1.0_#00000000/__substg1.0_37010102", b"http://attached.example/"),
        ("__attach_version1.0_#00000000/__substg1.0_3707001F", &utf16("c.txt")),
        ("__attach_version1.0_#00000001/__substg1.0_3701000D/__properties_version1.0", &[0; 24]),
        ("__attach_version1.0_#00000001/__substg1.0_3701000D/__substg1.0_10090102", rtf),
        ("__recip_version1.0_#00000000/__substg1.0_3003001F", &utf16("http://recipient.example/")),
    ])
}

#[test]
fn links_in_all_parts_of_an_outlook_message_are_found() {
    let found = read_plainly("a.msg", &message());
    let expected = [
        "@15 header http://list.example/",
        "/subject@4 text http://subject.example/",
        "/body@4 text http://body.example/%C3%A9",
        "/html@9 attribute http://html.example/%C3%A9",
        "!/c.txt@0 text http://attached.example/",
    ];
    assert_eq!(found.links, expected, "{:?}", found.diagnostics);
    // The attached message has no other body than compressed RTF.
    assert_eq!((found.kinds.concat(), found.summary.messages), ("unsupported".to_owned(), 2));
    let message = found.located[2].message().unwrap();
    assert_eq!(
        (message.id.as_deref(), message.sender.as_deref()),
        (Some("1@a"), Some("bo@b.example"))
    );
    assert_eq!(message.subject.as_deref(), Some("Re: http://subject.example/"));
    assert_eq!(message.date.as_deref(), Some("1970-01-01T00:00:00Z"));
}

/// Sets the entry of a sector in the allocation table. The table must fit into one sector.
fn link_sector(file: &mut [u8], sector: usize, next: u32) {
    let table = 512 * (1 + u32::from_le_bytes(file[76..80].try_into().unwrap()) as usize);
    file[table + 4 * sector..][..4].copy_from_slice(&next.to_le_bytes());
}

#[test]
fn damaged_files_are_reported_and_do_not_loop() {
    let long = [&vec![0; 600][..], b"http://a.example/", &vec![0; 8000]].concat();
    let sound = {
        let options =
            || cfb::CompoundFile::create_with_version(cfb::Version::V3, Cursor::new(Vec::new()));
        let mut file = options().unwrap();
        file.create_stream("Data").unwrap().write_all(&long).unwrap();
        file.flush().unwrap();
        file.into_inner().into_inner()
    };
    assert_eq!(uris(&read_plainly("a", &sound)), ["http://a.example/"]);
    let at = sound.windows(10).position(|ten| ten == b"http://a.e").unwrap();
    let sector = at / 512 - 1;
    for next in [u32::try_from(sector).unwrap(), 0x00FF_FFFF] {
        let mut damaged = sound.clone();
        link_sector(&mut damaged, sector, next);
        let found = read_plainly("a", &damaged);
        assert_eq!(uris(&found), ["http://a.example/"]);
        assert_eq!(found.kinds, ["malformed"], "{:?}", found.diagnostics);
    }
    for end in (0..sound.len()).step_by(97) {
        let found = read_plainly("a", &sound[..end]);
        // A cut in an unused sector loses nothing.
        let is_read = uris(&found) == ["http://a.example/"];
        assert!(end < 8 || is_read || !found.diagnostics.is_empty(), "{end}");
    }
}

/// A file of 1 MB whose table has 254,000 sectors, all of them the same one.
#[test]
fn the_table_of_sectors_is_not_longer_than_the_file() {
    let mut file = [&b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"[..], &[0; 16]].concat();
    file.extend_from_slice(b"\x3E\0\x03\0\xFE\xFF\x09\0\x06\0");
    file.resize(512, 0xFF);
    file[34..76].fill(0);
    file[68..72].copy_from_slice(&0_u32.to_le_bytes());
    for sector in 1..2000_u32 {
        file.resize(file.len() + 508, 0);
        file.extend_from_slice(&sector.to_le_bytes());
    }
    file.extend_from_slice(b"\0http://a.example/");
    let found = read_plainly("a.doc", &file);
    assert_eq!(uris(&found), ["http://a.example/"]);
    assert!(found.diagnostics[0].contains("longer than the file"), "{:?}", found.diagnostics);
}

/// If streams share sectors, their lengths may add up to more than the length of the file.
#[test]
fn streams_that_share_sectors_are_limited() {
    let text = "http://a.example/ ".repeat(1000);
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    for n in 0..200 {
        let content = if n == 0 { text.as_bytes() } else { b"x" };
        file.create_stream(format!("{n:03}")).unwrap().write_all(content).unwrap();
    }
    file.flush().unwrap();
    let mut bytes = file.into_inner().into_inner();
    let name = |n: usize| utf16(&format!("{n:03}"));
    let entry = |bytes: &[u8], n: usize| {
        bytes.windows(8).position(|w| w[..6] == name(n) && w[6..] == [0, 0]).unwrap()
    };
    let first = entry(&bytes, 0);
    let place = bytes[first + 116..first + 128].to_vec();
    for n in 1..200 {
        let at = entry(&bytes, n);
        bytes[at + 116..at + 128].copy_from_slice(&place);
    }
    let found = read_plainly("a", &bytes);
    assert!(found.links.len() < 10_000, "{}", found.links.len());
    assert!(found.diagnostics.iter().any(|one| one.contains("more bytes in total than the file")));
}

/// A stream that is longer than the limit is read only up to the limit.
#[test]
fn the_length_of_a_stream_is_limited() {
    let limits = Limits::default().with(Limit::Held, 1 << 16);
    let harvester = Harvester::builder().limits(limits).build().unwrap();
    let long = [&vec![0; 1 << 17][..], b"http://a.example/"].concat();
    let path = std::env::temp_dir().join(format!("linkwright-ole-{}", std::process::id()));
    std::fs::write(&path, ole(&[("Data", &long)])).unwrap();
    let mut found = Found::default();
    found.summary = harvester.read_path(&path, &mut found);
    std::fs::remove_file(path).unwrap();
    assert!(found.diagnostics[0].contains("longer than the limit"), "{:?}", found.diagnostics);
}

#[test]
fn links_in_a_workbook_by_xlwt_are_found() {
    let folder = Folder::new("book");
    let path = folder.0.join("a.xls");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/witness/book.py");
    let python = std::env::var("LINKWRIGHT_WITNESS").unwrap_or("python3".to_owned());
    let made = std::process::Command::new(python).arg(script).arg(&path).output();
    if !made.is_ok_and(|made| made.status.success()) {
        eprintln!("skipped: a Python interpreter with the package xlwt was not found");
        return;
    }
    let mut found = Found::default();
    found.summary = Harvester::new().read_path(&path, &mut found);
    assert_eq!(found.diagnostics, [""; 0]);
    let mut read: Vec<&str> = uris(&found);
    read.sort_unstable();
    read.dedup();
    let rows =
        ["a", "wide"].map(|host| (0..1500).map(move |row| format!("http://{host}.example/{row}")));
    let mut expected: Vec<String> = rows.into_iter().flatten().collect();
    expected.push("http://formula.example/b".to_owned());
    expected.sort_unstable();
    assert!(read == expected, "{} of {} links", read.len(), expected.len());
}

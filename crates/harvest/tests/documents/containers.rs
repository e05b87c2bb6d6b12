//! Builds archives and compressed files, and checks the links and names of their members, and the diagnostics.

use std::io::{Cursor, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;
use linkwright_harvest::{Format, Harvester, Limit, Limits, Outcome};
use lzma_rust2::{XzOptions, XzWriter};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::support::{Found, read, read_plainly};

const TEXT: &[u8] = b"see http://a.example/1\nand http://a.example/2\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = XzWriter::new(Vec::new(), XzOptions::default()).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn with(limits: Limits) -> Harvester {
    Harvester::builder().limits(limits).build().unwrap()
}

/// The links of a document that must not have any diagnostics.
fn sure(found: Found) -> Vec<String> {
    assert_eq!(found.diagnostics, [""; 0]);
    found.links
}

#[test]
fn links_in_compressed_files_have_no_member_name() {
    let expected = ["@4 text http://a.example/1", "@27 text http://a.example/2"];
    for (ending, bytes) in
        [("gz", gzip(TEXT)), ("bz2", bzip2(TEXT)), ("xz", xz(TEXT)), ("zst", zstd(TEXT))]
    {
        assert_eq!(sure(read_plainly(&format!("a.txt.{ending}"), &bytes)), expected, "{ending}");
        assert_eq!(sure(read_plainly("unnamed", &bytes)), expected, "{ending}, no extension");
        let twice = [bytes.clone(), bytes].concat();
        assert_eq!(sure(read_plainly("a", &twice)).len(), 4, "{ending}, two concatenated files");
    }
}

#[test]
fn skippable_zstd_frames_are_skipped() {
    let mut bytes = zstd(TEXT);
    bytes.extend(b"\x50\x2A\x4D\x18\x03\0\0\0abc");
    bytes.extend(zstd(b" http://a.example/3"));
    assert_eq!(sure(read_plainly("a.zst", &bytes)).len(), 3);
}

#[test]
fn members_of_archives_are_read() {
    let long = format!("{}/b.txt", "long".repeat(60));
    let members = [("a.txt", TEXT), (&long, b"http://a.example/3"), ("../../etc/x\n\x1B[m", TEXT)];
    let expected = [
        "!/a.txt@4 text http://a.example/1".to_owned(),
        "!/a.txt@27 text http://a.example/2".to_owned(),
        format!("!/{long}@0 text http://a.example/3"),
    ];
    for (name, bytes) in [("a.tar", tar(&members[..2])), ("a.zip", zip(&members))] {
        assert_eq!(sure(read_plainly(name, &bytes))[..3], expected, "{name}");
        assert_eq!(sure(read_plainly("unnamed", &bytes))[..3], expected, "{name}, no extension");
    }
    let names = read_plainly("a.zip", &zip(&members));
    assert_eq!(names.located[3].place().member(), Some("../../etc/x\n\x1B[m"));
}

#[test]
fn long_pax_names_are_read() {
    let name = format!("{}/a.txt", "long".repeat(60));
    let mut builder = tar::Builder::new(Vec::new());
    builder.append_pax_extensions([("path", name.as_bytes())]).unwrap();
    let mut header = tar::Header::new_ustar();
    header.set_size(TEXT.len() as u64);
    builder.append_data(&mut header, "short", TEXT).unwrap();
    let found = sure(read_plainly("a.tar", &builder.into_inner().unwrap()));
    assert_eq!(found[0], format!("!/{name}@4 text http://a.example/1"));
}

#[test]
fn containers_in_containers_are_read() {
    let mailbox =
        b"From a@a 00:00\nFrom: a@a.example\nContent-Type: text/plain\n\nhttp://a.example/3\n";
    let inner = gzip(&tar(&[("x.txt", TEXT), ("y.txt.gz", &gzip(b"http://a.example/4"))]));
    let outer = zip(&[("in.tar.gz", &inner), ("box.mbox", mailbox)]);
    assert_eq!(
        sure(read_plainly("a.zip", &outer)),
        [
            "!/in.tar.gz/x.txt@4 text http://a.example/1",
            "!/in.tar.gz/x.txt@27 text http://a.example/2",
            "!/in.tar.gz/y.txt.gz@0 text http://a.example/4",
            "!/box.mbox#1/part 1@0 text http://a.example/3",
        ]
    );
}

#[test]
fn an_archive_in_a_message_is_opened() {
    let archive = zip(&[("x.txt", TEXT)]);
    let mut message = b"From: a@a.example\nMIME-Version: 1.0\nMessage-ID: <1@a>\n\
        Content-Type: application/zip; name=a.zip\n\n"
        .to_vec();
    message.extend(archive);
    let found = read_plainly("a.eml", &message);
    assert_eq!(
        found.links,
        ["!/part 1/x.txt@4 text http://a.example/1", "!/part 1/x.txt@27 text http://a.example/2",]
    );
    assert_eq!(found.located[0].message().and_then(|message| message.id.as_deref()), Some("1@a"));
}

#[test]
fn a_zip_file_is_read_by_its_directory() {
    // Data in the archive that the directory does not list is not a member.
    let mut bytes = b"PK\x03\x04 no member http://a.example/no ".to_vec();
    bytes.extend(zip(&[("x.txt", TEXT)]));
    let folder = std::env::temp_dir().join(format!("linkwright-zip-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("a.zip");
    std::fs::write(&path, &bytes).unwrap();
    let mut found = Found::default();
    let summary = Harvester::new().read_path(&path, &mut found);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(sure(found).len(), 2);
    assert!(summary.bytes > 0);
}

#[test]
fn a_forced_format_applies_to_members() {
    let message = b"From: a@a.example\nTo: b@b\n\nhttp://a.example/1\n";
    let archive = zip(&[("a", message)]);
    assert_eq!(read_plainly("a.zip", &archive).links, ["!/a/part 1@0 text http://a.example/1"]);
    let forced = Harvester::builder().format(Some(Format::Text)).build().unwrap();
    let found = read(&forced, "a.zip", &archive);
    assert_eq!(found.links.last().unwrap(), "!/a@27 text http://a.example/1");
}

#[test]
fn decompression_bombs_stop_at_a_limit() {
    let blanks = vec![b' '; 3 << 20];
    let text = [TEXT, &blanks, TEXT].concat();
    for (name, bytes, place) in [
        ("a.gz", gzip(&text), ""),
        ("a.xz", xz(&text), ""),
        ("a.bz2", bzip2(&text), ""),
        ("a.zst", zstd(&text), ""),
        ("a.zip", zip(&[("x", &text)]), "!/x"),
    ] {
        let found = read_plainly(name, &bytes);
        assert_eq!(found.links.len(), 2, "{name}");
        assert_eq!(found.kinds, ["ratio"], "{name}");
        let diagnostic = &found.diagnostics[0];
        assert!(diagnostic.starts_with(&format!("{place}: byte ")), "{diagnostic}");
        assert!(
            diagnostic.ends_with(": decompresses to more than 200 times its size, stopped"),
            "{diagnostic}"
        );
    }
    let most = Limits::default().with(Limit::Decompressed, 1 << 20).with(Limit::Ratio, 1_000_000);
    let archive = zip(&[("x", &text), ("y", TEXT)]);
    let found = read(&with(most), "a.zip", &archive);
    assert_eq!((found.links.len(), found.kinds), (2, vec!["too-much"]), "the rest is not opened");
}

#[test]
fn members_that_share_bytes_are_limited() {
    // The directory lists one member a hundred times.
    let text = [TEXT, &b"x".repeat(900_000)].concat();
    let one = zip(&[("x", &text)]);
    let directory = one.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    let end = one.windows(4).position(|four| four == b"PK\x05\x06").unwrap();
    let mut bytes = one[..directory].to_vec();
    for _ in 0..100 {
        bytes.extend(&one[directory..end]);
    }
    let mut last = one[end..].to_vec();
    let len = 100 * u32::try_from(end - directory).unwrap();
    last[8..12].copy_from_slice(&[100, 0, 100, 0]);
    last[12..16].copy_from_slice(&len.to_le_bytes());
    bytes.extend(last);
    let found = read_plainly("a.zip", &bytes);
    assert_eq!(found.kinds, ["ratio"]);
    assert!(found.links.len() < 20, "{}", found.links.len());
}

#[test]
fn deep_nesting_is_refused() {
    let mut bytes = TEXT.to_vec();
    for _ in 0..12 {
        bytes = zip(&[("x", &bytes)]);
    }
    let found = read_plainly("a.zip", &bytes);
    assert_eq!(
        found.diagnostics,
        ["!/x/x/x/x/x/x/x/x: containers nested more than 8 deep, not opened"]
    );
    let most = with(Limits::default().with(Limit::Depth, u64::MAX));
    assert_eq!(sure(read(&most, "a.zip", &bytes)).len(), 2);
    let mut bytes = TEXT.to_vec();
    for _ in 0..40 {
        bytes = tar(&[("x.gz", &gzip(&bytes))]);
    }
    assert_eq!(read(&most, "a.tar", &bytes).kinds, ["too-deep"]);
}

#[test]
fn the_number_of_members_is_limited() {
    let members = [("a", TEXT), ("b", TEXT), ("c", TEXT)];
    let few = with(Limits::default().with(Limit::Members, 2));
    for bytes in [tar(&members), zip(&members)] {
        let found = read(&few, "a", &bytes);
        assert_eq!(found.links.len(), 4);
        assert_eq!(found.diagnostics, [": more than 2 members; the others were not read"]);
    }
}

#[test]
fn truncated_files_are_read_as_far_as_they_go() {
    // The text consists of letters that do not compress well.
    let letters = (0..60_000_u32).scan(1_u32, |state, _| {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Some(b'a' + (*state >> 24) as u8 % 26)
    });
    let noise: Vec<u8> = letters.collect();
    let text = [TEXT, &noise].concat();
    let members: [(&str, &[u8]); 2] = [("a.txt", &text), ("b.txt", &text)];
    for (name, bytes) in [
        ("a.txt.gz", gzip(&text)),
        ("a.txt.bz2", [bzip2(TEXT), bzip2(&text)].concat()),
        ("a.txt.xz", [xz(TEXT), xz(&text)].concat()),
        ("a.txt.zst", [zstd(TEXT), zstd(&text)].concat()),
        ("a.tar", tar(&members)),
        ("a.tar.gz", gzip(&tar(&members))),
        ("a.zip", zip(&members)),
    ] {
        let whole = read_plainly(name, &bytes).links.len();
        let found = read_plainly(name, &bytes[..bytes.len() - 700]);
        assert!(found.links.len() >= 2 && found.links.len() <= whole, "{name} {found:?}");
        assert!(!found.kinds.is_empty(), "{name}");
        assert!(
            found.kinds.iter().all(|kind| *kind == "truncated"),
            "{name} {:?}",
            found.diagnostics
        );
        let words = if name == "a.zip" {
            ": the central directory is missing; the members are read in order"
        } else {
            ": the data ends too early"
        };
        assert!(found.diagnostics[0].ends_with(words), "{:?}", found.diagnostics);
    }
}

#[test]
fn encrypted_members_are_reported() {
    let mut bytes = zip(&[("a", TEXT), ("b", TEXT)]);
    // Sets the encryption flag in the local header of the member and in the directory.
    bytes[6] |= 1;
    let directory = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    bytes[directory + 8] |= 1;
    let found = read_plainly("a.zip", &bytes);
    assert_eq!(found.links.len(), 2);
    assert_eq!(found.kinds, ["encrypted"]);
    assert!(found.diagnostics[0].starts_with("!/a: "), "{:?}", found.diagnostics);
}

/// Documents with their names: the fixtures, messages, mailboxes, and plain text.
fn documents() -> Vec<(String, Vec<u8>)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = files.filter(|path| path.extension().is_some_and(|ending| ending != "links"));
    let mut documents: Vec<(String, Vec<u8>)> = named
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read(path).unwrap())
        })
        .collect();
    let message = "From: a@a.example\nTo: b@b.example\nContent-Type: text/plain\n\
        Content-Transfer-Encoding: quoted-printable\n\nhttp://a.example/?q=3D1\n";
    let mailbox = format!("From a Thu Jan  1 00:00:00 2026\n{message}\n").repeat(2);
    for name in ["a.eml", "letter.txt"] {
        documents.push((name.to_owned(), message.as_bytes().to_vec()));
    }
    for name in ["a.mbox", "2002-September.txt"] {
        documents.push((name.to_owned(), mailbox.as_bytes().to_vec()));
    }
    let wide = "http://a.example/\u{FC} text".encode_utf16().flat_map(u16::to_le_bytes);
    documents.push(("wide.txt".to_owned(), b"\xFF\xFE".iter().copied().chain(wide).collect()));
    documents.push(("plain.log".to_owned(), TEXT.to_vec()));
    documents
}

/// The links of `found`, without the name of the member.
fn inside(found: &Found, member: &str) -> Vec<String> {
    let strip = |link: &String| link.strip_prefix(member).unwrap_or(link).to_owned();
    found.links.iter().map(strip).collect()
}

/// The endings of formats whose content does not determine the format, or not that of every fixture.
const BY_NAME_ONLY: &[&str] = &["csv", "tsv", "js"];

#[test]
fn a_document_has_the_same_links_in_every_container() {
    for (name, bytes) in documents() {
        let expected = read_plainly(&name, &bytes);
        let is_by_name = BY_NAME_ONLY.iter().any(|ending| name.ends_with(&format!(".{ending}")));
        let format = Format::of_name(&name).filter(|_| is_by_name);
        let nameless = Harvester::builder().format(format).build().unwrap();
        assert_eq!(
            read(&nameless, "", &bytes).links,
            expected.links,
            "{name} is read in another way without its name; if nothing in its content marks the format, add the \
             ending to BY_NAME_ONLY here, and the format to the sentence about names in docs/extract.md"
        );
        assert_eq!(read(&nameless, "", &gzip(&bytes)).links, expected.links, "{name}, gzip");
        let member = format!("!/{name}");
        let members: [(&str, &[u8]); 1] = [(&name, &bytes)];
        for (archive, packed) in [
            ("zip", zip(&members)),
            ("tar", tar(&members)),
            ("tar.gz", gzip(&tar(&members))),
            ("tar.xz", xz(&tar(&members))),
        ] {
            for archive_name in [&*format!("a.{archive}"), "", "a.txt"] {
                let found = read_plainly(archive_name, &packed);
                assert_eq!(inside(&found, &member), inside(&expected, ""), "{name} in {archive}");
                assert_eq!(found.kinds, expected.kinds, "{name} in {archive}");
            }
        }
    }
}

#[test]
fn members_are_read_or_skipped() {
    let picture: &[u8] = b"GIF89a http://a.example/no";
    // An archive has at least one member here, because an empty tar archive is only 1,024 NUL bytes, without a
    // signature.
    for count in 1..12_usize {
        let names: Vec<String> = (0..count).map(|number| format!("m{number}")).collect();
        let content =
            |number: usize| if (number * 7 + count).is_multiple_of(3) { picture } else { TEXT };
        let members: Vec<(&str, &[u8])> =
            names.iter().enumerate().map(|(number, name)| (&**name, content(number))).collect();
        for bytes in [zip(&members), tar(&members)] {
            let summary = read_plainly("a", &bytes).summary;
            assert_eq!(summary.documents + summary.skipped, count as u64);
            let pictures = members.iter().filter(|member| member.1 == picture).count();
            assert_eq!(summary.skipped, pictures as u64);
            let outcome = match pictures {
                0 => Outcome::Read,
                _ if pictures == count => Outcome::Skipped,
                _ => Outcome::Partly,
            };
            assert_eq!(summary.outcome(), outcome);
        }
    }
}

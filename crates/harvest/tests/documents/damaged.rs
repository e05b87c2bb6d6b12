//! Checks damaged containers: every link is found in the data that gzip, unzip and zstd can recover.

use std::io::{Cursor, Seek, Write};

use super::support::{Found, read_plainly};
use super::unread::base64;
use zip::write::SimpleFileOptions;

fn uris(found: &Found) -> Vec<&str> {
    found.links.iter().map(|link| link.rsplit_once(' ').unwrap().1).collect()
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// An archive of five members, written to a pipe or to a file.
fn zip(is_streamed: bool, method: zip::CompressionMethod) -> Vec<u8> {
    let options = SimpleFileOptions::default().compression_method(method);
    if is_streamed {
        return fill(zip::ZipWriter::new_stream(Vec::new()), options).into_inner();
    }
    fill(zip::ZipWriter::new(Cursor::new(Vec::new())), options).into_inner()
}

fn fill<W: Write + Seek>(mut writer: zip::ZipWriter<W>, options: SimpleFileOptions) -> W {
    for n in 0..5 {
        writer.start_file(format!("{n}.txt"), options).unwrap();
        writeln!(writer, "see http://a.example/{n}").unwrap();
    }
    writer.finish().unwrap()
}

const METHODS: [zip::CompressionMethod; 3] = [
    zip::CompressionMethod::Stored,
    zip::CompressionMethod::Deflated,
    zip::CompressionMethod::Bzip2,
];

#[test]
fn a_zip_without_its_end_yields_its_members() {
    let expected: Vec<String> = (0..5).map(|n| format!("http://a.example/{n}")).collect();
    for is_streamed in [true, false] {
        for method in METHODS {
            let bytes = zip(is_streamed, method);
            let directory = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
            let found = read_plainly("a.zip", &bytes[..directory]);
            assert_eq!(uris(&found), expected, "{is_streamed} {method}");
            assert_eq!(found.kinds, ["truncated"]);
            // The archive is cut in its last member, so the other members are whole.
            let last =
                bytes[..directory].windows(4).rposition(|four| four == b"PK\x03\x04").unwrap();
            let found = read_plainly("a.zip", &bytes[..last + 40]);
            assert_eq!(uris(&found), expected[..4], "{is_streamed} {method}");
        }
    }
}

#[test]
fn members_are_read_despite_a_damaged_entry_of_the_directory() {
    let bytes = zip(false, zip::CompressionMethod::Deflated);
    let entries: Vec<usize> =
        (0..bytes.len()).filter(|at| bytes[*at..].starts_with(b"PK\x01\x02")).collect();
    let expected: Vec<String> = (0..5).map(|n| format!("http://a.example/{n}")).collect();
    for entry in entries {
        let mut damaged = bytes.clone();
        damaged[entry] = b'X';
        let found = read_plainly("a.zip", &damaged);
        assert_eq!(uris(&found), expected, "{:?}", found.diagnostics);
        assert_eq!(found.kinds.len(), 1, "{:?}", found.diagnostics);
    }
}

#[test]
fn zeros_after_gzip_are_ignored() {
    let (one, two) = (gzip("http://a.example/1\n"), gzip("http://a.example/2\n"));
    for zeros in [1, 600, 200_000] {
        let padded = [&one[..], &two, &vec![0; zeros]].concat();
        let found = read_plainly("a.gz", &padded);
        assert_eq!((uris(&found).len(), found.kinds.len()), (2, 0), "{zeros}");
    }
    let found = read_plainly("a.gz", &[&one[..], b"garbage"].concat());
    assert_eq!((uris(&found), found.kinds.len()), (vec!["http://a.example/1"], 1));
}

#[test]
fn zstd_windows_of_up_to_128_mib_are_accepted() {
    let text = b"see http://a.example/\n";
    // A frame that declares a window of `1 << window_log` bytes, and has one raw block. `zstd --long` declares 2^27
    // bytes.
    let frame = |window_log: u8| {
        let block = u32::try_from(text.len() << 3 | 1).unwrap();
        let head = [0x28, 0xB5, 0x2F, 0xFD, 0, (window_log - 10) << 3];
        [&head[..], &block.to_le_bytes()[..3], text].concat()
    };
    assert_eq!(uris(&read_plainly("a.zst", &frame(27))), ["http://a.example/"]);
    let found = read_plainly("a.zst", &frame(31));
    assert_eq!((found.links.len(), found.kinds.len()), (0, 1));
}

/// A member without a directory, whose bzip2 block declares that no byte occurs; then a sound member.
fn failing_zip() -> Vec<u8> {
    let local = |method: u8, name: &[u8; 5], data: &[u8]| {
        let len = u32::try_from(data.len()).unwrap().to_le_bytes();
        let head = [b"PK\x03\x04\x14\0\0\0".as_slice(), &[method, 0], &[0; 8], &len, &len];
        [&head.concat(), b"\x05\0\0\0".as_slice(), name, data].concat()
    };
    let block = [b"BZh91AY&SY".as_slice(), &[0; 24]].concat();
    [local(12, b"a.txt", &block), local(0, b"b.txt", b"http://sibling.example/")].concat()
}

#[test]
fn a_decoder_that_fails_ends_only_its_member() {
    let zip = failing_zip();
    let encoded = base64(&zip);
    let mail = format!(
        "From: a@a.example\nTo: b@b.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n\
        --x\nContent-Type: application/zip\nContent-Transfer-Encoding: base64\n\n{encoded}\n\
        --x\n\nhttp://next.example/\n--x--\n"
    );
    let found = read_plainly("a.zip", &zip);
    assert_eq!(uris(&found), ["http://sibling.example/"]);
    assert_eq!(found.kinds, ["truncated", "malformed"], "{:?}", found.diagnostics);
    let found = read_plainly("a.eml", mail.as_bytes());
    assert!(uris(&found).ends_with(&["http://sibling.example/", "http://next.example/"]));
    assert_eq!(found.kinds, ["truncated", "malformed"], "{:?}", found.diagnostics);
}

#[test]
fn a_wrong_checksum_hides_nothing() {
    for method in METHODS {
        let mut bytes = zip(false, method);
        let directory = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
        bytes[directory + 16] ^= 1;
        let found = read_plainly("a.zip", &bytes);
        assert_eq!((uris(&found).len(), &*found.kinds), (5, &["malformed"][..]), "{method}");
    }
}

#[test]
fn members_in_zstd_and_xz_are_read() {
    let text = b"see http://a.example/z";
    let zstd =
        ruzstd::encoding::compress_to_vec(&text[..], ruzstd::encoding::CompressionLevel::Fastest);
    let mut writer =
        lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::default()).unwrap();
    writer.write_all(text).unwrap();
    for (method, packed) in [(93, zstd), (95, writer.finish().unwrap())] {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let stored =
            SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        writer.start_file("a.txt", stored).unwrap();
        writer.write_all(&packed).unwrap();
        let mut bytes = writer.finish().unwrap().into_inner();
        let directory = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
        (bytes[8], bytes[directory + 10]) = (method, method);
        bytes[directory + 16..directory + 20].copy_from_slice(&rawzip::crc32(text).to_le_bytes());
        for end in [bytes.len(), directory] {
            let found = read_plainly("a.zip", &bytes[..end]);
            assert_eq!(uris(&found), ["http://a.example/z"], "{method} {:?}", found.diagnostics);
            assert_eq!(found.kinds.len(), usize::from(end == directory));
        }
        (bytes[8], bytes[directory + 10]) = (14, 14);
        let found = read_plainly("a.zip", &bytes);
        assert_eq!(found.kinds, ["unsupported"], "{:?}", found.diagnostics);
    }
}

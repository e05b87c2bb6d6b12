//! No bytes make it panic, recurse or run on: whole documents cut off at every place and with every
//! so many bits turned, on the smallest stack.

use std::io::Write as _;

use linkwright_harvest::{Harvester, Limits};

use super::support::{Found, on_small_stack};

const MAIL: &str = "From a@a Thu Jan  1 00:00:00 1970\nFrom: =?utf-8?q?=C3=BC?= <a@a.example>\n\
    Message-ID: <1@a>\nDate: Fri, 21 Nov 1997 09:55:06 -0600\nList-Archive: <http://a.example/\n >\n\
    Content-Type: multipart/mixed; boundary=\"x\"\n\n--x\nContent-Type: text/plain; charset=koi8-r;\n\
    \x20format=flowed\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a.example/=C1 =\n\n--x\n\
    Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nVG86IGEKCmh0dHA6Ly9hLmV4YW1wbGUvCg==\n\
    --x\n\nbegin 644 a\n#86)C\n`\nend\n--x--\nhttp://a.example/e\n\n\
    From b@b 00:00\nTo: b\n\n>From http://a.example/\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn tar(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes.len() as u64);
    builder.append_data(&mut header, name, bytes).unwrap();
    builder.into_inner().unwrap()
}

fn zip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.start_file("a.txt", zip::write::SimpleFileOptions::default()).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap().into_inner()
}

fn documents() -> Vec<(&'static str, Vec<u8>)> {
    let text = "ü see http://a.example/ü, and <http://b.example/\nc>\n";
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let xz = {
        let options = lzma_rust2::XzOptions::default();
        let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    let bzip2 = {
        let level = bzip2::Compression::fast();
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), level);
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    vec![
        ("a.txt", text.into()),
        ("a.txt", wide),
        ("a.txt", text.chars().map(u32::from).flat_map(u32::to_le_bytes).collect()),
        ("a.ics", b"BEGIN:VCALENDAR\r\nURL;A=\"http://b.example/\":http://a.ex\r\n ample/\\n\r\n".into()),
        ("a.vcf", b"BEGIN:VCARD\nNOTE;QUOTED-PRINTABLE:http://a.example/=3D=\n&b\n".into()),
        ("a", b"BABYL OPTIONS:\n\x1F\x0C\n1,,\nTo: a\n*** EOOH ***\nTo: a\n\nhttp://a.example/\n\x1F".into()),
        ("a", b"\x01\x01\x01\x01\nTo: a\n\nhttp://a.example/\n\x01\x01\x01\x01\n".into()),
        ("a", b"#! rnews 28\nTo: a\n\nhttp://a.example/\n".into()),
        ("a.mbox", MAIL.replace('\n', "\r").into()),
        ("a.emlx", b"40        \nTo: a\nSubject: b\n\nhttp://a.example/\n<?xml?>".into()),
        ("a.xml", b"<!DOCTYPE a [<!ENTITY b 'http://a.example/&c;'><!ENTITY c '&b;x'>]><a b='&b;'>&b;</a>".into()),
        ("a.json", br#"["{\"a\": \"http:\\/\\/a.example\"}", "<a href='b'>c</a>"]"#.into()),
        ("a.mbox", MAIL.into()),
        ("a.eml", MAIL.split_once('\n').unwrap().1.into()),
        ("a.gz", gzip(text.as_bytes())),
        ("a.bz2", bzip2),
        ("a.xz", xz),
        ("a.zst", ruzstd::encoding::compress_to_vec(text.as_bytes(), level)),
        ("a.tar", tar(&"long".repeat(40), text.as_bytes())[..3 * 1024].to_vec()),
        ("a.zip", zip(text.as_bytes())),
        ("a.zip", zip(&zip(MAIL.as_bytes()))),
    ]
}

fn harvester() -> Harvester {
    let limits = Limits { unpacked_bytes: 8 << 20, held_bytes: 1 << 20, ..Limits::default() };
    Harvester::builder().limits(limits).lines(true).context(10).build().unwrap()
}

/// Reads it, and looks at everything that was said.
fn survive(harvester: &Harvester, name: &str, bytes: &[u8]) {
    let mut found = Found::default();
    let summary = harvester.read(name, bytes, &mut found);
    assert_eq!(summary.links(), found.links.len() as u64);
    let harmless = found.kinds.iter().filter(|kind| matches!(**kind, "binary" | "unread-format"));
    assert_eq!(summary.diagnostics() + harmless.count() as u64, found.diagnostics.len() as u64);
    assert_eq!(summary.skipped(), found.skips);
    for link in &found.located {
        assert!(!link.pieces().is_empty() && link.span().start() == link.offset());
        assert!(link.context().is_some() && link.line_column().is_some());
        let _ = (link.wrapper(), link.prefix(), link.joins(), link.alternates());
    }
}

#[test]
fn cut_off_anywhere() {
    // The compressors themselves want more.
    let documents = documents();
    on_small_stack(|| {
        let harvester = harvester();
        for (name, bytes) in documents {
            // The long padding of archives needs fewer cuts.
            for end in (0..bytes.len()).step_by(1 + bytes.len() / 700) {
                survive(&harvester, name, &bytes[..end]);
            }
        }
    });
}

#[test]
fn with_bits_turned() {
    // The compressors themselves want more.
    let documents = documents();
    on_small_stack(|| {
        let harvester = harvester();
        for (name, bytes) in documents {
            let mut bytes = bytes;
            for at in (0..bytes.len()).step_by(1 + bytes.len() / 400) {
                for bit in [0, 5, 7] {
                    bytes[at] ^= 1 << bit;
                    survive(&harvester, name, &bytes);
                    bytes[at] ^= 1 << bit;
                }
            }
        }
    });
}

#[test]
fn noise_of_every_format() {
    on_small_stack(|| {
        let harvester = harvester();
        let mut state = 7_u32;
        let noise: Vec<u8> = core::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .take(5000)
        .collect();
        for format in linkwright_harvest::Format::all() {
            for ending in format.endings() {
                survive(&harvester, &format!("a.{ending}"), &noise);
                survive(&harvester, &format!("a.{ending}"), b"");
            }
        }
    });
}

//! Verifies the places of links in text documents, in every encoding in which the place of a character can be mapped
//! back to bytes.

use encoding_rs::{Encoding, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};
use linkwright_harvest::{Harvester, HarvesterBuilder, NoBytes};

use super::super::support::{Drip, Found, read};
use super::{Proof, Proofs, all_cut, proofs, proofs_of};

/// The names and contents of documents of every format, with non-ASCII text before the links, and the number of links.
pub(super) const DOCUMENTS: &[(&str, &str, usize)] = &[
    ("a.txt", "Grüße: http://a.example/ü, and <http://b.example/long-\nname>\nwww.c.example\n", 3),
    (
        "a.html",
        "<p>é <a href='http://a.example/?b&amp;c'>é</a>\n<img srcset='/ü 1x, /e 2x'> http://b.exa<wbr>mple/\n",
        4,
    ),
    (
        "a.md",
        "# é\n[é](http://a.example/é) <http://b.example> `http://c.example/` and\n\n[d]: </e f>\n[d]\n",
        4,
    ),
    (
        "a.xml",
        "<?xml version='1.0'?><a b='é' href='http://a.example/&#233;é'>é http://b.example/?c&amp;é\n<![CDATA[http://c.example]]></a>\n",
        3,
    ),
    (
        "a.json",
        "{\"é\": \"http://a.example/é\", \"b\": [\"é http:\\/\\/b.example\\/\\u00e9\", \"<a href='http://c.example'>é</a>\"]}\n",
        3,
    ),
    ("a.jsonl", "[\"é\", \"http://a.example/\"]\n{\"é\": \"see http://b.example/é\"}\n", 2),
    ("a.csv", "é,\"http://a.example/\"\"é\",b\n\"é\nsee http://b.example/\",www.c.example\n", 3),
    ("a.tsv", "é\thttp://a.example/é\nb\té http://b.example/\n", 2),
    ("a.css", "/* é */ a { b: url(http://a.example/é) } @import 'é.css';\n", 2),
    (
        "a.ics",
        "BEGIN:VCALENDAR\nSUMMARY:é\nURL:http://a.example/\nDESCRIPTION:é http://b.exa\n mple/?c\\,d\nEND:VCALENDAR\n",
        2,
    ),
    (
        "a.vcf",
        "BEGIN:VCARD\nFN:é\nURL:http://a.example/é\nNOTE;ENCODING=QUOTED-PRINTABLE:http://b.example/=\nc=3Dd\nEND:VCARD\n",
        2,
    ),
];

pub(super) fn wide(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

/// The text in several encodings, in some of them with a byte-order mark. Each entry is the name of an encoding and the
/// encoded text.
pub(super) fn encoded(text: &str) -> Vec<(&'static str, Vec<u8>)> {
    let marked = format!("\u{FEFF}{text}");
    vec![
        ("UTF-8", text.into()),
        ("UTF-8", marked.clone().into()),
        ("UTF-16LE", wide(&marked, u16::to_le_bytes)),
        ("UTF-16BE", wide(&marked, u16::to_be_bytes)),
        ("UTF-16LE", wide(text, u16::to_le_bytes)),
        ("windows-1252", WINDOWS_1252.encode(text).0.into_owned()),
    ]
}

/// A builder for each way of reading: with the default options, with lines and context, and line by line.
fn builders() -> Vec<HarvesterBuilder> {
    let mut builders = vec![Harvester::builder(); 3];
    builders[1].lines(true).context(5);
    builders[2].separate_lines(true);
    builders
}

fn in_encoding(builder: &HarvesterBuilder, encoding: &str) -> Harvester {
    let mut builder = builder.clone();
    builder.encoding(Some(encoding)).unwrap();
    builder.build().unwrap()
}

#[test]
fn links_of_every_format_in_every_encoding_have_the_recorded_places() {
    let harvester = Harvester::builder();
    for (name, text, count) in DOCUMENTS {
        for text in [(*text).to_owned(), text.replace('\n', "\r\n")] {
            for (encoding, bytes) in encoded(&text) {
                let found = read(&in_encoding(&harvester, encoding), name, &bytes);
                let names: Vec<_> =
                    found.located.iter().map(linkwright_harvest::Located::encoding).collect();
                assert_eq!(names, vec![encoding; *count], "{name}: {:?}", found.links);
                assert_eq!(proofs_of(&found, &bytes), all_cut(*count), "{name} in {encoding}");
            }
        }
    }
}

#[test]
fn links_in_long_documents_have_the_recorded_places() {
    for (name, text, count) in DOCUMENTS {
        // A document with one root element or value cannot be repeated, so a text in it is made long instead.
        let (long, count) = match *name {
            "a.xml" => (text.replacen("é ", &format!("{} ", "é👍 a ".repeat(40_000)), 1), *count),
            "a.json" => (text.replacen("\"é ", &format!("\"{} ", "é ".repeat(40_000)), 1), *count),
            _ => (text.repeat(900), count * 900),
        };
        // UTF-8 with a byte-order mark, UTF-16LE and windows-1252.
        for at in [1, 2, 5] {
            let (encoding, bytes) = encoded(&long).swap_remove(at);
            for builder in builders() {
                let harvester = in_encoding(&builder, encoding);
                let mut found = Found::default();
                harvester.read(name, Drip { bytes: &bytes, step: 40_000 }, &mut found);
                let cut = proofs_of(&found, &bytes);
                let links = found.located.len();
                assert_eq!(cut, all_cut(links), "{name} in {encoding}");
                // Links are not joined across separate lines, and a repeated definition in Markdown is reported once.
                assert!(links >= count * 2 / 3 || *name == "a.md", "{name} in {encoding}: {links}");
            }
        }
    }
}

/// In these encodings, the decoded text does not determine how many bytes a character takes.
#[test]
fn links_in_multibyte_encodings_have_the_recorded_places() {
    let text = "日本語 http://a.example/日本 と <http://b.example/> です。\n";
    let harvester = Harvester::builder();
    for encoding in ["Shift_JIS", "EUC-JP", "ISO-2022-JP", "GBK", "gb18030", "Big5"] {
        let text = if encoding == "Big5" { text.replace('と', "的") } else { text.to_owned() };
        let (bytes, ..) = Encoding::for_label(encoding.as_bytes()).unwrap().encode(&text);
        let harvester = in_encoding(&harvester, encoding);
        assert_eq!(proofs(&harvester, "a.txt", &bytes), all_cut(2), "{encoding}");
        let html = [b"<a href='http://c.example/'>", &*bytes, b"</a>"].concat();
        // In HTML, text in angle brackets is a tag.
        assert_eq!(proofs(&harvester, "a.html", &html), all_cut(2), "{encoding}");
        // Mapping a place back to bytes needs all bytes of a file, and a long file is not held in memory.
        let (words, ..) = Encoding::for_label(encoding.as_bytes()).unwrap().encode("日本\n");
        let long = [&words.repeat(30_000), &*bytes].concat();
        let none = Proofs::from([(Proof::Decoded(NoBytes::Encoding), 2)]);
        assert_eq!(proofs(&harvester, "a.txt", &long), none, "{encoding}");
    }
    // An invalid byte precedes the links.
    let (bytes, ..) = SHIFT_JIS.encode(text);
    let bytes = [b"\x81\xFF\xFD ", &*bytes].concat();
    assert_eq!(proofs(&in_encoding(&harvester, "Shift_JIS"), "a.txt", &bytes), all_cut(2));
}

#[test]
fn invalid_bytes_do_not_shift_the_places_of_links() {
    let harvester = Harvester::new();
    let text = b"\xFF\xC3 a http://a.example/\xC3\xBC \xE2\x82 http://b.example/\n";
    assert_eq!(proofs(&harvester, "a.txt", text), all_cut(2));
    let page = b"<a href='http://a.example/\xFF\xFEb'>\xC3</a> http://b.example/";
    assert_eq!(proofs(&harvester, "a.html", page), all_cut(2));
    let halves: Vec<u16> = "\u{FEFF}a http://a.example/ b".encode_utf16().collect();
    let halves = [&halves[..2], &[0xD800, 0x20, 0xDC00, 0xD83D, 0xDC4D], &halves[2..]].concat();
    let bytes: Vec<u8> = halves.into_iter().flat_map(u16::to_le_bytes).collect();
    assert_eq!(proofs(&harvester, "a.txt", &bytes), all_cut(1));
    let cyrillic = WINDOWS_1251.encode("Ссылка: http://a.example/ и http://b.example/ж\n").0;
    assert_eq!(proofs(&harvester, "a.txt", &cyrillic), all_cut(2));
}

//! Checks the places of links in plain text, in every encoding, and when the text arrives in pieces of any length.

use std::io::{self, Read};

use linkwright_harvest::{DiagnosticKind, Format, Harvester, Limit, Limits};

use super::support::{Drip, Found, read, read_plainly};

fn wide(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

#[test]
fn pieces_of_any_length_yield_the_same_links() {
    let text = "a\n".repeat(9000) + "äöü http://a.example/b, and\nwww.example.com →\n";
    let harvester = Harvester::builder().lines(true).context(4).build().unwrap();
    let whole = read(&harvester, "a.txt", text.as_bytes());
    assert_eq!(
        whole.links,
        ["@18007 text http://a.example/b", "@18031 text http://www.example.com",]
    );
    let places: Vec<_> = whole.located.iter().map(|link| link.line_column().unwrap()).collect();
    assert_eq!((places[0].line(), places[0].column()), (9001, 5));
    assert_eq!((places[1].line(), places[1].column()), (9002, 1));
    let context = whole.located[0].context().unwrap();
    assert_eq!((&*context.before, &*context.after), ("äöü ", ", an"));
    for step in [1, 7, 4096] {
        let mut found = Found::default();
        let drip = Drip { bytes: text.as_bytes(), step };
        found.summary = harvester.read("a.txt", drip, &mut found);
        assert_eq!(found.links, whole.links, "{step} bytes at a time");
        let contexts = |found: &Found| -> Vec<_> {
            found.located.iter().map(|link| link.context().cloned()).collect()
        };
        assert_eq!(contexts(&found), contexts(&whole));
    }
}

#[test]
fn reporting_lines_and_context_does_not_change_the_links() {
    let text = "http://a.example ".repeat(20_000);
    let bare = read_plainly("a.txt", text.as_bytes());
    let located = Harvester::builder().lines(true).context(9).build().unwrap();
    let located = read(&located, "a.txt", text.as_bytes());
    assert_eq!(bare.links.len(), located.links.len());
    assert!(bare.links == located.links);
    assert_eq!((bare.links.len(), bare.summary.bytes), (20_000, text.len() as u64));
}

#[test]
fn utf16_is_recognized_with_and_without_a_byte_order_mark() {
    let text = "Grüße: http://a.example/ß\n";
    let with_mark = format!("\u{FEFF}{text}");
    let expected = ["@9 text http://a.example/%C3%9F"];
    for bytes in [wide(text, u16::to_le_bytes), wide(text, u16::to_be_bytes)] {
        assert_eq!(read_plainly("a.txt", &bytes).links, expected);
    }
    let expected = ["@12 text http://a.example/%C3%9F"];
    for bytes in [wide(&with_mark, u16::to_le_bytes), wide(&with_mark, u16::to_be_bytes)] {
        assert_eq!(read_plainly("a.txt", &bytes).links, expected);
    }
    // Offsets in UTF-8 count the byte-order mark as well.
    assert_eq!(read_plainly("a.txt", with_mark.as_bytes()).links, expected);
}

#[test]
fn a_byte_order_mark_does_not_change_columns_or_context() {
    // A short text is searched as a whole, a long one in pieces.
    for lines in [1, 40_000] {
        let text = format!("\u{FEFF}http://a.example/\n{}http://b.example/\n", "x\n".repeat(lines));
        for bytes in [text.clone().into_bytes(), wide(&text, u16::to_le_bytes)] {
            let harvester = Harvester::builder().lines(true).context(4).build().unwrap();
            let found = read(&harvester, "a.txt", &bytes);
            let offset = 21 + 2 * lines;
            let expected =
                ["@3 text http://a.example/", &format!("@{offset} text http://b.example/")];
            assert_eq!(found.links, expected);
            let places: Vec<_> =
                found.located.iter().map(|link| link.line_column().unwrap()).collect();
            assert_eq!((places[0].line(), places[0].column()), (1, 1));
            assert_eq!((places[1].line(), places[1].column()), (lines + 2, 1));
            let context = found.located[0].context().unwrap();
            assert_eq!((&*context.before, &context.after[..3]), ("", "\nx\n"));
        }
    }
}

#[test]
fn legacy_encodings_are_detected_or_set() {
    let latin = b"caf\xE9 d\xE9j\xE0 vu \xE0 http://a.example/\xE9t\xE9\n";
    let detected = read_plainly("a.txt", latin);
    assert_eq!(detected.links, ["@19 text http://a.example/%C3%A9t%C3%A9"]);
    assert_eq!(detected.diagnostics.len(), 0);
    let mut builder = Harvester::builder();
    let koi8 = builder.encoding(Some("koi8-r")).unwrap().build().unwrap();
    assert_eq!(
        read(&koi8, "a.txt", b"http://a.example/\xC1").links,
        ["@0 text http://a.example/%D0%B0"]
    );
    let error = builder.encoding(Some("x-what")).unwrap_err();
    assert!(error.starts_with("\"x-what\" is not known; "), "{error}");
}

#[test]
fn invalid_bytes_are_reported() {
    let mut bytes = vec![0xFF, 0xFE];
    bytes.extend(wide("http://a.example ", u16::to_le_bytes));
    bytes.extend([0x00, 0xD8, b'x']);
    let found = read_plainly("a.txt", &bytes);
    assert_eq!(found.links, ["@3 text http://a.example"]);
    assert_eq!(found.diagnostics, [": bytes that are invalid in UTF-16LE, replaced with U+FFFD"]);
}

#[test]
fn text_with_a_stray_byte_is_read_as_utf8() {
    let text = b"\xCE\xB1\xCE\xB2\xCE\xB3\xFF http://a.example/\xFF http://b.example\n";
    let found = read_plainly("a.txt", text);
    assert_eq!(found.links, ["@8 text http://a.example/", "@27 text http://b.example"]);
}

#[test]
fn pictures_are_skipped_unless_an_option_is_set() {
    let picture = b"\x89PNG\r\n\x1A\n\0\0 http://a.example/ \0\0";
    let found = read_plainly("a", picture);
    assert_eq!(
        (found.links.len(), found.diagnostics),
        (0, vec![": a PNG picture, not searched".to_owned()])
    );
    assert_eq!((found.summary.skipped, found.summary.diagnostics), (1, 0));
    let wanted = Harvester::builder().binary(true).build().unwrap();
    assert_eq!(read(&wanted, "a", picture).links, ["@13 text http://a.example/"]);
    let forced = Harvester::builder().format(Some(Format::Text)).build().unwrap();
    assert_eq!(read(&forced, "a", picture).links.len(), 1);
}

#[test]
fn long_tokens_are_counted() {
    let text = format!("http://a.example/{} http://b.example", "x".repeat(20_000));
    let found = read_plainly("a.txt", text.as_bytes());
    assert_eq!(found.links, ["@20018 text http://b.example"]);
    assert_eq!(found.kinds, [DiagnosticKind::LinkTooLong.name()]);
    assert_eq!(found.diagnostics, [": 1 token was too long for a link and was skipped"]);
}

#[test]
fn long_tokens_and_references_of_documents_are_reported() {
    let picture = |len| format!("<img src='data:image/png;base64,{}'>", "x".repeat(len));
    let page = format!("{}{}<a href='http://a.example/'>b</a>", picture(20_000), picture(20));
    let found = read_plainly("a.html", page.as_bytes());
    assert_eq!(found.links.len(), 2, "{:?}", found.links);
    assert_eq!(found.diagnostics, [": 1 token was too long for a link and was skipped"]);
    let message = format!("Subject: a\nLink: <http://a.example/{}>\n\nb\n", "x".repeat(20_000));
    let found = read_plainly("a.eml", message.as_bytes());
    assert_eq!(
        (found.links.len(), found.kinds),
        (0, vec![DiagnosticKind::ReferenceTooLong.name()])
    );
    let page = format!("<a href='http://a.example/{}'>b</a>", "x".repeat(20_000));
    let found = read_plainly("a.html", page.as_bytes());
    let expected = [": byte 9: a reference is longer than 8192 bytes and was left out"];
    assert_eq!((found.links.len(), found.diagnostics), (0, expected.map(String::from).to_vec()));
    assert!(!DiagnosticKind::ReferenceTooLong.is_harmless());
}

#[test]
fn a_failure_of_the_reader_is_reported() {
    struct Failing(usize);
    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 => (&b"http://a.example http://b.exam"[..]).read(buffer),
                2 => Err(io::ErrorKind::Interrupted.into()),
                _ => Err(io::Error::new(io::ErrorKind::PermissionDenied, "no more")),
            }
        }
    }
    let mut found = Found::default();
    Harvester::new().read("a.txt", Failing(0), &mut found);
    // The link at the error may be incomplete.
    assert_eq!(found.links, ["@0 text http://a.example"]);
    assert_eq!(found.diagnostics, [": byte 30: no more"]);
    assert_eq!(found.kinds, ["io"]);
}

#[test]
fn long_text_is_searched_without_being_held() {
    let limits = Limits::default().with(Limit::Held, 1000);
    let harvester = Harvester::builder().limits(limits).lines(true).context(5).build().unwrap();
    let text = format!("{}http://a.example/", "one line ".repeat(100_000));
    let found = read(&harvester, "a.txt", text.as_bytes());
    assert_eq!((found.links.len(), found.diagnostics.len()), (1, 0));
}

#[test]
fn utf16_and_iso_2022_jp_are_detected() {
    let text = "Ссылка на страницу http://a.example/ и 链接在这里：http://b.example/\n".repeat(900);
    let utf16 = wide(&text, u16::to_le_bytes);
    let expected = read_plainly("a.txt", text.as_bytes()).links;
    assert_eq!(expected.len(), 1800);
    for name in ["a.txt", "a"] {
        let found = read_plainly(name, &utf16);
        assert!(found.links == expected, "{:?}", found.diagnostics);
    }
    let japanese = b"Subject: a\nContent-Type: text/plain; charset=us-ascii\n\n\
        \x1B$B%j%s%/\x1B(Bhttp://a.example/b\x1B$B$r\x1B(B\n";
    assert_eq!(read_plainly("a.eml", japanese).links, ["/part 1@9 text http://a.example/b"]);
}

#[test]
fn logs_that_are_padded_with_zeros_are_searched() {
    let log = "caf\u{E9} see http://a.example/\n";
    for padding in [20, 4096, 70_000] {
        let before = [&vec![0; padding], log.as_bytes()].concat();
        let after = [log.as_bytes(), &vec![0; padding]].concat();
        assert_eq!(read_plainly("a.log", &before).links.len(), 1, "{padding}");
        assert_eq!(read_plainly("a.log", &after).links.len(), 1, "{padding}");
    }
}

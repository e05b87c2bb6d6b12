//! Checks the links of messages and mailboxes, and the places of the links.

use core::fmt::Write as _;

use linkwright_harvest::{Harvester, Limit, Limits, Outcome};

use super::support::{Drip, Found, read, read_plainly};

/// A message with the usual fields, the additional fields `fields`, and the body `body`.
fn message(fields: &str, body: &str) -> String {
    format!(
        "From: Ann <ann@a.example>\nTo: bob@b.example\nMessage-ID: <1@a.example>\n{fields}\n{body}"
    )
}

fn links(fields: &str, body: &str) -> Vec<String> {
    let found = read_plainly("a.eml", message(fields, body).as_bytes());
    assert_eq!(found.diagnostics, [""; 0]);
    found.links
}

#[test]
fn the_metadata_of_a_plain_message_is_reported() {
    let text =
        message("Date: Fri, 21 Nov 1997 09:55:06 -0600\nSubject: Hi\n", "see http://a.example/\n");
    let harvester = Harvester::builder().lines(true).build().unwrap();
    let found = read(&harvester, "a.eml", text.as_bytes());
    assert_eq!(found.links, ["/part 1@4 text http://a.example/"]);
    let link = &found.located[0];
    let message = link.message().unwrap();
    assert_eq!(message.id.as_deref(), Some("1@a.example"));
    assert_eq!(message.date.as_deref(), Some("1997-11-21T09:55:06-06:00"));
    assert_eq!(message.sender.as_deref(), Some("ann@a.example"));
    assert_eq!(message.subject.as_deref(), Some("Hi"));
    // Lines and offsets refer to the part.
    assert_eq!(link.line_column().map(|place| (place.line(), place.column())), Some((1, 5)));
    assert_eq!((found.summary.messages, found.summary.documents), (1, 1));
}

#[test]
fn dates_have_obsolete_zones_or_are_none() {
    for (zone, date) in [("Z", Some("2026-02-01T10:00:01Z")), ("+9959", None)] {
        let text = message(
            &format!("Date: 1 Feb 2026 10:00:01 {zone}\nSubject: Hi\n"),
            "http://a.example/",
        );
        let found = read_plainly("a.eml", text.as_bytes());
        let message = found.located[0].message().unwrap();
        assert_eq!((message.date.as_deref(), message.subject.as_deref()), (date, Some("Hi")));
    }
}

#[test]
fn a_message_is_recognized_by_its_header() {
    let text = message("", "http://a.example/");
    // Names of files in a Maildir.
    let maildir = ["1699.M1P2.host", "box/cur/1699.M1P2.host:2,S", "new/1699.M1P2.host.md"];
    // Names with an extension of text files, and the empty name of standard input.
    let general = ["1699.txt", "1699.TEXT", "1699.log", ""];
    for name in maildir.into_iter().chain(general) {
        let found = read_plainly(name, text.as_bytes());
        assert_eq!(found.links, ["/part 1@0 text http://a.example/"], "{name}");
    }
    let found = read_plainly("old/1699.M1P2.host.md", text.as_bytes());
    assert_eq!(
        found.links.len(),
        4,
        "outside a Maildir, a file with the extension `.md` is Markdown"
    );
    let found = read_plainly("notes", b"Dear Ann,\nFrom: x\nTo: http://a.example/\n");
    assert_eq!(found.links, ["@22 text http://a.example/"]);
}

#[test]
fn transfer_encodings_and_charsets_are_decoded() {
    let quoted = "Content-Transfer-Encoding: quoted-printable\n";
    assert_eq!(
        links(quoted, "see http://a.example/?b=3D=\n1 =\nx"),
        ["/part 1@4 text http://a.example/?b=1"]
    );
    let base64 = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n";
    assert_eq!(
        links(base64, "aHR0cDovL2EuZXhhbXBsZS/DvA==\n"),
        ["/part 1@0 text http://a.example/%C3%BC"]
    );
    let koi8 = "Content-Type: text/plain; charset=\"KOI8-R\"\nContent-Transfer-Encoding: quoted-printable\n";
    assert_eq!(links(koi8, "=C1 http://a.example/=C1"), ["/part 1@3 text http://a.example/%D0%B0"]);
    // The declared charset is ASCII, but the text also has bytes that are not ASCII.
    let ascii = "Content-Type: text/plain; charset=us-ascii\n";
    assert_eq!(links(ascii, "ü http://a.example/ü"), ["/part 1@3 text http://a.example/%C3%BC"]);
}

#[test]
fn an_unknown_charset_is_reported() {
    let text = message("Content-Type: text/plain; charset=x-foo\n", "http://a.example/");
    let found = read_plainly("a.eml", text.as_bytes());
    assert_eq!(found.links.len(), 1);
    assert_eq!(found.diagnostics, ["/part 1: unknown charset \"x-foo\"; the encoding is guessed"]);
}

#[test]
fn a_uri_continues_on_the_next_flowed_line_only_with_delsp() {
    let body =
        "I have read it all at http://a.example/board/minutes/2004/ \n+index.html and wonder.\n";
    let flowed = "Content-Type: text/plain; format=flowed\n";
    assert_eq!(links(flowed, body), ["/part 1@22 text http://a.example/board/minutes/2004/"]);
    let delsp = "Content-Type: text/plain; format=Flowed; delsp=Yes\n";
    assert_eq!(
        links(delsp, body),
        ["/part 1@22 text http://a.example/board/minutes/2004/+index.html"]
    );
}

const MIXED: &str = "Content-Type: multipart/mixed; boundary=\"x\"\n";

#[test]
fn parts_are_numbered_as_in_imap() {
    let body = "see http://a.example/preamble\n--x\n\nhttp://a.example/1\n--x\n\
        Content-Type: multipart/alternative; boundary=y\n\n\
        --y\nContent-Type: text/plain\n\nhttp://a.example/2.1\n\
        --y\nContent-Type: text/plain\n\nhttp://a.example/2.2\n--y--\n\
        --x\nContent-Type: message/rfc822\n\n\
        Subject: http://a.example/3\nMessage-ID: <2@a.example>\n\nhttp://a.example/3.1\n\
        --x--\nhttp://a.example/epilogue\n";
    let found = read_plainly("a.eml", message(MIXED, body).as_bytes());
    assert_eq!(
        found.links,
        [
            "/preamble@4 text http://a.example/preamble",
            "/part 1@0 text http://a.example/1",
            "/part 2.1@0 text http://a.example/2.1",
            "/part 2.2@0 text http://a.example/2.2",
            "/part 3@9 header http://a.example/3",
            "/part 3.1@0 text http://a.example/3.1",
            "/epilogue@0 text http://a.example/epilogue",
        ]
    );
    let ids: Vec<_> =
        found.located.iter().filter_map(|link| link.message()?.id.as_deref()).collect();
    assert_eq!(ids[3..6], ["1@a.example", "2@a.example", "2@a.example"]);
    assert_eq!((found.summary.messages, found.diagnostics.len()), (2, 0));
}

#[test]
fn an_inner_boundary_may_begin_with_the_outer_one() {
    let inner = "--x\nContent-Type: multipart/related;\n boundary=\"x.REL\"\n\n\
        --x.REL\n\nhttp://a.example/\n--x.REL\n\nhttp://b.example/\n--x.REL--\n\n";
    for end in ["--x\n", "--x text\n"] {
        let body = format!("{inner}{end}\nhttp://c.example/\n--x--\n");
        let found = read_plainly("a.eml", message(MIXED, &body).as_bytes());
        let places: Vec<&str> =
            found.links.iter().map(|link| link.split('@').next().unwrap()).collect();
        assert_eq!(places, ["/part 1.1", "/part 1.2", "/part 2"], "{:?}", found.links);
        assert_eq!(found.diagnostics, [""; 0]);
    }
}

#[test]
fn the_parts_of_a_digest_are_read_as_messages() {
    let fields = "Content-Type: multipart/digest; boundary=x\n";
    let body = "--x\n\nSubject: a\n\nhttp://a.example/\n--x--\n";
    assert_eq!(links(fields, body), ["/part 1.1@0 text http://a.example/"]);
}

#[test]
fn a_message_attached_in_base64_is_read() {
    let body = "--x\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n\
        U3ViamVjdDogYQoKaHR0cDovL2EuZXhhbXBsZS8K\n--x--\n";
    assert_eq!(links(MIXED, body), ["/part 1.1@0 text http://a.example/"]);
}

/// A text with a link, signed by `openssl cms -sign -nodetach -stream`, which writes BER with indefinite lengths.
const SIGNED: &str = "\
    MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcBoIAk\n\
    gARRQ29udGVudC1UeXBlOiB0ZXh0L3BsYWluOyBjaGFyc2V0PXV0Zi04DQoNCnNlZSBo\n\
    dHRwOi8vYS5leGFtcGxlL3NpZ25lZCBhbmQgbW9yZQ0KAAAAAAAAMYGNMIGKAgEBMCQw\n\
    DDEKMAgGA1UEAwwBYQIUM7KI6h40bJ8qvIbxpp2AocC5c78wCwYJYIZIAWUDBAIBMAoG\n\
    CCqGSM49BAMCBEYwRAIgdzB4f2TM3hQn0MbewmaOj7WSPCeSdyFs3vCW1IHIl68CIA5o\n\
    r+vBJG61BTORZpyR14xEj2Pn4God2JuO2kTtyf/gAAAAAAAA\n";

#[test]
fn content_inside_a_signature_is_read() {
    let fields = |name: &str| {
        format!(
            "Content-Type: application/{name}; smime-type=signed-data; name=smime.p7m\n\
             Content-Transfer-Encoding: base64\n"
        )
    };
    for name in ["pkcs7-mime", "x-pkcs7-mime"] {
        let found = links(&fields(name), SIGNED);
        assert_eq!(found, ["/part 1@4 text http://a.example/signed"]);
    }
    let part = format!("--x\n{}\n{SIGNED}--x--\n", fields("pkcs7-mime"));
    assert_eq!(links(MIXED, &part), ["/part 1.1@4 text http://a.example/signed"]);
}

#[test]
fn a_damaged_signed_message_is_reported() {
    let fields = "Content-Type: application/pkcs7-mime\nContent-Transfer-Encoding: base64\n";
    let cut = SIGNED.get(..136).unwrap();
    let found = read_plainly("a.eml", message(fields, cut).as_bytes());
    assert_eq!(found.links.len(), 0);
    assert_eq!(found.diagnostics, ["/part 1: binary data, not searched"]);
}

#[test]
fn an_encrypted_message_is_reported() {
    // A sequence, its length, and its content type: id-envelopedData.
    let content = "MIAGCSqGSIb3DQEHA6CABCDEFGHIJKLMNOP=";
    let base64 = "Content-Transfer-Encoding: base64\n";
    let pgp = "Content-Type: multipart/encrypted; boundary=x;\n \
        protocol=\"application/pgp-encrypted\"\n";
    let parts = "--x\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--x\n\
        Content-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n--x--\n";
    for (fields, body) in [
        (format!("Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n{base64}"), ""),
        ("Content-Type: application/pkcs7-mime; smime-type=authEnveloped-data\n".to_owned(), ""),
        (format!("Content-Type: application/x-pkcs7-mime\n{base64}"), content),
        (pgp.to_owned(), parts),
    ] {
        let found = read_plainly("a.eml", message(&fields, body).as_bytes());
        assert_eq!((found.kinds, found.skips), (vec!["encrypted"], 1), "{fields}");
        assert!(found.diagnostics[0].ends_with(": encrypted, not read"), "{:?}", found.diagnostics);
        assert_eq!(found.summary.outcome(), Outcome::Partly);
    }
}

#[test]
fn uris_in_header_fields_are_reported() {
    let fields = "List-Archive: <http://a.example/list>\n\
        List-Unsubscribe: <mailto:a@a.example>,\n <http://a.example/\n  out> (comment)\n\
        Archived-At: <http://a.example/1>\n\
        Link: <http://a.example/2>; rel=\"self\"\n\
        Content-Location: http://a.example/3\n\
        X-URL: http://a.example/4 (home of c@a.example)\n\
        Subject: =?utf-8?q?see_http=3A//a.example/5?=\n\
        Thread-Topic: see http://a.example/5\n\
        Received: from x (http://a.example/6)\n";
    let found = read_plainly("a.eml", message(fields, "").as_bytes());
    let uris: Vec<_> = found.located.iter().map(|link| link.uri().unwrap().to_string()).collect();
    assert_eq!(
        uris,
        [
            "http://a.example/list",
            "mailto:a@a.example",
            "http://a.example/out",
            "http://a.example/1",
            "http://a.example/2",
            "http://a.example/3",
            "http://a.example/4",
            "http://a.example/5",
        ]
    );
    assert!(found.links.iter().all(|link| link.contains(" header ")));
    let names: Vec<_> =
        found.located.iter().filter_map(|link| Some(link.existing()?.name().to_owned())).collect();
    assert_eq!(names[..2], ["List-Archive", "List-Unsubscribe"]);
    let text = message(fields, "");
    let at = &found.located[0];
    assert_eq!(&text[at.span().range()], "http://a.example/list");
    assert_eq!(&text[found.located[6].span().range()], "http://a.example/4");
}

#[test]
fn the_header_declares_the_base() {
    let fields = "Content-Base: http://a.example/b/\nContent-Location: c/d.html\n";
    let found = links(fields, "");
    assert_eq!(found[0], "@84 header http://a.example/b/");
    // The header is read before the base is known, so the reference stays relative.
    assert_eq!(found[1], "@122 header (c/d.html)");
}

#[test]
fn the_url_of_an_external_body_is_reported() {
    let fields =
        "Content-Type: message/external-body; access-type=URL;\n URL=\"http://a.example/\n b\"\n";
    let found = read_plainly("a.eml", message(fields, "\nContent-Type: text/plain\n").as_bytes());
    assert_eq!(found.located[0].uri().unwrap().as_str(), "http://a.example/b");
}

#[test]
fn attached_pictures_are_skipped_and_attached_documents_are_read() {
    let body = "--x\nContent-Type: image/png; name=a.png\nContent-Transfer-Encoding: base64\n\n\
        iVBORw0KGgo=\n--x\nContent-Type: application/octet-stream; name=a.txt\n\
        Content-Transfer-Encoding: base64\n\naHR0cDovL2EuZXhhbXBsZS8K\n\
        --x\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n\
        AAECAwQFBgcICQ==\n--x--\n";
    let found = read_plainly("a.eml", message(MIXED, body).as_bytes());
    assert_eq!(found.links, ["/part 2@0 text http://a.example/"]);
    assert_eq!(
        found.diagnostics,
        ["/part 1: image/png, not searched", "/part 3: binary data, not searched"]
    );
    assert_eq!((found.summary.skipped, found.summary.diagnostics), (2, 0));
}

/// What is not decoded is reported, and read as text.
#[test]
fn an_unknown_transfer_encoding_is_reported() {
    let fields = "Content-Type: text/html\nContent-Transfer-Encoding: x-uuencode\n";
    let file = "begin 644 b.txt\n1:'1T<#HO+V(N97AA;7!L92\\\n`\nend\n";
    let found = read_plainly("a.eml", message(fields, file).as_bytes());
    assert_eq!(found.kinds, ["encoding"]);
}

#[test]
fn variants_of_the_transfer_encoding_field_are_accepted() {
    let read = |encoding: &str, body: &str| {
        let fields = format!("Content-Transfer-Encoding: {encoding}\n");
        read_plainly("a.eml", message(&fields, body).as_bytes())
    };
    let code = "aHR0cDovL2EuZXhhbXBsZS8xIGh0dHA6Ly9hLmV4YW1wbGUvMjM=";
    let both = ["/part 1@0 text http://a.example/1", "/part 1@19 text http://a.example/23"];
    for encoding in ["base64", "base64 (comment)", "(a) BASE64", "\"base64\"", "base64;"] {
        let found = read(encoding, code);
        assert_eq!(
            (found.links, found.kinds.len()),
            (both.map(String::from).to_vec(), 0),
            "{encoding}"
        );
    }
    // Bytes outside of the alphabet are ignored (RFC 2045, section 6.8).
    let stray = format!("{}!{}", &code[..20], &code[20..]);
    assert_eq!(read("base64", &stray).links, both);
    // The link at the cut is incomplete.
    let cut = read("base64", &code[..code.len() - 3]);
    assert_eq!((cut.links, cut.kinds), (vec![both[0].to_owned()], vec!["truncated"]));
    let unknown = read("x-foo", "http://a.example/");
    assert_eq!((unknown.links.len(), unknown.kinds), (1, vec!["encoding"]));
}

#[test]
fn broken_messages_are_read_as_far_as_they_go() {
    let diagnostics = |fields: &str, body: &str| {
        let found = read_plainly("a.eml", message(fields, body).as_bytes());
        assert_eq!(found.links.len(), 1, "{:?}", found.links);
        found.diagnostics
    };
    let link = "http://a.example/";
    assert_eq!(
        diagnostics("Content-Type: multipart/mixed\n", link),
        [": a multipart without a boundary"]
    );
    assert_eq!(diagnostics(MIXED, link), [": the multipart does not contain its boundary"]);
    assert_eq!(
        diagnostics(MIXED, &format!("--x\n\n{link}")),
        [": the multipart has no closing boundary"]
    );
    let base64 = "Content-Transfer-Encoding: base64\n";
    assert_eq!(
        diagnostics(base64, &format!("eA==\n_{link}")),
        ["/part 1: byte 5: text after the base64"]
    );
    assert_eq!(
        diagnostics(base64, link),
        ["/part 1: byte 0: broken base64, read without decoding"]
    );
}

#[test]
fn links_of_a_mailbox_have_the_metadata_of_their_messages() {
    let mailbox = "From a@a Thu Jan  1 00:00:00 1970\nFrom: a@a.example\nMessage-ID: <1@a>\n\n\
        http://a.example/1\n>From http://a.example/2 on\n\n\
        From b@b Thu Jan  1 00:00:00 1970\nFrom: b@a.example\n\nhttp://a.example/3\n";
    let expected = [
        "#1/part 1@0 text http://a.example/1",
        "#1/part 1@24 text http://a.example/2",
        "#2/part 1@0 text http://a.example/3",
    ];
    assert_eq!(read_plainly("a.mbox", mailbox.as_bytes()).links, expected);
    assert_eq!(read_plainly("a", mailbox.as_bytes()).links, expected);
    let crlf = mailbox.replace('\n', "\r\n");
    assert_eq!(read_plainly("a", crlf.as_bytes()).summary.messages, 2);
}

#[test]
fn every_message_of_a_large_mailbox_is_read() {
    let one = "From a@a Thu Jan  1 00:00:00 1970\nFrom: a@a.example\nTo: b@b\n\n";
    let mut mailbox = String::new();
    for n in 0..3000 {
        let filler = "filler\n".repeat(n % 40);
        write!(mailbox, "{one}http://a.example/{n}\n{filler}\n").unwrap();
    }
    let found = read_plainly("a.mbox", mailbox.as_bytes());
    assert_eq!(found.links.len(), 3000);
    for (n, link) in found.links.iter().enumerate() {
        assert_eq!(*link, format!("#{}/part 1@0 text http://a.example/{n}", n + 1));
    }
}

#[test]
fn a_mailbox_is_read_in_pieces_of_any_size() {
    let mut mailbox = String::new();
    for n in 0..20 {
        mailbox += "From a@a Thu Jan  1 00:00:00 1970\r\nFrom: a@a.example\r\n\r\n";
        write!(mailbox, "http://a.example/{n}\r\nFrom here\r\n\r\nFrom there\r\n\r\n").unwrap();
    }
    let whole = read_plainly("a.mbox", mailbox.as_bytes());
    assert_eq!((whole.links.len(), whole.summary.messages), (20, 20));
    for step in [1, 13, 1000] {
        let mut found = Found::default();
        Harvester::new().read("a.mbox", Drip { bytes: mailbox.as_bytes(), step }, &mut found);
        assert_eq!(found.links, whole.links, "{step} bytes at a time");
    }
}

#[test]
fn a_header_without_an_end_is_searched() {
    let fields = "a:\n".repeat(300_000);
    let found = read_plainly("a.eml", format!("To: b\n{fields}X: http://a.example/\n").as_bytes());
    assert_eq!(found.links, ["/header@637866 text http://a.example/"]);
}

#[test]
fn parts_are_limited_in_number_depth_and_length() {
    let limits = |limits| Harvester::builder().limits(limits).build().unwrap();
    let many = format!("{}--x--\n", "--x\n\nhttp://a.example/\n".repeat(50));
    let harvester = limits(Limits::default().with(Limit::Parts, 10));
    let found = read(&harvester, "a.eml", message(MIXED, &many).as_bytes());
    assert_eq!((found.links.len(), found.kinds), (10, vec!["too-many"]));
    assert_eq!(found.diagnostics, ["/part 11: more than 10 parts; the others were not read"]);

    let deep = "Content-Type: message/rfc822\n\n".repeat(5000) + "A: b\n\nhttp://a.example/\n";
    let found = read_plainly("a.eml", format!("To: a\nFrom: b\n{deep}").as_bytes());
    assert_eq!(found.kinds, ["too-deep"]);
    assert_eq!(found.links.len(), 1, "messages that are nested too deep are read as text");

    let level = "From: a\nTo: b\nContent-Type: application/octet-stream\n\n";
    let found = read_plainly("a.eml", (level.repeat(5000) + "http://a.example/").as_bytes());
    assert_eq!(found.kinds, ["too-deep"], "nested messages that are not declared as messages");

    let long = format!("{}http://a.example/", "x\n".repeat(1000));
    let mailbox = format!(
        "From a 00:00\n{}\n\nFrom b 00:00\n{}",
        message("", &long),
        message("", "http://a.example/")
    );
    let harvester = limits(Limits::default().with(Limit::Held, 500));
    let found = read(&harvester, "a.mbox", mailbox.as_bytes());
    assert_eq!(found.links, ["#2/part 1@0 text http://a.example/"]);
    assert_eq!(found.kinds, ["too-large"]);
}

#[test]
fn the_body_after_a_long_header_is_decoded() {
    let body = "\naHR0cDovL2EuZXhhbXBsZS8=\n";
    let encoding = "Content-Transfer-Encoding: base64";
    for filler in ["X-A: b\n".repeat(60_000), format!("X-A: {}\n", "b c\n ".repeat(200_000))] {
        let message = format!("Subject: http://s.example/\n{encoding}\n{filler}{body}");
        let found = read_plainly("a.eml", message.as_bytes());
        let expected = ["@9 header http://s.example/", "/part 1@0 text http://a.example/"];
        assert_eq!(found.links, expected);
        assert_eq!(found.diagnostics, [""; 0]);
    }
    let filler = "X-A: b\n".repeat(60_000);
    let late = format!("Subject: a\n{encoding}\n{filler}X-A: http://b.example/\n{body}");
    let found = read_plainly("a.eml", late.as_bytes());
    assert_eq!(found.links.len(), 2, "{:?}", found.links);
    assert!(found.links[0].starts_with("/header@"));
}

#[test]
fn a_link_at_the_cut_of_a_message_is_left_out() {
    let head =
        "From: a@a.example\nTo: b@b.example\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\n";
    let body = "http://a.example/1\n--x\nContent-Transfer-Encoding: base64\n\n";
    // "http://a.example/2 http://a.example/three", cut after a whole group.
    let cut = format!("{head}{body}aHR0cDovL2EuZXhhbXBsZS8yIGh0dHA6Ly9hLmV4YW1wbGUvdGhy");
    let uris = |message: &str| -> Vec<String> {
        let links = read_plainly("a.eml", message.as_bytes()).links;
        links
            .iter()
            .filter(|link| link.contains("text"))
            .map(|link| link.rsplit_once(' ').unwrap().1.to_owned())
            .collect()
    };
    assert_eq!(uris(&cut), ["http://a.example/1", "http://a.example/2"]);
    // If a line end follows the cut, the link is treated as complete, whether or not the closing boundary is present.
    let three = ["http://a.example/1", "http://a.example/2", "http://a.example/thr"];
    assert_eq!(uris(&format!("{cut}\n")), three);
    assert_eq!(uris(&format!("{cut}\n--x--")), three);
}

//! Verifies the places of links in mail: in messages of mailboxes, in nested parts, and in encoded parts.

use core::ops::Range;

use linkwright_harvest::{Harvester, Limit, Limits, NoBytes, TransferEncoding};

use super::super::support::{Found, read, read_plainly};
use super::packed::{gzip, zip};
use super::{Proof, Proofs, all_cut, proofs, proofs_of};

/// A multipart message with a preamble and an epilogue, an attached message, and parts in several encodings.
const MULTIPART: &str = "From: a@a.example\nSubject: see http://s.example/1\n\
    List-Archive: <http://s.example/\n 2>\nX-URL: <http://s.example/3> http://s.exam\n ple/4\n\
    Content-Type: multipart/mixed; boundary=x\n\nhttp://preamble.example/\n\
    --x\nContent-Location: http://s.example/5\n\nsee <http://a.example/long-\nname> é\n\
    >From http://quoted.example/\n>>From http://quoted.example/2\n\
    --x\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n\
    é <a href=\"http://b.example/?c&amp;d\">é</a>\n\
    --x\nContent-Type: message/rfc822\n\nFrom: b@b.example\nSubject: http://s.example/6\n\
    Content-Type: multipart/alternative; boundary=y\n\n--y\n\nhttp://c.example/\n\
    --y\nContent-Type: text/plain; format=flowed; delsp=yes\n\nsee http://d.exa \nmple/ é\n--y--\n\
    --x\nContent-Transfer-Encoding: quoted-printable\n\nno escape http://e.example/\n\
    --x\nContent-Transfer-Encoding: quoted-printable\n\nan escape http://f.example/?a=3Db\n\
    --x\nContent-Transfer-Encoding: base64\n\naHR0cDovL2cuZXhhbXBsZS8K\n\
    --x\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\nURL:http://h.exa\n mple/\nEND:VCALENDAR\n\
    --x--\nhttp://epilogue.example/\n";

/// The proofs for `messages` copies of [`MULTIPART`]. Each copy has 16 links whose bytes are known: 6 in headers, 1 in
/// the preamble, 4 in the first two parts, 2 in the attached message, 1 in the quoted-printable part without escapes, 1
/// in the calendar and 1 in the epilogue. The other 2 links are in encoded parts.
fn of_multipart(messages: usize) -> Proofs {
    Proofs::from([
        (Proof::Cut, 16 * messages),
        (Proof::Decoded(NoBytes::TransferEncoding), 2 * messages),
    ])
}

/// The message as a mailbox stores it: after a `From ` line, and with a `>` before each line that begins with `>From `.
fn boxed(message: &str) -> String {
    let quoted = message.replace("\n>From ", "\n>>From ").replace("\n>>>From ", "\n>>>>From ");
    format!("From a@a.example Mon Sep  2 12:28:53 2002\n{quoted}\n")
}

#[test]
fn links_in_a_message_and_its_parts_have_the_recorded_places() {
    let found = read_plainly("a.eml", MULTIPART.as_bytes());
    assert_eq!(found.diagnostics, [""; 0]);
    assert_eq!(proofs_of(&found, MULTIPART.as_bytes()), of_multipart(1), "{:#?}", found.links);
    let crlf = MULTIPART.replace('\n', "\r\n");
    assert_eq!(proofs(&Harvester::new(), "a.eml", crlf.as_bytes()), of_multipart(1));
}

#[test]
fn links_in_mailboxes_have_the_recorded_places() {
    let mailbox = boxed(MULTIPART).repeat(200);
    for mailbox in [mailbox.clone(), mailbox.replace('\n', "\r\n")] {
        let found = read_plainly("a.mbox", mailbox.as_bytes());
        assert_eq!(found.summary.messages, 400);
        assert_eq!(proofs_of(&found, mailbox.as_bytes()), of_multipart(200));
    }
    // All links outside the attached message have the range of the whole message.
    let text = boxed(MULTIPART).repeat(3);
    let found = read_plainly("a.mbox", text.as_bytes());
    let message = boxed(MULTIPART).len();
    let line = "From a@a.example Mon Sep  2 12:28:53 2002\n".len();
    let inside: Vec<_> =
        found.located.iter().filter(|link| link.place().to_string().starts_with("#2")).collect();
    let outer = (message + line) as u64..(2 * message) as u64;
    let source = |at: usize| inside[at].source().clone();
    assert_eq!(source(0).message(), Some(outer.clone()));
    assert_eq!((source(0).body(), source(0).steps().len()), (None, 0));
    assert_eq!(
        inside.iter().filter(|link| link.source().message() == Some(outer.clone())).count(),
        15
    );
    let of = |range: Option<Range<u64>>| {
        let range = range.unwrap();
        &text[usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap()]
    };
    let attached = inside.iter().find(|link| link.text() == "http://c.example/").unwrap().source();
    assert!(of(attached.message()).starts_with("From: b@b.example\n"));
    assert!(of(attached.message()).ends_with("\n--y--"));
    assert_eq!(of(attached.body()), "http://c.example/");
    let encoded = inside.iter().find(|link| link.text() == "http://g.example/").unwrap();
    assert_eq!(of(encoded.source().body()), "aHR0cDovL2cuZXhhbXBsZS8K");
    assert_eq!(encoded.source().transfer_encoding(), TransferEncoding::Base64);
    assert_eq!(encoded.source_pieces(), Err(NoBytes::TransferEncoding));
}

#[test]
fn links_in_messages_of_apple_mail_have_the_recorded_places() {
    let message = "From: a@a.example\nSubject: http://s.example/\n\nsee <http://a.example/b-\nc>\n";
    let file = format!("{:<10}\n{}<plist>", message.len() * 2, message.repeat(2));
    let found = read_plainly("a", file.as_bytes());
    let links = found.located.len();
    assert_eq!(proofs_of(&found, file.as_bytes()), all_cut(links));
    assert!(links >= 3, "{:?}", found.links);
}

#[test]
fn links_in_messages_over_the_limit_have_the_recorded_places() {
    let long = format!(
        "From: a@a.example\n\nhttp://a.example/\n>From http://b.example/\n{}http://c.example/\n",
        "x\n".repeat(9000)
    );
    let mailbox = boxed(&long).repeat(3) + &boxed("From: b@b.example\n\nhttp://d.example/\n");
    let limits = Limits::default().with(Limit::Held, 5000);
    let harvester = Harvester::builder().limits(limits).build().unwrap();
    let found = read(&harvester, "a.mbox", mailbox.as_bytes());
    assert_eq!(proofs_of(&found, mailbox.as_bytes()), all_cut(7));
    // The range of the message includes the part after the limit.
    let message = found.located[0].source().message().unwrap();
    assert_eq!(message.end, boxed(&long).len() as u64);
}

#[test]
fn links_in_parts_of_every_charset_have_the_recorded_places() {
    let text = "日本 é http://a.example/b <http://b.example/long-\nname>\n";
    for charset in ["utf-8", "iso-8859-1", "koi8-r", "utf-16le", "shift_jis", "iso-2022-jp", "gbk"]
    {
        let encoding = encoding_rs::Encoding::for_label(charset.as_bytes()).unwrap();
        let bytes = match charset {
            "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            _ => encoding.encode(&text.replace('é', "")).0.into_owned(),
        };
        for kind in ["plain", "html"] {
            let header = format!(
                "From: a@a.example\nTo: b\nContent-Type: text/{kind}; charset={charset}\nContent-Transfer-Encoding: 8bit\n\n"
            );
            let message = [header.as_bytes(), &bytes].concat();
            let found = read_plainly("a.eml", &message);
            let count = if kind == "html" { 1 } else { 2 };
            assert_eq!(proofs_of(&found, &message), all_cut(count), "{charset} {kind}");
        }
    }
}

#[test]
fn links_in_encoded_words_have_the_range_of_the_message() {
    let message =
        "From: a@a.example\nSubject: =?utf-8?q?see_http=3A//a.example/?=\n\nhttp://b.example/\n";
    let expected = Proofs::from([(Proof::Told(NoBytes::EncodedWord), 1), (Proof::Cut, 1)]);
    assert_eq!(proofs(&Harvester::new(), "a.eml", message.as_bytes()), expected);
}

fn base64(bytes: &[u8]) -> String {
    const CODE: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for (number, three) in bytes.chunks(3).enumerate() {
        let bits = (0..3)
            .fold(0, |bits, at| bits << 8 | three.get(at).map_or(0, |byte| usize::from(*byte)));
        for at in 0..4 {
            let is_there = at <= three.len();
            text.push(if is_there { char::from(CODE[bits >> (18 - 6 * at) & 63]) } else { '=' });
        }
        if number % 19 == 18 {
            text.push_str("\r\n");
        }
    }
    text
}

/// A message with an attachment called `name`.
fn attaching(name: &str, content: &[u8]) -> String {
    format!(
        "From: a@a.example\nTo: b@b.example\nContent-Type: application/octet-stream; name={name}\n\
         Content-Transfer-Encoding: base64\n\n{}\n",
        base64(content)
    )
}

#[test]
fn links_in_packed_attachments_have_the_recorded_places() {
    let mailbox = boxed(MULTIPART).repeat(2);
    for (name, content) in [
        ("a.zip", zip("b.mbox", mailbox.as_bytes())),
        ("a.mbox", mailbox.clone().into_bytes()),
        ("a.mbox.gz", gzip(mailbox.as_bytes())),
        ("a.eml", attaching("b.mbox", mailbox.as_bytes()).into_bytes()),
    ] {
        let file = boxed(&attaching(name, &content));
        let found = read_plainly("a.mbox", file.as_bytes());
        let mut expected = of_multipart(2);
        *expected.get_mut(&Proof::Cut).unwrap() += usize::from(name == "a.zip");
        assert_eq!(proofs_of(&found, file.as_bytes()), expected, "{name}");
        let steps = found.located.last().unwrap().source().steps();
        assert_eq!(steps[0].undo, "base64", "{name}");
    }
    // A mailbox that is attached without an encoding, and a message that is attached in base64.
    let plain = boxed(MULTIPART)
        .replace("=y", "=w")
        .replace("--y", "--w")
        .replace("=x", "=v")
        .replace("--x", "--v");
    let file = format!(
        "From: a@a.example\nTo: b@b.example\nContent-Type: multipart/mixed; boundary=z\n\n\
         --z\nContent-Type: application/octet-stream; name=a.mbox\n\n{plain}\n\
         --z\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{}\n--z--\n",
        base64(MULTIPART.as_bytes())
    );
    let found = read_plainly("a.eml", file.as_bytes());
    assert_eq!(proofs_of(&found, file.as_bytes()), of_multipart(2), "{:#?}", found.links);
    let steps = |link: &Found, at: usize| link.located[at].source().steps().len();
    assert_eq!((steps(&found, 0), steps(&found, 20)), (0, 1));
}

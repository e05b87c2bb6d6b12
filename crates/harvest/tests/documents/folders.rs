//! Checks that the same messages yield the same links in every kind of mail folder.

use super::support::{Drip, Found, read_plainly};
use linkwright_harvest::Harvester;

/// Two messages. The body of the first is encoded, so reading the folder as plain text would yield different
/// links.
const MESSAGES: [&str; 2] = [
    "From: a@a.example\nSubject: http://s.example/\nContent-Transfer-Encoding: quoted-printable\n\n\
     http://a.example/?b=3Dc\n",
    "From: b@b.example\nSubject: b\n\nhttp://b.example/\n",
];

const LINKS: [&str; 3] = [
    "#1@28 header http://s.example/",
    "#1/part 1@0 text http://a.example/?b=c",
    "#2/part 1@0 text http://b.example/",
];

fn folders() -> Vec<(&'static str, String)> {
    let each = |write: fn(&str) -> String| MESSAGES.map(write).concat();
    let mbox = each(|message| format!("From a@a.example Mon Sep  2 12:28:53 2002\n{message}\n"));
    vec![("mbox", mbox.clone()), ("CR LF", mbox.replace('\n', "\r\n"))]
}

fn without_offsets(links: &[String]) -> Vec<String> {
    let place = |link: &String| link.split_once('@').map(|(place, _)| place.to_owned());
    let uri = |link: &String| link.rsplit_once(' ').map(|(_, uri)| uri.to_owned());
    links.iter().map(|link| place(link).unwrap() + " " + &uri(link).unwrap()).collect()
}

#[test]
fn every_kind_of_folder_yields_the_same_links() {
    let expected = without_offsets(&LINKS.map(String::from));
    for (kind, folder) in folders() {
        for name in ["a", "a.txt", "a.mbox"] {
            let found = read_plainly(name, folder.as_bytes());
            assert_eq!(without_offsets(&found.links), expected, "{kind} as {name}");
            assert_eq!((found.summary.messages, found.kinds.len()), (2, 0), "{kind}");
        }
        for step in [1, 7, 4096] {
            let mut found = Found::default();
            let drip = Drip { bytes: folder.as_bytes(), step };
            Harvester::new().read("a", drip, &mut found);
            assert_eq!(without_offsets(&found.links), expected, "{kind}, {step} bytes at a time");
        }
    }
}

#[test]
fn every_message_of_a_large_folder_is_read() {
    for (kind, folder) in folders() {
        let large = folder.repeat(3000);
        let found = read_plainly("a", large.as_bytes());
        assert_eq!((found.links.len(), found.summary.messages), (9000, 6000), "{kind}");
    }
}

#[test]
fn a_message_of_apple_mail_is_read_without_its_envelope() {
    let message = "From: a@a.example\nSubject: a\n\nhttp://a.example/\n";
    let after = "<?xml version=\"1.0\"?><plist><string>http://b.example/</string></plist>\n";
    let file = format!("{:<10}\n{message}{after}", message.len());
    for name in ["1.emlx", "1", "1.txt"] {
        let found = read_plainly(name, file.as_bytes());
        assert_eq!(found.links, ["/part 1@0 text http://a.example/"], "{name}");
    }
    assert_eq!(read_plainly("a.txt", b"12\nsee http://a.example/\n").links.len(), 1);
}

//! Checks that messages yield the same URIs as separate files, as a mailbox with the name of a text file, and in
//! archives.

use std::io::{Cursor, Write as _};

use super::support::{Found, read_plainly};

const MESSAGES: [&str; 3] = [
    "From: a@a.example\nSubject: a http://s.example/\nContent-Transfer-Encoding: quoted-printable\n\n\
     http://a.example/?b=3Dc and <http://a.example/d=\ne>\n",
    "From: b@b.example\nSubject: b\nContent-Type: text/html; charset=koi8-r\n\n\
     <a href='http://b.example/?c&amp;d'>e</a>\n",
    "From: c@c.example\nSubject: c\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\
     Content-Type: text/calendar\n\nBEGIN:VCALENDAR\nURL:http://c.exa\n mple/\n--x\n\
     Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64 (a)\n\n\
     aHR0cDovL2MuZXhhbXBsZS9i\n--x--\n",
];

fn uris(found: &Found) -> Vec<String> {
    assert_eq!(found.diagnostics, [""; 0]);
    let uris = found.located.iter().filter_map(|link| link.uri().map(|uri| uri.to_string()));
    uris.collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn messages_yield_the_same_uris_in_every_container() {
    let of_files: Vec<String> = MESSAGES
        .iter()
        .flat_map(|message| uris(&read_plainly("a.eml", message.as_bytes())))
        .collect();
    assert_eq!(of_files.len(), 6, "{of_files:?}");
    let separated = MESSAGES.map(|message| format!("From a Mon Sep  2 12:28:53 2002\n{message}\n"));
    let mailbox = separated.concat().into_bytes();
    let mut tar = tar::Builder::new(Vec::new());
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (number, message) in MESSAGES.iter().enumerate() {
        let mut header = tar::Header::new_gnu();
        header.set_size(message.len() as u64);
        tar.append_data(&mut header, format!("{number}.eml"), message.as_bytes()).unwrap();
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(format!("{number}.eml"), options).unwrap();
        zip.write_all(message.as_bytes()).unwrap();
    }
    for (name, bytes) in [
        ("2002-September.txt", mailbox.clone()),
        ("2002-September.txt.gz", gzip(&mailbox)),
        ("a.tar.gz", gzip(&tar.into_inner().unwrap())),
        ("a.zip", zip.finish().unwrap().into_inner()),
    ] {
        assert_eq!(uris(&read_plainly(name, &bytes)), of_files, "{name}");
    }
}

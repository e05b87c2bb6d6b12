//! Checks that every link of a generated document is at the place that its record reports.

use linkwright_harvest::{Format, Harvester, NoBytes};
use proptest::prelude::*;

use super::super::support::{Drip, Found};
use super::packed::{gzip, tar, zip};
use super::texts::encoded;
use super::{Proof, proofs_of};

/// The parts of documents: words, links, broken links, escapes, the syntax of each format, header fields, line ends.
const FRAGMENTS: &[&str] = &[
    "word ",
    "é",
    "👍 ",
    "日本",
    "\u{FEFF}",
    "http://a.example/",
    "http://b.example/é",
    "<http://c.example/x-\n",
    "y>",
    "http://d.example/long/path/\n",
    "www.e.example ",
    "f@g.example",
    "\n",
    "\r\n",
    "\n\n",
    "\r",
    "> ",
    ">From x\n",
    "\n>From http://h.example/\n",
    "<a href='http://i.example/?j&amp;k'>",
    "</a>",
    "&#233;",
    "<br>",
    "[x](http://l.example/é) ",
    "<http://m.example> ",
    "\n[n]: http://o.example\n",
    "`",
    "\"",
    "{\"a\": \"http://p.example/\"}",
    "[\"http:\\/\\/q.example\\u0041\"]\n",
    "\\",
    ",",
    "\t",
    "url(http://r.example/s)",
    "\nURL:http://t.exa\n mple/\n",
    "=\n",
    "=3D",
    "?b=3Dc ",
    "=?utf-8?q?http=3A//u.example?=",
    "\nFrom a Mon Sep  2 12:28:53 2002\nSubject: http://v.example/\n\n",
    "\nFrom: b@c.example\n\n",
    "\nContent-Type: multipart/mixed; boundary=x\n\n",
    "\n--x\n",
    "\n--x\n\n",
    "\n--x--\n",
    "Content-Type: message/rfc822\n\n",
    "Content-Type: text/html; charset=utf-8\n\n",
    "Content-Type: text/plain; charset=iso-8859-1\n\n",
    "Content-Transfer-Encoding: quoted-printable\n\n",
    "Content-Transfer-Encoding: base64\n\naHR0cDovL3cuZXhhbXBsZS8K\n",
    "Content-Type: text/calendar\n\nBEGIN:VCALENDAR\n",
    "\nbegin 644 b.txt\n1:'1T<#HO+V(N97AA;7!L92\\\n`\nend\n",
    "\nX-URL: http://x.exa\n mple/\n",
];

/// A name for each format, and one without an ending.
fn names() -> Vec<String> {
    let named = Format::all().map(|format| format!("a.{}", format.endings()[0]));
    named.chain(["a".to_owned()]).collect()
}

const BEGINNINGS: &[&str] = &[
    "",
    "From a Mon Sep  2 12:28:53 2002\nFrom: a@a.example\nTo: b\n\n",
    "From: a@a.example\nTo: b@b.example\n",
    "From: a@a.example\nTo: b\nContent-Type: multipart/mixed; boundary=x\n\n--x\n",
];

fn document() -> impl Strategy<Value = String> {
    let fragments = prop::collection::vec(prop::sample::select(FRAGMENTS), 1..40);
    let all = (
        prop::sample::select(BEGINNINGS),
        fragments,
        prop::sample::select(&[1_usize, 1, 1, 1, 1, 1, 1, 100][..]),
    );
    all.prop_map(|(beginning, fragments, times)| {
        beginning.to_owned() + &fragments.concat().repeat(times)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.div_ceil(4), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn links_are_at_the_places_in_their_records(
        text in document(),
        name in prop::sample::select(names()),
        encoding in 0_usize..6,
        packed in 0_usize..5,
        step in prop::sample::select(&[7_usize, 1000, 100_000][..]),
    ) {
        let (_, bytes) = encoded(&text).swap_remove(encoding);
        let file = match packed {
            0 => gzip(&bytes),
            1 => tar(&name, &bytes),
            2 => zip(&name, &bytes),
            _ => bytes,
        };
        let name = if packed < 3 { "a" } else { &*name };
        let mut whole = Found::default();
        Harvester::new().read(name, &*file, &mut whole);
        let proofs = proofs_of(&whole, &file);
        // Every link corresponds to bytes of the file, except links in encoded mail and in encoded words.
        let has_encoded_words = text.contains("=?");
        let is_encoded_mail = text.contains("Content-Transfer-Encoding");
        for proof in proofs.keys() {
            prop_assert!(match proof {
                Proof::Cut => true,
                Proof::Decoded(NoBytes::TransferEncoding) | Proof::Told(NoBytes::TransferEncoding) => is_encoded_mail,
                Proof::Told(NoBytes::EncodedWord) => has_encoded_words,
                _ => false,
            }, "{proofs:?}");
        }
        // The links are the same if the file is read in small chunks.
        let mut drip = Found::default();
        Harvester::new().read(name, Drip { bytes: &file, step }, &mut drip);
        let places = |found: &Found| -> Vec<_> {
            found.located.iter().map(|link| (link.text().to_owned(), link.source_pieces())).collect()
        };
        prop_assert_eq!(places(&whole), places(&drip));
    }
}

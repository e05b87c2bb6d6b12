//! Documents with links of their own: mail, archives.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::{file, run};

const MAILBOX: &str = "From ada@example.org Thu Jan  1 00:00:00 2026\n\
    From: Ada <ada@example.org>\n\
    Date: Thu, 1 Jan 2026 10:00:00 +0100\n\
    Message-ID: <1@example.org>\n\
    List-Archive: <http://lists.example.org/a>\n\n\
    See http://example.com/1\n\n\
    From bo@example.org Fri Jan  2 00:00:00 2026\n\
    From: Bo <bo@example.org>\n\n\
    See http://example.com/2 and http://example.com/1\n";

fn rows(args: &[&str]) -> Vec<Value> {
    let run = run(&[&["extract", "--format", "jsonl"], args].concat(), "");
    assert_eq!(run.stderr, "");
    run.json()
}

#[test]
fn a_mailbox() {
    let path = file("mailbox", "box.mbox", MAILBOX);
    let rows = rows(&[&path]);
    let told: Vec<_> = rows
        .iter()
        .map(|row| (row["uri"].as_str().unwrap(), row["origin"].as_str().unwrap()))
        .collect();
    let expected = [
        ("http://lists.example.org/a", "header"),
        ("http://example.com/1", "text"),
        ("http://example.com/2", "text"),
        ("http://example.com/1", "text"),
    ];
    assert_eq!(told, expected);
    assert_eq!(rows[1]["source"]["member"], json!("#1"));
    assert_eq!(rows[1]["message_id"], json!("1@example.org"));
    assert_eq!(rows[1]["date"], json!("2026-01-01T10:00:00+01:00"));
    assert_eq!(rows[1]["from"], json!("ada@example.org"));
    assert_eq!(
        (&rows[2]["message_id"], &rows[2]["from"]),
        (&json!(null), &json!("bo@example.org"))
    );

    let origins = |origin| run(&["extract", "--origin", origin, &path], "").stdout;
    assert_eq!(origins("header"), "http://lists.example.org/a\n");
    assert_eq!(origins("text").lines().count(), 3);
    assert_eq!(origins("text,header").lines().count(), 4);
    assert_eq!(origins("attribute"), "");
    // Where it is text, each line is.
    let as_text = run(&["extract", "--from", "text", "--kind", "uri", &path], "").stdout;
    assert_eq!(as_text.lines().count(), 4);
}

#[test]
fn the_places_of_one_link_in_a_mailbox() {
    let path = file("mailbox-places", "box.mbox", MAILBOX);
    let rows = rows(&["--unique", &path]);
    assert_eq!((rows.len(), &rows[1]["count"]), (3, &json!(2)));
    let members: Vec<&Value> =
        rows[1]["places"].as_array().unwrap().iter().map(|place| &place["member"]).collect();
    assert_eq!(members, ["#1", "#2"]);
    let located = run(&["extract", "--location", "always", &path], "").stdout;
    assert!(located.contains(&format!("{path}#1/part 1:1:5: http://example.com/1\n")), "{located}");
}

/// Compresses with a program that nearly every machine has.
fn gzip(content: &[u8]) -> Vec<u8> {
    let mut child = Command::new("gzip")
        .arg("-c")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(content).unwrap();
    child.wait_with_output().unwrap().stdout
}

#[test]
fn what_is_compressed_and_what_is_broken() {
    let text = "see http://example.com/1 and\n".repeat(2000) + "http://example.com/end\n";
    let packed = gzip(text.as_bytes());
    let path = file("packed", "a.txt.gz", &packed);
    let whole = run(&["extract", &path], "");
    assert_eq!((whole.status, whole.stdout.lines().count()), (0, 2001));

    let cut = file("packed", "cut.txt.gz", &packed[..packed.len() - 20]);
    let part = run(&["extract", &cut, &path], "");
    assert_eq!(part.status, 2);
    assert!(part.stderr.starts_with(&format!("linkwright: {cut}: ")), "{:?}", part.stderr);
    assert!(part.stdout.lines().count() > 2001);

    let bomb = file("packed", "bomb.gz", gzip(&vec![b'x'; 8 << 20]));
    for (limit, why) in [(["--max-ratio", "10"], "10"), (["--max-decompressed", "1M"], "1048576")] {
        let found = run(&[&["extract"], limit.as_slice(), &[&bomb, &path]].concat(), "");
        assert_eq!((found.status, found.stdout.lines().count()), (2, 2001), "{limit:?}");
        assert!(found.stderr.contains(why), "{found:?}");
    }
}

#[test]
fn relative_references() {
    let text = "From: a@example.org\nLink: <../a>; rel=next\nList-Archive: <b?c>\n\nhttp://e.x/\n";
    let path = file("relative", "letter.eml", text);
    let found = |args: &[&str]| run(&[&["extract", &path], args].concat(), "").stdout;
    assert_eq!(found(&[]), "http://e.x/\n");
    assert_eq!(found(&["--relative"]), "../a\nb?c\nhttp://e.x/\n");
    assert_eq!(
        found(&["--base", "http://e.y/f/g"]),
        "http://e.y/a\nhttp://e.y/f/b?c\nhttp://e.x/\n"
    );
    // What has no scheme and no host is none of those that are asked for.
    assert_eq!(found(&["--relative", "--scheme", "http"]), "http://e.x/\n");
    assert_eq!(found(&["--relative", "--by", "scheme"]), "2\t-\n1\thttp\n");
    let row = &rows(&["--relative", &path])[0];
    assert_eq!((&row["uri"], &row["scheme"]), (&json!("../a"), &json!(null)));
    let told = run(&["extract", "--summary", &path], "").stderr;
    assert!(told.contains("2 × relative reference without a base\n"), "{told}");
}

//! Tests of the links in documents: mail, HTML, Markdown, RTF, notebooks, style sheets and compressed files.

use std::collections::BTreeSet;
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
fn rows_have_the_encoding_and_the_subject() {
    let link = "see http://example.com/\u{fc} now";
    let latin: Vec<u8> = link.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let wide: Vec<u8> = link.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let fields = "From: a@a.example\nTo: b@b.example\nSubject: =?utf-8?q?=C3=BCber?=\n";
    let mail = |charset: &str, body: &[u8]| {
        let charset = format!("Content-Type: text/plain; charset={charset}\n\n");
        [fields.as_bytes(), charset.as_bytes(), body].concat()
    };
    for (name, content, encoding, subject) in [
        ("a.txt", link.as_bytes().to_vec(), "UTF-8", None),
        ("b.txt", latin.clone(), "windows-1252", None),
        ("c.txt", [b"\xFF\xFE", &*wide].concat(), "UTF-16LE", None),
        ("d.eml", mail("utf-8", link.as_bytes()), "UTF-8", Some("über")),
        ("e.eml", mail("iso-8859-1", &latin), "windows-1252", Some("über")),
    ] {
        let path = file("encodings", name, content);
        let rows = rows(&[&path]);
        assert_eq!(rows.len(), 1, "{name}");
        assert_eq!(rows[0]["uri"], json!("http://example.com/%C3%BC"), "{name}");
        assert_eq!(
            (&rows[0]["encoding"], &rows[0]["subject"]),
            (&json!(encoding), &json!(subject))
        );
    }
}

#[test]
fn truncated_rtf_sets_the_status() {
    let rtf = r#"{\rtf1 a\par {\field{\*\fldinst{HYPERLINK "http://example.com/b"}}{\fldrslt c}}}"#;
    let cut = file("units", "cut.rtf", &rtf[..rtf.len() - 2]);
    let run = run(&["extract", &cut], "");
    assert_eq!((run.status, &*run.stdout), (2, "http://example.com/b\n"));
    assert!(run.stderr.contains("the RTF ends before its last brace"), "{}", run.stderr);
}

#[test]
fn links_of_a_mailbox_have_the_metadata_of_their_messages() {
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
    assert_eq!(rows[2]["subject"], json!(null));
    assert_eq!(
        (&rows[2]["message_id"], &rows[2]["from"]),
        (&json!(null), &json!("bo@example.org"))
    );

    let origins = |origin| run(&["extract", "--origin", origin, &path], "").stdout;
    assert_eq!(origins("header"), "http://lists.example.org/a\n");
    assert_eq!(origins("text").lines().count(), 3);
    assert_eq!(origins("text,header").lines().count(), 4);
    assert_eq!(origins("attribute"), "");
    assert_eq!(origins("!header"), origins("text"));
    assert_eq!(origins("!text,!code"), origins("header"));
    assert_eq!(origins("text,header,!header"), origins("text"));
    // If the mailbox is read as plain text, its header lines are also searched.
    let as_text = run(&["extract", "--from", "text", "--kind", "uri", &path], "").stdout;
    assert_eq!(as_text.lines().count(), 4);
}

/// Checks `--origin code` and `--no-code` in every format that can contain code.
#[test]
fn links_in_code_have_the_origin_code() {
    let mail = "Content-Type: text/html\n\n<p>http://a.example<pre>http://b.example</pre>http://c.example\n";
    let cases = [
        (
            "page.html",
            "http://a.example <samp>http://b.example</samp> <a href='http://c.example'><code>x</code></a>",
        ),
        (
            "book.xhtml",
            "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>http://a.example <kbd>http://b.example</kbd>\
                        </p>http://c.example</body></html>",
        ),
        ("notes.md", "http://a.example\n\n```\nhttp://b.example\n```\n\nhttp://c.example\n"),
        ("letter.eml", mail),
        (
            "work.ipynb",
            r#"{"cells": [{"cell_type": "markdown", "source": "http://a.example"},
            {"cell_type": "code", "source": ["http://b.example"]}], "metadata": {"x": "http://c.example"}}"#,
        ),
    ];
    for (name, content) in cases {
        let path = file("origin-code", name, content);
        let uris = |options: &[&str]| run(&[&["extract"], options, &[&path]].concat(), "").stdout;
        let [a, b, c] = ["a", "b", "c"].map(|host| format!("http://{host}.example\n"));
        assert_eq!(uris(&[]), format!("{a}{b}{c}"), "{name}");
        assert_eq!(uris(&["--origin", "code"]), b, "{name}");
        assert_eq!(uris(&["--no-code"]), format!("{a}{c}"), "{name}");
    }
    let both = run(&["extract", "--no-code", "--origin", "text"], "");
    assert_eq!((both.status, both.stdout.as_str()), (2, ""));
    assert!(both.stderr.contains("'--no-code' cannot be used with '--origin"), "{both:?}");
}

#[test]
fn a_record_is_enough_to_find_the_bytes_of_a_link() {
    let encoded = "From a@a.example Fri Jan  2 00:00:00 2026\nFrom: a@a.example\n\
        Content-Transfer-Encoding: base64\n\naHR0cDovL2V4YW1wbGUuY29tLzMK\n";
    let mailbox = format!("{MAILBOX}See <http://example.com/long-\nname>\n\n{encoded}");
    let path = file("bytes", "box.mbox", &mailbox);
    let rows = rows(&[&path]);
    let at = |range: &Value| {
        let end = |at: usize| usize::try_from(range[at].as_u64().unwrap()).unwrap();
        &mailbox[end(0)..end(1)]
    };
    for row in &rows[..5] {
        let pieces = row["bytes"]["pieces"].as_array().unwrap();
        assert_eq!(pieces.iter().map(at).collect::<String>(), row["text"].as_str().unwrap());
        assert!(at(&row["bytes"]["message"]).starts_with("From: "));
    }
    let last = &rows[5]["bytes"];
    assert_eq!((&last["pieces"], &last["absent"]), (&json!(null), &json!("transfer-encoding")));
    assert_eq!(at(&last["body"]), "aHR0cDovL2V4YW1wbGUuY29tLzMK\n");
    assert_eq!(last["transfer_encoding"], json!("base64"));
    // Tables contain the ends.
    let table = run(&["extract", "--fields", "source_start,source_end,uri", &path], "").stdout;
    assert_eq!(table.lines().last().unwrap(), "\t\thttp://example.com/3");
    let pieces = rows[4]["bytes"]["pieces"].as_array().unwrap();
    let ends = format!("{}\t{}\t", pieces[0][0], pieces[1][1]);
    assert!(table.lines().nth(4).unwrap().starts_with(&ends), "{table}");
    // The row of a link in a compressed file has the decompression step.
    let packed = file("bytes", "box.mbox.gz", gzip(mailbox.as_bytes()));
    let packed = run(&["extract", "--format", "jsonl", "-m", "1", &packed], "").json();
    assert_eq!(packed[0]["bytes"]["steps"], json!([{"undo": "gzip"}]));
}

#[test]
fn a_merged_link_lists_the_messages_that_contain_it() {
    let path = file("mailbox-places", "box.mbox", MAILBOX);
    let rows = rows(&["--unique", &path]);
    assert_eq!((rows.len(), &rows[1]["count"]), (3, &json!(2)));
    let members: Vec<&Value> =
        rows[1]["places"].as_array().unwrap().iter().map(|place| &place["member"]).collect();
    assert_eq!(members, ["#1", "#2"]);
    let located = run(&["extract", "-Hn", &path], "").stdout;
    assert!(located.contains(&format!("{path}#1/part 1:1:5: http://example.com/1\n")), "{located}");
}

/// Compresses `content` with the program `gzip`.
pub(super) fn gzip(content: &[u8]) -> Vec<u8> {
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
fn compressed_and_damaged_files_are_read() {
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
    for (limit, why) in
        [(["--limit", "ratio=10"], "10"), (["--limit", "decompressed=1M"], "1048576")]
    {
        let found = run(&[&["extract"], limit.as_slice(), &[&bomb, &path]].concat(), "");
        assert_eq!((found.status, found.stdout.lines().count()), (2, 2001), "{limit:?}");
        assert!(found.stderr.contains(why), "{found:?}");
    }
}

#[test]
fn relative_references_are_resolved_or_reported_on_request() {
    let text = "From: a@example.org\nLink: <../a>; rel=next\nList-Archive: <b?c>\n\nhttp://e.x/\n";
    let path = file("relative", "letter.eml", text);
    let found = |args: &[&str]| run(&[&["extract", &path], args].concat(), "").stdout;
    assert_eq!(found(&[]), "http://e.x/\n");
    assert_eq!(found(&["--relative"]), "../a\nb?c\nhttp://e.x/\n");
    assert_eq!(
        found(&["--base", "http://e.y/f/g"]),
        "http://e.y/a\nhttp://e.y/f/b?c\nhttp://e.x/\n"
    );
    // A filter by scheme does not select relative references, which have no scheme.
    assert_eq!(found(&["--relative", "--scheme", "http"]), "http://e.x/\n");
    assert_eq!(found(&["--relative", "--by", "scheme"]), "2\t-\n1\thttp\n");
    let row = &rows(&["--relative", &path])[0];
    assert_eq!((&row["uri"], &row["scheme"]), (&json!("../a"), &json!(null)));
    let told = run(&["extract", "--summary", &path], "").stderr;
    assert!(told.contains("2 × relative reference without a base\n"), "{told}");
}

/// The flags of the links that `extract` reports, in order.
fn flags(args: &[&str], input: &str) -> Vec<Value> {
    let run = run(&[&["extract", "--format", "jsonl"], args].concat(), input);
    run.json().into_iter().map(|link| link["flags"].clone()).collect()
}

/// Checks that the hazards of a URI are the same in text, attributes, style sheets, Markdown and header fields.
#[test]
fn hazards_are_the_same_in_every_place() {
    for uri in [
        "http://paypal.com@evil.example/",
        "http://\u{430}pple.com/",
        "http://0x7f.1/",
        "http://pay\u{200b}pal.example/",
        "http://h.example:25/%2e%2e/a",
        "http://h.example/?password=a",
        "http://h.example/a",
    ] {
        let expected = run(&["uri", "hazards", "--json", uri], "").json()[0]["hazards"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|hazard| hazard["severity"] != "info")
            .map(|hazard| hazard["code"].as_str().unwrap().to_owned())
            .collect::<BTreeSet<_>>();
        for (from, document) in [
            ("html", format!("<a href=\"{uri}\">x</a>")),
            ("html", format!("<style>a{{b:url({uri})}}</style>")),
            ("html", format!("<p style=\"b:url({uri})\">")),
            ("xml", format!("<a xmlns='http://www.w3.org/1999/xhtml' href=\"{uri}\">x</a>")),
            ("markdown", format!("[x]({uri})\n")),
            ("markdown", format!("[x]: {uri}\n")),
            ("mail", format!("List-Archive: <{uri}>\n\n")),
            ("css", format!("@import '{uri}';")),
            ("text", format!("<{uri}>")),
        ] {
            if from == "text" && uri.contains('\u{200b}') {
                // The finder does not accept such a host in text, so there is no link.
                continue;
            }
            if from == "mail" && !uri.is_ascii() {
                continue;
            }
            let found = flags(&["--from", from], &document);
            let found = found.last().unwrap_or_else(|| panic!("no link in {document}"));
            let found: BTreeSet<String> = found
                .as_array()
                .unwrap()
                .iter()
                .map(|flag| flag.as_str().unwrap().to_owned())
                .filter(|flag| !["idn", "punycode", "private-ip"].contains(&flag.as_str()))
                .collect();
            assert_eq!(found, expected, "{from} {document}");
        }
    }
}

/// Checks that the flag `text-mismatch` is set if the displayed text of a link is a URI or a host with a different
/// registrable domain.
#[test]
fn a_link_text_that_shows_another_domain_is_flagged() {
    for (from, document, is_other) in [
        ("html", "<a href='http://evil.example/'>https://paypal.com/</a>", true),
        ("html", "<a href=http://evil.example/>pay<b>pal.com</b></a>", true),
        ("html", "<a href='http://www.example.com/a'>mail.example.com</a>", false),
        ("html", "<a href='http://evil.example/'>click here</a>", false),
        ("html", "<a href='http://evil.example/'>paypal.com now</a>", true),
        ("html", "<a href='http://evil.example/'>notes.txt</a>", false),
        ("html", "<area href='http://evil.example/'>paypal.com", false),
        ("xml", "<a xmlns='http://www.w3.org/1999/xhtml' href='http://e.example/'>b.com</a>", true),
        ("markdown", "[paypal.com](http://evil.example/)", true),
        ("markdown", "[**paypal.com**]( <http://evil.example/> 'x')", true),
        ("markdown", "[x](http://evil.example/)", false),
        ("markdown", "<http://evil.example/>", false),
        ("markdown", "[http://paypal.com][x]\n\n[x]: http://evil.example/", true),
        ("markdown", "[x]: <http://evil.example/>\n\n[here][x], [pay**pal**.com][X]", true),
        ("markdown", "[paypal.com][]\n\n[PayPal.com]: http://evil.example/", true),
        ("markdown", "[paypal.com]\n\n> [paypal.com]: http://evil.example/", true),
        ("markdown", "[evil.example][x]\n\n[x]: http://evil.example/", false),
        ("markdown", "[x] paypal.com\n\n[x]: http://evil.example/", false),
        ("markdown", "[x][paypal.com]\n\n[paypal.com]: http://evil.example/", false),
        ("markdown", "![paypal.com][x]\n\n[x]: http://evil.example/a.png", false),
    ] {
        let found = flags(&["--from", from, "--flag", "text-mismatch"], document);
        assert_eq!(!found.is_empty(), is_other, "{document}");
        let request = json!({ "id": 1, "text": document, "from": from });
        if from != "xml" {
            let answer = run(&["pipe"], format!("{request}\n").as_str());
            assert_eq!(answer.stdout.contains("text-mismatch"), is_other, "{document}");
        }
    }
}

#[test]
fn links_are_selected_by_their_flags() {
    let text = "http://a.example/ http://u@b.example/ http://a.com@c.example/ http://d.example:80/";
    let left = |flag: &str| run(&["extract", "--flag", flag], text).stdout;
    assert_eq!(left("danger"), "http://a.com@c.example/\n");
    assert_eq!(left("warn"), "http://u@b.example/\nhttp://a.com@c.example/\n");
    assert_eq!(left("userinfo"), "http://u@b.example/\nhttp://a.com@c.example/\n");
    assert_eq!(left("rare-ip,userinfo-looks-like-host"), "http://a.com@c.example/\n");
    let joined = "at https://docs.\nexample.org/en/latest/index.html since then";
    let whole = "https://docs.example.org/en/latest/index.html\n";
    let of_mail = |flag: &str| run(&["extract", "--preset", "mail", "--flag", flag], joined).stdout;
    assert_eq!(
        (of_mail("joined-authority"), of_mail("warn")),
        (whole.to_owned(), whole.to_owned())
    );
    assert_eq!(run(&["extract", "--flag", "no"], text).status, 2);
    let csv = run(&["extract", "--format", "csv", "--flag", "danger"], text).stdout;
    let columns = csv.lines().next().unwrap();
    assert!(columns.contains(",flags,unwrapped,subject,encoding,browser,source_start,"), "{csv}");
    assert!(
        csv.lines().nth(1).unwrap().contains(",userinfo userinfo-looks-like-host,,,UTF-8,,38,61,"),
        "{csv}"
    );
}

//! Tests of web archives: the columns of records, reading one record, types of records, damaged records, and
//! refused options.

use serde_json::{Value, json};

use crate::{Run, file, run};

/// A response record with a page that has one link.
fn page(number: usize) -> String {
    let http = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<a href='/to{number}'>a page</a>"
    );
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: <http://e.x/{number}>\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n\
         WARC-Record-ID: <urn:uuid:{number}>\r\nWARC-Payload-Digest: sha1:ABC\r\nContent-Type: application/http\r\n\
         Content-Length: {}\r\n\r\n{http}\r\n\r\n",
        http.len()
    )
}

fn archive(pages: usize) -> String {
    let info =
        "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 19\r\n\r\nsee http://info.x/ \r\n\r\n";
    info.to_owned() + &(0..pages).map(page).collect::<String>()
}

fn rows(args: &[&str]) -> Vec<Value> {
    let run = run(&[&["extract", "--format", "jsonl"], args].concat(), "");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    run.json()
}

#[test]
fn rows_have_the_members_of_a_cdxj_index() {
    let path = file("warc-rows", "a.warc", archive(2));
    let rows = rows(&[&path]);
    assert_eq!(rows.len(), 2);
    let offset = archive(1).len();
    let length = page(1).len() - 4;
    for (name, value) in [
        ("uri", json!("http://e.x/to1")),
        ("url", json!("http://e.x/1")),
        ("digest", json!("sha1:ABC")),
        ("mime", json!("text/html")),
        ("status", json!(200)),
        ("filename", json!("a.warc")),
        ("offset", json!(offset)),
        ("length", json!(length)),
        ("record_id", json!("urn:uuid:1")),
        ("record_type", json!("response")),
        ("date", json!("2024-01-02T03:04:05Z")),
        ("refers_to", Value::Null),
    ] {
        assert_eq!(rows[1][name], value, "{name}");
    }
    let fields =
        "url,digest,mime,status,filename,offset,length,record_id,record_type,date,refers_to";
    let table = run(&["extract", "--format", "csv", "--fields", fields, &path], "").stdout;
    let last = format!(
        "http://e.x/1,sha1:ABC,text/html,200,a.warc,{offset},{length},urn:uuid:1,response,2024-01-02T03:04:05Z,"
    );
    assert_eq!(table.lines().next(), Some(fields));
    assert_eq!(table.lines().last(), Some(&*last));
}

#[test]
fn one_record_is_read_if_its_bytes_are_cut_out() {
    let start = archive(1).len();
    let record = archive(3)[start..start + page(1).len() - 4].to_owned();
    let expected = Run::new(0, "http://e.x/to1\n", "");
    assert_eq!(run(&["extract"], record), expected);
}

#[test]
fn a_damaged_record_is_reported() {
    let damaged = archive(3).replace("Content-Length: 84", "Content-Length: 9");
    let path = file(
        "warc-damaged",
        "a.warc",
        damaged.replacen("WARC/1.0\r\nWARC-Type: response", "WARC/1.0\r\nresponse", 1),
    );
    let run = run(&["extract", &path], "");
    assert_eq!((run.status, run.stdout.as_str()), (2, "http://e.x/to1\nhttp://e.x/to2\n"));
    let names = ["a damaged record; reading continues at the next one", "!/http://e.x/1: byte "];
    assert!(names.iter().all(|name| run.stderr.contains(name)), "{run:?}");
}

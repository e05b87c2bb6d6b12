//! Checks that the output is the same if several workers read one mailbox.

use std::fs::{self, OpenOptions};
use std::io::Write as _;

use crate::{Run, empty_folder, file, run};

/// A message with links. Its content depends on `number`: text, HTML, several parts, an inner message, a mailbox, or an
/// archive. Some messages are damaged.
fn message(number: usize, lines: usize) -> String {
    let line = |line| format!("see http://e.x/{number}/{line} and\n>From http://e.x/{number}\n");
    let text: String = (0..lines).map(line).collect();
    let body = match number % 11 {
        0 => format!("Content-Type: text/html\n\n<a href='http://e.x\\{number}'>{text}</a>\n"),
        1 => format!("Content-Type: multipart/mixed; boundary=x\n\n--x\n\n{text}"),
        2 => format!(
            "Content-Type: multipart/mixed; boundary=x\n\n--x\n\n{text}\n--x\nContent-Type: \
             application/pdf\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjcK\n--x--\n"
        ),
        3 => format!(
            "Content-Type: message/rfc822\n\nTo: b\nSubject: inner\n\n{text}\n\n\
             -----BEGIN PGP MESSAGE-----\n\nhQEMA\n"
        ),
        4 => "Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n\
              N3q8ryccAAQ=\n"
            .to_owned(),
        // The attachment is a mailbox.
        5 => format!(
            "Content-Type: application/mbox\n\nFrom a@a.example 10:00\nTo: c\n\n{}",
            text.replace("\n>From", "\nFrom")
        ),
        _ => format!("\n{text}"),
    };
    format!(
        "From a@a.example Thu Jan  1 00:00:00 1970\nFrom: a@a.example\nSubject: m {number}\n\
         Message-ID: <{number}@a.example>\nList-Archive: <http://list.e.x/{number}>\n{body}\n"
    )
}

fn mailbox(messages: usize, lines: usize) -> String {
    (0..messages).map(|number| message(number, number % lines)).collect()
}

/// The result of a run, and the content of the list of skipped inputs.
fn extract(jobs: &str, args: &[&str], path: &str, list: &str) -> (Run, String) {
    let head = ["extract", jobs, "--skipped", list, path];
    (run(&[&head[..], args].concat(), ""), fs::read_to_string(list).unwrap())
}

#[test]
fn several_workers_write_the_same_bytes_in_each_format() {
    let list = file("divided-list", "list", "");
    let cut = mailbox(200, 30);
    for (name, content) in [
        ("empty", String::new()),
        ("one", mailbox(1, 9)),
        ("small", mailbox(60, 12)),
        ("large", mailbox(300, 40)),
        ("old", mailbox(100, 20).replace('\n', "\r")),
        ("cut", cut[..cut.len() * 2 / 3].to_owned()),
    ] {
        let path = file("divided", &format!("{name}.mbox"), content);
        for format in ["text", "jsonl", "json", "csv", "tsv"] {
            let args = ["--format", format, "--kind", "uri,email,invalid"];
            let one = extract("-j1", &args, &path, &list);
            assert_eq!(extract("-j4", &args, &path, &list), one, "{name} {format}");
        }
    }
}

#[test]
fn a_very_long_message_keeps_its_place_in_the_output() {
    let list = file("divided-long-list", "list", "");
    let content = [mailbox(30, 9), message(6, 24_000), mailbox(100, 20)].concat();
    let path = file("divided-long", "a.mbox", content);
    let one = extract("-j1", &["-H"], &path, &list);
    assert_eq!(extract("-j4", &["-H"], &path, &list), one);
}

#[test]
fn options_have_the_same_effect_with_several_workers() {
    let list = file("divided-limits-list", "list", "");
    let path = file("divided-limits", "a.mbox", mailbox(200, 30));
    for args in [
        &["--unique"][..],
        &["--unique", "--format", "json", "--max-places", "3"],
        &["--by", "host"],
        &["--count"],
        &["-l"],
        &["-q"],
        &["-m", "1"],
        &["-m", "500"],
        &["--max-held", "1000"],
        &["--max-parts", "1"],
        &["--max-depth", "1"],
        &["--context", "9", "--format", "jsonl"],
        &["--fields", "member,part,line,uri", "--relative"],
        &["--location", "always", "--no-www"],
    ] {
        let one = extract("-j1", args, &path, &list);
        assert_eq!(extract("-j4", args, &path, &list), one, "{args:?}");
    }
}

#[test]
fn mailboxes_keep_their_order_among_other_files() {
    let folder = empty_folder("divided-many");
    for number in 0..6 {
        fs::write(folder.join(format!("{number}.mbox")), mailbox(80, 9 + number)).unwrap();
        fs::write(folder.join(format!("{number}.txt")), format!("http://t.x/{number}\n")).unwrap();
    }
    let (root, list) = (folder.display().to_string(), file("divided-many-list", "list", ""));
    let one = extract("-j1", &["-H"], &root, &list);
    for jobs in ["-j2", "-j4", "-j9"] {
        assert_eq!(extract(jobs, &["-H"], &root, &list), one, "{jobs}");
    }
}

#[test]
fn a_resumed_run_reads_a_mailbox_that_has_grown() {
    let outputs = ["-j1", "-j4"].map(|jobs| {
        let folder = empty_folder(&format!("divided-journal{jobs}"));
        let name = |name| folder.join(name).display().to_string();
        let [path, output, journal] = ["a.mbox", "out", "journal"].map(name);
        fs::write(&path, mailbox(400, 20)).unwrap();
        let mut outputs = Vec::new();
        for grown in [0, 1, 2] {
            let args = ["extract", jobs, "--format", "jsonl", "--output", &output];
            let rest = ["--resume", &journal, "--fields", "member,part,line,uri", &path];
            let status = run(&[&args[..], &rest].concat(), "").status;
            outputs.push((status, fs::read_to_string(&output).unwrap()));
            let mut file = OpenOptions::new().append(true).open(&path).unwrap();
            file.write_all(mailbox(100 + grown, 30).as_bytes()).unwrap();
        }
        outputs
    });
    assert_eq!(outputs[0], outputs[1]);
    assert!(outputs[0].windows(2).all(|pair| pair[0].1.len() < pair[1].1.len()));
}

//! Checks that the rows of several files are in the order of the files if several workers read them.

use std::fs;

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

/// The parser of Markdown has no events for definitions, and a link has its text only after its definition.
#[test]
fn links_of_markdown_are_in_the_order_of_the_text() {
    let text = "[one]: https://z.example/\n[one]: https://again.example/\n\nSee https://a.example/, [one] and \
        [y](https://y.example).\n\n> [two]: https://b.example/\n> <https://c.example/>\n\n\
        ```\nhttps://code.example/\n```\n[two]: https://d.example/\n[three]: https://e.example/ [three]\n";
    let found = run(&["extract", "-n", "--from", "markdown"], text).stdout;
    let places = ["1:8", "2:8", "4:5", "4:39", "6:10", "7:4", "10:1", "12:8", "13:10"];
    assert_eq!(
        found.lines().map(|line| line.split(": ").next().unwrap()).collect::<Vec<_>>(),
        places
    );
    let text = "[a]: https://evil.example/\n\nhttps://b.example/ [bank.com][a]\n";
    let rows = run(&["extract", "--fields", "uri,flags", "--from", "markdown"], text).stdout;
    assert_eq!(rows, "https://evil.example/\ttext-mismatch\nhttps://b.example/\t\n");
}

#[test]
fn mailboxes_keep_their_order_among_other_files() {
    let folder = empty_folder("order-many");
    for number in 0..6 {
        fs::write(folder.join(format!("{number}.mbox")), mailbox(80, 9 + number)).unwrap();
        fs::write(folder.join(format!("{number}.txt")), format!("http://t.x/{number}\n")).unwrap();
    }
    let (root, list) = (folder.display().to_string(), file("order-many-list", "list", ""));
    let one = extract("-j1", &["-H"], &root, &list);
    for jobs in ["-j2", "-j4", "-j9"] {
        assert_eq!(extract(jobs, &["-H"], &root, &list), one, "{jobs}");
    }
}

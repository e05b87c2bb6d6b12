//! Tests of reading files by path: which files are read, and which are only reported in diagnostics.

use core::ops::ControlFlow;
use std::fs;
use std::path::PathBuf;

use linkwright_harvest::{Harvester, Limit, Limits, Located, Outcome, Visitor};

use super::support::{Folder, Found};

fn read_path(path: &std::path::Path) -> Found {
    let mut found = Found::default();
    found.summary = Harvester::new().read_path(path, &mut found);
    found
}

#[test]
fn a_file_is_read_by_its_path() {
    let folder = Folder::new("file");
    let path = folder.file("a.txt", b"see http://a.example/");
    let found = read_path(&path);
    assert_eq!(found.links, ["@4 text http://a.example/"]);
    assert_eq!((found.summary.bytes, found.summary.links), (21, 1));
    assert_eq!(read_path(&folder.file("empty", b"")).summary.diagnostics, 0);
}

#[test]
fn special_files_are_not_opened() {
    let folder = Folder::new("no-file");
    assert_eq!(read_path(&folder.0).diagnostics, [": is a folder, not a file"]);
    let missing = read_path(&folder.0.join("missing"));
    assert_eq!((missing.kinds, missing.links.len()), (vec!["io"], 0));
    #[cfg(unix)]
    {
        let path = folder.0.join("socket");
        let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
        assert_eq!(read_path(&path).diagnostics, [": is a socket, not a file"]);
        let null = read_path(std::path::Path::new("/dev/null"));
        assert_eq!(null.diagnostics, [": is a device, not a file"]);
        assert_eq!(null.kinds, ["not-a-file"]);
    }
}

#[test]
fn files_over_the_size_limit_are_not_read() {
    let folder = Folder::new("large");
    let path = folder.file("a.txt", b"see http://a.example/");
    let limits = Limits::default().with(Limit::FileSize, 20);
    let harvester = Harvester::builder().limits(limits).build().unwrap();
    let mut found = Found::default();
    harvester.read_path(&path, &mut found);
    assert_eq!(found.diagnostics, [": has 21 bytes, more than 20; not read"]);
    assert_eq!(found.links.len(), 0);
}

/// A visitor that appends to the file when a link is found.
struct Writer {
    path: PathBuf,
    found: Found,
}

impl Visitor for Writer {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        let longer = [fs::read(&self.path).unwrap(), b" http://b.example/ ".to_vec()].concat();
        fs::write(&self.path, longer).unwrap();
        self.found.link(link)
    }

    fn diagnostic(&mut self, diagnostic: &linkwright_harvest::Diagnostic) {
        self.found.diagnostic(diagnostic);
    }
}

#[test]
fn a_file_that_changes_is_reported() {
    let folder = Folder::new("changes");
    let text = format!("see http://a.example/ and more{}", " words".repeat(50_000));
    let path = folder.file("a.txt", text.as_bytes());
    let mut writer = Writer { path: path.clone(), found: Found::default() };
    Harvester::new().read_path(&path, &mut writer);
    assert_eq!(writer.found.diagnostics, [": changed while it was read"]);
    assert_eq!(writer.found.links[0], "@4 text http://a.example/");
}

#[test]
fn a_change_to_a_file_that_was_read_in_one_call_is_not_reported() {
    let folder = Folder::new("at-once");
    let path = folder.file("a.txt", b"see http://a.example/ and more");
    let mut writer = Writer { path: path.clone(), found: Found::default() };
    Harvester::new().read_path(&path, &mut writer);
    assert_eq!(writer.found.diagnostics, [""; 0]);
    assert_eq!(writer.found.links, ["@4 text http://a.example/"]);
}

#[test]
fn an_open_file_is_read() {
    let folder = Folder::new("open");
    let path = folder.file("a.md", b"[a](http://a.example/)");
    let mut found = Found::default();
    let file = fs::File::open(&path).unwrap();
    let summary = Harvester::new().read_file(&path, &file, &mut found);
    assert_eq!((found.links.len(), summary.bytes), (1, 22));
    let file = fs::File::open(path.parent().unwrap()).unwrap();
    Harvester::new().read_file("folder", &file, &mut found);
    assert_eq!(found.diagnostics, [": is a folder, not a file"]);
}

/// A visitor that stops the reading after a number of links or bytes.
struct Ending {
    links: usize,
    bytes: u64,
    seen: Vec<u64>,
}

impl Visitor for Ending {
    fn link(&mut self, _: &Located<'_>) -> ControlFlow<()> {
        self.links -= 1;
        if self.links == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn progress(&mut self, bytes_read: u64) -> ControlFlow<()> {
        self.seen.push(bytes_read);
        if bytes_read >= self.bytes { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn progress_is_reported_and_a_visitor_can_stop_the_reading() {
    let text = "http://a.example/ and some words\n".repeat(100_000);
    let mailbox = format!("From a 00:00\nFrom: a@a\n\n{text}\n").repeat(2);
    for (name, text) in [("a.txt", &text), ("a.mbox", &mailbox)] {
        let ending = |links, bytes| Ending { links, bytes, seen: Vec::new() };
        let mut all = ending(usize::MAX, u64::MAX);
        let summary = Harvester::new().read(name, text.as_bytes(), &mut all);
        assert!(!summary.is_cancelled && all.seen.is_sorted());
        assert!(all.seen.len() >= text.len() / (4 << 20) && !all.seen.is_empty(), "{:?}", all.seen);

        let mut few = ending(5, u64::MAX);
        let summary = Harvester::new().read(name, text.as_bytes(), &mut few);
        assert_eq!((summary.links, summary.is_cancelled), (5, true));

        let mut soon = ending(usize::MAX, 1 << 20);
        let summary = Harvester::new().read(name, text.as_bytes(), &mut soon);
        assert!(summary.is_cancelled, "{name}");
        assert!(name == "a.mbox" || summary.bytes < (3 << 20), "{}", summary.bytes);
    }
}

#[test]
fn every_file_has_an_outcome() {
    let folder = Folder::new("outcomes");
    let picture: &[u8] = b"GIF89a http://a.example/";
    let message =
        b"From: a@a.example\nTo: b@b.example\nContent-Type: multipart/mixed; boundary=x\n\n\
        --x\nContent-Type: image/gif\n\nGIF89a\n--x\n\nhttp://a.example/\n--x--\n";
    for (name, bytes, outcome) in [
        ("empty", &b""[..], Outcome::Read),
        ("a.txt", b"http://a.example/", Outcome::Read),
        ("long.txt", format!("http://a.example/{}", "x".repeat(20_000)).as_bytes(), Outcome::Read),
        ("a.eml", message, Outcome::Partly),
        ("a.gif", picture, Outcome::Skipped),
        ("a.pdf", b"%PDF-1.7 http://a.example/", Outcome::Skipped),
        ("a.7z", b"7z\xBC\xAF\x27\x1C", Outcome::Skipped),
        ("a.zip", b"PK\x03\x04 and no more", Outcome::Skipped),
    ] {
        let found = read_path(&folder.file(name, bytes));
        assert_eq!(found.summary.outcome(), outcome, "{name}");
        assert_eq!(found.summary.skipped, found.skips, "{name}");
    }
    assert_eq!(read_path(&folder.0.join("missing")).summary.outcome(), Outcome::Skipped);
}

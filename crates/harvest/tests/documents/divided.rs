//! Checks that reading the messages of a mailbox separately, in any order, yields the same result as reading the whole
//! mailbox.

use core::ops::ControlFlow;
use std::io::Write as _;

use linkwright_harvest::{
    Diagnostic, Divider, Harvester, Limits, Located, Messages, ResumePoint, Summary, Visitor,
};

use super::support::Folder;

/// Records the links and diagnostics.
#[derive(Debug, Default, PartialEq)]
struct Log(Vec<String>);

impl Visitor for Log {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        let (place, offset, message) = (link.place(), link.offset(), link.message());
        let id = message.and_then(|message| message.id());
        self.0.push(format!("{place}@{offset} {} {id:?} {:?}", link.text(), link.line_column()));
        ControlFlow::Continue(())
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.0.push(diagnostic.to_string());
    }

    fn resume_point(&mut self, resume_point: ResumePoint) {
        self.0.push(format!("{resume_point:?}"));
    }
}

/// Collects up to `most` portions of a mailbox, and then reads them in reverse order.
struct Backwards {
    harvester: Harvester,
    log: Log,
    given: Vec<Messages>,
    summary: Summary,
    /// The number of portions, and the number of those that were read again.
    turns: (usize, usize),
    /// The largest number of portions to collect before they are read.
    most: usize,
}

impl Visitor for Backwards {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        self.log.link(link)
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        self.log.diagnostic(diagnostic);
    }

    fn resume_point(&mut self, resume_point: ResumePoint) {
        self.log.resume_point(resume_point);
    }

    fn divider(&mut self) -> Option<&mut dyn Divider> {
        Some(self)
    }
}

impl Divider for Backwards {
    fn wants(&self) -> bool {
        true
    }

    fn give(&mut self, messages: Messages) -> ControlFlow<()> {
        self.turns.0 += 1;
        self.given.push(messages);
        if self.given.len() < self.most { ControlFlow::Continue(()) } else { self.settle() }
    }

    fn settle(&mut self) -> ControlFlow<()> {
        let mut read: Vec<(Messages, Log, Summary)> = Vec::new();
        while let Some(mut messages) = self.given.pop() {
            let mut log = Log::default();
            let summary = self.harvester.read_messages(&mut messages, &mut log);
            read.push((messages, log, summary));
        }
        for (mut messages, mut log, mut summary) in read.into_iter().rev() {
            if !messages.settle() {
                self.turns.1 += 1;
                log = Log::default();
                summary = self.harvester.read_messages(&mut messages, &mut log);
                assert!(messages.settle());
            }
            self.log.0.append(&mut log.0);
            self.summary.add(&summary);
            if messages.is_last() {
                break;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Reads a mailbox as a whole and in portions, and compares the results. Returns the number of portions, and how many
/// of them were read again.
fn compare(harvester: &Harvester, name: &str, mailbox: &[u8], most: usize) -> (usize, usize) {
    let folder = Folder::new(name);
    let path = folder.file("a.mbox", mailbox);
    let mut whole = Log::default();
    let summary = harvester.read_path(&path, &mut whole);
    let mut divided = Backwards {
        harvester: harvester.clone(),
        log: Log::default(),
        given: Vec::new(),
        summary: Summary::default(),
        turns: (0, 0),
        most,
    };
    let rest = harvester.read_path(&path, &mut divided);
    divided.summary.add(&rest);
    assert_eq!(divided.log, whole);
    // The numbers of bytes may differ, because the divider reads ahead before a limit of decompression is noticed.
    assert_eq!(figures(&divided.summary), figures(&summary));
    divided.turns
}

fn figures(summary: &Summary) -> impl PartialEq + core::fmt::Debug + use<> {
    let read = (summary.links(), summary.documents(), summary.messages());
    (read, summary.diagnostics(), summary.skipped(), summary.outcome(), summary.is_cancelled())
}

fn harvester(limits: Limits) -> Harvester {
    Harvester::builder().limits(limits).lines(true).resume_points(true).build().unwrap()
}

fn message(number: usize, body: &str) -> String {
    format!(
        "From a@a.example Thu Jan  1 00:00:00 1970\nTo: a\nMessage-ID: <{number}@a>\n\
         List-Archive: <http://list.example/{number}>\n{body}\n"
    )
}

fn text(number: usize, lines: usize) -> String {
    let line = |line| format!(">From the top http://a.example/{number}/{line}\n");
    message(number, &format!("\n{}", (0..lines).map(line).collect::<String>()))
}

fn packed(number: usize, len: usize) -> String {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder
        .write_all(format!("http://z.example/{number}\n{}", "x ".repeat(len)).as_bytes())
        .unwrap();
    let file = encoder.finish().unwrap();
    let lines = file.chunks(45).map(|line| {
        let code = |byte: u8| if byte == 0 { '`' } else { char::from(byte + 32) };
        let mut text = String::from(code(u8::try_from(line.len()).unwrap()));
        for three in line.chunks(3) {
            let get = |at: usize| *three.get(at).unwrap_or(&0);
            let [a, b, c] = [get(0), get(1), get(2)];
            text.extend([a >> 2, (a & 3) << 4 | b >> 4, (b & 15) << 2 | c >> 6, c & 63].map(code));
        }
        text + "\n"
    });
    message(number, &format!("\nbegin 644 a.gz\n{}`\nend\n", lines.collect::<String>()))
}

#[test]
fn many_short_messages_yield_the_same_result() {
    let mailbox: String = (0..3000).map(|number| text(number, number % 9)).collect();
    for most in [1, 2, 7, usize::MAX] {
        let (portions, again) =
            compare(&harvester(Limits::default()), "many", mailbox.as_bytes(), most);
        assert!(portions > 5 && again == 0);
    }
}

#[test]
fn other_folders_and_damaged_mailboxes_yield_the_same_result() {
    let broken =
        message(1, "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nhttp://b.example/");
    let mailbox = [text(0, 3), broken, text(2, 5)].concat();
    let old = mailbox.replace('\n', "\r");
    let mmdf = "\u{1}\u{1}\u{1}\u{1}\nTo: a\n\nhttp://a.example/\n\u{1}\u{1}\u{1}\u{1}\n".repeat(9);
    for content in [&mailbox, &old, &mmdf, &format!("\n\n{mailbox}"), "", "From a 00:00\nTo: a\n"] {
        for cut in [0, 1, 7, 60, 200] {
            let content = &content.as_bytes()[..content.len().saturating_sub(cut)];
            compare(&harvester(Limits::default()), "damage", content, 3);
        }
    }
}

#[test]
fn long_messages_among_short_ones_yield_the_same_result() {
    let long = |number| text(number, 60_000);
    let mailbox = [text(0, 2), text(1, 2), long(2), text(3, 2), long(4), text(5, 9000)].concat();
    for held_bytes in [64 << 20, 100_000, 300] {
        let limits = Limits { held_bytes, ..Limits::default() };
        compare(&harvester(limits), "long", mailbox.as_bytes(), 3);
    }
}

#[test]
fn the_limit_of_decompression_counts_all_messages() {
    let one = |number| if number % 3 == 0 { packed(number, 20_000) } else { text(number, 40) };
    let mailbox: String = (0..400).map(one).collect();
    let mut again = 0;
    for unpacked_bytes in [1 << 30, 5_000_000, 1_000_000, 30_000, 0] {
        let limits = Limits { unpacked_bytes, ..Limits::default() };
        for most in [1, 3, 100] {
            again += compare(&harvester(limits), "budget", mailbox.as_bytes(), most).1;
        }
    }
    assert!(again > 0);
}

//! Checks resume points: reading a file up to a resume point, and then from that point, yields the same links as
//! reading it once, even if the file has grown in between.

use core::fmt::Write as _;
use core::ops::ControlFlow;
use std::fs;
use std::path::Path;

use linkwright::text::offsets::LineColumn;
use linkwright_harvest::{
    Harvester, HarvesterBuilder, Limit, Limits, Located, ResumePoint, Visitor,
};

use super::support::Folder;

/// The links and the resume points of a reading, in order.
#[derive(Default)]
struct Steps {
    links: Vec<String>,
    /// Each resume point with the number of links before it.
    points: Vec<(usize, ResumePoint)>,
}

impl Visitor for Steps {
    fn link(&mut self, link: &Located<'_>) -> ControlFlow<()> {
        let line = link.line_column().map_or(0, LineColumn::line);
        let bytes = (link.source().message(), link.source().body(), link.source_pieces());
        let place = format!("{}@{} {line} {bytes:?}", link.place(), link.offset());
        self.links.push(format!("{place} {}", link.text()));
        ControlFlow::Continue(())
    }

    fn resume_point(&mut self, resume_point: ResumePoint) {
        self.points.push((self.links.len(), resume_point));
    }
}

fn builder() -> HarvesterBuilder {
    let mut builder = Harvester::builder();
    builder.resume_points(true).lines(true);
    builder
}

fn read(harvester: &Harvester, path: &Path, from: Option<ResumePoint>) -> Steps {
    let mut steps = Steps::default();
    match from {
        Some(point) => harvester.read_path_from(path, point, &mut steps),
        None => harvester.read_path(path, &mut steps),
    };
    steps
}

/// A mailbox whose messages have links in their first and their last line.
fn mailbox(messages: usize, lines: usize) -> String {
    let message = |n: usize| {
        let text = "some words of prose\n".repeat(n * lines);
        format!(
            "From a 00:00\nFrom: a@a\n\n>From http://a.example/{n}\n{text}http://b.example/\n\n"
        )
    };
    (0..messages).map(message).collect()
}

#[test]
fn reading_resumes_at_every_message_of_a_mailbox() {
    let folder = Folder::new("resume-messages");
    let mailbox = mailbox(40, 300);
    let path = folder.file("a.mbox", mailbox.as_bytes());
    // Some of the messages are over the limit of held bytes.
    let limits = Limits::default().with(Limit::Held, 150_000);
    let harvester = builder().limits(limits).build().unwrap();
    let all = read(&harvester, &path, None);
    // There is a resume point at the beginning and at each message.
    assert_eq!((all.points.len(), all.links.len() > 60), (41, true));
    assert_eq!(all.points[40].1.messages(), 39);
    for (links, point) in &all.points {
        assert_eq!(read(&harvester, &path, Some(*point)).links, all.links[*links..]);
    }
    // A mailbox that is not read from a path has no resume points. Without the option `resume_points`, no file has
    // resume points.
    let mut inside = Steps::default();
    harvester.read("a.mbox", mailbox.as_bytes(), &mut inside);
    assert_eq!((inside.links == all.links, inside.points.len()), (true, 0));
    assert_eq!(read(&Harvester::new(), &path, None).points.len(), 0);
}

#[test]
fn a_file_is_read_from_its_beginning_if_no_line_begins_at_the_point() {
    let folder = Folder::new("resume-nowhere");
    let harvester = builder().build().unwrap();
    let text = "see http://a.example/\nand http://b.example/ there\n";
    for (name, content) in [
        ("a.mbox", mailbox(2, 1)),
        ("a.txt", text.to_owned()),
        ("a.jsonl", "[\"http://a.example/\"]\n".repeat(3)),
        ("a.html", "<p>\n<a href=http://a.example/>".to_owned()),
    ] {
        let path = folder.file(name, content.as_bytes());
        let all = read(&harvester, &path, None);
        for offset in [7, 99_999_999] {
            let again = read(&harvester, &path, Some(ResumePoint::new(offset, 1)));
            assert_eq!(again.links, all.links, "{name}");
            assert_eq!(again.points, all.points, "{name}");
        }
    }
}

/// A log with links at the ends of lines, in brackets, over several lines, and next to characters of several bytes.
fn log(lines: usize) -> String {
    let mut log = String::new();
    for n in 0..lines {
        let _ = match n % 7 {
            0 => writeln!(log, "10:0{} GET http://a.example/{n}", n % 10),
            1 => writeln!(log, "see <http://b.example/{n}/\n  index.html> – für alle"),
            2 => writeln!(log, "http://c.example/{n} http://d.example/{n}/b, www.e.example"),
            3 => writeln!(log, "no link in this line, nor in the next one\r\n\r"),
            4 => writeln!(
                log,
                "> http://f.example/a/long/path/that/goes/on/and/on/{n}-\n> rest.html"
            ),
            5 => writeln!(log, "日本 http://g.example/ü{n}。 me@example.com"),
            _ => writeln!(log, "(http://h.example/{n})"),
        };
    }
    log
}

fn json_lines(lines: usize) -> String {
    let line =
        |n| format!("{{\"a\":\"http://a.example/{n}\",\"b\":[\"see http:\\/\\/b.example\"]}}\n");
    (0..lines).map(line).collect()
}

fn table(lines: usize) -> String {
    let line = |n| format!("{n},\"http://a.example/{n}, and\nmore\",http://b.example\n");
    (0..lines).map(line).collect()
}

/// Reads the first `cut` bytes of the file, writes the whole file, and reads from the last resume point.
fn grow(harvester: &Harvester, path: &Path, content: &[u8], cut: usize, all: &[String]) {
    fs::write(path, &content[..cut]).unwrap();
    let before = read(harvester, path, None);
    fs::write(path, content).unwrap();
    let (links, point) = before.points.last().copied().unwrap();
    let after = read(harvester, path, Some(point));
    let links = [&before.links[..links], &after.links].concat();
    assert_eq!(links, all, "{}, {cut} bytes, {point:?}", path.display());
}

#[test]
fn a_file_may_grow_after_any_byte() {
    let folder = Folder::new("resume-grows");
    let long = "x".repeat(300);
    for (name, content) in [
        ("a.mbox", mailbox(4, 2)),
        ("a.log", log(15)),
        ("no-line-end", format!("{} http://a.example/", log(2).replace('\n', " "))),
        ("long-lines", log(10).replace("the next", &long)),
        ("a.jsonl", json_lines(4)),
        ("a.csv", table(4)),
    ] {
        let path = folder.file(name, content.as_bytes());
        let [mut around, mut by_line] = [builder(), builder()];
        around.context(10);
        by_line.separate_lines(true);
        for (step, builder) in [(1, builder()), (7, around), (7, by_line)] {
            let harvester = builder.build().unwrap();
            let all = read(&harvester, &path, None);
            assert!(all.links.len() > 2, "{name}");
            for cut in (0..=content.len()).step_by(step) {
                grow(&harvester, &path, content.as_bytes(), cut, &all.links);
            }
        }
    }
}

#[test]
fn reading_resumes_at_every_point_of_a_long_file() {
    let folder = Folder::new("resume-long");
    for (name, content) in
        [("a.log", log(6000)), ("a.jsonl", json_lines(5000)), ("a.csv", table(8000))]
    {
        let path = folder.file(name, content.as_bytes());
        let harvester = builder().build().unwrap();
        let all = read(&harvester, &path, None);
        assert!(all.points.len() > 3, "{name}: {:?}", all.points);
        // Few links follow the last point. A program has to read these links again when the file has grown.
        let (links, _) = all.points.last().unwrap();
        assert!(all.links.len() - links < 50, "{name}: {links} of {}", all.links.len());
        for (links, point) in &all.points {
            let rest = read(&harvester, &path, Some(*point));
            assert!(rest.links == all.links[*links..], "{name}, {point:?}");
            assert_eq!(
                rest.points.last(),
                all.points.last().map(|(at, point)| (at - links, *point)).as_ref()
            );
        }
        for cut in (0..content.len()).step_by(content.len() / 20 + 1) {
            grow(&harvester, &path, content.as_bytes(), cut, &all.links);
        }
    }
}

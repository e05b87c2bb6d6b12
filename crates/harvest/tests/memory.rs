//! Measures the memory of the reader of each format with a counting allocator, on the inputs that take most of it, and
//! compares it with the table in `docs/extract.md`.
//!
//! Each document is held as a whole (`Limit::Held` bounds its length), and what a reader keeps beside it grows with the
//! document or is bounded by a limit: the marks of Markdown, the nesting of XML and RTF, the entities. So the memory of
//! an input is at most a fixed number of bytes plus a number of bytes for each byte of the document, and `Limit::Memory`
//! bounds the length of the document by that number. A budget that every allocation draws on was considered: most of the
//! memory is allocated inside parsers that know no budget.
#![allow(unsafe_code, reason = "an allocator needs unsafe code; this one only counts")]

use core::alloc::{GlobalAlloc, Layout};
use core::cell::Cell;
use std::alloc::System;

use linkwright_harvest::{Diagnostic, Harvester, Limit, Limits, Located, Visitor};

/// The system allocator, which counts for each thread, because tests run in parallel.
struct Counting;

thread_local! {
    /// The bytes that are allocated, and their maximum.
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

fn note(more: isize) {
    let (held, peak) = HELD.get();
    HELD.set((held + more, peak.max(held + more)));
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: each call is passed on unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size().cast_signed());
        // SAFETY: the caller upholds the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(-layout.size().cast_signed());
        // SAFETY: the caller upholds the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

struct Nothing;

impl Visitor for Nothing {
    fn link(&mut self, _: &Located<'_>) -> core::ops::ControlFlow<()> {
        core::ops::ControlFlow::Continue(())
    }

    fn diagnostic(&mut self, _: &Diagnostic) {}
}

/// The memory that reading takes beside the memory of the input, in bytes.
fn peak(harvester: &Harvester, name: &str, mut bytes: &[u8]) -> u64 {
    HELD.set((0, 0));
    // A reader, not a slice, so that the document is held as it is when a file is read.
    harvester.read(name, &mut bytes as &mut dyn std::io::Read, &mut Nothing);
    u64::try_from(HELD.get().1).unwrap()
}

/// A format: the name in the table of the page, the extension, the beginning of a document, and the units whose
/// repetition takes most memory. `#` in the beginning is the place of the units; in a unit it is replaced by a number.
type Row = (&'static str, &'static str, &'static str, &'static [&'static str]);

const HTML: &[&str] =
    &["<a>", "<a href=x>", "<b>", "<!--", "<svg>", "<a b=", "&lt;", "<p>x http://a.b/ "];

const FORMATS: &[Row] = &[
    (
        "Markdown",
        "md",
        "",
        &[
            "<",
            "[",
            "*a",
            "[a](",
            "![",
            "\\",
            "> ",
            "- ",
            "|a",
            "[a#]: x\n",
            "<http://a.b> ",
            "`",
            "&",
            "\n",
            "{% a %}",
        ],
    ),
    ("HTML", "html", "", HTML),
    ("XML", "xml", "<r>", &["<a>", "<a b='c'/>", "&lt;", "<![CDATA[", "<!--", "x http://a.b/ "]),
    ("attributes of XML", "xml", "<r ", &["a#='http://a.b/' "]),
    ("entities of XML", "xml", "<!DOCTYPE r [", &["<!ENTITY a# 'x'>"]),
    ("JSON", "json", "[", &["[", "\"http://a.b/\",", "{\"a#\":", "\"", "1,"]),
    ("escapes in a string of JSON", "json", "[\"", &["\\u0061", "\\/", "\\\""]),
    ("HTML in JSON", "json", "[\"<p>#\"]", HTML),
    (
        "HTML in XML",
        "rss",
        "<rss><channel><item><description><![CDATA[<p>#]]></description></item></channel></rss>",
        HTML,
    ),
    (
        "RTF",
        "rtf",
        "{\\rtf1 ",
        &["{", "\\'41", "{\\field{\\*\\fldinst HYPERLINK \"x\"}", "a ", "\\u8364?", "{\\f#"],
    ),
    (
        "LaTeX",
        "tex",
        "\\documentclass{a}\n",
        &["\\href{", "\\url{a}", "\\&", "{", "\\begin{verbatim}"],
    ),
    ("AsciiDoc", "adoc", "= A\n:b:\n\n", &["link:x[", ":a#: x\n", "{b}", "http://a.b[c] "]),
    ("CSS", "css", "", &["a{", "url(x)", "\\61", "@import 'a';"]),
    ("scripts", "js", "", &["\"\\u0061", "\\x26", "a='http:\\/\\/a.b/';"]),
    ("tables", "csv", "a,b\n", &["a,http://b.c/\n", "\"\"", ",", "\""]),
    (
        "calendars and cards",
        "ics",
        "BEGIN:VCALENDAR\n",
        &["URL:http://a.b/\n", " a\n", "A;B=C:", "\\n"],
    ),
    (
        "mail",
        "eml",
        "Content-Type: multipart/mixed; boundary=b\n\n",
        &["\n--b\n\nx\n", "a: b\n", "=20\n", "--b\n"],
    ),
    ("headers of mail", "eml", "Subject: a\n", &["To: a@b.c\n", "X: =?utf-8?q?a?=\n", "a:\n"]),
];

/// The lengths of the documents, in bytes. At the first one, Markdown is read to its end.
const LENGTHS: [usize; 2] = [150_000, 600_000];

fn document((_, _, begin, _): Row, unit: &str, len: usize) -> String {
    let (begin, end) = begin.split_once('#').unwrap_or((begin, ""));
    let mut text = begin.to_owned();
    for number in 0.. {
        if text.len() >= len {
            break;
        }
        text.push_str(&unit.replace('#', &number.to_string()));
    }
    text + end
}

/// The rows of the page: the fixed number of megabytes, and the bytes for each byte.
fn documented(name: &str) -> (u64, u64) {
    let page = include_str!("../../../docs/extract.md");
    let row = page.lines().find(|line| line.starts_with(&format!("| {name} |")));
    let mut cells = row.unwrap_or_else(|| panic!("no row for {name}")).split('|').skip(2);
    let mut number = || cells.next().unwrap().trim().parse().unwrap();
    (number(), number())
}

/// The memory of each format is as documented, and a document that would take more than `Limit::Memory` is cut.
#[test]
fn the_memory_of_each_format_is_documented_and_bounded() {
    const MEMORY: u64 = 2 << 20;
    let harvester = Harvester::new();
    let limits = Limits::default().with(Limit::Memory, MEMORY);
    let bounded = Harvester::builder().limits(limits).build().unwrap();
    let mut wrong = Vec::new();
    for row in FORMATS {
        let (name, extension, _, units) = *row;
        let (fixed, per_byte) = documented(name);
        let file = format!("a.{extension}");
        let (mut most, mut most_bounded) = ([0; 2], 0);
        for unit in units {
            for (len, most) in LENGTHS.into_iter().zip(&mut most) {
                let text = document(*row, unit, len);
                *most = peak(&harvester, &file, text.as_bytes()).max(*most);
            }
            let text = document(*row, unit, LENGTHS[1]);
            most_bounded = peak(&bounded, &file, text.as_bytes()).max(most_bounded);
        }
        let allowed = |len: usize| (fixed << 20) + per_byte * len as u64;
        let is_enough = LENGTHS.into_iter().zip(most).all(|(len, most)| most <= allowed(len));
        // A number that is met by far says nothing.
        let is_tight = LENGTHS.into_iter().zip(most).any(|(len, most)| 3 * most >= allowed(len));
        let is_bounded = most_bounded <= (fixed << 20) + MEMORY;
        if !is_enough || !is_tight || !is_bounded {
            wrong.push(format!(
                "{name}: {most:?} bytes for {LENGTHS:?}, {most_bounded} with a limit; documented: {fixed} MB and {per_byte}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

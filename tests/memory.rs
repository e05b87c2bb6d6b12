//! Measures the memory of a search with a counting allocator: a stream of any length needs at most 64 KiB plus twice
//! `max_len`, in addition to the memory of the caller.
//!
//! A debug build reads 96 KiB of each stream with three finders: the preset `mail`, patterns, and `archive` with the
//! option that reports every reading. A release build reads 1 MiB, uses the other presets as well, and reads 64 MiB of
//! some streams.
#![allow(unsafe_code, reason = "an allocator needs unsafe code; this one only counts")]

use core::alloc::{GlobalAlloc, Layout};
use core::cell::Cell;
use std::alloc::System;
use std::io;

use linkwright::find::{Preset, Readings};
use linkwright::{Finder, Match};

/// The system allocator, which counts separately for each thread because tests run in parallel.
struct Counting;

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// The number of allocations.
    calls: usize,
    /// The number of bytes that are allocated, minus those that were allocated at the start.
    held: isize,
    /// The maximum of `held`.
    peak: isize,
}

thread_local! {
    static COUNT: Cell<Count> = const { Cell::new(Count { calls: 0, held: 0, peak: 0 }) };
}

/// Adds `calls` allocations and `more` bytes to the counts of this thread. `more` is negative if bytes are freed.
fn note(calls: usize, more: isize) {
    let mut count = COUNT.get();
    count.calls += calls;
    count.held += more;
    count.peak = count.peak.max(count.held);
    COUNT.set(count);
}

fn size(layout: Layout) -> isize {
    isize::try_from(layout.size()).unwrap_or(isize::MAX)
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: each call is passed on unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(1, size(layout));
        // SAFETY: the caller upholds the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(0, -size(layout));
        // SAFETY: the caller upholds the contract.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The allocations during `run`.
fn count(run: impl FnOnce()) -> Count {
    COUNT.set(Count::default());
    run();
    COUNT.get()
}

const MAX_LEN: isize = 8 << 10;

/// The documented limit, without the memory of the caller.
const BOUND: isize = (64 << 10) + 2 * MAX_LEN;

/// The length of a stream. It exceeds [`BOUND`], so the tests fail if a search keeps the whole stream.
const LENGTH: usize = if cfg!(debug_assertions) { 96 << 10 } else { 1 << 20 };

/// Units of streams for which a search could keep too much text: openers without closers, folded lines, long lines.
const UNITS: &[&str] = &[
    "a",
    "<",
    "\"",
    "“",
    "(",
    "://",
    "http://",
    "www.",
    "@",
    "a@",
    "a.",
    ".",
    ":",
    "%41",
    "-\n",
    "\n",
    "\n> ",
    "> ",
    "http://a ",
    "<http://a",
    "<http://a\n",
    "<http://a/b\n> ",
    "\"http://a\n",
    "http://a/b-\n",
    "http://a/b\n",
    "http://a/=\n",
    "http://a/b\u{AD}\n",
    "jane@a.example ",
    "a.example ",
    "😡",
    "中",
    "\u{301}",
];

/// A reader that returns `before` and then repetitions of `unit`, in total `length` bytes.
struct Endless {
    before: &'static [u8],
    unit: &'static [u8],
    at: usize,
    length: usize,
}

impl Endless {
    fn new(before: &'static str, unit: &'static str) -> Endless {
        Endless { before: before.as_bytes(), unit: unit.as_bytes(), at: 0, length: LENGTH }
    }
}

impl io::Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(self.length - self.at);
        for (place, at) in buffer[..len].iter_mut().zip(self.at..) {
            *place = match self.before.get(at) {
                Some(&byte) => byte,
                None => self.unit[(at - self.before.len()) % self.unit.len()],
            };
        }
        self.at += len;
        Ok(len)
    }
}

/// The peak memory of a stream that reads from `source`.
fn read(finder: &Finder, mut source: Endless) -> isize {
    let counted = count(|| {
        let mut stream = finder.stream();
        while stream.read_from(&mut source, |_| {}).expect("the reader does not fail") > 0 {}
        stream.finish(|_| {});
    });
    counted.peak
}

/// The peak memory of a stream into which chunks of `source` are pushed.
fn pushed(finder: &Finder, mut source: Endless) -> isize {
    let mut chunk = [0; 4096];
    let counted = count(|| {
        let mut stream = finder.stream();
        loop {
            match io::Read::read(&mut source, &mut chunk).expect("the reader does not fail") {
                0 => break,
                len => stream.push(&chunk[..len], |_| {}),
            }
        }
        stream.finish(|_| {});
    });
    counted.peak
}

/// The peak memory of an iterator over a stream.
fn iterated(finder: &Finder, source: Endless) -> isize {
    count(|| assert!(finder.stream_find_iter(source).all(|found| found.is_ok()))).peak
}

fn all_bounded(finder: &Finder) {
    for before in ["", "<http://a.example/"] {
        for unit in UNITS {
            let peaks = [read, pushed, iterated].map(|run| run(finder, Endless::new(before, unit)));
            assert!(peaks.iter().all(|&peak| peak <= BOUND), "{peaks:?}: {before}{unit}...");
        }
    }
}

#[test]
fn streams_are_bounded() {
    let presets = if cfg!(debug_assertions) { &[Preset::Mail][..] } else { Preset::ALL };
    for &preset in presets {
        all_bounded(&Finder::preset(preset));
    }
}

/// The first searches are not counted, because the regex crate allocates memory for each pattern during these searches.
#[test]
fn streams_with_patterns_are_bounded() {
    let mut builder = Finder::builder();
    builder.pattern("user", r"@(\w+)", "/users/$1").pattern("long", "<.*>|x.{4}", "s:$0");
    let finder = builder.build().expect("the options are valid");
    for before in ["", "<http://a.example/"] {
        for unit in UNITS {
            read(&finder, Endless::new(before, unit));
        }
    }
    all_bounded(&finder);
}

#[test]
fn streams_with_every_reading_are_bounded() {
    let mut builder = Finder::builder();
    builder.preset(Preset::Archive).readings(Readings::All);
    all_bounded(&builder.build().expect("the options are valid"));
}

/// The bound also holds for streams of 64 MiB.
#[cfg(not(debug_assertions))]
#[test]
fn long_streams_are_bounded() {
    let finder = Finder::preset(Preset::Mail);
    for unit in ["a", "<", "\"", "://", "(", " ", "http://a/b\n", "<http://a\n> ", "%41"] {
        for before in ["", "http://a.example/", "<http://a.example/"] {
            let peak = read(&finder, Endless { length: 64 << 20, ..Endless::new(before, unit) });
            assert!(peak <= BOUND, "{peak}: {before}{unit}...");
        }
    }
}

/// What `run` allocates the second time. The first searches of a process fill tables.
fn count_again(run: impl Fn()) -> Count {
    run();
    count(run)
}

/// A long text with triggers, but with nothing that looks like a link, causes no allocation.
#[test]
fn nothing_is_allocated_without_a_link() {
    for &preset in Preset::ALL {
        let finder = Finder::preset(preset);
        for unit in
            ["plain words\n", "one: two, a.b; x@ 12:30 ", "< \" ( ", "www http mailto ", "中文。 "]
        {
            let text = unit.repeat(10_000);
            let counted = count_again(|| assert_eq!(finder.find_iter(&text).count(), 0));
            assert_eq!(counted.calls, 0, "{} {unit:?}", preset.name());
        }
    }
}

/// Each candidate that a rule rejects causes at most six allocations.
#[test]
fn few_allocations_are_made_for_a_rejected_candidate() {
    for &preset in Preset::ALL {
        let finder = Finder::preset(preset);
        for unit in ["a@", "a@b ", "a@é ", "x@1.2 ", "www. ", "www.", "é.é ", "a.b.c."] {
            let text = unit.repeat(2_000);
            let mut found = 0;
            let counted = count(|| found = finder.find_iter(&text).count());
            // The last unit may be a link, because the text ends there. A match also allocates.
            assert!(found <= 1, "{} {unit:?}", preset.name());
            assert!(counted.calls <= 6 * 2_001, "{} {unit:?}: {counted:?}", preset.name());
        }
    }
}

/// A match of one piece in ASCII borrows from the text.
#[test]
fn nothing_is_allocated_for_a_plain_match() {
    for &preset in Preset::ALL {
        let finder = Finder::preset(preset);
        for text in [
            "see http://example.com/a?b=c#d now",
            "(https://example.com/a), <http://example.com>",
            "1)https://example.com/a [b]https://example.com/b",
        ] {
            let counted = count_again(|| {
                for found in finder.find_iter(text) {
                    assert_eq!(found.uri().as_str(), found.text());
                    assert!(found.span().end() <= text.len() && found.flags().is_empty());
                }
            });
            assert_eq!(counted.calls, 0, "{} {text:?}", preset.name());
        }
    }
}

/// The loop keeps what it searched ahead. `count` needs no box for it, except in `archive`, which takes the readings of each
/// match from a loop.
#[test]
fn one_allocation_is_made_for_a_long_list_of_links() {
    let text = "http://example.com/a\n".repeat(100);
    for &preset in Preset::ALL {
        let finder = Finder::preset(preset);
        let counted = count_again(|| {
            for found in finder.find_iter(&text) {
                assert_eq!(found.text(), "http://example.com/a");
            }
        });
        assert_eq!(counted.calls, 1, "{}", preset.name());
        let counted = count_again(|| assert_eq!(finder.find_iter(&text).count(), 100));
        assert_eq!(counted.calls, usize::from(preset == Preset::Archive), "{}", preset.name());
    }
}

/// The URI of an address or a domain is built, and an IRI is encoded, only when `uri` is called.
#[test]
fn nothing_is_allocated_for_a_plain_name() {
    let finder = Finder::preset(Preset::Chat);
    for (text, lens) in [
        ("see example.com, <jane@example.com> and (joe@example.com) now", &[18, 23, 22][..]),
        ("see http://example.com/café?ö, and <https://example.com/日本> now", &[35, 38]),
    ] {
        let counted = count_again(|| {
            let found = finder.find_iter(text).filter(|found| !found.text().is_empty());
            assert_eq!(found.count(), lens.len());
        });
        assert_eq!(counted.calls, 0, "{text}");
        let counted = count_again(|| {
            let uri_len = |found: Match<'_>| found.uri().as_str().len();
            assert!(finder.find_iter(text).map(uri_len).eq(lens.iter().copied()), "{text}");
        });
        assert!(counted.calls > 0, "{text}");
    }
}

/// A hostile document of 16 MiB (4 MiB without optimization) stays below 300 MB. The marks beyond the limit are reported.
#[test]
#[cfg(feature = "markdown")]
fn a_markdown_document_is_read_up_to_a_number_of_marks() {
    use linkwright::rewrite::markdown::{Dialect, GITHUB, MarkdownLinker};

    let mut builder = MarkdownLinker::builder(&Finder::new());
    let linker = builder.extensions(GITHUB).build().expect("the options are valid");
    // The link makes the linker read the marks after it as a part of its paragraph.
    let size = if cfg!(debug_assertions) { 4 << 20 } else { 16 << 20 };
    for unit in ["<", "[", "*a ", "`", "``a` ", "&", "\\", "> ", "+ ", "1. ", "|", "\n", "a\n\n"] {
        let source = ["http://a.example ", &unit.repeat(size / unit.len())].concat();
        let count = count(|| drop(linker.rewrite(&source)));
        assert!(count.peak < 300_000_000 - 16_777_216, "{unit:?}: {} bytes", count.peak);
        assert!(Dialect::Auto.directives(&source).unread().is_some(), "{unit:?}");
    }
}

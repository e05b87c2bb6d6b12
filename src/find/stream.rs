//! Text that comes in pieces: push, and an iterator over a reader. Both are the kernel, called
//! again with the tail that it left.

use core::ops::ControlFlow;
use std::collections::VecDeque;
use std::io;

use super::config::Readings;
use super::iter;
use super::kernel::{self, State, Unobserved};
use super::matches::Match;
use super::program::Program;
use crate::span::Span;

/// A search of text that comes in chunks.
///
/// The matches and their offsets, which count from the first byte pushed, are the same for every
/// way to cut the text. A match is reported at the latest when `max_len` and `max_bytes` more bytes
/// have come; memory is bounded by about twice that, whatever comes.
///
/// ```
/// use linkwright::Finder;
///
/// let finder = Finder::new();
/// let mut stream = finder.stream();
/// let mut found = Vec::new();
/// for chunk in ["see htt", "p://exam", "ple.com/a."] {
///     stream.push(chunk.as_bytes(), |m| found.push(m.into_owned()));
/// }
/// stream.finish(|m| found.push(m.into_owned()));
/// assert_eq!(found[0].uri().as_str(), "http://example.com/a");
/// assert_eq!(found[0].span().range(), 4..24);
/// ```
#[derive(Debug)]
pub struct StreamFinder<'f> {
    program: &'f Program,
    state: State,
    /// What was pushed and is still needed, behind what is not: `buffer[dropped..]` is the window.
    buffer: Vec<u8>,
    dropped: usize,
    /// The matches to report when the iterator form asks for them one by one.
    skipped_before: u64,
}

impl<'f> StreamFinder<'f> {
    pub(crate) fn new(program: &'f Program) -> StreamFinder<'f> {
        StreamFinder {
            program,
            state: State::default(),
            buffer: Vec::new(),
            dropped: 0,
            skipped_before: 0,
        }
    }

    /// Takes the next bytes, and reports the matches that are sure by now.
    pub fn push(&mut self, chunk: &[u8], mut on_match: impl FnMut(Match<'_>)) {
        self.make_room();
        self.buffer.extend_from_slice(chunk);
        self.scan(false, &mut on_match);
    }

    /// Ends the text, and reports the matches that are left. Then a new text can be pushed.
    pub fn finish(&mut self, mut on_match: impl FnMut(Match<'_>)) {
        self.scan(true, &mut on_match);
        self.skipped_before += self.state.skipped_too_long;
        self.state = State::default();
        self.buffer.clear();
        self.dropped = 0;
    }

    /// The bytes whose fate is not decided yet; `None` when there are none.
    ///
    /// A composing user interface holds its formatting back there.
    pub fn pending(&self) -> Option<Span> {
        let window = self.buffer.get(self.dropped..).unwrap_or_default();
        let undecided = self.state.undecided(window).min(window.len());
        let span = Span::new(undecided, window.len()).shifted(self.state.base);
        (!span.is_empty()).then_some(span)
    }

    /// How many tokens so far were longer than `max_len`, and therefore are no links.
    pub fn skipped_too_long(&self) -> u64 {
        self.skipped_before + self.state.skipped_too_long
    }

    fn scan(&mut self, last: bool, on_match: &mut dyn FnMut(Match<'_>)) {
        let window = self.buffer.get(self.dropped..).unwrap_or_default();
        let all = self.program.readings == Readings::All;
        let consumed = kernel::scan(
            self.program,
            &mut self.state,
            window,
            last,
            &mut Unobserved,
            &mut |found| {
                let others: Vec<_> =
                    if all { iter::readings(&found).collect() } else { Vec::new() };
                on_match(found);
                others.into_iter().for_each(&mut *on_match);
                ControlFlow::Continue(())
            },
        );
        let consumed = consumed.min(window.len());
        self.state.slide(consumed);
        self.dropped += consumed;
    }

    /// Moves the window to the front of the buffer, once it is worth it: each byte is moved at most
    /// as often as it was pushed, on average.
    fn make_room(&mut self) {
        if self.dropped > self.buffer.len() / 2 {
            self.buffer.drain(..self.dropped);
            self.dropped = 0;
        }
    }
}

/// How much is read at a time.
const CHUNK: usize = 64 * 1024;

/// The matches in what a reader gives; see
/// [`Finder::stream_find_iter`](super::Finder::stream_find_iter).
#[derive(Debug)]
pub struct StreamFindIter<'f, R> {
    stream: StreamFinder<'f>,
    reader: R,
    chunk: Vec<u8>,
    queue: VecDeque<Match<'static>>,
    is_over: bool,
}

impl<'f, R: io::Read> StreamFindIter<'f, R> {
    pub(crate) fn new(program: &'f Program, reader: R) -> StreamFindIter<'f, R> {
        StreamFindIter {
            stream: StreamFinder::new(program),
            reader,
            chunk: vec![0; CHUNK],
            queue: VecDeque::new(),
            is_over: false,
        }
    }

    /// How many tokens so far were longer than `max_len`, and therefore are no links.
    pub fn skipped_too_long(&self) -> u64 {
        self.stream.skipped_too_long()
    }

    /// Reads one chunk and searches it.
    fn advance(&mut self) -> io::Result<()> {
        let queue = &mut self.queue;
        let read = loop {
            match self.reader.read(&mut self.chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        let on_match = |found: Match<'_>| queue.push_back(found.into_owned());
        if read == 0 {
            self.is_over = true;
            self.stream.finish(on_match);
        } else {
            self.stream.push(self.chunk.get(..read).unwrap_or_default(), on_match);
        }
        Ok(())
    }
}

impl<R: io::Read> Iterator for StreamFindIter<'_, R> {
    type Item = io::Result<Match<'static>>;

    fn next(&mut self) -> Option<io::Result<Match<'static>>> {
        while self.queue.is_empty() && !self.is_over {
            if let Err(error) = self.advance() {
                self.is_over = true;
                return Some(Err(error));
            }
        }
        self.queue.pop_front().map(Ok)
    }
}

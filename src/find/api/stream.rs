//! Searches text that arrives in chunks. The caller pushes the chunks, or an iterator reads them from a reader. For
//! each chunk, the kernel scans the text that was kept from earlier chunks together with the new text.

use core::iter::FusedIterator;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use crate::candidate::lookaround::Window;
use crate::find::api::iter;
use crate::find::choices::Readings;
use crate::find::pipeline::compiled::Compiled;
use crate::find::pipeline::kernel::Scan;
use crate::find::pipeline::matches::Match;
use crate::find::pipeline::run::Unobserved;
use crate::find::pipeline::state::State;
use crate::scan::Ahead;
use crate::span::Span;

/// A search of text that arrives in chunks.
///
/// The matches and their offsets, which count from the first byte pushed, are the same for every division into chunks.
/// A match is reported as soon as no later byte can change it. This is usually after the blank that follows the match.
/// A match at the end of a line may wait for the next one or two lines. No match waits for more than `max_len` plus
/// `max_bytes` plus 1,024 further bytes. If the finder has patterns, a match also waits for the next blank; and for the end
/// of its line, or `max_len` bytes of a longer line, if one of the patterns can match white space or asks for the
/// beginning or end of a line (`^`, `$`). `\B@\w+` waits for a blank, `bug [0-9]+` for the line.
///
/// With the default limits, a search takes at most 64 KiB plus twice `max_len` of memory.
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
pub struct StreamFinder {
    compiled: Arc<Compiled>,
    state: State,
    buffer: Buffer,
    /// The number of tokens that were too long in the texts before the current one.
    skipped_before: u64,
}

impl StreamFinder {
    pub(crate) fn new(compiled: Arc<Compiled>) -> StreamFinder {
        StreamFinder {
            compiled,
            state: State::default(),
            buffer: Buffer::default(),
            skipped_before: 0,
        }
    }

    /// Searches the next bytes, and reports the matches that later bytes cannot change.
    ///
    /// A chunk may end inside a character. Bytes that are not UTF-8 end a URI, and offsets include them. A long chunk
    /// is searched in parts, so that at most 32 KiB of it are copied at a time.
    pub fn push(&mut self, chunk: &[u8], mut on_match: impl FnMut(Match<'_>)) {
        for part in chunk.chunks(CHUNK) {
            self.buffer.push(part);
            self.scan(false, &mut on_match);
        }
    }

    /// Reads at most 32 KiB, directly into the buffer, and reports the matches that later bytes cannot change.
    ///
    /// Returns the number of bytes read, which is 0 at the end of the reader. The text does not end until
    /// [`finish`](StreamFinder::finish) is called.
    ///
    /// # Errors
    /// Returns the error of the reader. The text that was read before the error is kept. An interrupted read is tried
    /// again.
    pub fn read_from(
        &mut self,
        reader: &mut impl io::Read,
        mut on_match: impl FnMut(Match<'_>),
    ) -> io::Result<usize> {
        let read = self.buffer.read_from(reader)?;
        self.scan(false, &mut on_match);
        Ok(read)
    }

    /// Ends the text, and reports the remaining matches. After that, a new text can be pushed: its offsets begin at 0,
    /// and [`skipped_too_long`](StreamFinder::skipped_too_long) continues to count.
    pub fn finish(&mut self, mut on_match: impl FnMut(Match<'_>)) {
        self.scan(true, &mut on_match);
        self.reset();
    }

    /// Clears the text, but not the counts.
    fn reset(&mut self) {
        self.skipped_before += self.state.skipped_too_long();
        self.state = State::default();
        self.buffer.clear();
    }

    /// The bytes at the end of the text so far in which a match may still be found; `None` if there are no such bytes.
    ///
    /// A user interface that shows links while the user types should not format these bytes yet.
    pub fn pending(&self) -> Option<Span> {
        let window = self.buffer.window();
        let undecided = self.state.undecided(window).min(window.len());
        let span = Span::new(undecided, window.len()).shifted(self.state.base);
        (!span.is_empty()).then_some(span)
    }

    /// The number of tokens so far that are not links because they are longer than `max_len`.
    pub fn skipped_too_long(&self) -> u64 {
        self.skipped_before + self.state.skipped_too_long()
    }

    fn scan(&mut self, last: bool, on_match: &mut dyn FnMut(Match<'_>)) {
        let window = Window::of(self.buffer.window());
        let all = self.compiled.readings == Readings::All;
        let (state, mut ahead) = (&mut self.state, Ahead::default());
        let mut scan = Scan::new(&self.compiled, state, &mut ahead, &window, last, Unobserved);
        for found in scan.by_ref() {
            let others: Vec<_> = if all { iter::readings(&found).collect() } else { Vec::new() };
            on_match(found);
            others.into_iter().for_each(&mut *on_match);
        }
        let consumed = scan.consumed();
        self.slide(consumed);
    }

    /// The next match of the window. After the last match, the bytes that are no longer needed are removed.
    fn next_match(&mut self, last: bool) -> Option<Match<'static>> {
        let window = Window::of(self.buffer.window());
        let (state, mut ahead) = (&mut self.state, Ahead::default());
        let mut scan = Scan::new(&self.compiled, state, &mut ahead, &window, last, Unobserved);
        if let Some(found) = scan.next() {
            return Some(found.into_owned());
        }
        let consumed = scan.consumed();
        self.slide(consumed);
        None
    }

    fn slide(&mut self, consumed: usize) {
        self.state.slide(consumed);
        self.buffer.start += consumed;
    }
}

/// The part of the stream that is still needed, as a window into a vector.
#[derive(Debug, Default)]
struct Buffer {
    /// Old bytes that have not been removed yet, then the window from `start` to `end`, then space for a reader.
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

impl Buffer {
    fn window(&self) -> &[u8] {
        self.bytes.get(self.start..self.end).unwrap_or_default()
    }

    fn clear(&mut self) {
        (self.start, self.end) = (0, 0);
    }

    fn push(&mut self, chunk: &[u8]) {
        self.make_room(chunk.len());
        self.bytes.truncate(self.end);
        self.bytes.extend_from_slice(chunk);
        self.end = self.bytes.len();
    }

    fn read_from(&mut self, reader: &mut impl io::Read) -> io::Result<usize> {
        self.make_room(CHUNK);
        // Bytes that an earlier read initialized are not initialized again.
        self.bytes.resize(self.bytes.capacity(), 0);
        loop {
            // The space may be larger than a chunk, but at most one chunk is read.
            let room = self.bytes.get_mut(self.end..self.end + CHUNK).unwrap_or_default();
            match reader.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(read) => {
                    self.end += read.min(CHUNK);
                    return Ok(read);
                }
            }
        }
    }

    /// Makes room for `len` bytes after the window.
    ///
    /// If the space after the window is too small, the window moves to the front, and the buffer grows to at least
    /// twice the length of the window. This way each byte is moved only once on average. A buffer that exceeds `SMALL` grows
    /// to two chunks at once, which is enough with the usual limits. If it grew in steps, the old and the new buffer would
    /// both be in memory at every step.
    fn make_room(&mut self, len: usize) {
        if self.end + len <= self.bytes.capacity() {
            return;
        }
        self.bytes.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        self.bytes.truncate(self.end);
        let enough = self.end + len.max(self.end);
        let enough = if enough > SMALL { enough.max(2 * CHUNK) } else { enough };
        if self.bytes.capacity() < enough {
            self.bytes.reserve_exact(enough - self.bytes.len());
        }
    }
}

/// The maximum number of bytes in one read. It is large enough that the cost of the calls does not matter, and small
/// compared to the processor's cache.
const CHUNK: usize = 32 * 1024;

/// Up to this size a buffer grows in steps. The lines of a chat fit into a buffer of this size.
const SMALL: usize = 8 * 1024;

/// The matches in the bytes that a reader returns; see
/// [`Finder::stream_find_iter`](crate::find::Finder::stream_find_iter).
#[derive(Debug)]
pub struct StreamFindIter<R> {
    stream: StreamFinder,
    reader: R,
    /// The other readings of the last match, to be reported next.
    queue: VecDeque<Match<'static>>,
    /// Whether the reader has ended, so that the window is the rest of the text.
    is_last: bool,
    /// Whether the text has ended, or the reader failed.
    is_over: bool,
}

impl<R: io::Read> StreamFindIter<R> {
    pub(crate) fn new(stream: StreamFinder, reader: R) -> StreamFindIter<R> {
        StreamFindIter { stream, reader, queue: VecDeque::new(), is_last: false, is_over: false }
    }

    /// The number of tokens so far that are not links because they are longer than `max_len`.
    pub fn skipped_too_long(&self) -> u64 {
        self.stream.skipped_too_long()
    }
}

impl<R: io::Read> FusedIterator for StreamFindIter<R> {}

impl<R: io::Read> Iterator for StreamFindIter<R> {
    type Item = io::Result<Match<'static>>;

    fn next(&mut self) -> Option<io::Result<Match<'static>>> {
        if let Some(queued) = self.queue.pop_front() {
            return Some(Ok(queued));
        }
        while !self.is_over {
            // The matches are not collected in a list, because a window may have thousands.
            if let Some(found) = self.stream.next_match(self.is_last) {
                if self.stream.compiled.readings == Readings::All {
                    self.queue.extend(iter::readings(&found));
                }
                return Some(Ok(found));
            }
            if self.is_last {
                self.stream.reset();
                self.is_over = true;
                break;
            }
            match self.stream.buffer.read_from(&mut self.reader) {
                Ok(read) => self.is_last = read == 0,
                Err(error) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::Finder;

    /// With a text of this length, the space after the window becomes larger than a single read.
    #[test]
    fn no_match_is_lost_if_a_reader_fills_the_whole_buffer() {
        let text = "http://a.example ".repeat(20_000);
        let finder = Finder::new();
        let spans = finder.stream_find_iter(text.as_bytes()).map(|found| found.unwrap().span());
        assert!(spans.eq(finder.find_iter(&text).map(|found| found.span())));
    }
}

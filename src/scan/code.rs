//! Code between backticks, as people mark it in chat messages.
//!
//! A run of one or two backticks begins code if a run of the same length follows on the same line, within [`REACH`]
//! bytes. A longer run begins code that ends with the next run that is at least as long, or with the text. A run
//! directly after a backslash begins no code.
//!
//! Chat programs differ in what else they demand, for example that a block of code begins its line, and a text that is
//! still being written has no end. So a long run needs no closer: an open block is code in all of them while it is
//! typed, and a stream could not wait for a closer that may never come. Tildes, and code by indentation, are marks of
//! Markdown documents, for which `rewrite::markdown` has a parser.

use crate::span::Span;
use crate::text::chars;
use crate::work;

/// The run that closes one or two backticks ends before this number of bytes has followed them. It is bounded because a
/// stream waits for the closer.
const REACH: usize = 1024;

/// Backticks after this number in a run are text, so that a stream need not wait for the end of a run.
const MAX_RUN: usize = 64;

/// The length of the shortest run that begins code of several lines.
const BLOCK: usize = 3;

/// The window ends before it is known whether a byte is in code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Incomplete;

/// The state of the search for code. It has a fixed size, and its offsets count from the beginning of the window.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodeMarks {
    /// The backticks before this offset have been read.
    read: usize,
    /// The last code that was found, with its backticks. An open block ends with the window.
    last: Span,
    /// The length of the run that began the open block.
    block: Option<usize>,
    /// No run before this offset closes the run at `read`.
    searched: usize,
}

impl CodeMarks {
    /// Whether the byte at `at` is in code. Unless the window `is_last`, more text may follow it. `at` is never smaller
    /// than in an earlier call.
    pub(crate) fn is_code(
        &mut self,
        window: &[u8],
        at: usize,
        is_last: bool,
    ) -> Result<bool, Incomplete> {
        loop {
            if let Some(len) = self.block {
                self.read_block(window, len, is_last);
            }
            if at < self.last.end() {
                return Ok(self.last.start() <= at);
            }
            let Some(start) = backtick(window, self.read, at + 1) else {
                self.read = self.read.max(at);
                return Ok(false);
            };
            self.read = start;
            self.read_opener(window, start, is_last)?;
        }
    }

    /// The end of the last code that was found; in an open block, the end of the window.
    pub(crate) fn end(&self) -> usize {
        self.last.end()
    }

    /// The last offset, at most `at`, before which it is known what is code.
    pub(crate) fn horizon(&mut self, window: &[u8], at: usize, is_last: bool) -> usize {
        self.is_code(window, at, is_last).map_or(self.read.min(at), |_| at)
    }

    /// Adjusts the offsets after the first `by` bytes of the window are removed.
    pub(crate) fn slide(&mut self, by: usize) {
        let slid = |offset: usize| offset.saturating_sub(by);
        self.last = Span::new(slid(self.last.start()), slid(self.last.end()));
        self.read = slid(self.read);
        self.searched = slid(self.searched);
    }

    /// Reads an open block to its closer, or to the end of the window. A run at the end of the window is read again
    /// with the next bytes, because it may be longer.
    fn read_block(&mut self, window: &[u8], len: usize, is_last: bool) {
        while let Some(at) = backtick(window, self.read, window.len()) {
            self.read = at;
            let Some(run) = whole_run(window, at, is_last) else { break };
            self.read = at + run;
            if run >= len {
                self.block = None;
                self.last = Span::new(self.last.start(), self.read);
                return;
            }
        }
        self.last = Span::new(self.last.start(), window.len());
    }

    /// Reads the run at `start`, and the code that it begins.
    fn read_opener(
        &mut self,
        window: &[u8],
        start: usize,
        is_last: bool,
    ) -> Result<(), Incomplete> {
        let run = whole_run(window, start, is_last).ok_or(Incomplete)?;
        let is_escaped = start > 0 && chars::byte_at(window, start - 1) == b'\\';
        let mut end = start + run;
        if run >= BLOCK && !is_escaped {
            self.block = Some(run);
            self.last = Span::new(start, end);
        } else if !is_escaped && let Some(closer) = self.closer(window, end, run, is_last)? {
            self.last = Span::new(start, closer);
            end = closer;
        }
        (self.read, self.searched) = (end, end);
        Ok(())
    }

    /// The end of the run of `len` backticks that follows `from` on the same line, if there is one.
    fn closer(
        &mut self,
        window: &[u8],
        from: usize,
        len: usize,
        is_last: bool,
    ) -> Result<Option<usize>, Incomplete> {
        let most = from + REACH;
        let text = window.get(..most.min(window.len())).unwrap_or_default();
        let mut at = from.max(self.searched);
        work::add(text.len().saturating_sub(at));
        loop {
            let rest = text.get(at..).unwrap_or_default();
            let step = memchr::memchr3(b'`', b'\n', b'\r', rest);
            at += step.unwrap_or(rest.len());
            self.searched = at;
            let run = run_at(text, at, REACH);
            at += run;
            if at == most || (at == text.len() && !is_last) {
                break;
            }
            if run == len {
                return Ok(Some(at));
            }
            if run == 0 {
                return Ok(None);
            }
        }
        if text.len() == most { Ok(None) } else { Err(Incomplete) }
    }
}

/// The offset of the first backtick of `window` from `from` to `to`.
fn backtick(window: &[u8], from: usize, to: usize) -> Option<usize> {
    let text = window.get(from..to.min(window.len()))?;
    let found = memchr::memchr(b'`', text);
    work::add(found.unwrap_or(text.len()));
    found.map(|at| from + at)
}

/// The number of backticks at `at`, at most [`MAX_RUN`]; `None` if more of them may follow the window.
fn whole_run(window: &[u8], at: usize, is_last: bool) -> Option<usize> {
    let run = run_at(window, at, MAX_RUN);
    (is_last || at + run < window.len()).then_some(run)
}

/// The number of backticks at `at`, at most `most`.
fn run_at(window: &[u8], at: usize, most: usize) -> usize {
    let rest = window.get(at..).unwrap_or_default();
    rest.iter().take(most).take_while(|byte| **byte == b'`').count()
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, CodeMarks, Incomplete, MAX_RUN, REACH};

    /// What is code in `text`, read as the module says, a run at a time.
    fn code_of(text: &[u8]) -> Vec<bool> {
        let mut code = vec![false; text.len()];
        let run_at = |at: usize| text[at..].iter().take_while(|byte| **byte == b'`').count();
        let mut at = 0;
        while at < text.len() {
            let run = run_at(at).min(MAX_RUN);
            let is_opener = run > 0 && (at == 0 || text[at - 1] != b'\\');
            let (start, from) = (at, at + run.max(1));
            at = from;
            let mut closer = from;
            while is_opener && closer < text.len() {
                let (other, is_near) = (run_at(closer), closer + run < from + REACH);
                let end = closer + if run < BLOCK { other } else { other.min(MAX_RUN) };
                if run < BLOCK && (!is_near || matches!(text[closer], b'\n' | b'\r')) {
                    break;
                } else if other == run || (run >= BLOCK && end - closer >= run) {
                    at = end;
                    break;
                }
                closer = end.max(closer + 1);
            }
            if is_opener && run >= BLOCK && at == from {
                at = text.len();
            }
            if is_opener && (run >= BLOCK || at > from) {
                code[start..at].fill(true);
            }
        }
        code
    }

    #[test]
    fn windows_of_any_size_have_the_code_of_the_whole_text() {
        const TOKENS: [&str; 12] =
            ["`", "`", "``", "```", "````", "a", " ", "\n", "\r", "\\", "a b c d e f g h", "é"];
        let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
        let mut below = |end: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            usize::try_from(seed % end as u64).unwrap()
        };
        for _ in 0..6_000 {
            let mut text = String::new();
            for _ in 0..below(12) {
                let token = TOKENS[below(TOKENS.len())];
                let times = [1, 1, 1, 1, 1, 1, MAX_RUN - 1, REACH - 2, REACH, 2 * REACH][below(10)];
                text.push_str(&token.repeat(if token.len() == 1 { times + below(3) } else { 1 }));
            }
            let text = text.as_bytes();
            let expected = code_of(text);
            let (mut marks, mut start, mut at) = (CodeMarks::default(), 0, 0);
            let mut end = below(text.len() + 1);
            while at < text.len() {
                let is_last = end == text.len();
                let answer = if at < end {
                    marks.is_code(&text[start..end], at - start, is_last)
                } else {
                    Err(Incomplete)
                };
                if let Ok(is_code) = answer {
                    assert_eq!(
                        is_code,
                        expected[at],
                        "{at} of {:?}",
                        String::from_utf8_lossy(text)
                    );
                    at += 1 + below(3);
                } else {
                    assert!(!is_last && (at >= end || end - at <= REACH + MAX_RUN));
                    let kept = start + marks.horizon(&text[start..end], at.min(end) - start, false);
                    let new = kept.saturating_sub(1).max(start);
                    marks.slide(new - start);
                    start = new;
                    end = (end + 1 + below(40)).min(text.len());
                }
            }
        }
    }
}

//! Decodes the chunks of an HTTP body (RFC 9112, section 7.1) as archives store them: the end may be missing, a length
//! may be wrong, and the chunks may have been decoded already.

use core::cell::Cell;
use std::io::{self, BufRead, Read};

/// A fault in a chunked body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChunkProblem {
    /// The offset at which the fault was found in the body.
    pub(crate) at: u64,
    /// Whether the body ends before its last chunk.
    pub(crate) is_cut: bool,
}

/// The greatest length of the line before a chunk, which contains the length and the extensions of the chunk.
const LINE: usize = 4096;

/// Reads the data of the chunks. After a wrong length, the rest of the body is returned unchanged.
pub(super) struct Chunked<'c, R> {
    reader: R,
    state: State,
    at: u64,
    problem: &'c Cell<Option<ChunkProblem>>,
    /// The last line that was read; empty if it had a valid length.
    line: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    First,
    /// At the line end that follows a chunk.
    After,
    /// This many bytes of the chunk are left.
    Inside(u64),
    /// The rest of the body is returned unchanged.
    Plain,
    Over,
}

impl<'c, R: BufRead> Chunked<'c, R> {
    pub(super) const fn new(reader: R, problem: &'c Cell<Option<ChunkProblem>>) -> Chunked<'c, R> {
        Chunked { reader, state: State::First, at: 0, problem, line: Vec::new() }
    }

    fn report(&self, is_cut: bool) {
        self.problem.set(Some(ChunkProblem { at: self.at, is_cut }));
    }

    /// Reads a line of at most [`LINE`] bytes.
    fn read_line(&mut self) -> io::Result<()> {
        self.line.clear();
        let read = (&mut self.reader).take(LINE as u64).read_until(b'\n', &mut self.line)?;
        self.at += read as u64;
        Ok(())
    }

    /// Moves to the next chunk.
    fn next_chunk(&mut self) -> io::Result<State> {
        let is_first = self.state == State::First;
        self.read_line()?;
        if !is_first && matches!(&*self.line, b"\r\n" | b"\n") {
            self.read_line()?;
        } else if !is_first && !self.line.is_empty() {
            // The chunk is longer than its declared length.
            self.report(false);
            return Ok(State::Plain);
        }
        Ok(match length(&self.line) {
            Some(0) => State::Over,
            Some(len) => {
                self.line.clear();
                State::Inside(len)
            }
            // The crawler has decoded the chunks already.
            None if is_first => State::Plain,
            None => {
                self.report(self.line.is_empty());
                State::Plain
            }
        })
    }
}

/// The chunk length that `line` declares; `None` if it declares no valid length.
fn length(line: &[u8]) -> Option<u64> {
    let line = line.strip_suffix(b"\n")?.trim_ascii();
    let end = line.iter().position(|byte| !byte.is_ascii_hexdigit()).unwrap_or(line.len());
    let (digits, rest) = line.split_at_checked(end)?;
    let is_whole = matches!(rest.trim_ascii_start(), [] | [b';', ..]);
    let digits = str::from_utf8(digits).ok().filter(|_| is_whole)?;
    u64::from_str_radix(digits, 16).ok()
}

impl<R: BufRead> Read for Chunked<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.state {
                State::First | State::After => {
                    self.state = self.next_chunk()?;
                    if self.state == State::Over {
                        self.line.clear();
                    }
                }
                State::Over => return Ok(0),
                State::Plain if !self.line.is_empty() => {
                    let read = (&*self.line).read(buffer)?;
                    self.line.drain(..read);
                    return Ok(read);
                }
                State::Plain => return self.reader.read(buffer),
                State::Inside(0) => self.state = State::After,
                State::Inside(left) => {
                    let most = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
                    let read = self.reader.read(buffer.get_mut(..most).unwrap_or_default())?;
                    self.at += read as u64;
                    if read == 0 && most > 0 {
                        self.report(true);
                        self.state = State::Over;
                    }
                    if read > 0 || most == 0 {
                        self.state = State::Inside(left - read as u64);
                        return Ok(read);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(body: &str) -> (String, Option<ChunkProblem>) {
        let problem = Cell::new(None);
        let mut text = String::new();
        Chunked::new(body.as_bytes(), &problem).read_to_string(&mut text).unwrap();
        (text, problem.get())
    }

    #[test]
    fn chunks_are_joined() {
        assert_eq!(
            decode("3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: f\r\n\r\n"),
            ("abcde".into(), None)
        );
        assert_eq!(decode("3 \nabc\n0\n\n"), ("abc".into(), None));
        assert_eq!(decode("0\r\n\r\n"), (String::new(), None));
        assert_eq!(decode(""), (String::new(), None));
    }

    #[test]
    fn a_body_without_chunks_is_returned_unchanged() {
        assert_eq!(decode("<p>text\nmore"), ("<p>text\nmore".into(), None));
        assert_eq!(decode("dead beef\n"), ("dead beef\n".into(), None));
    }

    #[test]
    fn after_a_wrong_length_the_rest_is_returned_unchanged() {
        let problem = |at, is_cut| Some(ChunkProblem { at, is_cut });
        assert_eq!(decode("2\r\nabc\r\n0\r\n\r\n"), ("abc\r\n0\r\n\r\n".into(), problem(8, false)));
        assert_eq!(decode("3\r\nabc\r\nxyz\r\nde"), ("abcxyz\r\nde".into(), problem(13, false)));
        assert_eq!(decode("9\r\nabc"), ("abc".into(), problem(6, true)));
        assert_eq!(decode("3\r\nabc\r\n"), ("abc".into(), problem(8, true)));
        assert_eq!(decode("FFFFFFFFFFFFFFFF\r\nabc").1, problem(21, true));
        assert_eq!(decode("1FFFFFFFFFFFFFFFFF\r\nabc").1, None);
    }
}

//! Reads mailboxes, which are files with a sequence of messages, in the formats mboxo and mboxrd.
//!
//! A message begins with a line `From address date`, which mailbox programs write after an empty line. Most of these
//! programs escape a line of text that begins with `From ` by inserting a `>` before it, but some do not. Therefore, a
//! `From ` line is treated as the beginning of a message only if it shows at least two of three signs: an empty line
//! before it, a time of day in it, and a header field after it.
//!
//! mboxrd inserts a `>` before every line that begins with zero or more `>` followed by `From `; mboxo does so only
//! before lines that begin with `From `. In both formats, one `>` is removed. In mboxo, a line with `>From ` may be
//! what the author wrote, but removing the `>` does not change links.

use std::io::{self, Read};

use super::stored::Stored;
use crate::reading::retry;

/// How many bytes are read at a time.
const CHUNK: usize = 128 * 1024;

/// The bytes with which a message begins, including the line break before it.
const SEPARATOR: &[u8] = b"\nFrom ";

/// How many bytes are examined from the beginning of a `From ` line.
const LOOK_AHEAD: usize = 2048;

/// Whether a file that begins with `head` is a mailbox.
pub(crate) fn is_mbox(head: &[u8]) -> bool {
    let head = head.trim_ascii_start();
    head.starts_with(b"From ") && signs(head, 0) >= 2
}

/// Whether a file that begins with `head` is a mailbox even if its name does not say so: its first line shows all three
/// signs.
pub(crate) fn is_surely_mbox(head: &[u8]) -> bool {
    head.starts_with(b"From ") && signs(head, 0) == 3
}

/// The messages of a mailbox. Only one of them is held in memory.
#[derive(Debug, Default)]
pub(crate) struct Mailbox {
    window: Vec<u8>,
    /// The beginning of the message in the window, with its `From ` line.
    start: usize,
    /// The end of the message: the beginning of the next one.
    end: usize,
    /// How many bytes at the end of the message were left out, because the message was too long to be held.
    cut: usize,
    /// How many bytes of the file were read.
    read: usize,
    is_end: bool,
}

impl Mailbox {
    /// Moves to the next message, and returns whether there is one.
    pub(crate) fn advance(&mut self, reader: &mut dyn Read, limit: usize) -> io::Result<bool> {
        self.start = self.end;
        self.cut = 0;
        let mut searched = self.start + 1;
        loop {
            match self.next_start(searched) {
                Next::At(at) => {
                    self.end = at;
                    return Ok(true);
                }
                Next::NotBefore(at) => searched = at,
            }
            if self.is_end {
                self.end = self.window.len();
                return Ok(self.start < self.end);
            }
            searched -= self.drop_front();
            searched -= self.cut_to(limit, searched);
            self.fill(reader)?;
        }
    }

    /// The offset of the message, counted from the beginning of the reading.
    pub(crate) fn start_offset(&self) -> usize {
        self.read - (self.window.len() - self.end) - self.len()
    }

    /// Searches for the beginning of the next message at or after `from`.
    fn next_start(&self, from: usize) -> Next {
        let rest = self.window.get(from - 1..).unwrap_or_default();
        for at in memchr::memmem::find_iter(rest, SEPARATOR).map(|at| from + at) {
            let is_visible = self.is_end || self.window.len() >= at + LOOK_AHEAD;
            if !is_visible {
                return Next::NotBefore(at);
            }
            if signs(&self.window, at) >= 2 {
                return Next::At(at);
            }
        }
        Next::NotBefore(self.window.len().saturating_sub(SEPARATOR.len()).max(from))
    }

    /// Drops the messages before this one if they fill half of the window or a chunk; returns by how many bytes the
    /// rest has moved.
    fn drop_front(&mut self) -> usize {
        let by = self.start;
        if by < self.window.len() / 2 && by < CHUNK {
            return 0;
        }
        self.window.drain(..by);
        (self.start, self.end) = (0, self.end - by);
        by
    }

    /// Drops the bytes after `limit`, except the last ones, which may show the end of the message; returns by how many
    /// bytes the rest has moved.
    fn cut_to(&mut self, limit: usize, searched: usize) -> usize {
        let (from, to) = (self.start + limit, searched.saturating_sub(b"\n\r\n".len()));
        if from >= to {
            return 0;
        }
        self.window.drain(from..to);
        self.cut += to - from;
        to - from
    }

    fn fill(&mut self, reader: &mut dyn Read) -> io::Result<()> {
        let len = self.window.len();
        self.window.resize(len + CHUNK, 0);
        let room = self.window.get_mut(len..).unwrap_or_default();
        let read = retry(|| reader.read(room));
        let got = *read.as_ref().unwrap_or(&0);
        self.window.truncate(len + got);
        self.read += got;
        self.is_end = read? == 0;
        Ok(())
    }

    /// How many bytes were read so far.
    pub(crate) const fn bytes_read(&self) -> usize {
        self.read
    }

    /// Ends the reading: the rest of the window is the last message.
    pub(crate) const fn end(&mut self) {
        self.is_end = true;
    }

    /// The length of the message with its `From ` line.
    pub(crate) const fn len(&self) -> usize {
        self.end - self.start + self.cut
    }

    /// The message as its author wrote it; `None` if it consists only of blanks.
    pub(crate) fn message(&self, limit: usize) -> Option<Stored<'_>> {
        let held = self.held(limit)?;
        let raw = self.raw_message(limit)?;
        Some(Stored::unescaped(raw, held.len() - raw.len()))
    }

    /// The message without its `From ` line; `None` for blank lines before the first message. A message that is too
    /// long ends with the last line within the limit. The window may contain more bytes of the message. They are not
    /// used, because their number depends on where the window begins.
    fn raw_message(&self, limit: usize) -> Option<&[u8]> {
        let message = self.held(limit)?;
        if !message.starts_with(b"From ") {
            return (!message.trim_ascii().is_empty()).then_some(message);
        }
        // Without a line end, all of it is searched.
        let line = memchr::memchr(b'\n', message).map_or(0, |end| end + 1);
        message.get(line..)
    }

    /// The message with its separator; if it is too long, only its whole lines within the limit.
    fn held(&self, limit: usize) -> Option<&[u8]> {
        let message = self.window.get(self.start..self.end)?;
        if self.len() <= limit {
            return Some(message);
        }
        let held = message.get(..limit).unwrap_or(message);
        let lines = memchr::memrchr(b'\n', held).map_or(held.len(), |end| end + 1);
        held.get(..lines)
    }
}

/// The result of the search for the beginning of the next message.
enum Next {
    At(usize),
    /// No message begins before this offset in the bytes that were read.
    NotBefore(usize),
}

/// How many of the three signs the `From ` line at `at` shows.
fn signs(text: &[u8], at: usize) -> usize {
    let (before, after) = text.split_at_checked(at).unwrap_or((text, &[]));
    let is_below_empty =
        before.is_empty() || before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n");
    let mut lines = after.splitn(3, |byte| *byte == b'\n');
    let is_timed = lines.next().is_some_and(has_time);
    let is_above_field = lines.next().is_some_and(is_field);
    [is_below_empty, is_timed, is_above_field].into_iter().filter(|sign| *sign).count()
}

/// Whether the line begins with the name of a header field and a colon. Blanks may stand between them (RFC 5322,
/// section 4.5). The scheme of a URI is no name.
pub(super) fn is_field(line: &[u8]) -> bool {
    let Some((name, after)) = memchr::memchr(b':', line).and_then(|at| line.split_at_checked(at))
    else {
        return false;
    };
    let name = name.trim_ascii_end();
    !name.is_empty() && name.iter().all(u8::is_ascii_graphic) && !after.starts_with(b"://")
}

/// Whether the line has a time of day, such as `09:55`.
fn has_time(line: &[u8]) -> bool {
    line.windows(5).any(|five| match five {
        [a, b, b':', c, d] => [a, b, c, d].iter().all(|byte| byte.is_ascii_digit()),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(mailbox: &str, limit: usize) -> Vec<String> {
        let mut reader = mailbox.as_bytes();
        let mut mailbox = Mailbox::default();
        let mut messages = Vec::new();
        while mailbox.advance(&mut reader, limit).unwrap() {
            let message = mailbox.message(limit).map(|message| message.text.into_owned());
            messages.extend(message.map(|text| String::from_utf8(text).unwrap()));
        }
        messages
    }

    #[test]
    fn messages_begin_with_a_from_line() {
        let mailbox = "From a@b Thu Jan  1 00:00:00 1970\nA: b\n\none\n\nFrom c\nA: d\n\ntwo\n";
        assert_eq!(messages(mailbox, 999), ["A: b\n\none\n\n", "A: d\n\ntwo\n"]);
        assert!(is_mbox(mailbox.as_bytes()));
    }

    #[test]
    fn other_lines_with_from_do_not_begin_a_message() {
        let mailbox = "From a 00:00\nA: b\n\nquoth he:\n\nFrom the top\nagain\nFrom 10:30 on\n";
        assert_eq!(messages(mailbox, 999).len(), 1);
        assert!(!is_mbox(b"From the top\nof my head"));
    }

    #[test]
    fn a_long_message_is_cut() {
        let long = format!("From a 00:00\nA: b\n\n{}\n", "x x x x x\n".repeat(CHUNK));
        let mailbox = format!("{long}\nFrom b 00:00\nA: c\n\nshort\n");
        let messages = messages(&mailbox, 1000);
        assert_eq!(messages.len(), 2);
        assert_eq!(messages[0], format!("A: b\n\n{}", "x x x x x\n".repeat(98)));
        assert_eq!(messages[1], "A: c\n\nshort\n");
    }
}

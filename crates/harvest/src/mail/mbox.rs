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

use std::io::{self, BufRead as _, Read};

use super::stored::Stored;
use crate::window::Window;

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
pub(crate) struct Mailbox<'r> {
    window: Window<&'r mut dyn Read>,
    /// The message with its `From ` line, as far as the limit allows.
    held: Vec<u8>,
    /// The offset of the message.
    pub(crate) start: u64,
    /// The length of the message with its `From ` line.
    pub(crate) len: usize,
    is_end: bool,
    /// The failure that has ended the reading, until it is reported.
    pub(crate) failure: Option<io::Error>,
}

impl<'r> Mailbox<'r> {
    pub(crate) const fn new(reader: &'r mut dyn Read) -> Mailbox<'r> {
        let window = Window::new(reader, 0, 0);
        Mailbox { window, held: Vec::new(), start: 0, len: 0, is_end: false, failure: None }
    }

    /// Moves to the next message, and returns whether there is one.
    pub(crate) fn advance(&mut self, limit: usize) -> bool {
        (self.start, self.len) = (self.window.position(), 0);
        self.held.clear();
        let mut searched = 1;
        loop {
            let (at, is_start) = self.next_start(searched);
            let passed = match () {
                () if is_start => at,
                () if self.is_end => self.window.rest().len(),
                // The last bytes before the next message may show that it begins there.
                () => at.saturating_sub(b"\n\r\n".len()),
            };
            let held = passed.min(limit.saturating_sub(self.len));
            self.held.extend_from_slice(self.window.rest().get(..held).unwrap_or_default());
            self.window.consume(passed);
            self.len += passed;
            searched = at - passed.min(at);
            if is_start || self.is_end {
                return self.len > 0;
            }
            let read = self.window.more();
            self.is_end = !matches!(read, Ok(true));
            self.failure = read.err();
        }
    }

    /// Searches the window for the beginning of the next message at or after `from`. Returns its offset and `true`, or
    /// an offset before which no message begins.
    fn next_start(&self, from: usize) -> (usize, bool) {
        let window = self.window.rest();
        let rest = window.get(from - 1..).unwrap_or_default();
        for at in memchr::memmem::find_iter(rest, SEPARATOR).map(|at| from + at) {
            let is_visible = self.is_end || window.len() >= at + LOOK_AHEAD;
            if !is_visible || signs(window, at) >= 2 {
                return (at, is_visible);
            }
        }
        (window.len().saturating_sub(SEPARATOR.len()).max(from), false)
    }

    /// How many bytes were read so far.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.window.position() + self.window.rest().len() as u64
    }

    /// The message as its author wrote it, without its `From ` line; `None` if it consists only of blanks. A message that
    /// is too long ends with the last line within the limit.
    pub(crate) fn message(&self) -> Option<Stored<'_>> {
        let is_whole = self.held.len() == self.len;
        let lines = memchr::memrchr(b'\n', &self.held).filter(|_| !is_whole);
        let held = self.held.get(..lines.map_or(self.held.len(), |end| end + 1))?;
        let has_line = held.starts_with(b"From ");
        // Without a line end, all of it is searched.
        let line = memchr::memchr(b'\n', held).filter(|_| has_line).map_or(0, |end| end + 1);
        let message = held.get(line..)?;
        (has_line || !message.trim_ascii().is_empty()).then(|| Stored::unescaped(message, line))
    }
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
        let mut mailbox = Mailbox::new(&mut reader);
        let mut messages = Vec::new();
        while mailbox.advance(limit) {
            let message = mailbox.message().map(|message| message.text.into_owned());
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
        let long = format!("From a 00:00\nA: b\n\n{}\n", "x x x x x\n".repeat(100_000));
        let mailbox = format!("{long}\nFrom b 00:00\nA: c\n\nshort\n");
        let messages = messages(&mailbox, 1000);
        assert_eq!(messages.len(), 2);
        assert_eq!(messages[0], format!("A: b\n\n{}", "x x x x x\n".repeat(98)));
        assert_eq!(messages[1], "A: c\n\nshort\n");
    }
}

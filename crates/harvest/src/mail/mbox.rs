//! Mailboxes: one message after the other in one file, in the forms mboxo and mboxrd.
//!
//! A message begins with a line `From address date`, which mbox programs write after an empty line;
//! in the text of a message they put `>` before `From `. Not every program does, so what begins a
//! message is a line with two of three signs: an empty line before it, a time of day in it, a header
//! field below it.
//!
//! mboxrd puts `>` before every line with `From ` after any number of `>`, and removes one;
//! mboxo only before `From ` itself. One is taken away here in either case: in mboxo it may have
//! been the author's, and for links that does not matter.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom};

use super::folder::{self, Style};
use super::stored::Stored;
use crate::reading::retry;

/// How much is read at a time.
const CHUNK: usize = 128 * 1024;

/// How much of the text after a line is examined.
const LOOK_AHEAD: usize = 2048;

/// Whether a file that begins so is a mailbox.
pub(crate) fn is_mbox(head: &[u8]) -> bool {
    let head = head.trim_ascii_start();
    head.starts_with(b"From ") && signs(&lines_of(head), 0) >= 2
}

/// The beginning of a mailbox with LF at the ends of its lines.
fn lines_of(head: &[u8]) -> Cow<'_, [u8]> {
    let head = head.get(..LOOK_AHEAD).unwrap_or(head);
    if folder::has_only_cr(head) { folder::with_lf(head).into() } else { head.into() }
}

/// Whether a file that begins so is a mailbox whatever its name is: all signs are there,
/// or the first line of another kind of folder.
pub(crate) fn is_surely_mbox(head: &[u8]) -> bool {
    folder::is_other_folder(head) || (head.starts_with(b"From ") && signs(&lines_of(head), 0) == 3)
}

/// Moves a file to `offset`, and says whether a message begins there, or the file ends.
pub(crate) fn go_to(mut file: &File, offset: u64) -> io::Result<bool> {
    let mut around = Vec::new();
    file.seek(SeekFrom::Start(offset.saturating_sub(1)))?;
    file.take(b"\nFrom ".len() as u64).read_to_end(&mut around)?;
    file.seek(SeekFrom::Start(offset))?;
    Ok(matches!(&*around, b"\nFrom " | b"\rFrom ") || around.len() == 1 || offset == 0)
}

/// The messages of a mailbox, of which one is held.
#[derive(Debug, Default)]
pub(crate) struct Mailbox {
    window: Vec<u8>,
    /// Where the message begins in the window, with its `From ` line.
    start: usize,
    /// Where it ends: where the next one begins.
    end: usize,
    /// The bytes that were left out at its end, because it was too long to be held.
    cut: usize,
    /// The bytes of the file so far.
    read: usize,
    is_end: bool,
    /// How messages are separated; known after the first lines.
    style: Option<Style>,
    /// The lines end with CR.
    has_cr: bool,
}

impl Mailbox {
    /// Reads the first lines, which tell the style.
    fn begin(&mut self, reader: &mut dyn Read) -> io::Result<Style> {
        if let Some(style) = self.style {
            return Ok(style);
        }
        while !self.is_end && self.window.len() < LOOK_AHEAD {
            self.fill(reader)?;
        }
        if folder::has_only_cr(self.window.get(..LOOK_AHEAD).unwrap_or(&self.window)) {
            self.has_cr = true;
            self.window = folder::with_lf(&self.window);
        }
        Ok(*self.style.insert(Style::of(&self.window)))
    }

    /// Whether a later run can begin at each of its messages.
    pub(crate) fn can_resume(&self) -> bool {
        self.style == Some(Style::Mbox)
    }

    /// Moves to the next message; says whether there is one.
    pub(crate) fn advance(&mut self, reader: &mut dyn Read, limit: usize) -> io::Result<bool> {
        let style = self.begin(reader)?;
        self.start = self.end;
        self.cut = 0;
        let mut searched = self.start + 1;
        loop {
            match self.next_start(style, searched) {
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

    /// Where the message begins, counted from where the reading began.
    pub(crate) fn start_offset(&self) -> usize {
        self.read - (self.window.len() - self.end) - self.len()
    }

    /// The next message begins at or after `from`.
    fn next_start(&self, style: Style, from: usize) -> Next {
        let rest = self.window.get(from - 1..).unwrap_or_default();
        for at in memchr::memmem::find_iter(rest, style.separator()).map(|at| from + at) {
            if style != Style::Mbox {
                return Next::At(at);
            }
            let is_visible = self.is_end || self.window.len() >= at + LOOK_AHEAD;
            if !is_visible {
                return Next::NotBefore(at);
            }
            if signs(&self.window, at) >= 2 {
                return Next::At(at);
            }
        }
        Next::NotBefore(self.window.len().saturating_sub(style.separator().len()).max(from))
    }

    /// Forgets the messages before this one, if that is most of the window; gives by how much the
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

    /// Leaves out the bytes after `limit`, except the last ones, which may show the end of the message;
    /// returns by how many bytes the rest has moved.
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
        if self.has_cr {
            let added = self.window.split_off(len);
            self.window.extend(folder::with_lf(&added));
        }
        self.read += got;
        self.is_end = read? == 0;
        Ok(())
    }

    /// The bytes that were read so far.
    pub(crate) const fn bytes_read(&self) -> usize {
        self.read
    }

    /// Nothing more can be read: the rest is the last message.
    pub(crate) const fn end(&mut self) {
        self.is_end = true;
    }

    /// The length of the message with its `From ` line.
    pub(crate) const fn len(&self) -> usize {
        self.end - self.start + self.cut
    }

    /// The message as its author wrote it; see [`raw_message`](Mailbox::raw_message).
    pub(crate) fn message(&self, limit: usize) -> Option<Stored<'_>> {
        let held = self.held(limit)?;
        match self.style {
            None | Some(Style::Mbox) => {
                let raw = self.raw_message(limit)?;
                Some(Stored::unescaped(raw, held.len() - raw.len()))
            }
            Some(style) => style.message(held),
        }
    }

    /// The message without its `From ` line; `None` for blank lines before the first message.
    /// Of a message that is too long, the lines within the limit: how much more of it is in the
    /// window depends on where the window began.
    fn raw_message(&self, limit: usize) -> Option<&[u8]> {
        let message = self.held(limit)?;
        if !message.starts_with(b"From ") {
            return (!message.trim_ascii().is_empty()).then_some(message);
        }
        let line = memchr::memchr(b'\n', message).map_or(message.len(), |end| end + 1);
        message.get(line..)
    }

    /// The message with its separator: the whole lines of it that are held.
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

/// Where the next message begins.
enum Next {
    At(usize),
    /// Not before there, as far as was read.
    NotBefore(usize),
}

/// How many of the three signs the `From ` line at `at` has.
fn signs(text: &[u8], at: usize) -> usize {
    let (before, behind) = text.split_at_checked(at).unwrap_or((text, &[]));
    let is_below_empty =
        before.is_empty() || before.ends_with(b"\n\n") || before.ends_with(b"\n\r\n");
    let mut lines = behind.splitn(3, |byte| *byte == b'\n');
    let is_timed = lines.next().is_some_and(has_time);
    let is_above_field = lines.next().is_some_and(folder::is_field);
    [is_below_empty, is_timed, is_above_field].into_iter().filter(|sign| *sign).count()
}

/// Whether a time of day, as `09:55`, is in the line.
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
    fn messages_begin_with_from() {
        let mailbox = "From a@b Thu Jan  1 00:00:00 1970\nA: b\n\none\n\nFrom c\nA: d\n\ntwo\n";
        assert_eq!(messages(mailbox, 999), ["A: b\n\none\n\n", "A: d\n\ntwo\n"]);
        assert!(is_mbox(mailbox.as_bytes()));
    }

    #[test]
    fn not_every_from_begins_one() {
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

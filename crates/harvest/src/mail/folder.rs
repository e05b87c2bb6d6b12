//! Mail folders that separate messages with special lines: MMDF, Babyl (RMAIL) and batches of news (`rnews`, RFC 1036).
//! This module also converts CR line ends, which old Macs used.

use super::stored::Stored;

/// How the messages of a folder are separated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Style {
    /// By a line that begins with `From `. The text of a message may also contain such lines.
    #[default]
    Mbox,
    /// By a line of four bytes `0x01` before and after each message.
    Mmdf,
    /// By a byte `0x1F` at the beginning of a line.
    Babyl,
    /// By a line `#! rnews LENGTH`.
    Rnews,
}

impl Style {
    /// The style of a folder that begins with `head`; [`Style::Mbox`] if no other style matches.
    pub(super) fn of(head: &[u8]) -> Style {
        let styles = [Style::Mmdf, Style::Babyl, Style::Rnews];
        let begins = |style: &Style| head.starts_with(style.beginning());
        styles.into_iter().find(begins).unwrap_or_default()
    }

    const fn beginning(self) -> &'static [u8] {
        match self {
            Style::Mbox => b"From ",
            Style::Mmdf => b"\x01\x01\x01\x01\n",
            Style::Babyl => b"BABYL OPTIONS:",
            Style::Rnews => b"#! rnews ",
        }
    }

    /// The bytes with which a message begins, including the line break before it.
    pub(super) const fn separator(self) -> &'static [u8] {
        match self {
            Style::Mbox => b"\nFrom ",
            Style::Mmdf => b"\n\x01\x01\x01\x01\n",
            Style::Babyl => b"\n\x1F",
            Style::Rnews => b"\n#! rnews ",
        }
    }

    /// The message in `bytes`, which begins with the separator of the message. `None` if only blanks follow the
    /// separator, or if `bytes` contains the options at the beginning of a Babyl folder.
    pub(super) fn message(self, bytes: &[u8]) -> Option<Stored<'_>> {
        let begins = bytes.starts_with(self.separator().get(1..)?);
        let line = if begins { line_end(bytes) } else { 0 };
        let rest = bytes.get(line..)?;
        if rest.trim_ascii().is_empty() {
            return None;
        }
        match self {
            // The options of the folder precede its first message.
            Style::Babyl => begins.then(|| babyl(rest, line)),
            _ => Some(Stored::at(rest, line)),
        }
    }
}

fn line_end(bytes: &[u8]) -> usize {
    memchr::memchr(b'\n', bytes).map_or(bytes.len(), |end| end + 1)
}

/// The Babyl message at `start`: a line of labels, the original header, a line `*** EOOH ***`, the header that is shown
/// to the user, and the body. The shown header is used only if the original header is missing.
fn babyl(message: &[u8], start: usize) -> Stored<'_> {
    let first = line_end(message);
    let (start, message) = (start + first, message.get(first..).unwrap_or_default());
    let mark = b"*** EOOH ***\n";
    let Some(at) = memchr::memmem::find(message, mark) else { return Stored::at(message, start) };
    let original = message.get(..at).unwrap_or_default();
    let second = at + mark.len();
    let shown = message.get(second..).unwrap_or_default();
    if !original.split(|byte| *byte == b'\n').any(is_field) {
        return Stored::at(shown, start + second);
    }
    let body = memchr::memmem::find(shown, b"\n\n").map_or(shown.len(), |at| at + 1);
    let header = original.trim_ascii_end().len();
    let after = original.get(header..).unwrap_or_default();
    // The first line break ends the header, and the second is the empty line.
    let (header, body) = match memchr::memchr(b'\n', after) {
        Some(at) => (header + at + 1, body),
        None => (header, body.saturating_sub(1)),
    };
    Stored::of(message, start, &[0..header, second + body..message.len()])
}

/// Whether a file that begins with `head` is a folder in one of the formats of this module.
pub(crate) fn is_other_folder(head: &[u8]) -> bool {
    Style::of(head) != Style::Mbox
}

/// Whether the line begins with the name of a header field and a colon.
pub(super) fn is_field(line: &[u8]) -> bool {
    let name = memchr::memchr(b':', line).and_then(|colon| line.get(..colon));
    name.is_some_and(|name| !name.is_empty() && name.iter().all(u8::is_ascii_graphic))
}

/// Whether the lines of a text end with CR only, as on old Macs.
pub(super) fn has_only_cr(head: &[u8]) -> bool {
    memchr::memchr(b'\n', head).is_none() && memchr::memchr(b'\r', head).is_some()
}

/// The text with LF in place of CR.
pub(super) fn with_lf(text: &[u8]) -> Vec<u8> {
    text.iter().map(|byte| if *byte == b'\r' { b'\n' } else { *byte }).collect()
}

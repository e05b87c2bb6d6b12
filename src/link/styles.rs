//! The colours of a text for a terminal: SGR sequences (ECMA-48, 8.3.117), which are not a part of the text.
//!
//! They are removed before the text is searched, and inserted again when it is written. Other control sequences stay in
//! the text, where the linker makes them visible.

use std::borrow::Cow;
use std::collections::VecDeque;

/// The sequences of a text, which may be read in several parts.
#[derive(Debug, Default)]
pub(super) struct Styles {
    /// The sequences that are not written yet, each with its offset in the text without sequences, in
    /// ascending order.
    queue: VecDeque<(usize, String)>,
    /// The length of the text so far, without sequences.
    read: usize,
    /// The end of the last part, if it may be the beginning of a sequence.
    begun: String,
    /// Whether the last sequence that was written turns a style on.
    is_open: bool,
}

/// The maximum length of the parameters of a sequence, in bytes.
const LONGEST: usize = 64;

/// The maximum number of sequences at one position; if there are more, only the last ones are kept. This limit bounds
/// the memory of a stream.
const MOST_AT_ONE_PLACE: usize = 16;

impl Styles {
    /// Removes the sequences from the next part of the text.
    pub(super) fn strip<'t>(&mut self, part: &'t str) -> Cow<'t, str> {
        if self.begun.is_empty() && memchr::memchr(ESCAPE, part.as_bytes()).is_none() {
            self.read += part.len();
            return Cow::Borrowed(part);
        }
        let part = core::mem::take(&mut self.begun) + part;
        let mut plain = String::with_capacity(part.len());
        let mut rest = part.as_str();
        while let Some(at) = memchr::memchr(ESCAPE, rest.as_bytes()) {
            let (before, sequence) = rest.split_at_checked(at).unwrap_or_default();
            plain.push_str(before);
            self.read += before.len();
            rest = match read(sequence) {
                Read::Style(len) => {
                    let (style, rest) = sequence.split_at_checked(len).unwrap_or_default();
                    self.push(style);
                    rest
                }
                Read::Begun => {
                    sequence.clone_into(&mut self.begun);
                    return Cow::Owned(plain);
                }
                Read::Other => {
                    plain.push('\u{1B}');
                    self.read += 1;
                    sequence.get(1..).unwrap_or_default()
                }
            };
        }
        plain.push_str(rest);
        self.read += rest.len();
        Cow::Owned(plain)
    }

    /// Ends the text; returns the incomplete sequence at its end.
    pub(super) fn finish(&mut self) -> String {
        let begun = core::mem::take(&mut self.begun);
        self.read += begun.len();
        begun
    }

    fn push(&mut self, style: &str) {
        let is_here = |one: &(usize, String)| one.0 == self.read;
        let first = self.queue.len().saturating_sub(MOST_AT_ONE_PLACE);
        if self.queue.get(first).is_some_and(is_here)
            && first + MOST_AT_ONE_PLACE == self.queue.len()
        {
            self.queue.remove(first);
        }
        self.queue.push_back((self.read, style.to_owned()));
    }

    /// The position of the next sequence, if it is before `end`.
    pub(super) fn next_before(&self, end: usize) -> Option<usize> {
        self.queue.front().map(|(at, _)| *at).filter(|at| *at < end)
    }

    /// Writes the next sequence.
    pub(super) fn write_next(&mut self, out: &mut String) {
        if let Some((_, style)) = self.queue.pop_front() {
            self.is_open = !matches!(style.as_str(), "\u{1B}[m" | "\u{1B}[0m");
            out.push_str(&style);
        }
    }

    /// Whether a style may be on after what was written.
    pub(super) const fn are_open(&self) -> bool {
        self.is_open
    }
}

const ESCAPE: u8 = 0x1B;

/// The result of reading the text that begins with an escape character.
enum Read {
    /// A sequence of this length that sets colours and other styles.
    Style(usize),
    /// The text ends before the sequence does.
    Begun,
    Other,
}

fn read(text: &str) -> Read {
    let parameters = text.strip_prefix("\u{1B}[").unwrap_or_default();
    let len = parameters.bytes().take_while(|byte| matches!(byte, b'0'..=b';')).count();
    let has_begun = text.len() == 1 || !parameters.is_empty() || text == "\u{1B}[";
    match parameters.as_bytes().get(len) {
        _ if len > LONGEST => Read::Other,
        Some(b'm') if !hides(parameters.get(..len).unwrap_or_default()) => Read::Style(len + 3),
        None if has_begun => Read::Begun,
        _ => Read::Other,
    }
}

/// Whether one of the parameters makes text invisible. The parameters of a colour after `38`, `48` and `58` are
/// skipped.
fn hides(parameters: &str) -> bool {
    let mut parameters = parameters.split(';');
    while let Some(parameter) = parameters.next() {
        let skipped = match parameter {
            "8" | "08" => return true,
            "38" | "48" | "58" => match parameters.next() {
                Some("5") => 1,
                Some("2") => 3,
                _ => 0,
            },
            _ => 0,
        };
        parameters.by_ref().take(skipped).for_each(drop);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text without its sequences, and the sequences.
    fn stripped(parts: &[&str]) -> (String, Vec<(usize, String)>) {
        let mut styles = Styles::default();
        let mut plain: String = parts.iter().map(|part| styles.strip(part)).collect();
        plain += &styles.finish();
        assert_eq!(styles.read, plain.len());
        (plain, styles.queue.into())
    }

    #[test]
    fn colours_are_removed_from_the_text() {
        let text = "a\x1b[31mb\x1b[38;5;8;1mc\x1b[m\x1b[0m";
        let style = |at, style: &str| (at, style.to_owned());
        let styles = vec![
            style(1, "\x1b[31m"),
            style(2, "\x1b[38;5;8;1m"),
            style(3, "\x1b[m"),
            style(3, "\x1b[0m"),
        ];
        assert_eq!(stripped(&[text]), ("abc".to_owned(), styles.clone()));
        let parts: Vec<&str> = (0..text.len()).map(|at| &text[at..=at]).collect();
        assert_eq!(stripped(&parts), ("abc".to_owned(), styles));
    }

    #[test]
    fn other_sequences_stay_in_the_text() {
        for text in [
            "\x1b",
            "\x1b[",
            "a\x1b[31",
            "\x1b[2J",
            "\x1b[?25m",
            "\x1b]8;;m",
            "\x1bm",
            "\x1b[8m",
            "\x1b[1;8m",
            "\x1b[38;5;8;8m",
            "\x1b[>4m",
            "\x1b[ém",
        ] {
            assert_eq!(stripped(&[text]), (text.to_owned(), vec![]), "{text:?}");
        }
        let long = format!("\x1b[{}m", "1;".repeat(50));
        assert_eq!(stripped(&[&long]).0, long);
    }

    #[test]
    fn a_limited_number_of_styles_is_kept_at_one_position() {
        let (_, styles) = stripped(&["a", &"\x1b[1m".repeat(100), "\x1b[2m", "b\x1b[3m"]);
        assert_eq!(styles.len(), MOST_AT_ONE_PLACE + 1);
        assert_eq!(styles[MOST_AT_ONE_PLACE - 1].1, "\x1b[2m");
    }
}

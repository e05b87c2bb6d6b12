//! Writes text and hyperlinks (OSC 8) for a terminal. Control characters become visible ones, and colours are kept.

use super::decision::{Href, Linked};
use super::styles::Styles;
use crate::span::Span;
use crate::text::glyph::{self, Glyph};

/// The part of a text that is in memory; it begins at the offset `base`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'t> {
    pub(super) text: &'t str,
    pub(super) base: usize,
}

impl<'t> Part<'t> {
    pub(super) fn of(self, span: Span) -> &'t str {
        let at = |offset: usize| offset.saturating_sub(self.base);
        self.text.get(at(span.start())..at(span.end())).unwrap_or_default()
    }
}

/// The maximum length of the URI of a hyperlink, in bytes.
///
/// This is `VTE_HYPERLINK_URI_LENGTH_MAX` of VTE, which ignores a longer URI. The section "Length limits" of
/// "Hyperlinks in Terminal Emulators" by Egmont Koblinger, the specification of OSC 8, states this limit for VTE and
/// iTerm2.
pub(super) const MOST_BYTES: usize = 2083;

/// The state of the conversion of a text for a terminal.
#[derive(Debug, Default)]
pub(super) struct Screen {
    /// The number of links so far.
    links: usize,
    /// The colours that have not been written yet.
    pub(super) styles: Styles,
}

impl Screen {
    /// Writes the text at `span` with its colours. Those inside the link before it come first.
    pub(super) fn text(&mut self, out: &mut String, span: Span, part: Part<'_>) {
        let mut done = span.start();
        while let Some(at) = self.styles.next_before(span.end() + 1) {
            neutral(out, part.of(Span::new(done, at.max(done))));
            done = at.max(done);
            self.styles.write_next(out);
        }
        neutral(out, part.of(Span::new(done, span.end())));
    }

    /// Begins a link; returns whether `linked` can be written.
    pub(super) fn begin_link(&mut self, linked: &Linked<'_>) -> bool {
        // A terminal has no document to resolve a reference against.
        let is_link = linked.href.is_uri() && linked.href.len() <= MOST_BYTES;
        self.links += usize::from(is_link);
        is_link || linked.is_caution
    }

    /// Writes a hyperlink with this number of pieces, which share an id, so that a terminal highlights them together.
    pub(super) fn anchor(&self, out: &mut String, linked: &Linked<'_>, label: &str, pieces: usize) {
        if linked.is_caution {
            return neutral(out, label);
        }
        let id = match pieces {
            1 => String::new(),
            _ => format!("id=linkwright-{}", self.links),
        };
        // A URI cannot end the sequence: its characters are visible ASCII.
        let Href { head, rest } = &linked.href;
        *out += &["\x1b]8;", &id, ";", head, rest, "\x1b\\"].concat();
        neutral(out, label);
        out.push_str("\x1b]8;;\x1b\\");
    }

    /// Turns the styles off, and prepares for the next text.
    pub(super) fn finish(&mut self, out: &mut String) {
        if self.styles.are_open() {
            out.push_str("\x1b[0m");
        }
        *self = Screen::default();
    }
}

/// Writes `text` with its control characters replaced by visible ones, except line ends and tabs.
fn neutral(out: &mut String, text: &str) {
    let mut copied = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|&(_, next)| next);
        if let Some(picture) = picture(c, next) {
            out.push_str(text.get(copied..at).unwrap_or_default());
            out.push(picture);
            copied = at + c.len_utf8();
        }
    }
    out.push_str(text.get(copied..).unwrap_or_default());
}

/// The replacement for `c`, which is followed by `next`; `None` if `c` is kept.
fn picture(c: char, next: Option<char>) -> Option<char> {
    match c {
        '\n' | '\t' | ' '..='~' => None,
        // A CR without LF would let the following text overwrite the line.
        '\r' if next == Some('\n') => None,
        '\u{7F}' => Some('\u{2421}'),
        '\0'..'\u{20}' => char::from_u32(0x2400 + u32::from(c)),
        _ => match glyph::glyph(c) {
            Glyph::Control | Glyph::BidiOpen | Glyph::BidiClose => {
                Some(char::REPLACEMENT_CHARACTER).filter(|shown| *shown != c)
            }
            // Tag characters are letters that a terminal does not show.
            _ if matches!(c, '\u{E0000}'..='\u{E007F}') => Some(char::REPLACEMENT_CHARACTER),
            _ => None,
        },
    }
}

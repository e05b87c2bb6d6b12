//! Reads RTF 1.9.1: text, and the references in the instructions of fields.
//!
//! A control word is a character, an end of a paragraph, a property of the text after it, or the beginning of a
//! destination: a text of its own, or data. The code page of the document says how bytes are decoded. Hidden and deleted
//! text is separated from the text around it. Unknown destinations with `\*`, pictures, objects and style sheets are
//! left out.

mod token;
mod words;

use encoding_rs::Decoder;
use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::anchor::Target;
use super::field::{self, FieldLink};
use super::runs;
use crate::encoding;
use crate::model::{DiagnosticKind, Limit, Origin};
use crate::sink::Sink;
use token::{Token, Tokens};
use words::{BORDER, Destination};

/// Whether `head` is the beginning of an RTF document.
pub(crate) fn is_rtf(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    head.starts_with(b"{\\rtf") || head.starts_with(b"{\\urtf")
}

/// Reads a document.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let mut walker = RtfWalker {
        document,
        sink,
        here: Group {
            kind: Destination::Text,
            own: None,
            substitutes: 1,
            is_hidden: false,
            is_optional: false,
            is_result: false,
        },
        outer: Vec::new(),
        decoder: encoding_rs::WINDOWS_1252.new_decoder_without_bom_handling(),
        incomplete: None,
        surrogate: None,
        substitutes: 0,
        runs: vec![TextRun::new(document)],
        link: None,
    };
    walker.read();
}

/// A group.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// What the text in the group is: text, a frame, or dead.
    kind: Destination,
    /// The text of its own, or the result, that ends with the group.
    own: Option<Destination>,
    /// The number of substitutes after a Unicode character.
    substitutes: usize,
    /// Whether the text is hidden or deleted.
    is_hidden: bool,
    /// Whether `\*` was read, so that the group is left out if its destination is unknown.
    is_optional: bool,
    /// Whether the group is in the result of a field with a link.
    is_result: bool,
}

struct RtfWalker<'d, 's> {
    document: &'d [u8],
    sink: &'s mut dyn Sink,
    /// The innermost group, and the groups around it.
    here: Group,
    outer: Vec<Group>,
    /// The decoder of the code page of the document. The character sets of its fonts are not read: links are ASCII in all
    /// of them.
    decoder: Decoder,
    /// The beginning of a character whose last byte has not been read yet.
    incomplete: Option<usize>,
    /// The first surrogate of a pair whose second surrogate has not been read yet.
    surrogate: Option<(u16, Span)>,
    /// How many of the next characters are skipped, because they are the substitute for a character that was read.
    substitutes: usize,
    /// The body, and the open notes, values and instructions. Text belongs to the last of them.
    runs: Vec<TextRun<'d>>,
    /// The link of the last field, and whether it was reported. Before its result, it waits for the text that it shows.
    link: Option<(FieldLink, bool)>,
}

impl<'d> RtfWalker<'d, '_> {
    fn read(&mut self) {
        let mut tokens = Tokens::new(self.document);
        let deepest = self.sink.limits().len(Limit::Nesting);
        let mut unread = None;
        let mut is_closed = false;
        while let Some((token, place)) = tokens.next() {
            if token == Token::Open && self.outer.len() >= deepest {
                unread = Some(place.start());
                break;
            }
            self.token(token, place);
            if self.sink.is_cancelled() {
                return;
            }
            // The document ends with its last brace, but some programs add padding after that brace.
            is_closed = token == Token::Close && self.outer.is_empty();
            if is_closed {
                break;
            }
        }
        let end = self.document.len();
        while !self.outer.is_empty() {
            self.close(unread.unwrap_or(end));
        }
        self.end_run();
        if let Some(at) = unread {
            let message =
                format!("groups nested more than {deepest} deep; the rest is searched as text");
            self.sink.diagnostic(at, Limit::Nesting, &message);
            self.sink.search(self.document, Span::new(at, end));
        } else if !is_closed {
            let message = "the RTF ends before its last brace";
            self.sink.diagnostic(end, DiagnosticKind::Truncated, message);
        }
    }

    fn token(&mut self, token: Token<'d>, place: Span) {
        if !matches!(token, Token::Byte(_) | Token::Text) && self.incomplete.take().is_some() {
            self.decoder = self.decoder.encoding().new_decoder_without_bom_handling();
            self.push(Some("\u{FFFD}"), Span::new(place.start(), place.start()));
        }
        match token {
            Token::Open => {
                self.substitutes = 0;
                self.outer.push(self.here);
                (self.here.own, self.here.is_optional) = (None, false);
            }
            Token::Close => self.close(place.start()),
            Token::Symbol(b'*') => self.here.is_optional = true,
            // This is a substitute for a character that was read.
            Token::Word(..) | Token::Symbol(_) | Token::Byte(_) if self.substitutes > 0 => {
                self.substitutes -= 1;
            }
            Token::Word(name, number) => self.word(name, number, place),
            Token::Symbol(b'\n' | b'\r') => self.word(b"par", None, place),
            Token::Symbol(byte) => self.push(Some(words::symbol(byte)), place),
            Token::Byte(byte) => self.byte(byte, place),
            Token::Text => self.text(place),
        }
    }

    /// Ends a group at the offset `at`, and the text or the result that began in it.
    fn close(&mut self, at: usize) {
        self.substitutes = 0;
        let Some(outer) = self.outer.pop() else { return };
        let group = self.here;
        match group.own {
            None => {}
            Some(Destination::Result) => {
                self.end_run();
                self.link = None;
            }
            Some(own) => {
                let run = self.runs.pop().unwrap_or_else(|| TextRun::new(self.document));
                match own {
                    Destination::Apart(origin) => self.sink.search_run_as(&run, |_| Some(origin)),
                    Destination::Base => {
                        self.sink.base(&String::from_utf8_lossy(run.text().trim_ascii()));
                    }
                    _ => self.instruction(&run),
                }
            }
        }
        self.here = outer;
        if group.is_hidden != outer.is_hidden {
            self.push(Some(BORDER), Span::new(at, at));
        }
    }

    /// Reads the text at `place`, which has no escapes.
    fn text(&mut self, place: Span) {
        let skipped = self.substitutes.min(place.len());
        self.substitutes -= skipped;
        let mut at = place.start() + skipped;
        while let Some(&byte) = Span::new(at, place.end()).of(self.document).first() {
            let rest = Span::new(at, place.end()).of(self.document);
            let plain = rest.iter().take_while(|byte| byte.is_ascii()).count();
            if plain == 0 || self.incomplete.is_some() {
                self.byte(byte, Span::new(at, at + 1));
                at += 1;
            } else {
                self.push(None, Span::new(at, at + plain));
                at += plain;
            }
        }
    }

    /// Reads a byte in the code page.
    fn byte(&mut self, byte: u8, place: Span) {
        let start = self.incomplete.take().unwrap_or(place.start());
        let mut text = String::with_capacity(16);
        _ = self.decoder.decode_to_string(&[byte], &mut text, false);
        if text.is_empty() {
            self.incomplete = Some(start);
        } else {
            self.push(Some(&text), Span::new(start, place.end()));
        }
    }

    fn word(&mut self, name: &[u8], number: Option<i32>, place: Span) {
        if self.here.kind == Destination::Dead {
            return;
        }
        if let Some(destination) = words::destination(name) {
            self.here.is_optional = false;
            self.begin(destination);
        } else if core::mem::take(&mut self.here.is_optional) {
            self.here.kind = Destination::Dead;
        } else if let Some(text) = words::text(name) {
            self.push(Some(text), place);
        } else {
            self.property(name, number, place);
        }
    }

    /// Reads a word that sets a property of the text after it, or that is a character by its number.
    fn property(&mut self, name: &[u8], number: Option<i32>, place: Span) {
        match (name, number) {
            (b"u", Some(number)) => self.unicode(number, place),
            (b"uc", Some(number)) => {
                self.here.substitutes = usize::try_from(number).unwrap_or(0).min(8);
            }
            (b"v" | b"deleted" | b"plain", _) => {
                let is_hidden = name != b"plain" && number != Some(0);
                if core::mem::replace(&mut self.here.is_hidden, is_hidden) != is_hidden {
                    self.push(Some(BORDER), Span::new(place.start(), place.start()));
                }
            }
            (b"ansicpg", Some(number)) => {
                let encoding = encoding::of_code_page(u64::try_from(number).unwrap_or(0));
                self.decoder = encoding.new_decoder_without_bom_handling();
            }
            (b"mac", None) => {
                self.decoder = encoding_rs::MACINTOSH.new_decoder_without_bom_handling();
            }
            _ => {}
        }
    }

    /// Reads a code unit of UTF-16, which most programs write as a signed number.
    fn unicode(&mut self, number: i32, place: Span) {
        self.substitutes = self.here.substitutes;
        let unit = u16::try_from(number & 0xFFFF).unwrap_or_default();
        let (units, place) = match self.surrogate.take() {
            Some((high, start)) => (vec![high, unit], Span::new(start.start(), place.end())),
            None if matches!(unit, 0xD800..=0xDBFF) => {
                self.surrogate = Some((unit, place));
                return;
            }
            None => (vec![unit], place),
        };
        self.push(Some(&String::from_utf16_lossy(&units)), place);
    }

    /// Adds the text at `place` to the current text, unchanged or as `meaning`.
    fn push(&mut self, meaning: Option<&str>, place: Span) {
        self.surrogate = None;
        let run = self.runs.last_mut().filter(|_| self.here.kind == Destination::Text);
        let Some(run) = run else { return };
        match meaning {
            Some(text) => run.push_decoded(text.as_bytes(), place),
            None => run.push_source(place),
        }
        if runs::is_long(run) {
            self.end_run();
        }
    }

    /// Makes the innermost group a destination.
    fn begin(&mut self, destination: Destination) {
        match destination {
            Destination::Text | Destination::Frame | Destination::Dead => {
                self.here.kind = destination;
            }
            // In an instruction, the result is a part of the instruction.
            Destination::Result if self.link.is_none() || self.runs.len() > 1 => {}
            Destination::Result => {
                (self.here.own, self.here.is_result) = (Some(destination), true);
            }
            // A group has one text of its own.
            _ if self.here.own.is_some() => {}
            _ => {
                (self.here.own, self.here.kind) = (Some(destination), Destination::Text);
                self.runs.push(TextRun::new(self.document));
            }
        }
    }

    /// Reads the instruction of a field. The text before the field ends here, unless it is another instruction.
    fn instruction(&mut self, run: &TextRun<'_>) {
        if let Some(link) = field::link(run, Origin::Text, self.sink) {
            if self.runs.len() == 1 {
                self.end_run();
            }
            self.report_link(None);
            self.link = Some((link, false));
        }
    }

    /// Reports the link of the last field, which shows the text `shown`, unless it was reported before.
    fn report_link(&mut self, shown: Option<&[u8]>) {
        if let Some((link, is_reported @ false)) = &mut self.link {
            *is_reported = true;
            self.sink.shows(|| Some(String::from_utf8_lossy(shown?).replace(BORDER, " ")));
            link.report(self.sink);
        }
    }

    /// Searches the current text up to here, which may be the result of a field, after the link of the last field.
    fn end_run(&mut self) {
        let Some(run) = self.runs.last_mut() else { return };
        let run = core::mem::replace(run, TextRun::new(self.document));
        self.report_link(self.here.is_result.then(|| run.text()));
        let link = self.link.as_ref().filter(|_| self.here.is_result);
        let target = link.map(|(link, _)| Target::new(&link.reference));
        self.sink.search_run_as(&run, |found| {
            let is_repeated = target.as_ref().is_some_and(|target| target.is_repeated_by(found));
            (!is_repeated).then_some(Origin::Text)
        });
    }
}

#[cfg(test)]
mod tests;

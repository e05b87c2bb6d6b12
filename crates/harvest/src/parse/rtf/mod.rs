//! Reads RTF 1.9.1: text, and the references in the instructions of fields.
//!
//! A control word is a character, an end of a paragraph, a property of the text after it, or the beginning of a
//! destination: a text of its own, or data. The code page of the document says how
//! bytes are decoded. Hidden and deleted text is searched apart. Unknown destinations with `\*`, pictures, objects and
//! style sheets are left out.

mod code_page;
mod group;
mod token;
mod words;

use encoding_rs::Encoding;
use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::anchor::Target;
use super::field::Instruction;
use crate::encoding;
use crate::model::{DiagnosticKind, Limit, Origin};
use crate::sink::Sink;
use code_page::Bytes;
use group::{Group, Kind, Owned};
use token::{Token, Tokens};
use words::Begins;

/// A text of at least this length is searched before its end is reached.
const LONG: usize = 1 << 20;

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
        here: Group::default(),
        outer: Vec::new(),
        below: 0,
        encoding: encoding_rs::WINDOWS_1252,
        bytes: Bytes::default(),
        surrogate: None,
        substitutes: 0,
        runs: vec![TextRun::new(document)],
        aside: TextRun::new(document),
        link: None,
    };
    walker.read();
}

/// The reference of a field.
struct Link {
    reference: String,
    place: Span,
    name: String,
    is_reported: bool,
}

struct RtfWalker<'d, 's> {
    document: &'d [u8],
    sink: &'s mut dyn Sink,
    /// The innermost group, and the groups around it.
    here: Group,
    outer: Vec<Group>,
    /// The number of open groups that are nested too deeply.
    below: usize,
    /// The encoding of the document. The character sets of its fonts are not read: links are ASCII in all of them.
    encoding: &'static Encoding,
    bytes: Bytes,
    /// The first surrogate of a pair whose second surrogate has not been read yet.
    surrogate: Option<(u16, Span)>,
    /// How many of the next characters are skipped, because they are the substitute for a character that was read.
    substitutes: usize,
    /// The body, and the open notes, values and instructions. Text belongs to the last of them.
    runs: Vec<TextRun<'d>>,
    /// The hidden and deleted text of the paragraph.
    aside: TextRun<'d>,
    /// The link of the last field: before its result, it waits for the text that it shows.
    link: Option<Link>,
}

impl<'d> RtfWalker<'d, '_> {
    fn read(&mut self) {
        let mut tokens = Tokens::new(self.document);
        let mut is_closed = false;
        while let Some((token, place)) = tokens.next() {
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
        self.below = 0;
        while !self.outer.is_empty() {
            self.close();
        }
        self.end_paragraph();
        if !is_closed {
            let message = "the RTF ends before its last brace";
            self.sink.diagnostic(Some(self.document.len()), DiagnosticKind::Truncated, message);
        }
    }

    fn token(&mut self, token: Token<'d>, place: Span) {
        if !matches!(token, Token::Byte(_) | Token::Text) && self.bytes.end() {
            // A character of several bytes is incomplete.
            self.push(Some("\u{FFFD}"), Span::new(place.start(), place.start()));
        }
        match token {
            Token::Open => self.open(place),
            Token::Close => self.close(),
            Token::Word(..) | Token::Symbol(_) | Token::Byte(_) if self.is_substitute(token) => {}
            Token::Word(name, number) => self.word(name, number, place),
            Token::Symbol(b'*') => self.here.is_optional = true,
            Token::Symbol(b'\n' | b'\r') => self.word(b"par", None, place),
            Token::Symbol(byte) => self.push(Some(words::symbol(byte)), place),
            Token::Byte(byte) => self.byte(byte, place),
            Token::Text => self.text(place),
            Token::Binary => {}
            Token::LongBinary => {
                let message =
                    "`\\bin` declares more bytes than the file has; the rest is read as RTF";
                self.sink.diagnostic(Some(place.start()), DiagnosticKind::Malformed, message);
            }
        }
    }

    /// Whether the token is a substitute for a character that was read.
    fn is_substitute(&mut self, token: Token<'_>) -> bool {
        let is_skipped = self.substitutes > 0 && token != Token::Symbol(b'*');
        self.substitutes -= usize::from(is_skipped);
        is_skipped
    }

    fn open(&mut self, place: Span) {
        self.substitutes = 0;
        let deepest = self.sink.limits().len(Limit::Nesting);
        if self.outer.len() < deepest {
            self.outer.push(self.here);
            (self.here.owned, self.here.is_optional) = (Owned::Nothing, false);
            return;
        }
        if self.below == 0 {
            let message =
                format!("groups nested more than {deepest} deep; what they are is ignored");
            self.sink.diagnostic(Some(place.start()), Limit::Nesting, &message);
        }
        self.below += 1;
    }

    /// Ends a group, and the construct that began in it.
    fn close(&mut self) {
        self.substitutes = 0;
        if let Some(below) = self.below.checked_sub(1) {
            self.below = below;
            return;
        }
        let Some(outer) = self.outer.pop() else { return };
        if self.here.owned == Owned::Result {
            self.end_run();
            self.link = None;
        }
        let group = core::mem::replace(&mut self.here, outer);
        let mut run = || {
            let run = self.runs.pop().filter(|_| !self.runs.is_empty());
            run.unwrap_or_else(|| TextRun::new(self.document))
        };
        match group.owned {
            Owned::Nothing | Owned::Result => {}
            Owned::Run(origin) => {
                let run = run();
                self.sink.search_run_as(&run, |_| Some(origin));
            }
            Owned::Base => {
                let run = run();
                self.sink.base(String::from_utf8_lossy(run.text().trim_ascii()).as_ref());
            }
            Owned::Instruction => {
                let run = run();
                self.instruction(&run);
            }
        }
    }

    /// Reads the text at `place`, which has no escapes.
    fn text(&mut self, place: Span) {
        let skipped = self.substitutes.min(place.len());
        self.substitutes -= skipped;
        let mut at = place.start() + skipped;
        while at < place.end() {
            let rest = Span::new(at, place.end()).of(self.document);
            let plain = rest.iter().take_while(|byte| byte.is_ascii()).count();
            if plain == 0 || self.bytes.is_open() {
                let byte = rest.first().copied().unwrap_or_default();
                self.byte(byte, Span::new(at, at + 1));
                at += 1;
            } else {
                self.push(None, Span::new(at, at + plain));
                at += plain;
            }
        }
    }

    fn byte(&mut self, byte: u8, place: Span) {
        if let Some((text, place)) = self.bytes.push(byte, place, self.encoding) {
            self.push(Some(&text), place);
        }
    }

    fn word(&mut self, name: &[u8], number: Option<i32>, place: Span) {
        if self.here.kind == Kind::Dead {
            return;
        }
        if let Some(begins) = words::begins(name) {
            self.here.is_optional = false;
            self.begin(begins);
        } else if core::mem::take(&mut self.here.is_optional) {
            self.here.kind = Kind::Dead;
        } else if let Some(text) = words::text(name) {
            self.push(Some(text), place);
        } else if words::ends_paragraph(name) {
            if self.runs.len() == 1 && self.here.kind == Kind::Text {
                self.end_paragraph();
            } else {
                // A note is searched as a whole. No link contains a control character.
                self.push(Some("\x1A"), place);
            }
        } else {
            self.property(name, number, place);
        }
    }

    /// Reads a word that sets a property of the text after it, or that is a character by its number.
    fn property(&mut self, name: &[u8], number: Option<i32>, place: Span) {
        let is_on = number != Some(0);
        match (name, number) {
            (b"u", Some(number)) => self.unicode(number, place),
            (b"uc", Some(number)) => {
                self.here.substitutes = usize::try_from(number).unwrap_or(0).min(8);
            }
            (b"v" | b"deleted", _) => {
                self.here.is_aside = is_on;
                self.aside.push_decoded(b"\n", Span::new(place.start(), place.start()));
            }
            (b"plain", _) => self.here.is_aside = false,
            (b"ansicpg", Some(number)) => {
                self.encoding = encoding::of_code_page(u64::try_from(number).unwrap_or(0));
            }
            (b"mac", None) => self.encoding = encoding_rs::MACINTOSH,
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
        let is_own = self.runs.len() > 1;
        if self.here.kind != Kind::Text {
            return;
        }
        let run = match self.runs.last_mut() {
            _ if self.here.is_aside && !is_own => &mut self.aside,
            Some(run) => run,
            None => return,
        };
        match meaning {
            Some(text) => run.push_decoded(text.as_bytes(), place),
            None => run.push_source(place),
        }
        // A token without a blank is not divided, unless it is longer than any link.
        let len = run.text().len();
        let is_blank = run.text().last().is_some_and(u8::is_ascii_whitespace);
        if len >= LONG && (is_blank || len >= 2 * LONG) {
            self.end_long();
        }
    }

    /// Searches a long text before its end is reached, to bound the memory.
    fn end_long(&mut self) {
        if let [_, .., run] = &mut *self.runs {
            let run = core::mem::replace(run, TextRun::new(self.document));
            self.sink.search_run(&run);
        }
        self.end_paragraph();
    }

    /// Begins a construct in the innermost group.
    fn begin(&mut self, begins: Begins) {
        let own = match begins {
            Begins::Kind(kind) => {
                self.here.kind = kind;
                return;
            }
            Begins::Result => {
                // In an instruction, the result is a part of the instruction.
                if self.link.is_some() && self.runs.len() == 1 {
                    let link = self.link.take();
                    self.end_run();
                    self.link = link;
                    self.here.owned = Owned::Result;
                }
                return;
            }
            Begins::Own(own) => own,
        };
        // A group has one text of its own.
        if self.here.owned == Owned::Nothing && self.below == 0 {
            self.here.owned = own;
            self.here.kind = Kind::Text;
            self.runs.push(TextRun::new(self.document));
        }
    }

    /// Reads the instruction of a field.
    fn instruction(&mut self, run: &TextRun<'_>) {
        let Some(instruction) = Instruction::read(run.text()) else { return };
        if !instruction.refers() {
            return self.sink.search_run(run);
        }
        // A reference to a place in the same document is not a link.
        let found = instruction.reference().filter(|(reference, _)| !reference.starts_with('#'));
        if let Some((reference, place)) = found {
            let name = instruction.keyword.to_ascii_lowercase();
            let place = run.map().around(place);
            self.report_link("");
            self.link = Some(Link { reference, place, name, is_reported: false });
        }
    }

    /// Reports the link of the last field, which shows the text `shown`, unless it was reported before.
    fn report_link(&mut self, shown: &str) {
        let Some(link) = self.link.as_mut().filter(|link| !link.is_reported) else { return };
        link.is_reported = true;
        self.sink.shows(|| Some(shown.to_owned()));
        self.sink.existing(&link.reference, link.place, Origin::Attribute, &link.name);
    }

    /// Searches the text of the body up to here, which may be the result of a field.
    fn end_run(&mut self) {
        let Some(body) = self.runs.first_mut() else { return };
        let run = core::mem::replace(body, TextRun::new(self.document));
        let is_result = self.here.owned == Owned::Result || self.is_in_result();
        let shown = if is_result { String::from_utf8_lossy(run.text()) } else { "".into() };
        self.report_link(&shown);
        let link = self.link.as_ref().filter(|_| is_result);
        let target = link.map(|link| Target::new(&link.reference));
        self.sink.search_run_as(&run, |found| {
            let is_repeated = target.as_ref().is_some_and(|target| target.is_repeated_by(found));
            (!is_repeated).then_some(Origin::Text)
        });
    }

    /// Whether the current position is in the result of a field.
    fn is_in_result(&self) -> bool {
        self.outer.iter().rev().take(16).any(|group| group.owned == Owned::Result)
    }

    fn end_paragraph(&mut self) {
        self.end_run();
        let aside = core::mem::replace(&mut self.aside, TextRun::new(self.document));
        self.sink.search_run(&aside);
    }
}

#[cfg(test)]
mod tests;

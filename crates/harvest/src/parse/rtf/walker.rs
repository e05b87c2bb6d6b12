//! Interprets the tokens of a document: tracks the state of groups, and collects paragraphs, notes and fields.

use std::collections::HashMap;

use encoding_rs::Encoding;
use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::code_page::{self, Bytes};
use super::destination::{self, Begins, Destination, Note, Value};
use super::field::{self, FieldTarget, Instruction};
use super::group::{Groups, Owned, Unseen};
use super::paragraph::Paragraph;
use super::token::{Token, Tokens};
use super::words;
use crate::model::{DiagnosticKind, Origin};
use crate::parse::html;
use crate::sink::Sink;

/// The maximum number of fonts whose character sets are stored.
const FONTS: usize = 4096;
/// The maximum number of open fields, of open notes, and of notes that are not reported yet.
const OPEN: usize = 64;

/// A text of at least this length is searched before its end is reached.
const LONG: usize = 1 << 20;

/// An open field.
#[derive(Debug)]
struct Field<'d> {
    instruction: TextRun<'d>,
    /// The destination of the result, which is the destination of the text around the field.
    outside: Destination,
    /// The number of the link of the field in the paragraph.
    link: Option<usize>,
    /// The beginning of the text of the link in the paragraph.
    label: usize,
}

pub(super) struct RtfWalker<'d, 's> {
    document: &'d [u8],
    sink: &'s mut dyn Sink,
    groups: Groups,
    /// The encoding of the document.
    encoding: &'static Encoding,
    /// The encodings of the fonts, by font number.
    fonts: HashMap<i32, &'static Encoding>,
    font: i32,
    default_font: i32,
    bytes: Bytes,
    /// The first surrogate of a pair whose second surrogate has not been read yet.
    surrogate: Option<(u16, Span)>,
    /// How many of the next characters are skipped, because they are the substitute for a character that was read.
    substitutes: usize,
    paragraph: Paragraph<'d>,
    /// The paragraphs around the current note.
    outer: Vec<Paragraph<'d>>,
    /// The notes of the current paragraph, in order.
    notes: Vec<Paragraph<'d>>,
    fields: Vec<Field<'d>>,
    /// The value that is being read.
    value: TextRun<'d>,
    /// The author of the next comment.
    author: Option<String>,
    /// The fragment of the link of a shape, which comes before the target of that link.
    fragment: Option<String>,
    /// The destination of the text around a group with alternatives, and of the Unicode text in that group.
    alternatives: Destination,
    /// The HTML from which the document was converted.
    html: Option<TextRun<'d>>,
}

impl<'d, 's> RtfWalker<'d, 's> {
    pub(super) fn new(document: &'d [u8], sink: &'s mut dyn Sink) -> RtfWalker<'d, 's> {
        RtfWalker {
            document,
            sink,
            groups: Groups::new(),
            encoding: encoding_rs::WINDOWS_1252,
            fonts: HashMap::new(),
            font: -1,
            default_font: -1,
            bytes: Bytes::default(),
            surrogate: None,
            substitutes: 0,
            paragraph: Paragraph::new(document, None),
            outer: Vec::new(),
            notes: Vec::new(),
            fields: Vec::new(),
            value: TextRun::new(document),
            author: None,
            fragment: None,
            alternatives: Destination::Body,
            html: None,
        }
    }

    pub(super) fn read(mut self) {
        let mut tokens = Tokens::new(self.document);
        let mut is_closed = false;
        while let Some((token, place)) = tokens.next() {
            self.token(token, place);
            if self.sink.is_cancelled() {
                return;
            }
            // The document ends with its last brace, but some programs add padding after that brace.
            is_closed = token == Token::Close && self.groups.depth() == 0;
            if is_closed {
                break;
            }
        }
        self.end(is_closed);
    }

    fn end(mut self, is_closed: bool) {
        while self.groups.depth() > 0 {
            self.close(self.document.len());
        }
        self.end_paragraph();
        if let Some(html) = self.html.take() {
            html::read_run(&html, self.sink);
        }
        if !is_closed {
            let message = "the RTF ends before its last brace";
            self.sink.diagnostic(Some(self.document.len()), DiagnosticKind::Truncated, message);
        }
    }

    fn token(&mut self, token: Token<'d>, place: Span) {
        if !matches!(token, Token::Byte(_) | Token::Text) {
            self.end_bytes(place.start());
        }
        match token {
            Token::Open => {
                self.substitutes = 0;
                self.groups.open();
            }
            Token::Close => {
                self.substitutes = 0;
                self.close(place.start());
            }
            Token::Word(name, number) => self.word(name, number, place),
            Token::Symbol(byte) => self.symbol(byte, place),
            Token::Byte(_) if self.substitutes > 0 => self.substitutes -= 1,
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
        if let Some((text, place)) = self.bytes.push(byte, place, self.groups.here.encoding) {
            self.push(Some(&text), place);
        }
    }

    /// Adds U+FFFD if a character of several bytes is incomplete.
    fn end_bytes(&mut self, at: usize) {
        if self.bytes.end() {
            self.push(Some("\u{FFFD}"), Span::new(at, at));
        }
    }

    fn symbol(&mut self, byte: u8, place: Span) {
        if byte == b'*' {
            self.groups.here.is_optional = true;
            return;
        }
        if self.substitutes > 0 {
            self.substitutes -= 1;
            return;
        }
        match byte {
            b'\n' | b'\r' => self.word(b"par", None, place),
            _ => self.push(Some(words::symbol(byte)), place),
        }
    }

    fn word(&mut self, name: &[u8], number: Option<i32>, place: Span) {
        if self.substitutes > 0 {
            self.substitutes -= 1;
            return;
        }
        if self.groups.here.destination == Destination::Dead {
            return;
        }
        if let Some(begins) = destination::of(name, self.groups.here.destination) {
            self.groups.here.is_optional = false;
            return self.begin(begins, place.start());
        }
        if core::mem::take(&mut self.groups.here.is_optional) {
            self.groups.here.destination = Destination::Dead;
            return;
        }
        if let Some(text) = words::text(name) {
            self.push(Some(text), place);
        } else if words::ends_paragraph(name) {
            self.paragraph_word(place);
        } else {
            self.property(name, number, place);
        }
    }

    /// Reads a word that is neither text nor the beginning of a construct. Most of these words set
    /// a property of the text after them.
    fn property(&mut self, name: &[u8], number: Option<i32>, place: Span) {
        let is_on = number != Some(0);
        let here = &mut self.groups.here;
        match (name, number) {
            (b"u", Some(number)) => self.unicode(number, place),
            (b"uc", Some(number)) => here.substitutes = usize::try_from(number).unwrap_or(0).min(8),
            (b"v", _) => here.unseen.is_hidden = is_on,
            (b"deleted", _) => here.unseen.is_deleted = is_on,
            (b"plain", _) => {
                here.unseen = Unseen::default();
                self.select_font(self.default_font);
            }
            (b"deff", Some(number)) => self.default_font = number,
            (b"htmlrtf", _) => here.is_not_html = is_on,
            (b"f", Some(number)) => self.select_font(number),
            (b"fcharset", Some(number)) => self.set_font(code_page::of_charset(number)),
            (b"cpg", Some(number)) => self.set_font(Some(code_page::of_number(number))),
            (b"ansicpg", Some(number)) => self.set_encoding(code_page::of_number(number)),
            (b"mac", None) => self.set_encoding(code_page::of_number(10000)),
            (b"fromhtml", _) if is_on => self.html = Some(TextRun::new(self.document)),
            (b"ftnalt", _) if self.paragraph.note == Some(Note::Footnote) => {
                self.paragraph.note = Some(Note::Endnote);
            }
            _ => {}
        }
    }

    fn set_encoding(&mut self, encoding: &'static Encoding) {
        self.encoding = encoding;
        self.groups.here.encoding = encoding;
    }

    fn select_font(&mut self, number: i32) {
        if self.groups.here.destination == Destination::Fonts {
            self.font = number;
        } else {
            let font = self.fonts.get(&number).copied();
            self.groups.here.encoding = font.unwrap_or(self.encoding);
        }
    }

    fn set_font(&mut self, encoding: Option<&'static Encoding>) {
        let is_fonts = self.groups.here.destination == Destination::Fonts;
        if let Some(encoding) = encoding.filter(|_| is_fonts && self.fonts.len() < FONTS) {
            self.fonts.insert(self.font, encoding);
        }
    }

    /// Reads a code unit of UTF-16, which most programs write as a signed number.
    fn unicode(&mut self, number: i32, place: Span) {
        self.substitutes = self.groups.here.substitutes;
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

    fn paragraph_word(&mut self, place: Span) {
        match self.groups.here.destination {
            Destination::Body if self.html.is_none() && self.outer.is_empty() => {
                self.end_paragraph();
            }
            // A note is reported as a whole, with its paragraphs separated.
            Destination::Body if self.html.is_none() => self.push(Some("\x1A"), place),
            _ => self.push(Some("\n"), place),
        }
    }

    /// Adds the text at `place` to the current text, unchanged or as `meaning`.
    fn push(&mut self, meaning: Option<&str>, place: Span) {
        self.surrogate = None;
        let here = &self.groups.here;
        let layer = here.layer();
        let run = match (here.destination, &mut self.html) {
            (Destination::Body | Destination::Tag, Some(html)) if !here.is_not_html => html,
            (Destination::Body, None) => self.paragraph.layer(layer, place.start()),
            (Destination::Instruction(number), _) => match self.fields.get_mut(number) {
                Some(field) => &mut field.instruction,
                None => return,
            },
            (Destination::Value(_), _) => &mut self.value,
            _ => return,
        };
        match meaning {
            Some(text) => run.push_decoded(text.as_bytes(), place),
            None => run.push_source(place),
        }
        let is_long = run.text().len() >= LONG;
        if is_long {
            self.end_long();
        }
    }

    /// Reports a long text before its end is reached, to bound the memory.
    fn end_long(&mut self) {
        if let Some(html) = self.html.replace(TextRun::new(self.document)) {
            return html::read_run(&html, self.sink);
        }
        self.html = None;
        match self.groups.here.destination {
            Destination::Instruction(_) => self.end_instruction(),
            Destination::Value(value) => self.end_value(value),
            _ => self.end_paragraph(),
        }
    }

    /// Begins a construct in the innermost group.
    fn begin(&mut self, begins: Begins, at: usize) {
        let outer = self.groups.here.destination;
        match begins {
            Begins::Nothing => {}
            Begins::Destination(destination) => {
                self.groups.here.destination = destination;
                if let Destination::Value(_) = destination {
                    self.value = TextRun::new(self.document);
                    self.groups.here.owned = Owned::Value;
                }
            }
            Begins::Alternatives => {
                self.alternatives = outer;
                self.groups.here.destination = Destination::Frame;
            }
            Begins::Unicode => self.groups.here.destination = self.alternatives,
            Begins::Note(note) => self.begin_note(note),
            Begins::Field => self.begin_field(outer),
            Begins::Instruction => {
                if let Some(number) = self.fields.len().checked_sub(1) {
                    self.groups.here.destination = Destination::Instruction(number);
                    self.groups.here.owned = Owned::Instruction;
                }
            }
            Begins::Result => self.begin_result(at),
        }
    }

    fn begin_note(&mut self, note: Note) {
        if self.outer.len() >= OPEN || self.html.is_some() {
            return;
        }
        let mut paragraph = Paragraph::new(self.document, Some(note));
        paragraph.author = self.author.take().filter(|_| note == Note::Comment);
        paragraph.number = self.paragraph.number;
        self.outer.push(core::mem::replace(&mut self.paragraph, paragraph));
        self.groups.here.destination = Destination::Body;
        self.groups.here.owned = Owned::Note(note);
    }

    fn begin_field(&mut self, outside: Destination) {
        if self.fields.len() < OPEN {
            let instruction = TextRun::new(self.document);
            self.fields.push(Field { instruction, outside, link: None, label: 0 });
            self.groups.here.owned = Owned::Field;
        }
    }

    fn begin_result(&mut self, at: usize) {
        let Some(field) = self.fields.last_mut() else { return };
        self.groups.here.destination = field.outside;
        self.groups.here.owned = Owned::Result;
        if field.link.is_some() {
            self.paragraph.border(at);
        }
        field.label = self.paragraph.len();
    }

    /// Ends a group, and the construct that began in it.
    fn close(&mut self, at: usize) {
        let Some(group) = self.groups.close() else { return };
        match group.owned {
            Owned::Nothing if group.destination == Destination::Fonts => {
                self.select_font(self.default_font);
            }
            Owned::Nothing => {}
            Owned::Field => drop(self.fields.pop()),
            Owned::Instruction => self.end_instruction(),
            Owned::Result => self.end_result(at),
            Owned::Note(_) => self.end_note(),
            Owned::Value => {
                if let Destination::Value(value) = group.destination {
                    self.end_value(value);
                }
            }
        }
    }

    fn end_instruction(&mut self) {
        let Some(field) = self.fields.last_mut() else { return };
        let run = core::mem::replace(&mut field.instruction, TextRun::new(self.document));
        if self.groups.here.is_not_html && self.html.is_some() {
            return;
        }
        match field::read(run.text()) {
            Instruction::Target(target) => {
                let place = run.map().around(Span::new(target.place.start, target.place.end));
                field.link = Some(self.paragraph.link(target, place));
            }
            Instruction::Nothing => {}
            Instruction::Other => {
                self.sink.unit(None);
                self.sink.search_run(&run);
            }
        }
    }

    fn end_result(&mut self, at: usize) {
        let Some(field) = self.fields.last() else { return };
        if let Some(link) = field.link {
            self.paragraph.label(link, field.label);
            self.paragraph.border(at);
        }
    }

    fn end_note(&mut self) {
        let Some(outer) = self.outer.pop() else { return };
        self.notes.push(core::mem::replace(&mut self.paragraph, outer));
        if self.notes.len() >= OPEN {
            self.report_notes();
        }
    }

    fn end_value(&mut self, value: Value) {
        let run = core::mem::replace(&mut self.value, TextRun::new(self.document));
        let all = Span::new(0, run.text().len()).trimmed(run.text());
        let text = || String::from_utf8_lossy(all.of(run.text())).into_owned();
        match value {
            Value::Author => self.author = Some(text()),
            Value::Base => self.sink.base(&text()),
            Value::Property => {
                self.sink.unit(None);
                self.sink.search_run_as(&run, |_| Origin::Metadata);
            }
            Value::ShapeTarget => {
                let place = run.map().around(all);
                let fragment = self.fragment.take().map(|fragment| format!("#{fragment}"));
                let reference = text() + &fragment.unwrap_or_default();
                self.paragraph
                    .link(FieldTarget { reference, place: all.range(), name: "hlsrc" }, place);
            }
            Value::ShapeFragment => self.fragment = Some(text()),
        }
    }

    /// Reports the paragraph and its notes.
    fn end_paragraph(&mut self) {
        let mut next = Paragraph::new(self.document, self.paragraph.note);
        next.number = self.paragraph.number + u32::from(self.outer.is_empty());
        let paragraph = core::mem::replace(&mut self.paragraph, next);
        for field in &mut self.fields {
            (field.link, field.label) = (None, 0);
        }
        paragraph.report(self.sink);
        self.report_notes();
    }

    fn report_notes(&mut self) {
        for note in core::mem::take(&mut self.notes) {
            note.report(self.sink);
        }
    }
}

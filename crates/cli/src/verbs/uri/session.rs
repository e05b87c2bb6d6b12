//! Shared code of the `uri` subcommands, which read texts and write one answer for each text.

use std::io::{self, Write as _};

use linkwright::Span;
use linkwright::uri::{IriReferenceBuf, MapError, ParseError, UriReferenceBuf, rfc2396};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use crate::draw;
use crate::exit::{Failure, Status};
use crate::input::Lines;
use crate::interrupt;
use crate::rows::Rows;
use crate::show::{Palette, visible};

/// The texts to answer, and the format of input and output.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Texts {
    /// The texts; by default the lines of standard input
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,

    #[command(flatten)]
    pub(super) io: InOut,
}

/// The options for the format of input and output.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct InOut {
    /// Write one JSON object per text
    #[arg(long)]
    json: bool,

    /// Read standard input as JSON, one object per line, so that a text can contain any character
    #[arg(long, conflicts_with = "texts")]
    ndjson: bool,
}

impl Texts {
    /// Answers each text.
    pub(super) fn answer(
        &self,
        session: Session,
        answer: impl FnMut(&mut Session, &Line) -> Result<(), Refusal>,
    ) -> Result<Status, Failure> {
        session.answer(self.texts.iter().map(|text| Line::of(text.as_bytes())).collect(), answer)
    }
}

/// A text to answer: an argument, a line of standard input, or an object with more members on a line of `--ndjson`.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Line {
    /// The text. Bytes that are not UTF-8 are U+FFFD, which no URI and no IRI may contain.
    #[serde(alias = "a", alias = "ref", alias = "target")]
    pub(super) text: String,
    #[serde(skip)]
    pub(super) is_lossy: bool,
    /// The text to compare with.
    pub(super) b: Option<String>,
    base: Option<String>,
}

impl Line {
    fn of(text: &[u8]) -> Line {
        let is_lossy = str::from_utf8(text).is_err();
        Line { text: String::from_utf8_lossy(text).into_owned(), is_lossy, ..Line::default() }
    }

    pub(super) fn pair(a: &str, b: &str) -> Line {
        Line { text: a.to_owned(), b: Some(b.to_owned()), ..Line::default() }
    }

    /// Reads an object or a string of JSON.
    fn of_json(line: &[u8]) -> Option<Line> {
        let text = || Some(Line { text: serde_json::from_slice(line).ok()?, ..Line::default() });
        serde_json::from_slice(line).ok().or_else(text)
    }

    /// The base of this line, or else `base`.
    pub(super) fn base<'a>(&'a self, base: Option<&'a str>) -> Option<&'a str> {
        self.base.as_deref().or(base)
    }
}

/// Why a line has no answer.
pub(super) enum Refusal {
    /// The text is not a URI.
    Invalid(String, ParseError),
    /// The text has no form of the requested kind.
    Unfit(String, &'static str),
    /// The line cannot be read.
    Unread(String),
    Output(io::Error),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        Refusal::Output(error)
    }
}

/// A run of a `uri` subcommand, with its buffered output.
pub(super) struct Session {
    io: InOut,
    /// What a line of `--ndjson` has to be.
    needs: &'static str,
    pub(super) palette: Palette,
    pub(super) out: Rows,
    /// Whether every answer was positive.
    pub(super) is_good: bool,
    pub(super) has_failed: bool,
}

impl Session {
    pub(super) fn new(io: InOut, needs: &'static str, color: bool) -> Session {
        interrupt::listen_between_rows();
        let palette = Palette::new(color);
        Session { io, needs, palette, out: Rows::new(), is_good: true, has_failed: false }
    }

    pub(super) fn is_json(&self) -> bool {
        self.io.json
    }

    /// Parses a text as an IRI reference, without converting its characters.
    pub(super) fn read_iri(text: &str) -> Result<IriReferenceBuf, Refusal> {
        let iri = IriReferenceBuf::parse(text.to_owned());
        iri.map_err(|error| Refusal::Invalid(text.to_owned(), error))
    }

    /// Parses a text as a URI reference. An IRI reference is mapped to a URI reference. If the host has no ASCII form, the
    /// error is the parse error for its first non-ASCII character.
    pub(super) fn read(text: &str) -> Result<UriReferenceBuf, Refusal> {
        let iri = Session::read_iri(text)?;
        let uri = iri.as_reference().to_uri_reference().or_else(|error| match error {
            MapError::Invalid(error) => Err(error),
            _ => UriReferenceBuf::parse(iri.as_str().to_owned()),
        });
        uri.map_err(|error| Refusal::Invalid(text.to_owned(), error))
    }

    /// Parses the base of `line`, or else `base`, which one of them must have.
    pub(super) fn read_base(
        &self,
        line: &Line,
        base: Option<&str>,
    ) -> Result<UriReferenceBuf, Refusal> {
        Session::read(line.base(base).ok_or_else(|| self.incomplete())?)
    }

    /// Answers each of `typed`, or each line of standard input if `typed` is empty.
    pub(super) fn answer(
        mut self,
        typed: Vec<Line>,
        mut answer: impl FnMut(&mut Session, &Line) -> Result<(), Refusal>,
    ) -> Result<Status, Failure> {
        let reads = typed.is_empty();
        for line in typed {
            self.answer_line(Ok(line), &mut answer)?;
        }
        if reads {
            let mut lines = Lines::new();
            while let Some(line) = lines.next()? {
                let line = match line {
                    Ok(line) if self.io.ndjson => {
                        Line::of_json(line).ok_or_else(|| self.incomplete())
                    }
                    Ok(line) => Ok(Line::of(line)),
                    Err(error) => Err(Refusal::Unread(error)),
                };
                self.answer_line(line, &mut answer)?;
                if lines.are_paused() {
                    self.out.flush()?;
                }
            }
        }
        self.out.flush()?;
        Ok(Status::of(self.is_good, self.has_failed))
    }

    fn answer_line(
        &mut self,
        line: Result<Line, Refusal>,
        answer: &mut impl FnMut(&mut Session, &Line) -> Result<(), Refusal>,
    ) -> io::Result<()> {
        if let Err(refusal) = line.and_then(|line| answer(self, &line)) {
            self.refuse(refusal)?;
        }
        self.out.end_row()
    }

    /// Reports why a line has no answer.
    fn refuse(&mut self, refusal: Refusal) -> io::Result<()> {
        self.is_good = false;
        let (shown, why) = match refusal {
            Refusal::Output(error) => return Err(error),
            Refusal::Invalid(text, error) if !self.io.json => return self.point(&text, error),
            Refusal::Invalid(_, error) => (String::new(), record(error)),
            Refusal::Unfit(text, why) => (format!("{}: {why}", visible(&text)), json!(why)),
            Refusal::Unread(why) => {
                self.has_failed = true;
                (why.clone(), json!(why))
            }
        };
        // Who writes JSON reads JSON.
        if self.io.json || self.io.ndjson {
            return self.write_json(&[("error", why)]);
        }
        writeln!(self.out, "{shown}")
    }

    /// The error of a line of `--ndjson` that has not what the subcommand needs.
    pub(super) fn incomplete(&self) -> Refusal {
        Refusal::Unread(format!("expected {}", self.needs))
    }

    /// Writes an object of JSON, with its members in this order.
    pub(super) fn write_json(&mut self, members: &[(&str, Value)]) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, &Object(members))?;
        self.out.write_all(b"\n")
    }

    /// Writes the text, a caret under the position of the error, and the reason.
    pub(super) fn point(&mut self, text: &str, error: ParseError) -> io::Result<()> {
        let Palette { reject, .. } = self.palette;
        let span = Span::new(error.at(), error.at());
        draw::draw_flat(&mut self.out, text, span, reject)?;
        writeln!(self.out, "{reject}{error}{reject:#}")?;
        match rfc2396::excluded_at(text, &error) {
            Some(excluded) => writeln!(self.out, "the character is {excluded} (RFC 2396, 2.4.3)"),
            None => Ok(()),
        }
    }

    /// Writes a text as an answer, in JSON as the member `name`.
    pub(super) fn write(&mut self, name: &str, text: &str) -> Result<(), Refusal> {
        if self.io.json {
            return Ok(self.write_json(&[(name, json!(text))])?);
        }
        Ok(writeln!(self.out, "{}", visible(text))?)
    }
}

/// The members of an object.
struct Object<'o>(&'o [(&'o str, Value)]);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// An error as JSON.
pub(super) fn record(error: ParseError) -> Value {
    json!({
        "at": error.at(),
        "rule": error.rule().name(),
        "expected": error.expected().to_string(),
        "message": error.to_string(),
    })
}

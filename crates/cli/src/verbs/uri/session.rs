//! Shared code of the `uri` subcommands, which read texts and write one answer for each text.

use std::io::{self, Write as _};

use linkwright::Span;
use linkwright::uri::{
    Grammar, IriReferenceBuf, MapError, Mode, ParseError, UriReferenceBuf, check, rfc2396,
};
use serde::{Deserialize, Serialize};

use crate::draw::{self, Mark};
use crate::exit::{Failure, Status};
use crate::input::Lines;
use crate::interrupt;
use crate::rows::Rows;
use crate::show::{Palette, visible};

/// The options for the format of input and output.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct InOut {
    /// Write one JSON object per text
    #[arg(long)]
    json: bool,

    /// Read standard input as JSON, one object per line, so that a text can contain any character
    #[arg(long, conflicts_with = "texts")]
    ndjson: bool,

    /// Accept zone identifiers in IPv6 addresses, `[fe80::1%25eth0]` (RFC 6874)
    #[arg(long)]
    zone_ids: bool,
}

/// An input, which contains a text in one of two forms.
#[derive(Clone, Copy, Debug)]
pub(super) enum Line<'l> {
    /// The text itself.
    Text(&'l [u8]),
    /// A JSON object with the text.
    Json(&'l [u8]),
}

/// A run of a `uri` subcommand, with its buffered output.
pub(super) struct Session {
    io: InOut,
    pub(super) palette: Palette,
    pub(super) out: Rows,
    /// Whether every answer was positive.
    pub(super) is_good: bool,
    has_failed: bool,
}

impl Session {
    pub(super) fn new(io: InOut, color: bool) -> Session {
        interrupt::listen_between_rows();
        let out = Rows::new();
        let palette = Palette::new(color);
        Session { io, palette, out, is_good: true, has_failed: false }
    }

    pub(super) fn is_json(&self) -> bool {
        self.io.json
    }

    /// The requested extensions of the grammar.
    pub(super) fn mode(&self) -> Mode {
        Mode::new().zone_ids(self.io.zone_ids)
    }

    /// Parses a text as an IRI reference, without converting its characters.
    pub(super) fn read_iri(&self, text: &[u8]) -> Result<IriReferenceBuf, ParseError> {
        check(text, Grammar::IriReference, self.mode())?;
        let text = String::from_utf8_lossy(text).into_owned();
        IriReferenceBuf::parse_with(text, self.mode()).map_err(|error| error.parse_error())
    }

    /// Parses a text as a URI reference. An IRI reference is mapped to a URI reference. If the host has no ASCII form, the
    /// error is the parse error for its first non-ASCII character.
    pub(super) fn read(&self, text: &[u8]) -> Result<UriReferenceBuf, ParseError> {
        let iri = self.read_iri(text)?;
        iri.as_reference().to_uri_reference().or_else(|error| match error {
            MapError::Invalid(error) => Err(error),
            _ => UriReferenceBuf::parse_with(iri.as_str().to_owned(), self.mode())
                .map_err(|error| error.parse_error()),
        })
    }

    /// Answers each of `texts`, or each line of standard input if `texts` is empty.
    pub(super) fn answer_each(
        mut self,
        texts: &[String],
        mut answer: impl FnMut(&mut Session, Line<'_>) -> io::Result<()>,
    ) -> Result<Status, Failure> {
        for text in texts {
            answer(&mut self, Line::Text(text.as_bytes()))?;
            self.out.end_row()?;
        }
        if texts.is_empty() {
            let mut lines = Lines::new();
            while let Some(line) = lines.next()? {
                match line {
                    Ok(line) if self.io.ndjson => answer(&mut self, Line::Json(line))?,
                    Ok(line) => answer(&mut self, Line::Text(line))?,
                    Err(error) => self.reject_whole(&error)?,
                }
                self.out.end_row()?;
                if lines.are_paused() {
                    self.out.flush()?;
                }
            }
        }
        self.finish()
    }

    /// Like [`answer_each`](Session::answer_each), for subcommands that need one text. An object without a text is
    /// rejected.
    pub(super) fn answer_texts(
        self,
        texts: &[String],
        mut answer: impl FnMut(&mut Session, &[u8]) -> io::Result<()>,
    ) -> Result<Status, Failure> {
        self.answer_each(texts, |session, line| match line {
            Line::Text(text) => answer(session, text),
            Line::Json(line) => match serde_json::from_slice::<Request>(line) {
                Ok(Request::Text(text) | Request::Object { text }) => {
                    answer(session, text.as_bytes())
                }
                Err(_) => session.reject_line("a JSON string or {\"text\": ...}"),
            },
        })
    }

    pub(super) fn finish(mut self) -> Result<Status, Failure> {
        self.out.flush()?;
        Ok(Status::of(self.is_good, self.has_failed))
    }

    pub(super) fn write_json(&mut self, record: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, record)?;
        self.out.write_all(b"\n")
    }

    /// Reports a line of `--ndjson` that the subcommand cannot read.
    pub(super) fn reject_line(&mut self, wanted: &str) -> io::Result<()> {
        self.reject_whole(&format!("expected {wanted}"))
    }

    /// Reports a line that is not read.
    fn reject_whole(&mut self, error: &str) -> io::Result<()> {
        self.has_failed = true;
        if self.io.json || self.io.ndjson {
            return self.write_json(&serde_json::json!({ "error": error }));
        }
        writeln!(self.out, "{error}")
    }

    /// Reports that `text` is not a URI, with the position of the error.
    pub(super) fn reject(&mut self, text: &[u8], error: ParseError) -> io::Result<()> {
        self.is_good = false;
        if self.io.json {
            return self.write_json(&serde_json::json!({ "error": ErrorRecord::new(error) }));
        }
        self.point(text, error)
    }

    /// Writes the text, a caret under the position of the error, and the reason.
    pub(super) fn point(&mut self, text: &[u8], error: ParseError) -> io::Result<()> {
        let Palette { reject, .. } = self.palette;
        let span = Span::new(error.at(), error.at());
        draw::draw_flat(&mut self.out, text, Mark { span, style: reject })?;
        writeln!(self.out, "{reject}{error}{reject:#}")?;
        match rfc2396::excluded_at(&String::from_utf8_lossy(text), &error) {
            Some(excluded) => writeln!(self.out, "the character is {excluded} (RFC 2396, 2.4.3)"),
            None => Ok(()),
        }
    }

    /// Writes a text as an answer, in JSON as the member `name`.
    pub(super) fn write(&mut self, name: &str, text: &str) -> io::Result<()> {
        if self.io.json {
            return self.write_json(&serde_json::json!({ name: text }));
        }
        writeln!(self.out, "{}", visible(text))
    }

    /// Reports why `text` has no answer.
    pub(super) fn reject_text(&mut self, text: &[u8], reason: &str) -> io::Result<()> {
        self.is_good = false;
        if self.io.json {
            return self.write_json(&serde_json::json!({ "error": reason }));
        }
        writeln!(self.out, "{}: {reason}", visible(&String::from_utf8_lossy(text)))
    }
}

/// A line of `--ndjson` with one text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Request {
    Text(String),
    Object { text: String },
}

#[derive(Serialize)]
pub(super) struct ErrorRecord {
    at: usize,
    rule: &'static str,
    expected: String,
    message: String,
}

impl ErrorRecord {
    pub(super) fn new(error: ParseError) -> ErrorRecord {
        ErrorRecord {
            at: error.at(),
            rule: error.rule().name(),
            expected: error.expected().to_string(),
            message: error.to_string(),
        }
    }
}

//! Shared code of the `uri` subcommands, which read texts and write one answer for each text.

use std::io::{self, Write as _};

use linkwright::Span;
use linkwright::uri::{
    Grammar, IriReferenceBuf, MapError, Mode, ParseError, Repaired, UriReferenceBuf, check, repair,
    rfc2396,
};
use serde::Serialize;

use crate::draw::{self, Mark};
use crate::exit::{Failure, Status};
use crate::input::Lines;
use crate::interrupt;
use crate::rows::Rows;
use crate::show::{Palette, visible};

/// The options that all subcommands have.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Common {
    /// Write one JSON object per text
    #[arg(long)]
    json: bool,

    /// Accept zone identifiers in IPv6 addresses, `[fe80::1%25eth0]` (RFC 6874)
    #[arg(long)]
    zone_ids: bool,
}

/// The texts of a subcommand that answers each of them.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Texts {
    /// The texts; by default the lines of standard input
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,

    #[command(flatten)]
    common: Common,
}

impl Texts {
    /// Answers each text, or each line of standard input if there is none.
    pub(super) fn answer(
        &self,
        color: bool,
        mut answer: impl FnMut(&mut Session, &[u8]) -> io::Result<()>,
    ) -> Result<Status, Failure> {
        let mut session = Session::new(self.common, color);
        for text in &self.texts {
            answer(&mut session, text.as_bytes())?;
            session.out.end_row()?;
        }
        if self.texts.is_empty() {
            let mut lines = Lines::new();
            while let Some(line) = lines.next()? {
                match line {
                    Ok(line) => answer(&mut session, line)?,
                    Err(error) => session.reject_line(&error)?,
                }
                session.out.end_row()?;
                if lines.are_paused() {
                    session.out.flush()?;
                }
            }
        }
        session.finish()
    }
}

/// A run of a `uri` subcommand, with its buffered output.
pub(super) struct Session {
    common: Common,
    pub(super) palette: Palette,
    pub(super) out: Rows,
    /// Whether every answer was positive.
    pub(super) is_good: bool,
    has_failed: bool,
}

impl Session {
    pub(super) fn new(common: Common, color: bool) -> Session {
        interrupt::listen_between_rows();
        let out = Rows::new();
        let palette = Palette::new(color);
        Session { common, palette, out, is_good: true, has_failed: false }
    }

    pub(super) fn is_json(&self) -> bool {
        self.common.json
    }

    /// The requested extensions of the grammar.
    pub(super) fn mode(&self) -> Mode {
        Mode::new().zone_ids(self.common.zone_ids)
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

    /// Repairs a text. Where it is not UTF-8, it is not valid, and the error says where.
    pub(super) fn repair<'t>(
        &self,
        text: &'t [u8],
        grammar: Grammar,
    ) -> Result<Repaired<'t>, ParseError> {
        let text = match str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => check(text, grammar, self.mode()).map(|()| "")?,
        };
        repair(text, grammar, self.mode())
    }

    pub(super) fn finish(mut self) -> Result<Status, Failure> {
        self.out.flush()?;
        Ok(Status::of(self.is_good, self.has_failed))
    }

    pub(super) fn write_json(&mut self, record: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, record)?;
        self.out.write_all(b"\n")
    }

    /// Reports a line that is not read.
    fn reject_line(&mut self, error: &str) -> io::Result<()> {
        self.has_failed = true;
        if self.common.json {
            return self.write_json(&serde_json::json!({ "error": error }));
        }
        writeln!(self.out, "{error}")
    }

    /// Reports that `text` is not a URI, with the position of the error.
    pub(super) fn reject(&mut self, text: &[u8], error: ParseError) -> io::Result<()> {
        self.is_good = false;
        if self.common.json {
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
        if self.common.json {
            return self.write_json(&serde_json::json!({ name: text }));
        }
        writeln!(self.out, "{}", visible(text))
    }

    /// Reports why `text` has no answer.
    pub(super) fn reject_text(&mut self, text: &[u8], reason: &str) -> io::Result<()> {
        self.is_good = false;
        if self.common.json {
            return self.write_json(&serde_json::json!({ "error": reason }));
        }
        writeln!(self.out, "{}: {reason}", visible(&String::from_utf8_lossy(text)))
    }
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

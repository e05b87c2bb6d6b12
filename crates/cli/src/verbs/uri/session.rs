//! What the verbs of `uri` have in common: texts in, one answer each out.

use std::io::{self, BufWriter, StdoutLock, Write};

use linkwright::Span;
use linkwright::uri::{Grammar, Mode, ParseError, UriReference, rfc2396, scan_bytes, to_uri};
use serde::{Deserialize, Serialize};

use crate::draw::{self, Mark};
use crate::input::Lines;
use crate::outcome::{Failure, Status};
use crate::show::{Palette, visible};

/// How texts come in and answers go out.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct InOut {
    /// Write one JSON object a text
    #[arg(long)]
    pub(super) json: bool,

    /// Read standard input as JSON, one object a line: a text may hold anything
    #[arg(long, conflicts_with = "texts")]
    pub(super) ndjson: bool,
}

/// Where a text came from, which says how it is to be read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Line<'l> {
    /// The text itself.
    Text(&'l [u8]),
    /// JSON around it.
    Json(&'l [u8]),
}

/// One run: the answers so far.
pub(super) struct Session {
    io: InOut,
    pub(super) palette: Palette,
    pub(super) out: BufWriter<StdoutLock<'static>>,
    /// Whether every answer was the one that was hoped for.
    pub(super) is_good: bool,
    has_failed: bool,
}

impl Session {
    pub(super) fn new(io: InOut, color: bool) -> Session {
        let out = BufWriter::new(io::stdout().lock());
        let palette = Palette::new(color);
        Session { io, palette, out, is_good: true, has_failed: false }
    }

    pub(super) fn is_json(&self) -> bool {
        self.io.json
    }

    /// Answers each of `texts`, or each line of standard input when there is none.
    pub(super) fn answer_each(
        mut self,
        texts: &[String],
        mut answer: impl FnMut(&mut Session, Line<'_>) -> io::Result<()>,
    ) -> Result<Status, Failure> {
        for text in texts {
            answer(&mut self, Line::Text(text.as_bytes()))?;
        }
        if texts.is_empty() {
            let mut lines = Lines::new();
            while let Some(line) = lines.next()? {
                let line = if self.io.ndjson { Line::Json(line) } else { Line::Text(line) };
                answer(&mut self, line)?;
                if lines.are_paused() {
                    self.out.flush()?;
                }
            }
        }
        self.finish()
    }

    pub(super) fn finish(mut self) -> Result<Status, Failure> {
        self.out.flush()?;
        Ok(Status::of(self.is_good, self.has_failed))
    }

    pub(super) fn write_json(&mut self, record: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, record)?;
        self.out.write_all(b"\n")
    }

    /// Says that a line of `--ndjson` is none that the verb reads.
    pub(super) fn reject_line(&mut self, wanted: &str) -> io::Result<()> {
        self.has_failed = true;
        self.write_json(&serde_json::json!({ "error": format!("the line is neither {wanted}") }))
    }

    /// Says that `text` is no URI, and where.
    pub(super) fn reject(&mut self, text: &[u8], error: ParseError) -> io::Result<()> {
        self.is_good = false;
        if self.io.json {
            return self.write_json(&serde_json::json!({ "error": ErrorRecord::new(error) }));
        }
        self.point(text, error)
    }

    /// The text with a caret under the place, and why.
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

    /// A URI as an answer.
    pub(super) fn write_uri(&mut self, uri: &str) -> io::Result<()> {
        if self.io.json {
            return self.write_json(&serde_json::json!({ "uri": uri }));
        }
        writeln!(self.out, "{}", visible(uri))
    }
}

/// A line of `--ndjson` with one text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Request {
    Text(String),
    Object { text: String },
}

impl Line<'_> {
    /// The text of a line that has one; without one the line was rejected.
    pub(super) fn text(self, session: &mut Session) -> io::Result<Option<Vec<u8>>> {
        match self {
            Line::Text(text) => Ok(Some(text.to_vec())),
            Line::Json(line) => match serde_json::from_slice::<Request>(line) {
                Ok(Request::Text(text) | Request::Object { text }) => Ok(Some(text.into_bytes())),
                Err(_) => {
                    session.reject_line("a JSON string nor {\"text\": ...}")?;
                    Ok(None)
                }
            },
        }
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

/// The text of a reference: as it is, or as the URI that an IRI maps to.
///
/// The error is the one of the URI: whoever asks to normalize or to compare means that.
pub(super) fn read(text: &[u8]) -> Result<String, ParseError> {
    let mode = Mode::new().zone_ids(true);
    let strict = scan_bytes(text, Grammar::UriReference, mode).complete();
    let text = String::from_utf8_lossy(text);
    match strict {
        Ok(_) => Ok(text.into_owned()),
        Err(error) => to_uri(&text).map(String::from).map_err(|_| error),
    }
}

/// The view of a text that [`read`] gave.
pub(super) fn view(text: &str) -> Result<UriReference<'_>, ParseError> {
    UriReference::parse_with(text, Mode::new().zone_ids(true))
}

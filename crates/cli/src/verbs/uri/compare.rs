//! `linkwright uri compare`

use std::io::{self, Write as _};
use std::path::PathBuf;

use linkwright::uri::{Aliases, ParseError, Rung, UriReference};
use serde::{Deserialize, Serialize};

use super::aliases;
use super::session::{self, InOut, Line, Session};
use crate::outcome::{Failure, Status};
use crate::show::visible;

/// Say how much work it takes to see that two URIs are the same.
///
/// Prints the first rung of the ladder of RFC 3986, section 6.2, on which they are equal, or
/// `different`. Exit status: 0 when they are equal, 1 when they are not, 2 on an error.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// One URI, and the other; with --ndjson they are read as {"a": ..., "b": ...}
    #[arg(value_names = ["A", "B"], num_args = 2, required_unless_present = "ndjson")]
    texts: Vec<String>,

    /// Show both URIs on each rung
    #[arg(long)]
    explain: bool,

    /// What leads where, for the rung `protocol`: lines of CSV `from,to` or JSON {"from", "to"}
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,

    #[command(flatten)]
    pub(super) io: InOut,
}

/// A line of `--ndjson`.
#[derive(Deserialize)]
struct Request {
    a: String,
    b: String,
}

#[derive(Serialize)]
struct Answer {
    rung: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forms: Vec<Forms>,
}

/// Both URIs on one rung.
#[derive(Serialize)]
struct Forms {
    rung: &'static str,
    a: String,
    b: String,
}

pub(super) fn run(args: &Args, mut session: Session) -> Result<Status, Failure> {
    let known = args.aliases.as_deref().map(aliases::read).transpose()?;
    let mut comparison = Comparison { aliases: known, explain: args.explain };
    if let [a, b] = args.texts.as_slice() {
        comparison.compare(&mut session, a, b)?;
        return session.finish();
    }
    session.answer_each(&[], |session, line| comparison.line(session, line))
}

struct Comparison {
    aliases: Option<Aliases>,
    explain: bool,
}

impl Comparison {
    fn line(&mut self, session: &mut Session, line: Line<'_>) -> io::Result<()> {
        let (Line::Text(line) | Line::Json(line)) = line;
        match serde_json::from_slice::<Request>(line) {
            Ok(Request { a, b }) => self.compare(session, &a, &b),
            Err(_) => session.reject_line("an object with \"a\" nor one with \"b\""),
        }
    }

    fn compare(&mut self, session: &mut Session, a: &str, b: &str) -> io::Result<()> {
        let read = |text: &str| session::read(text.as_bytes());
        let (x, y) = match (read(a), read(b)) {
            (Ok(x), Ok(y)) => (x, y),
            (Err(error), _) => return session.reject(a.as_bytes(), error),
            (_, Err(error)) => return session.reject(b.as_bytes(), error),
        };
        match self.answer(&x, &y) {
            Ok(answer) => write(session, &answer),
            Err(error) => session.reject(a.as_bytes(), error),
        }
    }

    fn answer(&self, a: &str, b: &str) -> Result<Answer, ParseError> {
        let (a, b) = (session::view(a)?, session::view(b)?);
        let rung = a.first_equal_rung(&b).or_else(|| {
            let (aliases, a, b) = (self.aliases.as_ref()?, a.to_uri()?, b.to_uri()?);
            aliases.first_equal_rung(a, b)
        });
        let forms = if self.explain { self.forms(a, b) } else { Vec::new() };
        Ok(Answer { rung: rung.map(Rung::name), forms })
    }

    fn forms(&self, a: UriReference<'_>, b: UriReference<'_>) -> Vec<Forms> {
        let rungs = Rung::ALL.into_iter();
        let shown = rungs.filter(|rung| *rung < Rung::Protocol || self.aliases.is_some());
        let form = |uri: UriReference<'_>, rung| match (&self.aliases, uri.to_uri()) {
            (Some(aliases), Some(uri)) if rung == Rung::Protocol => {
                aliases.follow(uri).into_string()
            }
            _ => uri.normalize(rung).to_string(),
        };
        shown.map(|rung| Forms { rung: rung.name(), a: form(a, rung), b: form(b, rung) }).collect()
    }
}

fn write(session: &mut Session, answer: &Answer) -> io::Result<()> {
    session.is_good &= answer.rung.is_some();
    if session.is_json() {
        return session.write_json(answer);
    }
    for Forms { rung, a, b } in &answer.forms {
        let sign = if a == b { "=" } else { "≠" };
        writeln!(session.out, "{rung:<8}   {}\n         {sign} {}", visible(a), visible(b))?;
    }
    writeln!(session.out, "{}", answer.rung.unwrap_or("different"))
}

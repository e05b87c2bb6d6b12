//! `linkwright uri compare`: compares two URIs.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::ArgGroup;
use linkwright::uri::{Aliases, IriReference, IriReferenceBuf, ParseError, Rung};
use serde::{Deserialize, Serialize};

use super::aliases;
use super::session::{InOut, Line, Session};
use crate::exit::{Failure, Status};
use crate::show::visible;

/// Compare two URIs, and show how much normalization makes them equal.
///
/// Prints the first rung of the comparison ladder of RFC 3986, section 6.2, on which they are equal,
/// or `different`.
#[derive(Clone, Debug, clap::Args)]
#[command(group = ArgGroup::new("texts").args(["a", "b"]).multiple(true))]
pub(super) struct Args {
    /// A URI, an IRI or a reference; with --ndjson a line is {"a": ..., "b": ...}
    #[arg(required_unless_present = "ndjson")]
    a: Option<String>,

    /// The URI, IRI or reference to compare with A
    #[arg(required_unless_present = "ndjson")]
    b: Option<String>,

    /// First resolve both against this base, as RFC 3986, 6.1, recommends for references; with --ndjson a line can have
    /// its own "base"
    #[arg(long, value_name = "URI")]
    base: Option<String>,

    /// Ignore fragments, which do not affect what is retrieved (RFC 3986, 6.1)
    #[arg(long)]
    without_fragment: bool,

    /// Show the normal forms of both URIs on each rung
    #[arg(long)]
    explain: bool,

    /// Redirects for the rung `protocol`: lines of CSV `from,to` or JSON {"from": ..., "to": ...}
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
    base: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    rung: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forms: Vec<Forms>,
}

/// The forms of both URIs on one rung.
#[derive(Serialize)]
struct Forms {
    rung: &'static str,
    a: String,
    b: String,
}

pub(super) fn run(args: &Args, mut session: Session) -> Result<Status, Failure> {
    let known = args.aliases.as_deref().map(aliases::read).transpose()?;
    let comparison = Comparison { aliases: known, args };
    if let (Some(a), Some(b)) = (&args.a, &args.b) {
        comparison.compare(&mut session, args.base.as_deref(), a, b)?;
        return session.finish();
    }
    session.answer_each(&[], |session, line| comparison.line(session, line))
}

struct Comparison<'a> {
    aliases: Option<Aliases>,
    args: &'a Args,
}

impl Comparison<'_> {
    fn line(&self, session: &mut Session, line: Line<'_>) -> io::Result<()> {
        let (Line::Text(line) | Line::Json(line)) = line;
        match serde_json::from_slice::<Request>(line) {
            Ok(Request { a, b, base }) => {
                let base = base.as_deref().or(self.args.base.as_deref());
                self.compare(session, base, &a, &b)
            }
            Err(_) => session.reject_line("an object with \"a\" and \"b\""),
        }
    }

    fn compare(
        &self,
        session: &mut Session,
        base: Option<&str>,
        a: &str,
        b: &str,
    ) -> io::Result<()> {
        let base = match base.map(|base| (base, session.read_iri(base.as_bytes()))) {
            Some((text, Err(error))) => return session.reject(text.as_bytes(), error),
            Some((_, Ok(base))) => Some(base),
            None => None,
        };
        let [x, y] = [a, b].map(|text| self.target(session, base.as_ref(), text));
        match (x, y) {
            (Ok(x), Ok(y)) => write(session, &self.answer(&x, &y)),
            (Err(error), _) => session.reject(a.as_bytes(), error),
            (_, Err(error)) => session.reject(b.as_bytes(), error),
        }
    }

    /// The URI to compare: `text`, resolved against `base` if there is one, and without its fragment if requested.
    fn target(
        &self,
        session: &Session,
        base: Option<&IriReferenceBuf>,
        text: &str,
    ) -> Result<IriReferenceBuf, ParseError> {
        let mut reference = session.read_iri(text.as_bytes())?;
        if let Some(base) = base.and_then(|base| base.as_reference().to_iri()) {
            reference = base.resolve(reference.as_reference())?.into();
        }
        if self.args.without_fragment {
            reference = IriReferenceBuf::from(reference.as_reference().without_fragment());
        }
        Ok(reference)
    }

    fn answer(&self, a: &IriReferenceBuf, b: &IriReferenceBuf) -> Answer {
        let (a, b) = (a.as_reference(), b.as_reference());
        let rung = a.first_equal_rung(&b).or_else(|| self.rung_of_aliases(a, b));
        let forms = if self.args.explain { self.forms(a, b) } else { Vec::new() };
        Answer { rung: rung.map(Rung::name), forms }
    }

    fn rung_of_aliases(&self, a: IriReference<'_>, b: IriReference<'_>) -> Option<Rung> {
        let aliases = self.aliases.as_ref()?;
        let [a, b] = [a, b].map(|iri| iri.to_uri_reference().ok());
        let (a, b) = (a?, b?);
        aliases.first_equal_rung(a.as_reference().to_uri()?, b.as_reference().to_uri()?)
    }

    fn forms(&self, a: IriReference<'_>, b: IriReference<'_>) -> Vec<Forms> {
        let rungs = Rung::ALL.iter().copied();
        let shown = rungs.filter(|rung| *rung < Rung::Protocol || self.aliases.is_some());
        let forms = shown.map(|rung| {
            let [a, b] = [a, b].map(|iri| self.form(iri, rung));
            Forms { rung: rung.name(), a, b }
        });
        forms.collect()
    }

    /// The normal form of `iri` on `rung`.
    fn form(&self, iri: IriReference<'_>, rung: Rung) -> String {
        let aliases = self.aliases.as_ref().filter(|_| rung == Rung::Protocol);
        let end = aliases.and_then(|aliases| {
            let mapped = iri.to_uri_reference().ok()?;
            Some(aliases.follow(mapped.as_reference().to_uri()?).into_string())
        });
        end.unwrap_or_else(|| iri.normalize(rung).into_string())
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

//! `linkwright uri resolve` and `linkwright uri relativize`: convert between URIs and relative references.

use std::io;

use linkwright::uri::{Resolver, UriReference};
use serde::Deserialize;

use super::session::{InOut, Line, Session};
use crate::exit::{Failure, Status};

/// Resolve references against a base URI.
///
/// Each result is a URI; an IRI is mapped to a URI.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ResolveArgs {
    /// The references to resolve; by default the lines of standard input
    #[arg(value_name = "REFERENCE")]
    texts: Vec<String>,

    /// The base URI; with --ndjson, a line can have its own base: {"base": ..., "ref": ...}
    #[arg(long, value_name = "URI", required_unless_present = "ndjson")]
    base: Option<String>,

    /// Ignore the scheme of a reference if the base has the same scheme, as programs did before RFC 2396
    #[arg(long)]
    lenient: bool,

    #[command(flatten)]
    pub(super) io: InOut,
}

/// Write URIs as relative references to a base.
///
/// If no reference is shorter than the URI, the URI is written unchanged, or null with --json.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct RelativizeArgs {
    /// The URIs to relativize; by default the lines of standard input
    #[arg(value_name = "TARGET")]
    texts: Vec<String>,

    /// The base URI; with --ndjson, a line can have its own base: {"base": ..., "target": ...}
    #[arg(long, value_name = "URI", required_unless_present = "ndjson")]
    base: Option<String>,

    #[command(flatten)]
    pub(super) io: InOut,
}

/// A line of `--ndjson`.
#[derive(Deserialize)]
struct Request {
    base: Option<String>,
    #[serde(alias = "target")]
    r#ref: String,
}

impl Request {
    /// The base and the reference or target of a line. If one of them is missing, rejects the line and returns `None`.
    fn read(
        line: Line<'_>,
        base: Option<&str>,
        session: &mut Session,
    ) -> io::Result<Option<(String, Vec<u8>)>> {
        let request = match line {
            Line::Text(text) => base.map(|base| (base.to_owned(), text.to_vec())),
            Line::Json(line) => serde_json::from_slice::<Request>(line).ok().and_then(|request| {
                let base = request.base.or_else(|| base.map(str::to_owned))?;
                Some((base, request.r#ref.into_bytes()))
            }),
        };
        if request.is_none() {
            let wanted =
                "an object with \"ref\" or \"target\", and with \"base\" if --base is not given";
            session.reject_line(wanted)?;
        }
        Ok(request)
    }
}

pub(super) fn run(args: &ResolveArgs, session: Session) -> Result<Status, Failure> {
    answer_each(&args.texts, args.base.as_deref(), session, |session, base, text| {
        let resolver = Resolver::relative(base).backward_compatible(args.lenient);
        match session.read(text) {
            Ok(reference) => {
                session.write("uri", &resolver.target(reference.as_reference()).to_string())
            }
            Err(error) => session.reject(text, error),
        }
    })
}

pub(super) fn run_relativize(args: &RelativizeArgs, session: Session) -> Result<Status, Failure> {
    answer_each(&args.texts, args.base.as_deref(), session, |session, base, text| {
        match session.read(text) {
            Ok(target) => write_way(session, base, target.as_reference()),
            Err(error) => session.reject(text, error),
        }
    })
}

/// Calls `answer` for each text with its base. The base of the line takes precedence over `base`.
fn answer_each(
    texts: &[String],
    base: Option<&str>,
    session: Session,
    answer: impl Fn(&mut Session, UriReference<'_>, &[u8]) -> io::Result<()>,
) -> Result<Status, Failure> {
    session.answer_each(texts, |session, line| {
        let Some((base, text)) = Request::read(line, base, session)? else { return Ok(()) };
        match session.read(base.as_bytes()) {
            Ok(base) => answer(session, base.as_reference(), &text),
            Err(error) => session.reject(base.as_bytes(), error),
        }
    })
}

fn write_way(
    session: &mut Session,
    base: UriReference<'_>,
    target: UriReference<'_>,
) -> io::Result<()> {
    let reference = target.to_uri().and_then(|uri| Resolver::relative(base).relativize(uri));
    if let Some(reference) = reference {
        return session.write("uri", &reference);
    }
    session.is_good = false;
    if session.is_json() {
        session.write_json(&serde_json::json!({ "uri": null }))
    } else {
        session.write("uri", target.as_str())
    }
}

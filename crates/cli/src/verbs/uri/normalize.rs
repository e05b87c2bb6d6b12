//! `linkwright uri normalize`

use linkwright::uri::{Rung, UriReference};

use super::session::{self, InOut, Line, Session};
use crate::outcome::{Failure, Status};

/// Write URIs in their normal form.
///
/// Exit status: 0 when every text is a URI or a reference, 1 when one is not, 2 when a line of
/// --ndjson could not be read.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The texts; none means one a line on standard input
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,

    /// How far to go: each rung includes the ones before it
    #[arg(long, value_name = "RUNG", default_value = "scheme")]
    #[arg(value_parser = ["string", "case", "percent", "path", "scheme"])]
    rung: String,

    #[command(flatten)]
    pub(super) io: InOut,
}

pub(super) fn run(args: &Args, session: Session) -> Result<Status, Failure> {
    let rung = Rung::from_name(&args.rung).unwrap_or(Rung::Scheme);
    session.answer_each(&args.texts, |session, line| normalize(session, line, rung))
}

fn normalize(session: &mut Session, line: Line<'_>, rung: Rung) -> std::io::Result<()> {
    let Some(text) = line.text(session)? else { return Ok(()) };
    let form = |uri: UriReference<'_>| uri.normalize(rung).to_cow().into_owned();
    match session::read(&text).and_then(|text| session::view(&text).map(form)) {
        Ok(form) => session.write_uri(&form),
        Err(error) => session.reject(&text, error),
    }
}

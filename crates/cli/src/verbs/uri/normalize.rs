//! `linkwright uri normalize`: writes URIs in normal form.

use clap::builder::PossibleValuesParser;
use linkwright::uri::Rung;

use super::session::{InOut, Session};
use crate::exit::{Failure, Status};

/// Write URIs in normal form.
///
/// The rungs are those of the comparison ladder of RFC 3986, section 6.2. On the rung `string`, an IRI is unchanged. On
/// all other rungs it is written as a URI. Its host is written with A-labels on the rung `scheme`, and percent-encoded
/// on the lower rungs.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The URIs to normalize; by default the lines of standard input
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,

    /// How far to normalize; each rung includes the rungs before it
    #[arg(long, value_name = "RUNG", default_value = Rung::Scheme.name(), value_parser = rungs())]
    rung: String,

    #[command(flatten)]
    pub(super) io: InOut,
}

/// All rungs except `protocol`, which needs aliases.
fn rungs() -> PossibleValuesParser {
    let rungs = Rung::ALL.iter().copied().filter(|rung| *rung != Rung::Protocol);
    PossibleValuesParser::new(rungs.map(Rung::name))
}

pub(super) fn run(args: &Args, session: Session) -> Result<Status, Failure> {
    let rung = args.rung.parse().unwrap_or(Rung::Scheme);
    session.answer_texts(&args.texts, |session, text| match session.read_iri(text) {
        Ok(iri) => session.write("uri", iri.as_reference().normalize(rung).as_str()),
        Err(error) => session.reject(text, error),
    })
}

//! `linkwright uri format`: writes URIs with as few percent-escapes as possible.

use linkwright::uri::{Grammar, Iri, ParseError};

use super::session::{Session, Texts};
use crate::exit::{Failure, Status};

/// Write URIs with as few percent-escapes as possible (UTS #58, minimal escaping).
///
/// Letters of any script and most punctuation are decoded. Between two blanks, `extract --preset uts58` finds the result
/// whole. Characters that URIs do not allow, such as a `%` without two hexadecimal digits, are read as data.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Do not escape punctuation at the end: more of the same token follows the URI
    #[arg(long)]
    medial: bool,

    #[command(flatten)]
    texts: Texts,
}

pub(super) fn run(args: &Args, color: bool) -> Result<Status, Failure> {
    args.texts.answer(color, |session, text| match minimal(text, session, args.medial) {
        Ok(minimal) => session.write("uri", &minimal),
        Err(error) => session.reject(text, error),
    })
}

fn minimal(text: &[u8], session: &Session, medial: bool) -> Result<String, ParseError> {
    let repaired = session.repair(text, Grammar::Iri)?;
    let iri = Iri::parse_with(repaired.as_str(), session.mode())?;
    let minimal = iri.minimally_escaped();
    Ok(if medial { minimal.medial().to_string() } else { minimal.to_string() })
}

//! `linkwright uri format`: writes URIs with as few percent-escapes as possible.

use std::borrow::Cow;

use linkwright::uri::{Grammar, Iri, ParseError, check, repair};

use super::session::{InOut, Session};
use crate::exit::{Failure, Status};

/// Write URIs with as few percent-escapes as possible (UTS #58, minimal escaping).
///
/// Letters of any script and most punctuation are decoded. Between two blanks, `extract --preset uts58` finds the result
/// whole. Characters that URIs do not allow, such as a `%` without two hexadecimal digits, are read as data.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The URIs to write; by default the lines of standard input
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,

    /// Do not escape punctuation at the end: more of the same token follows the URI
    #[arg(long)]
    medial: bool,

    #[command(flatten)]
    pub(super) io: InOut,
}

pub(super) fn run(args: &Args, session: Session) -> Result<Status, Failure> {
    session.answer_texts(&args.texts, |session, text| match minimal(text, session, args.medial) {
        Ok(minimal) => session.write("uri", &minimal),
        Err(error) => session.reject(text, error),
    })
}

fn minimal(text: &[u8], session: &Session, medial: bool) -> Result<String, ParseError> {
    // Where the text is not UTF-8, it is not an IRI either, and the error says where.
    let lossy = String::from_utf8_lossy(text);
    if matches!(lossy, Cow::Owned(_)) {
        check(text, Grammar::Iri, session.mode())?;
    }
    let repaired = repair(&lossy, Grammar::Iri, session.mode())?;
    let iri = Iri::parse_with(repaired.as_str(), session.mode())?;
    let minimal = iri.minimally_escaped();
    Ok(if medial { minimal.medial().to_string() } else { minimal.to_string() })
}

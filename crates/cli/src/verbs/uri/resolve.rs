//! `linkwright uri resolve` and `linkwright uri relativize`: convert between URIs and relative references.

use std::io;

use linkwright::uri::{Resolver, UriReference};

use super::session::{Session, Texts};
use crate::exit::{Failure, Status};

/// Resolve references against a base URI.
///
/// Each result is a URI; an IRI is mapped to a URI.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ResolveArgs {
    /// Ignore the scheme of a reference if the base has the same scheme, as programs did before RFC 2396
    #[arg(long)]
    lenient: bool,

    #[command(flatten)]
    based: Based,
}

/// Texts with a base.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Based {
    /// The base URI
    #[arg(long, value_name = "URI")]
    base: String,

    #[command(flatten)]
    texts: Texts,
}

impl Based {
    /// Calls `answer` with the base and each text.
    fn answer(
        &self,
        color: bool,
        answer: impl Fn(&mut Session, UriReference<'_>, UriReference<'_>) -> io::Result<()>,
    ) -> Result<Status, Failure> {
        let base = self.base.as_bytes();
        self.texts.answer(color, |session, text| match (session.read(base), session.read(text)) {
            (Err(error), _) => session.reject(base, error),
            (_, Err(error)) => session.reject(text, error),
            (Ok(base), Ok(text)) => answer(session, base.as_reference(), text.as_reference()),
        })
    }
}

pub(super) fn run(args: &ResolveArgs, color: bool) -> Result<Status, Failure> {
    args.based.answer(color, |session, base, reference| {
        let resolver = Resolver::relative(base).backward_compatible(args.lenient);
        session.write("uri", &resolver.target(reference).to_string())
    })
}

pub(super) fn run_relativize(args: &Based, color: bool) -> Result<Status, Failure> {
    args.answer(color, write_way)
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

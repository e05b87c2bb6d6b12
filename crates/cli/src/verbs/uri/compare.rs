//! `linkwright uri compare`: compares two URIs.

use std::io::{self, Write as _};

use linkwright::uri::{IriReference, IriReferenceBuf, ParseError, Rung};
use serde::Serialize;

use super::session::{Common, Session};
use crate::exit::{Failure, Status};
use crate::show::visible;

/// Compare two URIs, and show how much normalization makes them equal.
///
/// Prints the first rung of the comparison ladder of RFC 3986, section 6.2, on which they are equal,
/// or `different`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// A URI, an IRI or a reference
    a: String,

    /// The URI, IRI or reference to compare with A
    b: String,

    /// First resolve both against this base, as RFC 3986, 6.1, recommends for references
    #[arg(long, value_name = "URI")]
    base: Option<String>,

    /// Ignore fragments, which do not affect what is retrieved (RFC 3986, 6.1)
    #[arg(long)]
    without_fragment: bool,

    /// Show the normal forms of both URIs on each rung
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    common: Common,
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

pub(super) fn run(args: &Args, color: bool) -> Result<Status, Failure> {
    let mut session = Session::new(args.common, color);
    args.compare(&mut session)?;
    session.finish()
}

impl Args {
    fn compare(&self, session: &mut Session) -> io::Result<()> {
        let base = match self.base.as_deref().map(|base| (base, session.read_iri(base.as_bytes())))
        {
            Some((text, Err(error))) => return session.reject(text.as_bytes(), error),
            Some((_, Ok(base))) => Some(base),
            None => None,
        };
        let [x, y] = [&self.a, &self.b].map(|text| self.target(session, base.as_ref(), text));
        match (x, y) {
            (Ok(x), Ok(y)) => write(session, &self.answer(x.as_reference(), y.as_reference())),
            (Err(error), _) => session.reject(self.a.as_bytes(), error),
            (_, Err(error)) => session.reject(self.b.as_bytes(), error),
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
        if self.without_fragment {
            reference = IriReferenceBuf::from(reference.as_reference().without_fragment());
        }
        Ok(reference)
    }

    fn answer(&self, a: IriReference<'_>, b: IriReference<'_>) -> Answer {
        // The last rung needs a list of redirects.
        let rungs = Rung::ALL.iter().copied().filter(|rung| self.explain && *rung < Rung::Protocol);
        let forms = rungs.map(|rung| {
            let [a, b] = [a, b].map(|iri| iri.normalize(rung).into_string());
            Forms { rung: rung.name(), a, b }
        });
        Answer { rung: a.first_equal_rung(&b).map(Rung::name), forms: forms.collect() }
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

//! `linkwright uri compare`: compares two URIs.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::ArgGroup;
use linkwright::uri::{Aliases, IriReference, IriReferenceBuf, Rung};
use serde_json::json;

use super::aliases;
use super::session::{InOut, Line, Refusal, Session};
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

    /// Redirects for the rung `protocol`: lines of two URIs, `from to`
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,

    #[command(flatten)]
    pub(super) io: InOut,
}

pub(super) fn run(args: &Args, session: Session) -> Result<Status, Failure> {
    let aliases = args.aliases.as_deref().map(aliases::read).transpose()?;
    let typed = args.a.iter().zip(&args.b).map(|(a, b)| Line::pair(a, b)).collect();
    session.answer(typed, |session, line| {
        let b = line.b.as_deref().ok_or_else(|| session.incomplete())?;
        let base = line.base(args.base.as_deref()).map(Session::read_iri).transpose()?;
        let a = args.target(base.as_ref(), &line.text)?;
        let b = args.target(base.as_ref(), b)?;
        Ok(args.compare(session, a.as_reference(), b.as_reference(), aliases.as_ref())?)
    })
}

impl Args {
    /// The URI to compare: `text`, resolved against `base` if there is one, and without its fragment if requested.
    fn target(
        &self,
        base: Option<&IriReferenceBuf>,
        text: &str,
    ) -> Result<IriReferenceBuf, Refusal> {
        let mut reference = Session::read_iri(text)?;
        if let Some(base) = base.and_then(|base| base.as_reference().to_iri()) {
            let resolved = base.resolve(reference.as_reference());
            reference = resolved.map_err(|error| Refusal::Invalid(text.to_owned(), error))?.into();
        }
        if self.without_fragment {
            reference = IriReferenceBuf::from(reference.as_reference().without_fragment());
        }
        Ok(reference)
    }

    fn compare(
        &self,
        session: &mut Session,
        a: IriReference<'_>,
        b: IriReference<'_>,
        aliases: Option<&Aliases>,
    ) -> io::Result<()> {
        let by_aliases = || {
            let [a, b] = [a, b].map(|iri| iri.to_uri_reference().ok());
            let (a, b) = (a?, b?);
            aliases?.first_equal_rung(a.as_reference().to_uri()?, b.as_reference().to_uri()?)
        };
        let rung = a.first_equal_rung(&b).or_else(by_aliases).map(Rung::name);
        session.is_good &= rung.is_some();
        let rungs = Rung::ALL.iter().copied().filter(|_| self.explain);
        let forms = rungs.filter(|rung| *rung < Rung::Protocol || aliases.is_some()).map(|rung| {
            let [a, b] = [a, b].map(|iri| form(iri, rung, aliases));
            (rung.name(), a, b)
        });
        if session.is_json() {
            let forms = forms.map(|(rung, a, b)| json!({ "rung": rung, "a": a, "b": b }));
            let mut members = vec![("rung", json!(rung))];
            members.extend(self.explain.then(|| ("forms", forms.collect())));
            return session.write_json(&members);
        }
        for (rung, a, b) in forms {
            let sign = if a == b { "=" } else { "≠" };
            writeln!(session.out, "{rung:<8}   {}\n         {sign} {}", visible(&a), visible(&b))?;
        }
        writeln!(session.out, "{}", rung.unwrap_or("different"))
    }
}

/// The normal form of `iri` on `rung`.
fn form(iri: IriReference<'_>, rung: Rung, aliases: Option<&Aliases>) -> String {
    let end = aliases.filter(|_| rung == Rung::Protocol).and_then(|aliases| {
        let mapped = iri.to_uri_reference().ok()?;
        Some(aliases.follow(mapped.as_reference().to_uri()?).into_string())
    });
    end.unwrap_or_else(|| iri.normalize(rung).into_string())
}

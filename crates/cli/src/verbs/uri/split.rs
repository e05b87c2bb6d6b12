//! `linkwright uri split`: splits texts into components without parsing them.

use std::io::{self, Write as _};

use linkwright::uri::{Components, split};
use serde::Serialize;

use super::session::{InOut, Session};
use crate::exit::{Failure, Status};
use crate::show::visible;

/// Split any text into the five components of a URI, without checking it.
///
/// The result is the same as with the regular expression in RFC 3986, appendix B. To check a text, use `uri parse`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The texts to split; by default the lines of standard input
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,

    #[command(flatten)]
    pub(super) io: InOut,
}

#[derive(Serialize)]
struct Record<'t> {
    text: &'t str,
    scheme: Option<&'t str>,
    authority: Option<&'t str>,
    path: &'t str,
    query: Option<&'t str>,
    fragment: Option<&'t str>,
}

pub(super) fn run(args: &Args, session: Session) -> Result<Status, Failure> {
    session.answer_texts(&args.texts, |session, text| {
        let text = String::from_utf8_lossy(text);
        write(session, &text, split(&text))
    })
}

fn write(session: &mut Session, text: &str, components: Components<'_>) -> io::Result<()> {
    let record = Record {
        text,
        scheme: components.scheme(),
        authority: components.authority(),
        path: components.path(),
        query: components.query(),
        fragment: components.fragment(),
    };
    if session.is_json() {
        return session.write_json(&record);
    }
    let named = [
        ("scheme", record.scheme),
        ("authority", record.authority),
        ("path", Some(record.path)),
        ("query", record.query),
        ("fragment", record.fragment),
    ];
    let link = session.palette.link;
    writeln!(session.out, "{link}{}{link:#}", visible(text))?;
    for (name, value) in named {
        if let Some(value) = value {
            let place = session.palette.place;
            writeln!(session.out, "  {place}{name:<9}{place:#} {}", visible(value))?;
        }
    }
    Ok(())
}

//! `linkwright uri hazards`: reports the hazards of URIs.

use core::str::FromStr;
use std::borrow::Cow;
use std::io::{self, Write as _};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use linkwright::options::UnknownName;
use linkwright::uri::hazards::{Code, Hazard, Inspector, Severity};
use linkwright::uri::{Grammar, IriReference, Mode, ParseError, Rung, check};
use serde::Serialize;

use super::session::{ErrorRecord, InOut, Session};
use crate::draw::{self, Mark};
use crate::exit::{Failure, Status};
use crate::show::visible;
use linkwright_harvest::record::browser;

/// Report the hazards of URIs, with their positions.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The texts to inspect; by default the lines of standard input
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,

    /// Exit with status 1 if a hazard has this severity or a higher one, otherwise with 0
    #[arg(long, value_name = "SEVERITY", value_parser = severities())]
    fail_on: Option<Severity>,

    /// Set the severity of the hazard CODE, or of the hazard `well-known-port` for the port PORT, to info, warn, danger
    /// or off; repeatable
    #[arg(long = "severity", value_name = "CODE|PORT=SEVERITY")]
    severities: Vec<Override>,

    /// Look for device names in all paths, not only in `file` URIs
    #[arg(long)]
    paths_are_files: bool,

    #[command(flatten)]
    pub(super) io: InOut,
}

/// A parser for names of severities that shell completions can list.
fn severities() -> impl TypedValueParser<Value = Severity> {
    let names = PossibleValuesParser::new(Severity::ALL.iter().map(|severity| severity.name()));
    names.try_map(|name| name.parse::<Severity>())
}

/// `CODE=SEVERITY` or `PORT=SEVERITY`; `None` means `off`.
#[derive(Clone, Copy, Debug)]
struct Override(Subject, Option<Severity>);

#[derive(Clone, Copy, Debug)]
enum Subject {
    Code(Code),
    Port(u16),
}

impl FromStr for Override {
    type Err = String;

    fn from_str(text: &str) -> Result<Override, String> {
        let (name, weight) =
            text.split_once('=').ok_or("expected a code, `=` and a severity, such as `idn=off`")?;
        let code = || name.parse().map_err(|error: UnknownName| error.to_string());
        let subject = match name.parse::<u16>() {
            Ok(port) => Subject::Port(port),
            Err(_) => Subject::Code(code()?),
        };
        let weight = if weight == "off" {
            None
        } else {
            Some(weight.parse().map_err(|error: UnknownName| error.to_string())?)
        };
        Ok(Override(subject, weight))
    }
}

#[derive(Serialize)]
struct Record<'t> {
    text: &'t str,
    hazards: Vec<HazardRecord>,
    /// The URL that a browser opens; `null` if there is none.
    browser: Option<String>,
}

/// The record of a text that is not a URI.
#[derive(Serialize)]
struct Refused {
    error: ErrorRecord,
    browser: Option<String>,
}

#[derive(Serialize)]
struct HazardRecord {
    code: &'static str,
    severity: &'static str,
    span: [usize; 2],
    section: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<core::net::IpAddr>,
}

impl From<&Hazard> for HazardRecord {
    fn from(hazard: &Hazard) -> HazardRecord {
        HazardRecord {
            code: hazard.code().name(),
            severity: hazard.severity().name(),
            span: [hazard.span().start(), hazard.span().end()],
            section: hazard.code().section(),
            message: hazard.to_string(),
            address: hazard.address(),
        }
    }
}

pub(super) fn run(args: &Args, session: Session) -> Result<Status, Failure> {
    let inspector = args.inspector();
    let limit = args.fail_on.unwrap_or(Severity::Info);
    let (mut is_found, mut is_refused) = (false, false);
    let status = session.answer_texts(&args.texts, |session, text| {
        match inspect(&inspector, session.mode(), text) {
            Ok((text, hazards)) => {
                is_found |= hazards.iter().any(|hazard| hazard.severity() >= limit);
                write(session, &text, &hazards)
            }
            Err(error) => {
                is_refused = true;
                refuse(session, text, error)
            }
        }
    })?;
    let is_good = is_found == args.fail_on.is_none();
    Ok(Status::of(is_good, is_refused || status == Status::Error))
}

impl Args {
    fn inspector(&self) -> Inspector {
        let inspector = Inspector::new().paths_are_files(self.paths_are_files);
        self.severities.iter().fold(inspector, |inspector, Override(subject, severity)| {
            match (*subject, *severity) {
                (Subject::Code(code), Some(severity)) => inspector.severity(code, severity),
                (Subject::Code(code), None) => inspector.ignore(code),
                (Subject::Port(port), severity) => inspector.port(port, severity),
            }
        })
    }
}

/// Whether the host of `browser`, the URL that a browser opens, differs from the host that an RFC 3986 parser finds in
/// `text`.
fn is_read_otherwise(text: &str, browser: &str) -> bool {
    let host = |text: &str| {
        let uri = IriReference::parse(text).ok()?.to_uri_reference().ok()?;
        let uri = uri.as_reference().to_normalized(Rung::Scheme);
        let authority = uri.as_reference().authority()?;
        Some(authority.host().as_str().to_owned())
    };
    host(text) != host(browser)
}

/// Reports that `text` is not a URI, together with the URL to which a browser resolves it, if any.
fn refuse(session: &mut Session, text: &[u8], error: ParseError) -> io::Result<()> {
    let browser = core::str::from_utf8(text).ok().and_then(browser::url);
    session.is_good = false;
    if session.is_json() {
        return session.write_json(&Refused { error: ErrorRecord::new(error), browser });
    }
    session.point(text, error)?;
    match browser {
        Some(url) => writeln!(session.out, "a browser opens {}", visible(&url)),
        None => Ok(()),
    }
}

fn inspect<'t>(
    inspector: &Inspector,
    mode: Mode,
    text: &'t [u8],
) -> Result<(Cow<'t, str>, Vec<Hazard>), ParseError> {
    // Bytes that are not UTF-8 are refused here, so they never reach the inspector.
    check(text, Grammar::IriReference, mode)?;
    let text = String::from_utf8_lossy(text);
    let hazards = inspector.inspect(IriReference::parse_with(&text, mode)?);
    Ok((text, hazards))
}

fn write(session: &mut Session, text: &str, hazards: &[Hazard]) -> io::Result<()> {
    let browser = browser::url(text);
    if session.is_json() {
        let hazards = hazards.iter().map(Into::into).collect();
        return session.write_json(&Record { text, hazards, browser });
    }
    if hazards.is_empty() {
        writeln!(session.out, "{}", visible(text))?;
    }
    for hazard in hazards {
        let style = session.palette.reject;
        draw::draw_flat(&mut session.out, text.as_bytes(), Mark { span: hazard.span(), style })?;
        let (severity, code) = (hazard.severity(), hazard.code());
        writeln!(
            session.out,
            "{style}{severity}{style:#} {code}: {hazard} ({})",
            hazard.code().section()
        )?;
    }
    match browser.filter(|browser| is_read_otherwise(text, browser)) {
        Some(url) => writeln!(session.out, "a browser opens {}", visible(&url)),
        None => Ok(()),
    }
}

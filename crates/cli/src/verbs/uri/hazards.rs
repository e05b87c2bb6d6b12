//! `linkwright uri hazards`: reports the hazards of URIs.

use std::io::{self, Write as _};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use linkwright::options::UnknownName;
use linkwright::uri::hazards::{Code, Hazard, Inspector, Severity};
use linkwright::uri::{IriReference, Rung};
use linkwright_harvest::record::browser;
use serde_json::{Value, json};

use super::session::{Line, Session, Texts, record};
use crate::draw;
use crate::exit::{Failure, Status};
use crate::show::visible;

/// Report the hazards of URIs, with their positions.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) texts: Texts,

    /// Exit with status 1 if a hazard has this severity or a higher one, otherwise with 0
    #[arg(long, value_name = "SEVERITY", value_parser = severities())]
    fail_on: Option<Severity>,

    /// Set the severity of the hazard CODE, or of the hazard `well-known-port` for the port PORT, to info, warn, danger
    /// or off; repeatable
    #[arg(long = "severity", value_name = "CODE|PORT=SEVERITY", value_parser = severity)]
    severities: Vec<(Subject, Option<Severity>)>,

    /// Look for device names in all paths, not only in `file` URIs
    #[arg(long)]
    paths_are_files: bool,
}

/// A parser for names of severities that shell completions can list.
fn severities() -> impl TypedValueParser<Value = Severity> {
    let names = PossibleValuesParser::new(Severity::ALL.iter().map(|severity| severity.name()));
    names.try_map(|name| name.parse::<Severity>())
}

/// What a severity is set of.
#[derive(Clone, Copy, Debug)]
enum Subject {
    Code(Code),
    Port(u16),
}

/// Parses `CODE=SEVERITY` or `PORT=SEVERITY`; the severity `off` is `None`.
fn severity(text: &str) -> Result<(Subject, Option<Severity>), String> {
    let (name, severity) =
        text.split_once('=').ok_or("expected a code, `=` and a severity, such as `idn=off`")?;
    let wrong = |error: UnknownName| error.to_string();
    let subject = match name.parse() {
        Ok(port) => Subject::Port(port),
        Err(_) => Subject::Code(name.parse().map_err(wrong)?),
    };
    let severity = Some(severity).filter(|severity| *severity != "off");
    Ok((subject, severity.map(str::parse).transpose().map_err(wrong)?))
}

pub(super) fn run(args: &Args, session: Session) -> Result<Status, Failure> {
    let mut inspector = Inspector::new().paths_are_files(args.paths_are_files);
    for (subject, severity) in args.severities.iter().copied() {
        inspector = match (subject, severity) {
            (Subject::Code(code), Some(severity)) => inspector.severity(code, severity),
            (Subject::Code(code), None) => inspector.ignore(code),
            (Subject::Port(port), severity) => inspector.port(port, severity),
        };
    }
    let limit = args.fail_on.unwrap_or(Severity::Info);
    let mut is_found = false;
    let status = args.texts.answer(session, |session, Line { text, is_lossy, .. }| {
        let browser = Some(text).filter(|_| !is_lossy).and_then(|text| browser::url(text));
        let error = match IriReference::parse(text) {
            Ok(reference) => {
                let hazards = inspector.inspect(reference);
                is_found |= hazards.iter().any(|hazard| hazard.severity() >= limit);
                return Ok(write(session, text, &hazards, browser)?);
            }
            Err(error) => error,
        };
        session.has_failed = true;
        if session.is_json() {
            let members = [("error", record(error)), ("browser", json!(browser))];
            return Ok(session.write_json(&members)?);
        }
        session.point(text, error)?;
        Ok(write_browser(session, browser)?)
    })?;
    let is_good = is_found == args.fail_on.is_none();
    Ok(Status::of(is_good, status == Status::Error))
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

/// Writes the URL that a browser opens, if there is one.
fn write_browser(session: &mut Session, browser: Option<String>) -> io::Result<()> {
    match browser {
        Some(url) => writeln!(session.out, "a browser opens {}", visible(&url)),
        None => Ok(()),
    }
}

fn write(
    session: &mut Session,
    text: &str,
    hazards: &[Hazard],
    browser: Option<String>,
) -> io::Result<()> {
    if session.is_json() {
        let hazards = hazards.iter().map(record_of).collect();
        let members = [("text", json!(text)), ("hazards", hazards), ("browser", json!(browser))];
        return session.write_json(&members);
    }
    if hazards.is_empty() {
        writeln!(session.out, "{}", visible(text))?;
    }
    for hazard in hazards {
        let (style, severity, code) = (session.palette.reject, hazard.severity(), hazard.code());
        draw::draw_flat(&mut session.out, text, hazard.span(), style)?;
        let section = code.section();
        writeln!(session.out, "{style}{severity}{style:#} {code}: {hazard} ({section})")?;
    }
    write_browser(session, browser.filter(|browser| is_read_otherwise(text, browser)))
}

/// A hazard as JSON.
fn record_of(hazard: &Hazard) -> Value {
    let mut record = json!({
        "code": hazard.code().name(),
        "severity": hazard.severity().name(),
        "span": [hazard.span().start(), hazard.span().end()],
        "section": hazard.code().section(),
        "message": hazard.to_string(),
    });
    if let Some(address) = hazard.address() {
        record["address"] = json!(address);
    }
    record
}

//! `linkwright uri hazards`

use core::str::FromStr;
use std::borrow::Cow;
use std::io::{self, Write as _};

use linkwright::uri::hazards::{Code, Hazard, Inspector, Severity};
use linkwright::uri::{Grammar, Mode, scan_bytes};
use serde::Serialize;

use super::session::{InOut, Session};
use crate::draw::{self, Mark};
use crate::outcome::{Failure, Status};
use crate::show::visible;

/// Say what is dangerous about URIs, and where.
///
/// Exit status: 0 when there is something, 1 when there is nothing or a text is no URI, 2 when a
/// line of --ndjson could not be read.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The texts; none means one a line on standard input
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,

    /// Another weight for a hazard: info, warn, danger or off; can be given more than once
    #[arg(long = "severity", value_name = "CODE=SEVERITY")]
    severities: Vec<Override>,

    #[command(flatten)]
    pub(super) io: InOut,
}

/// `CODE=SEVERITY`; `None` is off.
#[derive(Clone, Copy, Debug)]
struct Override(Code, Option<Severity>);

impl FromStr for Override {
    type Err = String;

    fn from_str(text: &str) -> Result<Override, String> {
        let (code, severity) = text.split_once('=').ok_or("a code, \"=\" and a severity")?;
        let code = Code::from_name(code).ok_or_else(|| format!("no code is named {code:?}"))?;
        let severity = match severity {
            "off" => None,
            "info" => Some(Severity::Info),
            "warn" => Some(Severity::Warn),
            "danger" => Some(Severity::Danger),
            other => return Err(format!("no severity is named {other:?}")),
        };
        Ok(Override(code, severity))
    }
}

#[derive(Serialize)]
struct Record<'t> {
    text: &'t str,
    hazards: Vec<HazardRecord>,
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
            section: hazard.section(),
            message: hazard.to_string(),
            address: hazard.address(),
        }
    }
}

pub(super) fn run(args: &Args, session: Session) -> Result<Status, Failure> {
    let mut inspector = Inspector::new();
    for Override(code, severity) in &args.severities {
        inspector = match severity {
            Some(severity) => inspector.severity(*code, *severity),
            None => inspector.ignore(*code),
        };
    }
    let mut is_found = false;
    let status = session.answer_each(&args.texts, |session, line| {
        let Some(text) = line.text(session)? else { return Ok(()) };
        let hazards = match inspect(&inspector, &text) {
            Ok((text, hazards)) => {
                write(session, &text, &hazards)?;
                hazards
            }
            Err(error) => return session.reject(&text, error),
        };
        is_found |= !hazards.is_empty();
        Ok(())
    })?;
    Ok(if status == Status::Found && !is_found { Status::Nothing } else { status })
}

fn inspect<'t>(
    inspector: &Inspector,
    text: &'t [u8],
) -> Result<(Cow<'t, str>, Vec<Hazard>), linkwright::uri::ParseError> {
    // Bytes that are no UTF-8 are refused here, and never shown to the inspector.
    scan_bytes(text, Grammar::IriReference, Mode::new().zone_ids(true)).complete()?;
    let text = String::from_utf8_lossy(text);
    let hazards = inspector.inspect(&text)?;
    Ok((text, hazards))
}

fn write(session: &mut Session, text: &str, hazards: &[Hazard]) -> io::Result<()> {
    if session.is_json() {
        return session
            .write_json(&Record { text, hazards: hazards.iter().map(Into::into).collect() });
    }
    if hazards.is_empty() {
        return writeln!(session.out, "{}", visible(text));
    }
    for hazard in hazards {
        let style = session.palette.reject;
        draw::draw_flat(&mut session.out, text.as_bytes(), Mark { span: hazard.span(), style })?;
        let (severity, code) = (hazard.severity(), hazard.code());
        writeln!(
            session.out,
            "{style}{severity}{style:#} {code}: {hazard} ({})",
            hazard.section()
        )?;
    }
    Ok(())
}

//! `linkwright uri parse`: shows the components of URIs.

use std::io::{self, Write as _};

use clap::builder::PossibleValuesParser;
use linkwright::uri::{Grammar, HostKind, IriReference, Mode, ParseError, check, undelimited};
use serde::Serialize;

use super::session::{ErrorRecord, InOut, Session};
use crate::exit::{Failure, Status};
use crate::show::{Palette, visible};

/// Show the components of a URI, or where a text stops being a valid URI.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    texts: Texts,

    /// Accept URIs as they occur in text: white space, `<...>`, `"..."` and `URL:` are removed first (RFC 3986,
    /// appendix C)
    #[arg(long)]
    delimited: bool,

    #[command(flatten)]
    pub(super) io: InOut,
}

/// The texts to parse, and the grammar to parse them by.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Texts {
    /// The texts to parse; by default the lines of standard input
    #[arg(value_name = "TEXT")]
    pub(super) texts: Vec<String>,

    /// The rule of RFC 3986 or RFC 3987 that a text has to match
    #[arg(long = "as", value_name = "GRAMMAR", value_parser = grammar_names())]
    #[arg(default_value = "uri")]
    grammar: String,
}

fn grammar_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Grammar::ALL.iter().copied().map(grammar_name))
}

fn grammar_name(grammar: Grammar) -> String {
    grammar.name().to_ascii_lowercase()
}

impl Texts {
    pub(super) fn grammar(&self) -> Grammar {
        let named = |grammar: &Grammar| grammar_name(*grammar) == self.grammar;
        Grammar::ALL.iter().copied().find(named).unwrap_or(Grammar::Uri)
    }
}

pub(super) fn run(args: &Args, session: Session) -> Result<Status, Failure> {
    let grammar = args.texts.grammar();
    session.answer_texts(&args.texts.texts, |session, text| match core::str::from_utf8(text) {
        Ok(text) if args.delimited => parse(session, undelimited(text).as_bytes(), grammar),
        _ => parse(session, text, grammar),
    })
}

#[derive(Serialize)]
struct Parsed<'t> {
    text: &'t str,
    valid: bool,
    #[serde(flatten)]
    components: Components<'t>,
}

/// The components of a valid text. A missing component is `None`.
#[derive(Serialize)]
struct Components<'t> {
    scheme: Option<&'t str>,
    userinfo: Option<&'t str>,
    host: Option<&'t str>,
    host_kind: Option<&'static str>,
    port: Option<&'t str>,
    path: &'t str,
    query: Option<&'t str>,
    fragment: Option<&'t str>,
}

#[derive(Serialize)]
struct Broken<'t> {
    text: &'t str,
    valid: bool,
    error: ErrorRecord,
    valid_prefix: Option<usize>,
}

impl<'t> Components<'t> {
    fn of(reference: IriReference<'t>) -> Components<'t> {
        let authority = reference.authority();
        let host = authority.map(|authority| authority.host());
        Components {
            scheme: reference.scheme().map(|scheme| scheme.as_str()),
            userinfo: authority.and_then(|authority| authority.userinfo()),
            host: host.map(|host| host.as_str()),
            host_kind: host.map(|host| kind_name(host.kind())),
            port: authority.and_then(|authority| authority.port()),
            path: reference.path(),
            query: reference.query(),
            fragment: reference.fragment(),
        }
    }

    fn named(&self) -> impl Iterator<Item = (&'static str, &'t str)> {
        let all = [
            ("scheme", self.scheme),
            ("userinfo", self.userinfo),
            ("host", self.host),
            ("port", self.port),
            ("path", Some(self.path)),
            ("query", self.query),
            ("fragment", self.fragment),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }
}

fn kind_name(kind: HostKind) -> &'static str {
    match kind {
        HostKind::Ipv4(_) => "ipv4",
        HostKind::Ipv6(_) => "ipv6",
        HostKind::IpvFuture => "ipvfuture",
        _ => "reg-name",
    }
}

fn parse(session: &mut Session, text: &[u8], grammar: Grammar) -> io::Result<()> {
    let lossy = String::from_utf8_lossy(text);
    let verdict = components(text, &lossy, grammar, session.mode());
    session.is_good &= verdict.is_ok();
    match (verdict, session.is_json()) {
        (Ok(components), true) => {
            session.write_json(&Parsed { text: &lossy, valid: true, components })
        }
        (Ok(components), false) => describe(session, &lossy, &components),
        (Err(error), true) => session.write_json(&Broken {
            text: &lossy,
            valid: false,
            error: ErrorRecord::new(error),
            valid_prefix: error.valid_prefix(),
        }),
        (Err(error), false) => {
            session.point(text, error)?;
            match error.valid_prefix() {
                Some(len) => writeln!(session.out, "the first {len} bytes are valid"),
                None => writeln!(session.out, "no prefix is valid"),
            }
        }
    }
}

/// The components of `text`, if it is valid in `grammar`; then `lossy` is the same text.
fn components<'t>(
    text: &[u8],
    lossy: &'t str,
    grammar: Grammar,
    mode: Mode,
) -> Result<Components<'t>, ParseError> {
    check(text, grammar, mode)?;
    // What is valid in any of the grammars is an IRI reference.
    Ok(Components::of(IriReference::parse_with(lossy, mode)?))
}

fn describe(session: &mut Session, text: &str, components: &Components<'_>) -> io::Result<()> {
    let Palette { link, place, .. } = session.palette;
    writeln!(session.out, "{link}{}{link:#}", visible(text))?;
    for (name, value) in components.named() {
        write!(session.out, "  {place}{name:<9}{place:#} {}", visible(value))?;
        match components.host_kind.filter(|_| name == "host") {
            Some(kind) => writeln!(session.out, " ({kind})")?,
            None => writeln!(session.out)?,
        }
    }
    Ok(())
}

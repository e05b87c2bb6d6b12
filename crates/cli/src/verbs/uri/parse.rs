//! `linkwright uri parse`: shows the components of URIs.

use std::io::{self, Write as _};

use clap::builder::PossibleValuesParser;
use linkwright::Span;
use linkwright::uri::{Grammar, HostKind, Parts, scan_bytes, undelimited};
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
    session.answer_each(&args.texts.texts, |session, line| match line.text(session)? {
        Some(text) if args.delimited => match core::str::from_utf8(&text) {
            Ok(text) => parse(session, undelimited(text).as_bytes(), grammar),
            Err(_) => parse(session, &text, grammar),
        },
        Some(text) => parse(session, &text, grammar),
        None => Ok(()),
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
    path: Option<&'t str>,
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
    fn new(text: &'t str, parts: Parts) -> Components<'t> {
        let of = |span: Span| text.get(span.range());
        Components {
            scheme: parts.scheme().and_then(of),
            userinfo: parts.userinfo().and_then(of),
            host: parts.host().and_then(of),
            host_kind: parts.host_kind().map(kind_name),
            port: parts.port().and_then(of),
            path: of(parts.path()),
            query: parts.query().and_then(of),
            fragment: parts.fragment().and_then(of),
        }
    }

    fn named(&self) -> impl Iterator<Item = (&'static str, &'t str)> {
        let all = [
            ("scheme", self.scheme),
            ("userinfo", self.userinfo),
            ("host", self.host),
            ("port", self.port),
            ("path", self.path),
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
    let verdict = scan_bytes(text, grammar, session.mode()).complete();
    session.is_good &= verdict.is_ok();
    let lossy = String::from_utf8_lossy(text);
    match (verdict, session.is_json()) {
        (Ok(parts), true) => {
            let components = Components::new(&lossy, parts);
            session.write_json(&Parsed { text: &lossy, valid: true, components })
        }
        (Ok(parts), false) => describe(session, &lossy, parts),
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

fn describe(session: &mut Session, text: &str, parts: Parts) -> io::Result<()> {
    let Palette { link, place, .. } = session.palette;
    writeln!(session.out, "{link}{}{link:#}", visible(text))?;
    let components = Components::new(text, parts);
    for (name, value) in components.named() {
        write!(session.out, "  {place}{name:<9}{place:#} {}", visible(value))?;
        match components.host_kind.filter(|_| name == "host") {
            Some(kind) => writeln!(session.out, " ({kind})")?,
            None => writeln!(session.out)?,
        }
    }
    Ok(())
}

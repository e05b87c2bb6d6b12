//! `linkwright uri`: single URIs, without a text around them.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};

use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use linkwright::Span;
use linkwright::uri::{Grammar, HostKind, Mode, ParseError, Parts, scan_bytes};
use serde::{Deserialize, Serialize};

use crate::draw::{self, Mark};
use crate::input::Lines;
use crate::outcome::{Failure, Status};
use crate::show::{Palette, visible};

/// Look at single URIs
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Clone, Debug, Subcommand)]
enum Verb {
    Parse(ParseArgs),
}

/// Say what a URI is made of, or where it stops being one.
///
/// Exit status: 0 when every text is valid, 1 when one is not, 2 when a line of --ndjson could not
/// be read.
#[derive(Clone, Debug, clap::Args)]
struct ParseArgs {
    /// The texts; none means one a line on standard input
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,

    /// The rule of RFC 3986 or RFC 3987 that a text has to match
    #[arg(long = "as", value_name = "GRAMMAR", value_parser = grammar_names())]
    #[arg(default_value = "uri")]
    grammar: String,

    /// Write one JSON object a text
    #[arg(long)]
    json: bool,

    /// Read standard input as JSON, a string or `{"text": ...}` a line: a text may hold anything
    #[arg(long, conflicts_with = "texts")]
    ndjson: bool,
}

fn grammar_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Grammar::ALL.map(grammar_name))
}

fn grammar_name(grammar: Grammar) -> String {
    grammar.name().to_ascii_lowercase()
}

impl ParseArgs {
    fn grammar(&self) -> Grammar {
        let named = |grammar: &Grammar| grammar_name(*grammar) == self.grammar;
        Grammar::ALL.into_iter().find(named).unwrap_or(Grammar::Uri)
    }
}

pub(crate) fn run(args: &Args, color: bool) -> Result<Status, Failure> {
    let Verb::Parse(args) = &args.verb;
    let mut parser = Parser {
        grammar: args.grammar(),
        json: args.json,
        palette: Palette::new(color),
        out: BufWriter::new(io::stdout().lock()),
        all_valid: true,
        has_failed: false,
    };
    for text in &args.texts {
        parser.parse(text.as_bytes())?;
    }
    if args.texts.is_empty() {
        let mut lines = Lines::new();
        while let Some(line) = lines.next()? {
            if args.ndjson {
                parser.parse_json(line)?;
            } else {
                parser.parse(line)?;
            }
            if lines.are_paused() {
                parser.out.flush()?;
            }
        }
    }
    parser.out.flush()?;
    Ok(Status::of(parser.all_valid, parser.has_failed))
}

/// A line of `--ndjson`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Request<'l> {
    Text(#[serde(borrow)] Cow<'l, str>),
    Object {
        #[serde(borrow)]
        text: Cow<'l, str>,
    },
}

#[derive(Serialize)]
struct Parsed<'t> {
    text: &'t str,
    valid: bool,
    #[serde(flatten)]
    components: Components<'t>,
}

/// The components of a valid text; `None` for what it does not have.
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

#[derive(Serialize)]
struct ErrorRecord {
    at: usize,
    rule: &'static str,
    expected: String,
    message: String,
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

/// Parses one text after the other and writes what came of it.
struct Parser<W> {
    grammar: Grammar,
    json: bool,
    palette: Palette,
    out: W,
    all_valid: bool,
    has_failed: bool,
}

impl<W: Write> Parser<W> {
    fn parse_json(&mut self, line: &[u8]) -> io::Result<()> {
        match serde_json::from_slice::<Request<'_>>(line) {
            Ok(Request::Text(text) | Request::Object { text }) => self.parse(text.as_bytes()),
            Err(_) => {
                self.has_failed = true;
                let error = "the line is neither a JSON string nor {\"text\": ...}";
                self.write_json(&serde_json::json!({ "error": error }))
            }
        }
    }

    fn parse(&mut self, text: &[u8]) -> io::Result<()> {
        let verdict = scan_bytes(text, self.grammar, Mode::new()).complete();
        self.all_valid &= verdict.is_ok();
        let lossy = String::from_utf8_lossy(text);
        match (verdict, self.json) {
            (Ok(parts), true) => {
                let components = Components::new(&lossy, parts);
                self.write_json(&Parsed { text: &lossy, valid: true, components })
            }
            (Ok(parts), false) => self.describe(&lossy, parts),
            (Err(error), true) => self.write_json(&invalid(&lossy, error)),
            (Err(error), false) => self.point(text, error),
        }
    }

    fn write_json(&mut self, record: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, record)?;
        self.out.write_all(b"\n")
    }

    fn describe(&mut self, text: &str, parts: Parts) -> io::Result<()> {
        let Palette { link, place, .. } = self.palette;
        writeln!(self.out, "{link}{}{link:#}", visible(text))?;
        let components = Components::new(text, parts);
        for (name, value) in components.named() {
            write!(self.out, "  {place}{name:<9}{place:#} {}", visible(value))?;
            match components.host_kind.filter(|_| name == "host") {
                Some(kind) => writeln!(self.out, " ({kind})")?,
                None => writeln!(self.out)?,
            }
        }
        Ok(())
    }

    fn point(&mut self, text: &[u8], error: ParseError) -> io::Result<()> {
        let Palette { reject, .. } = self.palette;
        let span = Span::new(error.at(), error.at());
        draw::draw_flat(&mut self.out, text, Mark { span, style: reject })?;
        writeln!(self.out, "{reject}{error}{reject:#}")?;
        match error.valid_prefix() {
            Some(len) => writeln!(self.out, "the first {len} bytes are valid"),
            None => writeln!(self.out, "no beginning of it is valid"),
        }
    }
}

fn invalid(text: &str, error: ParseError) -> Broken<'_> {
    Broken {
        text,
        valid: false,
        error: ErrorRecord {
            at: error.at(),
            rule: error.rule().name(),
            expected: error.expected().to_string(),
            message: error.to_string(),
        },
        valid_prefix: error.valid_prefix(),
    }
}

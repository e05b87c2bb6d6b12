//! `linkwright uri`: works on single URIs, without surrounding text.

mod aliases;
mod compare;
mod defang;
mod hazards;
mod parse;
mod session;

use std::borrow::Cow;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Subcommand, ValueEnum};
use linkwright::uri::pct::{self, ByteSet};
use linkwright::uri::{Grammar, Iri, Repaired, Resolver, Rung, repair, undelimited};
use serde_json::json;

use crate::exit::{Failure, Status};
use session::{InOut, Line, Refusal, Session, Texts};

/// Parse, compare, resolve and check single URIs
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Clone, Debug, Subcommand)]
enum Verb {
    /// Show the components of a URI, or where a text stops being a valid URI.
    Parse {
        #[command(flatten)]
        texts: Texts,

        /// The rule of RFC 3986 or RFC 3987 that a text has to match
        #[arg(long = "as", value_name = "GRAMMAR", value_parser = grammars(), default_value = "uri")]
        grammar: Grammar,

        /// Accept URIs as they occur in text: white space, `<...>`, `"..."` and `URL:` are removed first (RFC 3986,
        /// appendix C)
        #[arg(long)]
        delimited: bool,
    },
    /// Write URIs in normal form.
    ///
    /// The rungs are those of the comparison ladder of RFC 3986, section 6.2. On the rung `string`, an IRI is unchanged. On
    /// all other rungs it is written as a URI. Its host is written with A-labels on the rung `scheme`, and percent-encoded
    /// on the lower rungs.
    Normalize {
        #[command(flatten)]
        texts: Texts,

        /// How far to normalize; each rung includes the rungs before it
        #[arg(long, value_name = "RUNG", value_parser = rungs(), default_value = Rung::Scheme.name())]
        rung: Rung,
    },
    /// Write URIs with as few percent-escapes as possible (UTS #58, minimal escaping).
    ///
    /// Letters of any script and most punctuation are decoded. Between two blanks, `extract --preset uts58` finds the result
    /// whole. Characters that URIs do not allow, such as a `%` without two hexadecimal digits, are read as data.
    Format {
        #[command(flatten)]
        texts: Texts,

        /// Do not escape punctuation at the end: more of the same token follows the URI
        #[arg(long)]
        medial: bool,
    },
    Compare(compare::Args),
    /// Resolve references against a base URI.
    ///
    /// Each result is a URI; an IRI is mapped to a URI.
    Resolve {
        #[command(flatten)]
        texts: Texts,

        /// The base URI; with --ndjson, a line can have its own base: {"base": ..., "ref": ...}
        #[arg(long, value_name = "URI", required_unless_present = "ndjson")]
        base: Option<String>,

        /// Ignore the scheme of a reference if the base has the same scheme, as programs did before RFC 2396
        #[arg(long)]
        lenient: bool,
    },
    /// Write URIs as relative references to a base.
    ///
    /// If no reference is shorter than the URI, the URI is written unchanged, or null with --json.
    Relativize {
        #[command(flatten)]
        texts: Texts,

        /// The base URI; with --ndjson, a line can have its own base: {"base": ..., "target": ...}
        #[arg(long, value_name = "URI", required_unless_present = "ndjson")]
        base: Option<String>,
    },
    Hazards(hazards::Args),
    /// Percent-encode characters that are not allowed in the path, query and fragment of a URI.
    ///
    /// These characters are `{ } | \ ^ [ ] " < >`, the grave accent, the space, a `%` without two hexadecimal digits, and a
    /// `#` in the fragment (RFC 2396, 2.4.3).
    Repair {
        #[command(flatten)]
        texts: Texts,

        /// The rule of RFC 3986 or RFC 3987 that a text has to match
        #[arg(long = "as", value_name = "GRAMMAR", value_parser = grammars(), default_value = "uri")]
        grammar: Grammar,
    },
    /// Write URIs, hosts and addresses in a form that is no link: hxxps[:]//h[.]example/a.
    ///
    /// `http` becomes `hxxp`, `ftp` becomes `fxp`, and the colon of the scheme, the `@` and the dots of the host are put in
    /// brackets; the path, query and fragment stay, but for `://`. A text without a scheme is a host or an address: `h[.]example`,
    /// `jane[at]h[.]example`. `extract --preset archive` finds these forms and restores them.
    Defang {
        #[command(flatten)]
        texts: Texts,
    },
    /// Split any text into the five components of a URI, without checking it.
    ///
    /// The result is the same as with the regular expression in RFC 3986, appendix B. To check a text, use `uri parse`.
    Split {
        #[command(flatten)]
        texts: Texts,
    },
    /// Percent-encode data for a component, or decode a component.
    Encode {
        #[command(flatten)]
        texts: Texts,

        /// The component that the data is for, which determines the characters that are not encoded
        #[arg(long, value_enum, default_value_t = Component::Data)]
        component: Component,

        /// Decode instead of encoding; never decode the same data twice (RFC 3986, 2.4)
        #[arg(long)]
        decode: bool,
    },
}

fn grammars() -> impl TypedValueParser<Value = Grammar> {
    let name = |grammar: &Grammar| grammar.name().to_ascii_lowercase();
    PossibleValuesParser::new(Grammar::ALL.iter().map(name)).map(move |typed| {
        let named = |grammar: &Grammar| name(grammar) == typed;
        Grammar::ALL.iter().copied().find(named).unwrap_or(Grammar::Uri)
    })
}

/// All rungs except `protocol`, which needs aliases.
fn rungs() -> impl TypedValueParser<Value = Rung> {
    let rungs = Rung::ALL.iter().copied().filter(|rung| *rung != Rung::Protocol);
    PossibleValuesParser::new(rungs.map(Rung::name)).try_map(|name| name.parse::<Rung>())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Component {
    /// Any component: everything except unreserved characters is encoded
    Data,
    Userinfo,
    Host,
    /// A whole path, with its slashes
    Path,
    /// One segment of a path
    Segment,
    Query,
    Fragment,
}

impl Component {
    const fn allowed(self) -> &'static ByteSet {
        match self {
            Component::Data => &pct::UNRESERVED,
            Component::Userinfo => &pct::USERINFO,
            Component::Host => &pct::REG_NAME,
            Component::Path => &pct::PATH,
            Component::Segment => &pct::PCHAR,
            Component::Query => &pct::QUERY,
            Component::Fragment => &pct::FRAGMENT,
        }
    }
}

const TEXT: &str = "a JSON string or {\"text\": ...}";
const PAIR: &str = "an object with \"a\" and \"b\"";
const REFERENCE: &str =
    "an object with \"ref\" or \"target\", and with \"base\" if --base is not given";

pub(crate) fn run(args: &Args, color: bool) -> Result<Status, Failure> {
    let session = |io: InOut, needs| Session::new(io, needs, color);
    let simple = |texts: &Texts, answer: &mut dyn FnMut(&mut Session, &Line) -> Answered| {
        texts.answer(session(texts.io, TEXT), answer)
    };
    match &args.verb {
        Verb::Compare(args) => compare::run(args, session(args.io, PAIR)),
        Verb::Hazards(args) => hazards::run(args, session(args.texts.io, TEXT)),
        Verb::Resolve { texts, base, lenient } => {
            texts.answer(session(texts.io, REFERENCE), |session, line| {
                let base = session.read_base(line, base.as_deref())?;
                let resolver = Resolver::relative(base.as_reference());
                let resolver = resolver.backward_compatible(*lenient);
                let target = Session::read(&line.text)?;
                let resolved = resolver.target(target.as_reference());
                let resolved =
                    resolved.map_err(|error| Refusal::Invalid(line.text.clone(), error))?;
                session.write("uri", resolved.as_str())
            })
        }
        Verb::Relativize { texts, base } => {
            texts.answer(session(texts.io, REFERENCE), |session, line| {
                let base = session.read_base(line, base.as_deref())?;
                let target = Session::read(&line.text)?;
                let uri = target.as_reference().to_uri();
                match uri.and_then(|uri| Resolver::relative(base.as_reference()).relativize(uri)) {
                    Some(reference) => return session.write("uri", &reference),
                    None => session.is_good = false,
                }
                if session.is_json() {
                    return Ok(session.write_json(&[("uri", json!(null))])?);
                }
                session.write("uri", target.as_str())
            })
        }
        Verb::Parse { texts, grammar, delimited } => simple(texts, &mut |session, line| {
            let text = if *delimited { undelimited(&line.text) } else { Cow::from(&line.text) };
            parse::parse(session, &text, *grammar)
        }),
        Verb::Split { texts } => {
            simple(texts, &mut |session, line| parse::split(session, &line.text))
        }
        Verb::Normalize { texts, rung } => simple(texts, &mut |session, line| {
            let iri = Session::read_iri(&line.text)?;
            session.write("uri", iri.as_reference().normalize(*rung).as_str())
        }),
        Verb::Format { texts, medial } => simple(texts, &mut |session, line| {
            let repaired = repaired(line, Grammar::Iri)?;
            let iri = Iri::parse(repaired.as_str());
            let iri = iri.map_err(|error| Refusal::Invalid(line.text.clone(), error))?;
            session.write("uri", &iri.minimally_escaped(*medial))
        }),
        Verb::Repair { texts, grammar } => simple(texts, &mut |session, line| {
            let repaired = repaired(line, *grammar)?;
            if !session.is_json() {
                return session.write("uri", repaired.as_str());
            }
            let edits = repaired.edits().iter().map(|edit| {
                let reason = edit.excluded().map(|excluded| excluded.to_string());
                json!({ "at": edit.at(), "original": edit.original(), "reason": reason })
            });
            let edits = edits.collect();
            Ok(session.write_json(&[("uri", json!(repaired.as_str())), ("edits", edits)])?)
        }),
        Verb::Defang { texts } => simple(texts, &mut |session, line| {
            if line.is_lossy {
                return Err(Refusal::Unfit(line.text.clone(), "it is not UTF-8"));
            }
            session.write("text", &defang::defang(&line.text))
        }),
        Verb::Encode { texts, component, decode } => simple(texts, &mut |session, line| {
            let text = Some(&line.text).filter(|_| !line.is_lossy);
            let done = text.and_then(|text| {
                if *decode {
                    pct::decode_utf8(text).ok()
                } else {
                    Some(pct::encode(text, component.allowed()))
                }
            });
            let unfit = || Refusal::Unfit(line.text.clone(), "the octets are not UTF-8");
            session.write("text", &done.ok_or_else(unfit)?)
        }),
    }
}

type Answered = Result<(), Refusal>;

fn repaired(line: &Line, grammar: Grammar) -> Result<Repaired<'_>, Refusal> {
    let repaired = repair(&line.text, grammar);
    repaired.map_err(|error| Refusal::Invalid(line.text.clone(), error))
}

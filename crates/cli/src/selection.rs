//! Which of the links `extract` reports.

use clap::builder::{PossibleValue, PossibleValuesParser};
use linkwright::Match;
use linkwright::find::{Flag, Flags, MatchKind, registrable_domain};
use linkwright::options::Value;
use linkwright::uri::hazards::Severity;
use linkwright::uri::{UriReference, to_uri};
use linkwright_harvest::Origin;
use regex::Regex;

use crate::destination::{Destination, destinations};
use crate::names::Names;
use crate::noise::is_noise;
use crate::options::Settings;

/// The kinds by name, each with the option of the finder that it needs, if any.
const KINDS: &[(MatchKind, Option<&str>)] = &[
    (MatchKind::Uri, Some("uris")),
    (MatchKind::Www, Some("www")),
    (MatchKind::Domain, Some("domains")),
    (MatchKind::Email, Some("emails")),
    (MatchKind::Ip, Some("ip")),
    (MatchKind::Pattern, None),
];

/// The kind that turns on this option of the finder.
pub(crate) fn kind_of_option(option: &str) -> Option<&'static str> {
    let row = KINDS.iter().find(|(_, needed)| *needed == Some(option));
    row.map(|(kind, _)| kind.name())
}

/// The former name of the kind of patterns.
const FORMER_PATTERN: &str = "rule";

/// What was typed to select matches. Several values of one flag widen it, several flags narrow.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FilterArgs {
    /// Only links to these hosts; of an address the part after `@`
    #[arg(long, value_name = "H,..", value_delimiter = ',', value_parser = host)]
    host: Vec<String>,

    /// Only links to these domains and what lies below them; `example.co.uk` takes
    /// `www.example.co.uk`
    ///
    /// A domain is the registrable part of a host, by the public suffix list. Addresses (`mailto:`,
    /// `xmpp:`, `sip:`, ...) have the host after their `@`; of several recipients one is enough.
    #[arg(long, value_name = "D,..", value_delimiter = ',', value_parser = domain)]
    domain: Vec<String>,

    /// Only URIs that this regular expression matches somewhere; repeatable
    #[arg(long, value_name = "RE", value_parser = pattern)]
    include: Vec<Regex>,

    /// No URIs that this regular expression matches somewhere; repeatable
    #[arg(long, value_name = "RE", value_parser = pattern)]
    exclude: Vec<Regex>,

    /// Only links of these kinds; one that is named is looked for, whatever the preset says
    #[arg(long, value_name = "KIND,..", value_delimiter = ',', value_parser = kind_names())]
    kind: Vec<String>,

    /// No URIs that name something and lead nowhere: namespaces and schemas of markup, `cid:`, `mid:`, `data:`
    #[arg(long)]
    no_noise: bool,

    /// Only links with one of these flags, or with a hazard of this severity or above: `danger`,
    /// `warn`, `userinfo`, `text-mismatch`, `joined`
    ///
    /// The severities are `info`, `warn` and `danger`; `linkwright hazards` lists the hazards. The other flags are
    /// `joined`, `hyphen-ambiguous`, `quoted-printable`, `repaired`, `differential`, `nested-start`, `glued-digit` and
    /// `off-grapheme`.
    #[arg(
        long,
        value_name = "FLAG,..",
        value_delimiter = ',',
        hide_possible_values = true,
        value_parser = Names::new(flag_names, "linkwright extract --help"),
    )]
    flag: Vec<String>,
}

/// What was typed to select the links that are reported.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Which links are reported")]
pub(crate) struct SelectionArgs {
    #[command(flatten)]
    filter: FilterArgs,

    /// Only links from such places: text, in which they were found; and those that a document has
    /// in attributes (and elements) of its markup, in Markdown, in header fields
    #[arg(long, value_name = "ORIGIN,..", value_delimiter = ',', value_parser = origin_names())]
    origin: Vec<String>,
}

fn flag_names() -> Vec<String> {
    let severities = Severity::ALL.iter().map(|severity| severity.name());
    severities.chain(Flag::all().map(Flag::name)).map(str::to_owned).collect()
}

/// A host as URIs have it, in A-labels.
fn host(text: &str) -> Result<String, String> {
    const EXPECTED: &str = "expected a host alone, such as `www.example.com`";
    let uri = to_uri(&format!("http://{text}")).map_err(|_| EXPECTED)?;
    let uri = uri.as_uri();
    let authority = uri.authority().ok_or(EXPECTED)?;
    let is_alone = authority.userinfo().is_none() && authority.port().is_none();
    let has_rest = !uri.path().is_empty() || uri.query().is_some() || uri.fragment().is_some();
    let host = authority.host().as_str();
    if is_alone && !has_rest && !host.is_empty() {
        Ok(host.to_owned())
    } else {
        Err(EXPECTED.into())
    }
}

/// Parses a registrable domain. Other names are refused: links are compared by registrable domain,
/// so another name would never match.
fn domain(text: &str) -> Result<String, String> {
    let name = host(text).map_err(|_| "expected a domain alone, such as `example.com`")?;
    match registrable_domain(&name.to_ascii_lowercase()) {
        Some(domain) if domain.eq_ignore_ascii_case(&name) => Ok(name),
        Some(domain) => Err(format!("it is below the domain `{domain}`; `--host` takes hosts")),
        None => Err("nobody registers it, by the public suffix list; `--host` takes hosts".into()),
    }
}

fn origin_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Origin::ALL.map(Origin::name))
}

fn kind_names() -> PossibleValuesParser {
    PossibleValuesParser::new(KINDS.iter().map(|(kind, _)| match kind {
        MatchKind::Pattern => PossibleValue::new(kind.name()).alias(FORMER_PATTERN),
        _ => PossibleValue::new(kind.name()),
    }))
}

fn pattern(text: &str) -> Result<Regex, regex::Error> {
    Regex::new(text)
}

impl SelectionArgs {
    /// Whether links are selected by their flags.
    pub(crate) fn has_flags(&self) -> bool {
        !self.filter.flag.is_empty()
    }

    /// Turns on what the named kinds need, unless a flag already decides it.
    pub(crate) fn widen(&self, settings: &mut Settings) {
        self.filter.widen(settings);
    }

    fn takes(&self, link: &Candidate<'_>) -> bool {
        (self.origin.is_empty() || self.origin.iter().any(|name| name == link.origin.name()))
            && self.filter.takes(link.kind.name(), link.uri, link.flags)
    }
}

impl FilterArgs {
    /// Whether everything is taken.
    pub(crate) fn is_empty(&self) -> bool {
        let lists = [&self.host, &self.domain, &self.kind, &self.flag];
        let patterns = [&self.include, &self.exclude];
        lists.iter().all(|list| list.is_empty())
            && patterns.iter().all(|list| list.is_empty())
            && !self.no_noise
    }

    /// Whether a match is taken.
    pub(crate) fn takes_match(&self, found: &Match<'_>) -> bool {
        let flags = || found.flags();
        self.takes(found.kind().name(), found.uri().as_reference(), &flags)
    }

    /// Turns on what the named kinds need, unless a flag already decides it.
    pub(crate) fn widen(&self, settings: &mut Settings) {
        for (kind, option) in KINDS {
            if let Some(option) = option.filter(|_| self.names(kind.name())) {
                settings.entry(option.to_owned()).or_insert(Value::Switch(true));
            }
        }
    }

    fn takes_flags(&self, flags: Flags) -> bool {
        self.flag.iter().any(|name| match name.parse::<Severity>() {
            Ok(least) => flags.severity().is_some_and(|severity| severity >= least),
            Err(_) => name.parse::<Flag>().is_ok_and(|flag| flags.contains(flag)),
        })
    }

    fn names(&self, kind: &str) -> bool {
        let is_former = |name: &str| kind == MatchKind::Pattern.name() && name == FORMER_PATTERN;
        self.kind.iter().any(|name| name == kind || is_former(name))
    }

    /// Whether a link of the kind of that name is taken.
    pub(crate) fn takes(
        &self,
        kind: &str,
        uri: UriReference<'_>,
        flags: &dyn Fn() -> Flags,
    ) -> bool {
        let leads_to = |is_it: fn(&Destination<'_>, &[String]) -> bool, names: &[String]| {
            names.is_empty() || destinations(uri).iter().any(|one| is_it(one, names))
        };
        (self.kind.is_empty() || self.names(kind))
            && leads_to(|one, hosts| lists(hosts, one.host()), &self.host)
            && leads_to(|one, domains| lists(domains, one.domain()), &self.domain)
            && (self.include.is_empty() || any(&self.include, uri.as_str()))
            && !any(&self.exclude, uri.as_str())
            && !(self.no_noise && is_noise(uri))
            && (self.flag.is_empty() || self.takes_flags(flags()))
    }
}

fn any(patterns: &[Regex], uri: &str) -> bool {
    patterns.iter().any(|pattern| pattern.is_match(uri))
}

/// Hosts and schemes do not know upper from lower case (RFC 3986, 6.2.2.1).
fn lists(names: &[String], name: &str) -> bool {
    names.iter().any(|listed| listed.eq_ignore_ascii_case(name))
}

/// What is decided about.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<'l> {
    pub(crate) kind: MatchKind,
    pub(crate) uri: UriReference<'l>,
    pub(crate) origin: Origin,
    /// Reads the URI once more, so only --flag calls it.
    pub(crate) flags: &'l dyn Fn() -> Flags,
}

/// Decides about each link.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    args: SelectionArgs,
    /// Those that `--scheme` lists: a `www.` match has the default scheme, listed or not.
    schemes: Vec<String>,
}

impl Selection {
    pub(crate) fn new(args: &SelectionArgs, settings: &Settings) -> Selection {
        let listed = settings.get("schemes").and_then(Value::as_list);
        let schemes = listed.into_iter().flatten().filter_map(Value::as_text);
        Selection { args: args.clone(), schemes: schemes.map(str::to_owned).collect() }
    }

    pub(crate) fn takes(&self, link: &Candidate<'_>) -> bool {
        let scheme = link.uri.scheme();
        let is_listed = || scheme.is_some_and(|scheme| lists(&self.schemes, scheme.as_str()));
        (self.schemes.is_empty() || is_listed()) && self.args.takes(link)
    }
}

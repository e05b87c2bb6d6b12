//! Which of the links `extract` reports.

use clap::builder::PossibleValuesParser;
use linkwright::find::{MatchKind, registrable_domain};
use linkwright::uri::{Host, HostKind, UriReference};
use linkwright_harvest::Origin;
use regex::Regex;
use serde_json::Value;

use crate::options::Settings;

/// The kinds by name, each with the option of the finder that it needs, if any.
const KINDS: &[(MatchKind, Option<&str>)] = &[
    (MatchKind::Uri, None),
    (MatchKind::Www, Some("www")),
    (MatchKind::Domain, Some("domains")),
    (MatchKind::Email, Some("emails")),
    (MatchKind::Ip, Some("ip")),
    (MatchKind::Rule, None),
];

/// What was typed to select matches. Several values of one flag widen it, several flags narrow.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Which links are reported")]
pub(crate) struct SelectionArgs {
    /// Only links to these hosts
    #[arg(long, value_name = "H,..", value_delimiter = ',')]
    host: Vec<String>,

    /// Only links to these domains and what lies below them; `example.co.uk` takes
    /// `www.example.co.uk`
    ///
    /// A domain is the part of a host that somebody can register, by the public suffix list.
    #[arg(long, value_name = "D,..", value_delimiter = ',')]
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

    /// Only links from such places: text, in which they were found; and those that a document has
    /// in attributes (and elements) of its markup, in Markdown, in header fields
    #[arg(long, value_name = "ORIGIN,..", value_delimiter = ',', value_parser = origin_names())]
    origin: Vec<String>,
}

fn origin_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Origin::ALL.map(Origin::name))
}

fn kind_names() -> PossibleValuesParser {
    PossibleValuesParser::new(KINDS.iter().map(|(kind, _)| kind.name()))
}

fn pattern(text: &str) -> Result<Regex, regex::Error> {
    Regex::new(text)
}

impl SelectionArgs {
    /// Turns on what the named kinds need, unless a flag already decides it.
    pub(crate) fn widen(&self, settings: &mut Settings) {
        for (kind, option) in KINDS {
            if let Some(option) = option.filter(|_| self.names(*kind)) {
                settings.entry(option).or_insert(Value::Bool(true));
            }
        }
    }

    fn names(&self, kind: MatchKind) -> bool {
        self.kind.iter().any(|name| name == kind.name())
    }

    fn takes(&self, link: &Candidate<'_>) -> bool {
        let Candidate { kind, uri, origin } = *link;
        let host = || uri.authority().map(|authority| authority.host());
        (self.kind.is_empty() || self.names(kind))
            && (self.origin.is_empty() || self.origin.iter().any(|name| name == origin.name()))
            && (self.host.is_empty() || host().is_some_and(|host| lists(&self.host, host.as_str())))
            && (self.domain.is_empty() || host().is_some_and(|host| self.takes_domain(host)))
            && (self.include.is_empty() || any(&self.include, uri.as_str()))
            && !any(&self.exclude, uri.as_str())
    }

    fn takes_domain(&self, host: Host<'_>) -> bool {
        // The digits of an address would do for labels: `192.0.2.1` is not below `2.1`.
        if host.kind() != HostKind::RegName {
            return false;
        }
        let name = host.as_str().to_ascii_lowercase();
        registrable_domain(&name).is_some_and(|domain| lists(&self.domain, domain))
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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<'l> {
    pub(crate) kind: MatchKind,
    pub(crate) uri: UriReference<'l>,
    pub(crate) origin: Origin,
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
        let listed = settings.get("schemes").and_then(Value::as_array);
        let schemes = listed.into_iter().flatten().filter_map(Value::as_str);
        Selection { args: args.clone(), schemes: schemes.map(str::to_owned).collect() }
    }

    pub(crate) fn takes(&self, link: &Candidate<'_>) -> bool {
        let scheme = link.uri.scheme();
        let is_listed = || scheme.is_some_and(|scheme| lists(&self.schemes, scheme.as_str()));
        (self.schemes.is_empty() || is_listed()) && self.args.takes(link)
    }
}

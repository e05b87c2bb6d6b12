//! The options of `extract` and `linkify` that select links by their properties.

use clap::Arg;
use clap::builder::{PossibleValue, PossibleValuesParser};
use linkwright::Match;
use linkwright::find::{Flag, Flags, MatchKind, registrable_domain};
use linkwright::options::Value;
use linkwright::uri::hazards::Severity;
use linkwright::uri::{UriReference, to_uri};
use linkwright_harvest::Origin;
pub(crate) use linkwright_harvest::record::Kind;
use regex::Regex;

use crate::names::Names;
use crate::options::Settings;
use linkwright_harvest::record::destination::{Destination, destinations};

/// The kinds of matches, with the finder option that turns each kind on, if there is one.
const KINDS: &[(MatchKind, Option<&str>)] = &[
    (MatchKind::Uri, Some("uris")),
    (MatchKind::Www, Some("www")),
    (MatchKind::Domain, Some("domains")),
    (MatchKind::Email, Some("emails")),
    (MatchKind::Ip, Some("ip")),
    (MatchKind::Pattern, None),
];

/// The filters on the command line. Several values of one flag widen the selection (except for `--exclude`), and
/// several flags narrow it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FilterArgs {
    /// Only links to these hosts; the host of an e-mail address is the part after `@`
    #[arg(long, value_name = "H,..", value_delimiter = ',', value_parser = host)]
    host: Vec<String>,

    /// Only links to these domains and their subdomains; `example.co.uk` includes `www.example.co.uk`
    ///
    /// A domain is the registrable part of a host, according to the public suffix list. In an address (`mailto:`,
    /// `xmpp:`, `sip:`, ...) the host follows the `@`. A link with several recipients is selected if one of them
    /// matches.
    #[arg(long, value_name = "D,..", value_delimiter = ',', value_parser = domain)]
    domain: Vec<String>,

    /// Only URIs that this regular expression matches somewhere; repeatable
    #[arg(long, value_name = "RE", value_parser = pattern)]
    include: Vec<Regex>,

    /// Leave out URIs that this regular expression matches somewhere; repeatable
    #[arg(long, value_name = "RE", value_parser = pattern)]
    exclude: Vec<Regex>,

    /// Only links of these kinds; they are searched for even if the preset leaves them out
    #[arg(long, value_name = "KIND,..", value_delimiter = ',', value_parser = PossibleValuesParser::new(kinds()))]
    kind: Vec<String>,

    /// Only links with one of these flags or hazards, or with a hazard of at least this severity, such as `joined`,
    /// `userinfo`, `warn`
    ///
    /// The severities are `info`, `warn` and `danger`; `linkwright hazards` lists the hazards. The other flags are
    /// `joined`, `hyphen-ambiguous`, `quoted-printable`, `repaired`, `differential`, `nested-start`, `glued-digit`,
    /// `off-grapheme`, `perhaps-continues`, `incomplete` and `defanged`.
    #[arg(
        long,
        value_name = "FLAG,..",
        value_delimiter = ',',
        hide_possible_values = true,
        value_parser = Names::new(flag_names, "linkwright extract --help"),
    )]
    flag: Vec<String>,
}

/// The filters of `extract`, which can also select links by their origin.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Which links are reported")]
#[command(mut_arg("kind", with_invalid))]
pub(crate) struct SelectionArgs {
    #[command(flatten)]
    pub(crate) filter: FilterArgs,

    /// Only links with these origins: text, code, or a place where a document declares links; with `!`, only the others
    ///
    /// `text` and `code` are URIs that were found in text and in code. The other origins are places where a document
    /// declares links: attributes and elements of its markup, Markdown, header fields, annotations of pages, outlines
    /// and metadata. `--origin '!header'` leaves out the addresses and the lists in the header of a mail.
    ///
    /// Code is the text of code blocks and code spans in Markdown, of `pre`, `code`, `samp`, `kbd` and `tt` in HTML,
    /// and of code cells in notebooks. The `href` of an anchor inside code is an attribute, just as outside code.
    #[arg(long, value_name = "ORIGIN,..", value_delimiter = ',', value_parser = origin_names())]
    origin: Vec<String>,

    /// Leave out links found in code, such as blocks of code in Markdown; `--origin` says what code is
    #[arg(long, conflicts_with = "origin")]
    no_code: bool,

    /// The schemes of `--scheme`. The finder does not apply them to `www.` matches, which get the default scheme even
    /// if it is not listed, so the selection checks the schemes again.
    #[arg(skip)]
    schemes: Vec<String>,
}

fn flag_names() -> Vec<String> {
    let severities = Severity::ALL.iter().map(|severity| severity.name());
    severities.chain(Flag::all().map(Flag::name)).map(str::to_owned).collect()
}

/// Parses a host, and returns it in its URI form (with A-labels for non-ASCII names).
fn host(text: &str) -> Result<String, String> {
    let uri = to_uri(&format!("http://{text}")).ok();
    let host = uri.as_ref().and_then(|uri| Some(uri.as_uri().authority()?.host().as_str()));
    // A user, a port, a path, a query and a fragment follow the host or precede it.
    let is_alone = |host: &&str| {
        !host.is_empty() && uri.as_ref().is_some_and(|uri| uri.as_str() == format!("http://{host}"))
    };
    let host = host.filter(is_alone).map(str::to_owned);
    host.ok_or_else(|| "expected only a host, such as `www.example.com`".to_owned())
}

/// Parses a registrable domain. Other names are refused, because they would never match: the filter compares the
/// registrable domains of links.
fn domain(text: &str) -> Result<String, String> {
    let name = host(text).map_err(|_| "expected only a domain, such as `example.com`")?;
    match registrable_domain(&name.to_ascii_lowercase()) {
        Some(domain) if domain.eq_ignore_ascii_case(&name) => Ok(name),
        Some(domain) => Err(format!("it is a host in the domain `{domain}`; use `--host`")),
        None => {
            Err("it cannot be registered, according to the public suffix list; use `--host`".into())
        }
    }
}

fn origin_names() -> PossibleValuesParser {
    let negated = Origin::ALL.map(|one| PossibleValue::new(format!("!{}", one.name())).hide(true));
    PossibleValuesParser::new(Origin::ALL.map(|one| one.name().into()).into_iter().chain(negated))
}

fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(kind, _)| kind.name())
}

/// Adds the value `invalid` to `--kind`. It selects references that are not URIs, which `extract` can report but
/// `linkify` cannot turn into links.
fn with_invalid(kind: Arg) -> Arg {
    let names = kinds().chain([Kind::Invalid.name()]);
    kind.value_parser(PossibleValuesParser::new(names)).long_help(
        "Only links of these kinds; they are searched for even if the preset leaves them out\n\n\
         `invalid` means references of documents that no RFC allows and that cannot be repaired, such \
         as `http://a.example\\path`. They are reported only if this kind is named. In JSON, \
         `uri` is null, `reference` is the reference as written, and `browser` is the URL to which a \
         browser resolves it. In the format `text`, a tab and this URL follow the reference. The other \
         filters apply to this URL.",
    )
}

/// Parses a regular expression. The error message is the expression with a mark below it, followed by the reason.
fn pattern(text: &str) -> Result<Regex, String> {
    Regex::new(text).map_err(|error| {
        let said = error.to_string().replacen("regex parse error:", "", 1);
        said.replace("\nerror: ", "\n")
    })
}

impl SelectionArgs {
    /// Whether links are selected by their flags.
    pub(crate) fn has_flags(&self) -> bool {
        !self.filter.flag.is_empty()
    }

    /// Whether `--kind` selects references that are not URIs.
    pub(crate) fn has_invalid(&self) -> bool {
        self.filter.kind.iter().any(|name| name == Kind::Invalid.name())
    }

    /// Whether `--kind` selects nothing but references that are not URIs.
    pub(crate) fn is_invalid_alone(&self) -> bool {
        self.has_invalid() && self.filter.kind.iter().all(|name| name == Kind::Invalid.name())
    }

    /// These arguments with the schemes in `settings`.
    pub(crate) fn with_schemes(mut self, settings: &Settings) -> SelectionArgs {
        let listed = settings.get("schemes").and_then(Value::as_list).unwrap_or_default();
        self.schemes = listed.iter().filter_map(Value::as_text).map(str::to_owned).collect();
        self
    }

    /// Whether `extract` reports a link.
    pub(crate) fn takes(&self, link: &Candidate<'_>) -> bool {
        let scheme = link.uri.and_then(|uri| uri.scheme());
        let is_listed = || scheme.is_some_and(|scheme| lists(&self.schemes, scheme.as_str()));
        let origin = link.origin.name();
        let mut origins = self.origin.iter();
        !origins.clone().any(|name| name.strip_prefix('!') == Some(origin))
            && (origins.clone().all(|name| name.starts_with('!'))
                || origins.any(|name| name == origin))
            && !(self.no_code && link.origin == Origin::Code)
            && (self.schemes.is_empty() || is_listed())
            && self.filter.takes(link)
    }
}

impl FilterArgs {
    /// Whether the filter accepts every link.
    pub(crate) fn is_empty(&self) -> bool {
        let lists = [&self.host, &self.domain, &self.kind, &self.flag];
        let patterns = [&self.include, &self.exclude];
        lists.iter().all(|list| list.is_empty()) && patterns.iter().all(|list| list.is_empty())
    }

    /// Whether the filter accepts a match.
    pub(crate) fn takes_match(&self, found: &Match<'_>) -> bool {
        let flags = || found.flags();
        self.takes(&Candidate {
            kind: Kind::Match(found.kind()),
            uri: Some(found.uri().as_reference()),
            written: found.text(),
            origin: Origin::Text,
            flags: &flags,
        })
    }

    /// Turns on the finder options for the kinds in `--kind`, unless `settings` already has them.
    pub(crate) fn widen(&self, settings: &mut Settings) {
        for (kind, option) in KINDS {
            if let Some(option) = option.filter(|_| self.names(Kind::Match(*kind))) {
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

    fn names(&self, kind: Kind) -> bool {
        self.kind.iter().any(|name| name == kind.name())
    }

    /// Whether the filter accepts a link; the origin of the link is not checked.
    pub(crate) fn takes(&self, link: &Candidate<'_>) -> bool {
        let destinations = || link.uri.map(destinations).unwrap_or_default();
        let leads_to = |is_it: fn(&Destination<'_>, &[String]) -> bool, names: &[String]| {
            names.is_empty() || destinations().iter().any(|one| is_it(one, names))
        };
        let text = link.uri.map_or(link.written, |uri| uri.as_str());
        (self.kind.is_empty() || self.names(link.kind))
            && leads_to(|one, hosts| lists(hosts, one.host()), &self.host)
            && leads_to(|one, domains| lists(domains, one.domain()), &self.domain)
            && (self.include.is_empty() || any(&self.include, text))
            && !any(&self.exclude, text)
            && (self.flag.is_empty() || self.takes_flags((link.flags)()))
    }
}

fn any(patterns: &[Regex], uri: &str) -> bool {
    patterns.iter().any(|pattern| pattern.is_match(uri))
}

/// Whether `names` contains `name`, ignoring case. Hosts and schemes are case-insensitive (RFC 3986, 6.2.2.1).
fn lists(names: &[String], name: &str) -> bool {
    names.iter().any(|listed| listed.eq_ignore_ascii_case(name))
}

/// A link that may be selected.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<'l> {
    pub(crate) kind: Kind,
    /// The URI. For an invalid reference, the URL to which a browser resolves it, if any.
    pub(crate) uri: Option<UriReference<'l>>,
    /// The text of the link.
    pub(crate) written: &'l str,
    pub(crate) origin: Origin,
    /// Computes the flags. Only `--flag` calls this function, because it parses the URI again.
    pub(crate) flags: &'l dyn Fn() -> Flags,
}

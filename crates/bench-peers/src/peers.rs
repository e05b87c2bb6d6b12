//! The contestants: each has a name and a function over a corpus.

use core::fmt;

use linkify::{LinkFinder, LinkKind};
use linkwright::Finder;
use linkwright::find::{Preset, Wrap};
use linkwright::options::OptionError;
use linkwright::uri::{Rung, Uri};
use memchr::memmem;

use crate::corpora::Corpus;

/// The role of a contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// A mode of linkwright. Ratios compare it with each contestant.
    Ours,
    Theirs,
}

/// A mode of linkwright or a peer.
pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    pub(crate) side: Side,
    /// Processes a corpus once; returns the number of matches, of valid URIs or of bytes that were written.
    pub(crate) run: Box<dyn Fn(&Corpus) -> usize>,
}

impl fmt::Debug for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant").field("name", &self.name).finish_non_exhaustive()
    }
}

// Constants, because targets and JSON files refer to contestants by name.
pub(crate) const SCHEMES: &str = "schemes+www";
pub(crate) const EMAILS: &str = "schemes+emails";
pub(crate) const ALL: &str = "+domains+emails";
pub(crate) const MAIL: &str = "mail";
pub(crate) const LINKIFY_SCHEMES: &str = "linkify schemes";
pub(crate) const LINKIFY_EMAILS: &str = "linkify schemes+emails";
pub(crate) const LINKIFY_ALL: &str = "linkify +domains+emails";
pub(crate) const REGEX: &str = "regex";
pub(crate) const PARSE: &str = "Uri::parse";
pub(crate) const NORMALIZE: &str = "+normalize";
pub(crate) const FLUENT_URI: &str = "fluent-uri";
pub(crate) const FLUENT_URI_NORMALIZE: &str = "fluent-uri +normalize";
pub(crate) const IRI_STRING: &str = "iri-string";
pub(crate) const IRI_STRING_NORMALIZE: &str = "iri-string +normalize";
pub(crate) const URL: &str = "url";

/// The contestants that find links in text.
pub(crate) fn finders() -> Result<Vec<Contestant>, Box<dyn core::error::Error>> {
    let [schemes, emails] = [linkwright_schemes(false)?, linkwright_schemes(true)?];
    let (all, mail) = (Finder::preset(Preset::Chat), Finder::new());
    let uts58 = Finder::preset(Preset::Uts58);
    let linkify_schemes = linkify(&[LinkKind::Url], Hosts::AfterScheme);
    let linkify_emails = linkify(&[LinkKind::Url, LinkKind::Email], Hosts::AfterScheme);
    let linkify_all = linkify(&[LinkKind::Url, LinkKind::Email], Hosts::Bare);
    let regex = regex::bytes::Regex::new(r#"(?i)\b(?:https?|ftp)://[^\s<>"]+"#)?;
    let slashes = memmem::Finder::new("://");
    Ok(vec![
        ours(SCHEMES, move |text| schemes.find_iter(text).count()),
        ours(EMAILS, move |text| emails.find_iter(text).count()),
        ours(ALL, move |text| all.find_iter(text).count()),
        ours("preset uts58", move |text| uts58.find_iter(text).count()),
        ours(MAIL, move |text| with_alternates(&mail, text)),
        theirs(LINKIFY_SCHEMES, move |text| linkify_schemes.links(text).count()),
        theirs(LINKIFY_EMAILS, move |text| linkify_emails.links(text).count()),
        theirs(LINKIFY_ALL, move |text| linkify_all.links(text).count()),
        theirs(REGEX, move |text| regex.find_iter(text.as_bytes()).count()),
        theirs("ceiling memmem ://", move |text| slashes.find_iter(text.as_bytes()).count()),
    ])
}

/// The contestants that decide whether a text is a URI.
pub(crate) fn parsers() -> Vec<Contestant> {
    vec![
        ours(PARSE, |text| usize::from(Uri::parse(text).is_ok())),
        ours(NORMALIZE, |text| uri(text, |uri| uri.normalize(Rung::Scheme).len())),
        ours("+compare", |text| uri(text, |uri| uri.is_equivalent(&uri, Rung::Scheme).into())),
        theirs(FLUENT_URI, |text| usize::from(fluent_uri::Uri::parse(text).is_ok())),
        // iri-string only validates, and stores no components.
        theirs(IRI_STRING, |text| usize::from(iri_string::types::UriStr::new(text).is_ok())),
        theirs(FLUENT_URI_NORMALIZE, |text| {
            fluent_uri::Uri::parse(text).map_or(0, |uri| seen(uri.normalize().as_str().len()))
        }),
        theirs(IRI_STRING_NORMALIZE, |text| {
            let uri = iri_string::types::UriStr::new(text);
            uri.map_or(0, |uri| seen(uri.normalize().to_string().len()))
        }),
        // url follows another standard, normalizes, and allocates.
        theirs(URL, |text| usize::from(url::Url::parse(text).is_ok())),
    ]
}

/// Parses `text` and passes the URI to `work`; returns 1 if `text` is a URI, and 0 otherwise.
fn uri(text: &str, work: impl FnOnce(Uri<'_>) -> usize) -> usize {
    Uri::parse(text).map_or(0, |uri| seen(work(uri)))
}

/// Returns 1 for a URI, and uses `result`, so that the compiler cannot remove the work.
fn seen(result: usize) -> usize {
    core::hint::black_box(result);
    1
}

pub(crate) fn ours(name: &'static str, count: impl Fn(&str) -> usize + 'static) -> Contestant {
    Contestant { name, side: Side::Ours, run: each(count) }
}

pub(crate) fn theirs(name: &'static str, count: impl Fn(&str) -> usize + 'static) -> Contestant {
    Contestant { name, side: Side::Theirs, run: each(count) }
}

/// Wraps `count` in a function over a corpus. The loop over the haystacks is inside the closure, so the time of a short
/// message does not include a dynamic call.
fn each(count: impl Fn(&str) -> usize + 'static) -> Box<dyn Fn(&Corpus) -> usize> {
    Box::new(move |corpus| corpus.haystacks().map(&count).sum())
}

/// Well-known schemes with `://`.
const HIERARCHICAL: [&str; 10] =
    ["http", "https", "ftp", "sftp", "ws", "wss", "git", "ssh", "svn", "irc"];

/// A linkwright finder that searches for the same links as linkify without bare domains, with or without addresses.
fn linkwright_schemes(emails: bool) -> Result<Finder, OptionError> {
    Finder::builder()
        .preset(Preset::Chat)
        // linkify only finds schemes with `://`, so a search for `tel:` would be extra work for linkwright.
        .schemes(HIERARCHICAL)
        .domains(false)
        .emails(emails)
        .wrap(Wrap::Off)
        .build()
}

/// Counts matches and reads their alternates, as an archiver would.
fn with_alternates(finder: &Finder, text: &str) -> usize {
    let read = |found: linkwright::Match<'_>| core::hint::black_box(found.alternates()).len();
    finder.find_iter(text).map(read).fold(0, |count, _| count + 1)
}

/// Whether linkify searches for hosts without a scheme.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hosts {
    AfterScheme,
    Bare,
}

fn linkify(kinds: &[LinkKind], hosts: Hosts) -> LinkFinder {
    let mut finder = LinkFinder::new();
    finder.kinds(kinds).url_must_have_scheme(hosts == Hosts::AfterScheme);
    finder
}

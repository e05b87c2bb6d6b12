//! Decides what happens to the existing anchors of a document.

use std::borrow::Cow;

use super::allowed::Allowed;
use super::attributes::Attributes;
use super::decision::{Decision, Once};
use super::mailto;
use super::subject::{Context, Link};
use super::treatment::{self, Treatment};
use crate::find::{is_scheme_name, text_mismatch};
use crate::uri::hazards::{Code, Codes};
use crate::uri::pct::{self, ByteSet};
use crate::uri::{Grammar, Iri, UriBuf, repair, to_uri};

/// An existing anchor that is kept, possibly changed.
#[derive(Debug)]
pub(crate) struct Treated {
    /// The target; `None` if the anchor loses it and is marked.
    pub(crate) href: Option<String>,
    /// The text that replaces the content of the anchor; `None` if the content is kept.
    pub(crate) label: Option<String>,
    /// The attributes except `href`.
    pub(crate) attributes: Attributes,
}

impl Decision {
    /// The result for an anchor with this `href`, this text and these other attributes; `None` if its tags must be
    /// removed.
    pub(crate) fn treat(
        &self,
        href: &str,
        text: &str,
        mut attributes: Attributes,
        once: Option<&mut Once<'_>>,
    ) -> Option<Treated> {
        let target = HrefKind::of(href);
        let hazards = target.hazards(text);
        match self.treatments.of(hazards) {
            Treatment::Skip => return None,
            Treatment::Caution => {
                treatment::mark(&mut attributes, hazards);
                return Some(Treated { href: None, label: None, attributes });
            }
            Treatment::Mark => treatment::mark(&mut attributes, hazards),
            Treatment::Link => {}
        }
        attributes.merge(&self.attributes);
        let mut link = Link {
            found: None,
            span: None,
            text,
            context: Context::Html,
            hazards,
            href: target.unambiguous(href),
            label: None,
            is_labelled: false,
            attributes: Cow::Owned(attributes),
            is_removed: false,
        };
        self.ask(&mut link, once);
        let Link { href, label, attributes, is_removed, .. } = link;
        let is_permitted = match &href {
            Cow::Borrowed(_) => target.is_permitted_by(&self.allowed),
            Cow::Owned(href) => self.allowed.permits_reference(href),
        };
        let href = Some(mailto::harmless(href).into_owned());
        let label = label.map(Cow::into_owned);
        let attributes = attributes.into_owned();
        (is_permitted && !is_removed).then_some(Treated { href, label, attributes })
    }
}

/// The hazards of a link whose `href` browsers read as a URI, with the text `text`, which may be empty. The readers of
/// documents use it, so that they report what the linkers mark.
pub fn href_hazards(href: &str, text: &str) -> Codes {
    HrefKind::of(href).hazards(text)
}

/// An `href`, parsed the way browsers parse it.
#[derive(Debug)]
enum HrefKind {
    /// A URI, with the hazards of the original IRI.
    Uri(UriBuf, Codes),
    /// A text that begins with a scheme but is not a URI.
    Invalid(String),
    Relative,
}

impl HrefKind {
    fn of(href: &str) -> HrefKind {
        let href = without_blanks(href);
        let has_scheme = href.split_once(':').is_some_and(|(scheme, _)| is_scheme_name(scheme));
        match as_in_browsers(&href).and_then(|href| repaired(&href)).or_else(|| repaired(&href)) {
            Some((uri, hazards)) => HrefKind::Uri(uri, hazards),
            None if has_scheme => HrefKind::Invalid(href),
            None => HrefKind::Relative,
        }
    }

    /// The hazards of a link to this target with the text `text`.
    fn hazards(&self, text: &str) -> Codes {
        let HrefKind::Uri(uri, hazards) = self else { return Codes::default() };
        let mut hazards = *hazards;
        mailto::forget_headers(&mut hazards);
        if text_mismatch(text, uri.as_uri()) {
            hazards.insert(Code::TextMismatch);
        }
        hazards
    }

    /// The `href` of HTML in a form that leads to this target from every page: in a page of the same scheme, browsers read
    /// `https:/logout` as a path of that page.
    fn unambiguous<'h>(&self, href: &'h str) -> Cow<'h, str> {
        match (self, web(&without_blanks(href))) {
            (HrefKind::Uri(uri, _), Some((_, rest))) if !begins_host(rest) => {
                Cow::Owned(uri.as_str().to_owned())
            }
            _ => Cow::Borrowed(href),
        }
    }

    /// Whether `allowed` permits a link to this target.
    fn is_permitted_by(&self, allowed: &Allowed) -> bool {
        match self {
            HrefKind::Uri(uri, _) => allowed.permits(uri.as_uri()),
            HrefKind::Invalid(href) => allowed.permits_invalid(href),
            HrefKind::Relative => true,
        }
    }
}

/// The URI that `href` is after repair, and the hazards of the IRI.
fn repaired(href: &str) -> Option<(UriBuf, Codes)> {
    let repaired = repair(href, Grammar::Iri).ok()?;
    let hazards = Iri::from_parts(repaired.as_str(), repaired.parts).hazard_codes();
    Some((to_uri(repaired.as_str()).ok()?, hazards))
}

/// The web URI that browsers read in `href` if the grammar reads another one or none; `None` for other references.
///
/// After `http:`, `https:` and `ftp:` browsers take any number of `/` and `\\` for the `//` before the host, after which
/// `\\` is a `/`, and all text before the last `@` is userinfo (URL standard, 4.4). Two of these marks alone are the
/// beginning of a reference to another host.
fn as_in_browsers(href: &str) -> Option<String> {
    let (scheme, rest) = web(href).or_else(|| begins_host(href).then_some(("https", href)))?;
    let rest = rest.trim_start_matches(['/', '\\']);
    let (authority, path) = rest.split_at(rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len()));
    let (path, tail) = path.split_at(path.find(['?', '#']).unwrap_or(path.len()));
    let authority = match authority.rsplit_once('@') {
        Some((userinfo, _)) if pct::is_encoded(userinfo, &USERINFO) => authority.to_owned(),
        Some((userinfo, host)) => format!("{}@{host}", pct::encode(userinfo, &USERINFO)),
        None => authority.to_owned(),
    };
    Some(format!("{scheme}://{authority}{}{tail}", path.replace('\\', "/")))
}

/// `href` without the characters that browsers ignore (URL standard, 4.4).
fn without_blanks(href: &str) -> String {
    href.trim_matches(|c: char| c <= ' ').replace(['\t', '\n', '\r'], "")
}

/// The scheme of `href` and the text after its colon, if browsers read the scheme as one of the web.
fn web(href: &str) -> Option<(&str, &str)> {
    let is_web =
        |scheme: &str| ["http", "https", "ftp"].iter().any(|web| web.eq_ignore_ascii_case(scheme));
    href.split_once(':').filter(|(scheme, _)| is_web(scheme))
}

/// Whether `text` begins with two slashes of any kind.
fn begins_host(text: &str) -> bool {
    let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    text.as_bytes().get(..2).is_some_and(|start| start.iter().all(is_slash))
}

const USERINFO: ByteSet = pct::REG_NAME.or(ByteSet::of(b":"));

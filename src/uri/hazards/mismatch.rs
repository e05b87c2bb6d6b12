//! Links whose text shows a domain that differs from the domain of their target (section 7.6).

use super::code::Code;
use super::report::Hazard;
use crate::public_suffix;
use crate::span::Span;
use crate::uri::map::to_uri;
use crate::uri::parts::HostKind;
use crate::uri::reference::Uri;
use crate::uri::rung::Rung;

/// Returns the hazard [`Code::TextMismatch`] if `anchor_text` shows a URI, a host or an address whose registrable
/// domain differs from that of `uri`. Returns `None` if the text shows no domain, or only the domain of `uri`.
///
/// The registrable domain is determined with the public suffix list: `www.example.com` and `login.example.com` have the
/// same registrable domain. Without the feature `registrable-domains`, whole names are compared, except that a leading
/// `www.` is ignored. IP addresses are compared as a whole.
///
/// ```
/// use linkwright::uri::{Uri, hazards};
///
/// let uri = Uri::parse("http://evil.example/")?;
/// let hazard = hazards::text_mismatch("http://bank.example/login", uri).unwrap();
/// assert_eq!(hazard.span().range(), 0..uri.as_str().len());
/// assert_eq!(hazards::text_mismatch("click here", uri), None);
/// assert_eq!(hazards::text_mismatch("Evil.example", uri), None);
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
pub fn text_mismatch(anchor_text: &str, uri: Uri<'_>) -> Option<Hazard> {
    // Most texts have neither a dot nor a scheme.
    if !anchor_text.contains(['.', ':', '@', '\u{3002}']) {
        return None;
    }
    let target = target(uri)?;
    let is_other = |word: &str| shown(word).is_some_and(|shown| shown != target);
    let hazard = Hazard::new(Code::TextMismatch, Span::new(0, uri.as_str().len()));
    anchor_text.split_whitespace().any(is_other).then_some(hazard)
}

/// The domain or the IP address of `uri`, in lower case; for a `mailto` URI the domain of its first address.
fn target(uri: Uri<'_>) -> Option<String> {
    let uri = uri.to_normalized(Rung::Scheme);
    let uri = uri.as_uri();
    if uri.scheme() == "mailto" {
        let address = uri.path().split(',').next()?;
        let (_, domain) = address.rsplit_once('@')?;
        return Some(domain_of(domain)).filter(|domain| !domain.is_empty());
    }
    let host = uri.authority()?.host();
    match host.kind() {
        HostKind::RegName => Some(domain_of(host.as_str())).filter(|domain| !domain.is_empty()),
        _ => Some(host.as_str().to_owned()),
    }
}

/// The registrable domain of a name. If the name has no registrable domain, the result is the name without a leading
/// `www.`.
fn domain_of(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let name = lower.strip_suffix('.').unwrap_or(&lower);
    #[cfg(feature = "registrable-domains")]
    if let Some(domain) = public_suffix::registrable_domain(name) {
        return domain.to_owned();
    }
    name.strip_prefix("www.").unwrap_or(name).to_owned()
}

/// The domain that a word of the text shows; `None` if it shows no domain.
fn shown(word: &str) -> Option<String> {
    let word = word.trim_matches(|char: char| "<>()[]\"'.,;:!?".contains(char));
    if let Some((_, address)) = word.split_once("mailto:") {
        return Some(domain_of(address.rsplit('@').next()?));
    }
    let is_uri = word.split_once("://").is_some_and(|(scheme, _)| is_scheme(scheme));
    if word.contains('@') && !is_uri {
        let (_, domain) = word.rsplit_once('@')?;
        return is_name(domain).then(|| domain_of(domain));
    }
    let text = if is_uri { word.to_owned() } else { format!("http://{word}") };
    let uri = to_uri(&text).ok()?;
    let name = uri.as_uri().authority()?.host().as_str();
    (is_uri || is_name(name)).then(|| target(uri.as_uri()))?
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|char: char| char.is_ascii_alphabetic())
}

/// Whether the last label of `text` shows that the text is a host name, and not a file name or the end of a sentence.
fn is_name(text: &str) -> bool {
    let Some((_, last)) = text.rsplit_once('.') else { return false };
    let is_reserved = ["example", "test", "localhost"].iter().any(|n| last.eq_ignore_ascii_case(n));
    is_reserved || public_suffix::is_delegated(text.as_bytes())
}

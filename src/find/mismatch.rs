//! Links whose text shows a domain that differs from the domain of their target (RFC 3986, section 7.6).

use std::sync::LazyLock;

use super::api::finder::Finder;
use super::choices::Preset;
use super::config::Config;
#[cfg(feature = "registrable-domains")]
use crate::public_suffix;
use crate::text::glyph::visible;
use crate::uri::hazards::unwrapped;
use crate::uri::{HostKind, Rung, Uri};

/// Whether `text`, the text of a link to `uri`, shows a URI, a host or an address of another domain: the hazard
/// [`TextMismatch`](crate::uri::hazards::Code::TextMismatch).
///
/// The text shows what a [`Finder`] with the preset [`Chat`](Preset::Chat) finds in it, so file names, calls and
/// versions are no hosts. Invisible characters are left out first. Names of one registrable domain do not differ:
/// `www.example.com` and `login.example.com`. Without the feature `registrable-domains`, the public suffix list is not
/// known, and two names belong together if one is the other or a subdomain of it, except that a leading `www.` is
/// ignored. Where a service has [wrapped](unwrapped) the target, the text may also show the domain to which the service
/// leads. IP addresses are compared as a whole. The result is `false` if `uri` has no host.
///
/// ```
/// use linkwright::{find::text_mismatch, uri::Uri};
///
/// let uri = Uri::parse("http://evil.example/")?;
/// assert!(text_mismatch("http://bank.example/login", uri));
/// for text in ["click here", "http://Evil.example", "SECURITY.md", ""] {
///     assert!(!text_mismatch(text, uri));
/// }
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
pub fn text_mismatch(text: &str, uri: Uri<'_>) -> bool {
    static FINDER: LazyLock<Option<Finder>> =
        LazyLock::new(|| Finder::from_config(&Config::preset(Preset::Chat)).ok());
    // Most texts have neither a dot nor a scheme.
    if !text.contains(['.', ':', '@', '\u{3002}']) {
        return false;
    }
    let Some(target) = domain(uri) else { return false };
    let wrapped = unwrapped(uri).and_then(|target| domain(target.as_uri()));
    let Some(finder) = &*FINDER else { return false };
    let is_other = |text: &str| {
        finder
            .find_iter(text)
            .filter_map(|found| domain(found.uri()))
            .filter(|shown| !wrapped.as_ref().is_some_and(|wrapped| are_related(shown, wrapped)))
            .any(|shown| !are_related(&shown, &target))
    };
    // After a right-to-left override, a reader sees the letters from the last to the first.
    let turned =
        text.split_once('\u{202E}').map(|(_, after)| after.chars().rev().collect::<String>());
    // The finder rejects a host that contains an invisible character, but a reader sees it.
    is_other(&visible(text)) || turned.is_some_and(|turned| is_other(&visible(&turned)))
}

/// The domain or the IP address of `uri`, in lower case; for a `mailto` URI the domain of its first address.
fn domain(uri: Uri<'_>) -> Option<String> {
    let uri = uri.to_normalized(Rung::Scheme);
    let uri = uri.as_uri();
    let domain = if uri.scheme() == "mailto" {
        // As a host, a name is normalized to its A-labels.
        let name = uri.path().split(',').next()?.rsplit_once('@')?.1;
        let host = format!("http://{name}");
        Uri::parse(&host).ok().and_then(domain).unwrap_or_else(|| domain_of(name))
    } else {
        let host = uri.authority()?.host();
        match host.kind() {
            HostKind::RegName => domain_of(host.as_str()),
            _ => host.as_str().to_owned(),
        }
    };
    Some(domain).filter(|domain| !domain.is_empty())
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

/// Whether `one` and `other` are the same domain or, if the public suffix list is not known, a domain and its
/// subdomain.
fn are_related(one: &str, other: &str) -> bool {
    let is_below = |name: &str, domain: &str| {
        name.strip_suffix(domain).is_some_and(|above| above.ends_with('.')) && domain.contains('.')
    };
    one == other
        || !cfg!(feature = "registrable-domains") && (is_below(one, other) || is_below(other, one))
}

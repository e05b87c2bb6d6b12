//! The list of schemes that may become links. The finder has a separate list of the schemes that it reports. This list
//! also applies to targets that a pattern or a closure of the caller sets.

use crate::find::{Match, Schemes, is_known_scheme, is_scheme_name};
use crate::options::error::{OptionError, OptionProblem};
use crate::uri::hazards::is_option_like;
#[cfg(feature = "html")]
use crate::uri::split;
use crate::uri::{Uri, UriReference};

/// The list of schemes that become links.
#[derive(Clone, Debug)]
pub(crate) struct Allowed {
    schemes: Schemes,
    more: Vec<String>,
}

impl Allowed {
    pub(crate) const fn new(schemes: Schemes) -> Allowed {
        Allowed { schemes, more: Vec::new() }
    }

    /// A list of the schemes in `schemes` and `more`.
    ///
    /// # Errors
    /// Returns an error if a name is not a scheme, or if a scheme in `more` runs code. The error names the option.
    pub(crate) fn checked(schemes: &Schemes, more: &[String]) -> Result<Allowed, OptionError> {
        if let Schemes::Only(names) = schemes {
            check("schemes", names)?;
        }
        check("link_schemes", more)?;
        if let Some(name) = more.iter().find(|name| is_in(NEVER.into_iter(), name)) {
            let why = "is never linked, because it runs code or contains a document that does";
            return Err(OptionError::invalid("link_schemes", name, format!("{name:?} {why}")));
        }
        Ok(Allowed { schemes: schemes.clone(), more: more.to_vec() })
    }

    /// Whether the target of `found` may be written into an `href`. A relative reference is permitted: it takes the
    /// scheme of the document.
    pub(crate) fn permits_href(&self, found: &Match<'_>) -> bool {
        found.reference().is_some() || self.permits(found.uri())
    }

    /// Whether `href`, which a caller wrote, may be the target of a link: a URI with a permitted scheme, or a relative
    /// reference.
    pub(crate) fn permits_reference(&self, href: &str) -> bool {
        match Uri::parse(href) {
            Ok(uri) => self.permits(uri),
            Err(_) => UriReference::parse(href).is_ok(),
        }
    }

    /// Whether `uri` may become a link.
    ///
    /// A scheme that only selects how another URI is opened is removed, and the inner URI is tested, because
    /// `view-source:javascript:x` also runs code. No list permits a host or an address that a program could read as an
    /// option (`ssh://-oProxyCommand=x`).
    pub(crate) fn permits(&self, uri: Uri<'_>) -> bool {
        let scheme = uri.scheme().as_str();
        if is_option_like(uri.authority().map(|authority| authority.as_str()), uri.path()) {
            return false;
        }
        // No scheme on these lists runs code or contains another URI.
        let is_listed = matches!(self.schemes, Schemes::Clickable | Schemes::Known);
        (is_listed && self.more.is_empty() || !runs_code(uri.as_str()))
            && self.permits_scheme(scheme)
    }

    /// Whether `href`, which begins with a scheme but is not a valid URI, may be the target of a link: a browser may
    /// still follow it. The tests are those of [`Allowed::permits`].
    #[cfg(feature = "html")]
    pub(crate) fn permits_invalid(&self, href: &str) -> bool {
        let components = split(href);
        !runs_code(href)
            && !is_option_like(components.authority, components.path)
            && self.permits_scheme(components.scheme.unwrap_or_default())
    }

    /// Whether the list permits `http`, `https` and `mailto` regardless of the names that the caller listed.
    pub(crate) const fn has_plain(&self) -> bool {
        !matches!(self.schemes, Schemes::Only(_))
    }

    fn permits_scheme(&self, scheme: &str) -> bool {
        let is_listed = match &self.schemes {
            // A shortcut for the most frequent schemes, in lower case.
            Schemes::Clickable | Schemes::Known
                if matches!(scheme, "https" | "http" | "mailto") =>
            {
                true
            }
            Schemes::Clickable => is_in(Schemes::clickable(), scheme),
            Schemes::Known => is_known_scheme(scheme.as_bytes()),
            Schemes::Only(list) => is_in(list.iter().map(String::as_str), scheme),
            Schemes::Any => true,
        };
        is_listed || is_in(self.more.iter().map(String::as_str), scheme)
    }
}

/// Checks that every name in a list is a scheme.
fn check(option: &str, names: &[String]) -> Result<(), OptionError> {
    match names.iter().find(|name| !is_scheme_name(name)) {
        Some(name) => Err(OptionError::new(option, OptionProblem::Scheme { name: name.clone() })),
        None => Ok(()),
    }
}

/// Whether `uri`, or a URI inside it, runs code.
fn runs_code(uri: &str) -> bool {
    let mut rest = uri;
    while let Some((carrier, inner)) = rest.split_once(':') {
        if is_in(NEVER.into_iter(), carrier) {
            return true;
        }
        if !is_in(CARRIERS.into_iter(), carrier) {
            break;
        }
        rest = inner;
    }
    false
}

fn is_in<'a>(mut list: impl Iterator<Item = &'a str>, scheme: &str) -> bool {
    list.any(|one| one.eq_ignore_ascii_case(scheme))
}

/// The schemes whose URIs run code when the link is followed, or contain a document that does.
#[rustfmt::skip]
const NEVER: [&str; 10] = [
    "javascript", "data", "vbscript", "vbs", "livescript", "mocha", "blob", "filesystem", "mhtml", "hcp",
];

/// The schemes that select how the URI after them is opened, such as `view-source:http://a.example`.
const CARRIERS: [&str; 7] = ["url", "uri", "view-source", "feed", "jar", "wyciwyg", "mk"];

#[cfg(test)]
mod tests {
    use super::*;

    fn permits(schemes: Schemes, uri: &str) -> bool {
        Allowed::new(schemes).permits(Uri::parse(uri).unwrap())
    }

    #[test]
    fn schemes_that_run_code_are_never_linked() {
        let active = ["javascript:alert(1)", "JavaScript://h/%0aalert(1)", "data:text/html,x"];
        let carried = ["view-source:javascript:x", "FEED:URL:vbscript:x", "jar:data:,x"];
        for uri in active.into_iter().chain(carried) {
            let named = uri.split(':').next().unwrap_or_default().to_owned();
            assert!(!permits(Schemes::Any, uri), "{uri}");
            assert!(!permits(Schemes::Only(vec![named]), uri), "{uri}");
        }
    }

    #[test]
    fn hosts_and_addresses_like_options_are_never_linked() {
        let hosts = ["ssh://-oProxyCommand=x/y", "http://-a.example/", "rsync://%2De.example/x"];
        let others =
            ["ssh://-o@h.example/", "mailto:-x@h.example", "mailto:a@h.example,-x@h.example"];
        for uri in hosts.into_iter().chain(others) {
            assert!(!permits(Schemes::Any, uri), "{uri}");
            assert!(!permits(Schemes::Known, uri), "{uri}");
        }
        for uri in ["http://a-.example/-x", "mailto:a-x@h.example", "ssh://a@b-.example/"] {
            assert!(permits(Schemes::Known, uri), "{uri}");
        }
    }

    #[cfg(feature = "html")]
    #[test]
    fn invalid_targets_are_tested_like_valid_ones() {
        let allowed = Allowed::new(Schemes::Any);
        for href in [
            "ssh://-o%zz/",
            "ssh://-o@h h/",
            "ssh://a@-h h/",
            "mailto:-x%zz@h",
            "javascript:%zz",
            "data:%",
        ] {
            assert!(Uri::parse(href).is_err() && !allowed.permits_invalid(href), "{href}");
        }
        for href in ["http://a-.example/%zz", "ssh://a@b-.example/-%zz"] {
            assert!(Uri::parse(href).is_err() && allowed.permits_invalid(href), "{href}");
        }
        assert!(!Allowed::new(Schemes::Clickable).permits_invalid("ssh://h/%zz"));
    }

    #[test]
    fn listed_schemes_do_not_run_code() {
        for scheme in Schemes::known().chain(Schemes::clickable()) {
            assert!(!NEVER.contains(&scheme) && !CARRIERS.contains(&scheme), "{scheme}");
        }
        for uri in ["javascript:x", "view-source:http://a.example", "view-source:javascript:x"] {
            assert!(!permits(Schemes::Known, uri), "{uri}");
        }
    }

    #[test]
    fn clickable_schemes_are_known_and_open_no_file_and_no_shell() {
        assert!(Schemes::clickable().all(|scheme| Schemes::known().any(|known| known == scheme)));
        for uri in
            ["https://h.example/", "mailto:a@h.example", "tel:+1", "xmpp:a@h.example", "news:a.b"]
        {
            assert!(permits(Schemes::Clickable, uri), "{uri}");
        }
        for uri in [
            "file:///etc/passwd",
            "smb://h.example/x",
            "ssh://h.example/",
            "git://h.example/",
            "ldap://h.example/",
        ] {
            assert!(!permits(Schemes::Clickable, uri) && permits(Schemes::Known, uri), "{uri}");
        }
    }

    #[test]
    fn a_list_can_be_extended_except_by_schemes_that_run_code() {
        let more = |name: &str| Allowed::checked(&Schemes::Clickable, &[name.to_owned()]).unwrap();
        assert!(more("SSH").permits(Uri::parse("ssh://h.example/").unwrap()));
        assert!(more("ssh").permits(Uri::parse("http://h.example/").unwrap()));
        assert!(!more("ssh").permits(Uri::parse("file:///x").unwrap()));
        for name in NEVER {
            let refused = Allowed::checked(&Schemes::Clickable, &[name.to_uppercase()]);
            let problem = refused.map_err(|error| error.problem().clone());
            assert!(matches!(problem, Err(OptionProblem::Invalid { .. })), "{name}");
        }
        assert!(!more("feed").permits(Uri::parse("feed:javascript:x").unwrap()));
    }

    #[test]
    fn the_callers_list_selects_the_permitted_schemes() {
        assert!(permits(Schemes::Known, "HTTP://a.example"));
        assert!(!permits(Schemes::Known, "foo://a.example"));
        assert!(permits(Schemes::Any, "foo://a.example"));
        assert!(permits(Schemes::Only(vec!["Foo".to_owned()]), "foo://a.example"));
        assert!(!permits(Schemes::Only(vec!["foo".to_owned()]), "http://a.example"));
        assert!(permits(Schemes::Any, "view-source:http://a.example"));
        assert!(permits(Schemes::Any, "x:javascript:y"), "`x` does not open the URI after it");
    }
}

//! Which schemes may become links. The finder's list says what is reported; this one what is
//! linked, and it holds for whatever a caller's pattern or closure makes of a match.

use crate::find::{Match, Schemes, is_scheme_name};
use crate::options::error::{OptionError, OptionProblem};
use crate::uri::Uri;
use crate::uri::hazards::is_option_like;

/// An error unless each name of a list is a scheme.
pub(crate) fn check(schemes: &Schemes) -> Result<(), OptionError> {
    let Schemes::Only(names) = schemes else { return Ok(()) };
    match names.iter().find(|name| !is_scheme_name(name)) {
        Some(name) => {
            Err(OptionError::new("schemes", OptionProblem::Scheme { name: name.clone() }))
        }
        None => Ok(()),
    }
}

/// The allow-list.
#[derive(Clone, Debug)]
pub(crate) struct Allowed {
    schemes: Schemes,
}

impl Allowed {
    pub(crate) const fn new(schemes: Schemes) -> Allowed {
        Allowed { schemes }
    }

    /// Whether the target of `found` may be written into an `href`. A relative reference may: its scheme
    /// is that of the document.
    pub(crate) fn permits_href(&self, found: &Match<'_>) -> bool {
        found.reference().is_some() || self.permits(found.uri())
    }

    /// Whether `uri` may become a link.
    ///
    /// `view-source:javascript:x` runs code too: schemes that only say how to open another URI are
    /// removed first, and the inner URI is tested. No list permits a host or an address that a program
    /// would take for an option (`ssh://-oProxyCommand=x`).
    pub(crate) fn permits(&self, uri: Uri<'_>) -> bool {
        let scheme = uri.scheme().as_str();
        if is_option_like(uri) {
            return false;
        }
        // No scheme on that list runs code or carries another one.
        let is_listed = matches!(self.schemes, Schemes::Known);
        (is_listed || !runs_code(uri.as_str())) && self.permits_scheme(scheme)
    }

    /// The same for `rest` after an implied scheme, which carries no other one.
    pub(crate) fn permits_implied(&self, scheme: &str, rest: &str) -> bool {
        !rest.starts_with('-') && self.permits_scheme(scheme)
    }

    fn permits_scheme(&self, scheme: &str) -> bool {
        match &self.schemes {
            Schemes::Known => is_known(scheme),
            Schemes::Only(list) => list.iter().any(|one| one.eq_ignore_ascii_case(scheme)),
            Schemes::Any => true,
        }
    }
}

/// Whether `uri`, or the URI inside of it, runs code.
fn runs_code(uri: &str) -> bool {
    let mut rest = uri;
    while let Some((carrier, inner)) = rest.split_once(':') {
        if is_in(NEVER, carrier) {
            return true;
        }
        if !is_in(CARRIERS, carrier) {
            break;
        }
        rest = inner;
    }
    false
}

fn is_known(scheme: &str) -> bool {
    // Nearly all are one of these, in small letters.
    matches!(scheme, "https" | "http" | "mailto") || is_in(KNOWN, scheme)
}

fn is_in(list: &[&str], scheme: &str) -> bool {
    list.iter().any(|one| one.eq_ignore_ascii_case(scheme))
}

/// They run code, or carry a document that does, where the link is clicked.
const NEVER: &[&str] = &["javascript", "data", "vbscript", "livescript", "mocha", "blob"];

/// They say how to open the URI after them.
const CARRIERS: &[&str] = &["url", "uri", "view-source", "feed", "jar", "wyciwyg", "mk"];

/// What people write in text: the same names as the finder's.
#[rustfmt::skip]
const KNOWN: &[&str] = &[
    "https", "http", "mailto", "ftp", "tel",
    "acct", "afp", "bitcoin", "bzr", "callto", "cid", "cvs", "dav", "davs", "doi", "facetime",
    "file", "finger", "fish", "ftps", "geo", "git", "git+file", "git+http", "git+https", "git+ssh",
    "gopher", "im", "imap", "imaps", "ipfs", "ipns", "irc", "irc6", "ircs", "jabber", "ldap",
    "ldaps", "magnet", "matrix", "mid", "mms", "mumble", "news", "nfs", "nntp", "pop", "postgres",
    "postgresql", "redis", "rsync", "rtmp", "rtsp", "sftp", "sip", "sips", "skype", "smb", "sms",
    "snews", "spotify", "ssh", "steam", "stun", "svn", "svn+ssh", "teamspeak", "telnet", "tg",
    "tn3270", "turn", "urn", "vnc", "wais", "webcal", "ws", "wss", "xmpp",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn permits(schemes: Schemes, uri: &str) -> bool {
        Allowed::new(schemes).permits(Uri::parse(uri).unwrap())
    }

    #[test]
    fn code_is_never_linked() {
        let active = ["javascript:alert(1)", "JavaScript://h/%0aalert(1)", "data:text/html,x"];
        let carried = ["view-source:javascript:x", "FEED:URL:vbscript:x", "jar:data:,x"];
        for uri in active.into_iter().chain(carried) {
            let named = uri.split(':').next().unwrap_or_default().to_owned();
            assert!(!permits(Schemes::Any, uri), "{uri}");
            assert!(!permits(Schemes::Only(vec![named]), uri), "{uri}");
        }
    }

    #[test]
    fn options_are_never_linked() {
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

    #[test]
    fn what_is_known_is_passive() {
        let mut sorted = KNOWN.to_vec();
        sorted.sort_unstable();
        assert!(Schemes::known().eq(sorted), "finder and linkers have one list");
        for scheme in KNOWN {
            assert!(!is_in(NEVER, scheme) && !is_in(CARRIERS, scheme), "{scheme}");
        }
        for uri in ["javascript:x", "view-source:http://a.example", "view-source:javascript:x"] {
            assert!(!permits(Schemes::Known, uri), "{uri}");
        }
    }

    #[test]
    fn the_list_is_what_the_caller_says() {
        assert!(permits(Schemes::Known, "HTTP://a.example"));
        assert!(!permits(Schemes::Known, "foo://a.example"));
        assert!(permits(Schemes::Any, "foo://a.example"));
        assert!(permits(Schemes::Only(vec!["Foo".to_owned()]), "foo://a.example"));
        assert!(!permits(Schemes::Only(vec!["foo".to_owned()]), "http://a.example"));
        assert!(permits(Schemes::Any, "view-source:http://a.example"));
        assert!(permits(Schemes::Any, "x:javascript:y"), "no carrier: `x` decides what it means");
    }
}

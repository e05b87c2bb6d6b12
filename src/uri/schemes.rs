//! Facts about schemes, for scheme-based normalization (RFC 3986, section 6.2.3) and for the hazards.
//!
//! The finder has a separate table, which describes the *form* of a scheme's URIs in text. The table here describes
//! their meaning. It contains a scheme only if the scheme has a default port or another rule beyond the generic syntax,
//! or if the scheme is a hazard.

/// The rules of a scheme beyond the generic syntax and a default port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    /// No other rules.
    None,
    /// "A sender MUST NOT generate an "http" URI with an empty host identifier" (RFC 9110, 4.2.1): a URI without a host
    /// is invalid. FTP and WebSocket URIs need a host as well.
    Host,
    /// "No authority, an empty host, and "localhost" all mean the end-user's machine" (3.2.2).
    File,
    /// Comma-separated addresses; case is insignificant in their domains (RFC 6068, section 2).
    Mailto,
    /// A namespace identifier; its case is insignificant (RFC 8141, section 3.1).
    Urn,
    /// An address of a user; case is insignificant in the domain (RFC 7565).
    Acct,
    /// An address for calls; case is insignificant in the host (RFC 3261, section 19.1.4).
    Sip,
    /// A Jabber identifier; case is insignificant in the localpart and the domain (RFC 5122, RFC 7622).
    Xmpp,
    /// The URI runs code, or opens an application with content that it contains or refers to.
    Active,
    /// The URI contains a document, which may run code (RFC 2397).
    Data,
    /// The URI contains another URI, which may run code.
    Carrier,
}

impl Special {
    /// Whether normalization may change more than the authority and an empty path.
    pub(super) const fn has_more_than_authority(self) -> bool {
        matches!(self, Special::File) || self.has_caseless_path()
    }

    /// Whether case is insignificant for some letters of the path.
    pub(super) const fn has_caseless_path(self) -> bool {
        use Special::{Acct, Mailto, Sip, Urn, Xmpp};
        matches!(self, Mailto | Urn | Acct | Sip | Xmpp)
    }
}

/// One row of the table.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SchemeRules {
    name: &'static str,
    /// The port in decimal: a string, because it is only compared with text.
    pub(super) default_port: Option<&'static str>,
    pub(super) special: Special,
}

const fn host(name: &'static str, port: &'static str) -> SchemeRules {
    SchemeRules { name, default_port: Some(port), special: Special::Host }
}

const fn port(name: &'static str, port: &'static str) -> SchemeRules {
    SchemeRules { name, default_port: Some(port), special: Special::None }
}

const fn special(name: &'static str, special: Special) -> SchemeRules {
    SchemeRules { name, default_port: None, special }
}

/// The rows of the table. The most common schemes come first, because the search is linear.
const TABLE: &[SchemeRules] = &include!("schemes.in");

/// The row of `scheme`. The case of letters is ignored.
pub(super) fn find(scheme: &str) -> Option<&'static SchemeRules> {
    TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_lower_case_and_unique() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.name, row.name.to_ascii_lowercase());
            assert!(TABLE.iter().skip(index + 1).all(|other| other.name != row.name), "{row:?}");
            assert!(row.default_port.is_none_or(|port| port.parse::<u16>().is_ok()), "{row:?}");
        }
    }

    #[test]
    fn schemes_are_found_in_any_case() {
        assert_eq!(find("HTTP").unwrap().default_port, Some("80"));
        assert_eq!(find("htt"), None);
    }
}

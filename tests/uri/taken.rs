//! The components of a text as strings. The tests compare the results of different parsers in this form.

use core::fmt;

use linkwright::Span;
use linkwright::uri::{Grammar, Mode, Parts, scan};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Taken<'a> {
    pub(crate) scheme: Option<&'a str>,
    pub(crate) userinfo: Option<&'a str>,
    pub(crate) host: Option<&'a str>,
    pub(crate) port: Option<&'a str>,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) fragment: Option<&'a str>,
}

impl<'a> Taken<'a> {
    /// The components that the parser of linkwright finds in `text`; `None` if `text` is not valid.
    pub(crate) fn by_scan(text: &'a str, grammar: Grammar) -> Option<Taken<'a>> {
        let parts = scan(text, grammar, Mode::new()).complete().ok()?;
        Some(Taken::new(text, parts))
    }

    pub(crate) fn new(text: &'a str, parts: Parts) -> Taken<'a> {
        let part = |span: Span| &text[span.range()];
        Taken {
            scheme: parts.scheme().map(part),
            userinfo: parts.userinfo().map(part),
            host: parts.host().map(part),
            port: parts.port().map(part),
            path: part(parts.path()),
            query: parts.query().map(part),
            fragment: parts.fragment().map(part),
        }
    }
}

/// Recomposes the text as in section 5.3, and the authority as in section 3.2.
impl fmt::Display for Taken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let around = |before: &str, part: Option<&str>, after: &str| {
            part.map_or_else(String::new, |part| format!("{before}{part}{after}"))
        };
        f.write_str(&around("", self.scheme, ":"))?;
        f.write_str(self.host.map_or("", |_| "//"))?;
        f.write_str(&around("", self.userinfo, "@"))?;
        f.write_str(&around("", self.host, ""))?;
        f.write_str(&around(":", self.port, ""))?;
        f.write_str(self.path)?;
        f.write_str(&around("?", self.query, ""))?;
        f.write_str(&around("#", self.fragment, ""))
    }
}

//! The components of a text as strings. The tests compare the results of different parsers in this form.

use core::fmt;

use linkwright::uri::{Grammar, IriReference, check};

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
    pub(crate) fn by_parser(text: &'a str, grammar: Grammar) -> Option<Taken<'a>> {
        check(text, grammar).ok()?;
        let reference = IriReference::parse(text).expect("each grammar is a part of this one");
        let authority = reference.authority();
        Some(Taken {
            scheme: reference.scheme().map(|scheme| scheme.as_str()),
            userinfo: authority.and_then(|authority| authority.userinfo()),
            host: authority.map(|authority| authority.host().as_str()),
            port: authority.and_then(|authority| authority.port()),
            path: reference.path(),
            query: reference.query(),
            fragment: reference.fragment(),
        })
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

//! Builds URIs from components (RFC 3986, section 5.3), and sets single components.

use core::fmt;

use super::buf::{IriBuf, UriBuf, UriReferenceBuf};
use super::grammar::{Grammar, Mode};
use super::parse::scan;
use super::parts::Parts;
use super::pct;
use super::reference::UriReference;
use super::split::ComposeError;
use crate::ascii::{PCHAR, UNRESERVED};

/// A builder of URIs from components.
///
/// Setters take a component in the form that it has in a URI: the caller percent-encodes it where needed.
/// [`segment`](Builder::segment) and [`query_pair`](Builder::query_pair) take data and encode it. The builder checks
/// that the result has exactly the components that were set.
///
/// ```
/// use linkwright::uri::Builder;
///
/// let uri = Builder::new()
///     .scheme("https")
///     .host("example.com")
///     .port(8080)
///     .segment("AC/DC")
///     .segment("Live at Donington")
///     .query_pair("q", "rock & roll")
///     .build()?;
/// assert_eq!(
///     uri,
///     "https://example.com:8080/AC%2FDC/Live%20at%20Donington?q=rock%20%26%20roll"
/// );
/// let error = Builder::new().scheme("s").path("//a").build().unwrap_err();
/// assert_eq!(error.to_string(), "a parser would find other components in this text: s://a");
/// # Ok::<_, linkwright::uri::ComposeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Builder {
    scheme: Option<String>,
    authority: Option<AuthorityText>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
    mode: Mode,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct AuthorityText {
    userinfo: Option<String>,
    host: String,
    port: Option<String>,
}

impl Builder {
    /// A builder with an empty path and no other component.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Sets the extensions of the grammar that the result may use.
    pub fn mode(mut self, mode: Mode) -> Builder {
        self.mode = mode;
        self
    }

    /// Sets the scheme, without its `:`.
    pub fn scheme(mut self, scheme: &str) -> Builder {
        self.scheme = Some(scheme.to_owned());
        self
    }

    /// Sets the userinfo, without its `@`.
    pub fn userinfo(mut self, userinfo: &str) -> Builder {
        self.authority_mut().userinfo = Some(userinfo.to_owned());
        self
    }

    /// Sets the host: a name, an IPv4 address, or an IP literal with its brackets.
    pub fn host(mut self, host: &str) -> Builder {
        host.clone_into(&mut self.authority_mut().host);
        self
    }

    /// Sets the port.
    pub fn port(mut self, port: u16) -> Builder {
        self.authority_mut().port = Some(port.to_string());
        self
    }

    /// Sets the path.
    pub fn path(mut self, path: &str) -> Builder {
        path.clone_into(&mut self.path);
        self
    }

    /// Percent-encodes `data` and appends it to the path as a segment, after a `/`. If the path is empty, the `/` is
    /// added only if an authority has been set.
    pub fn segment(mut self, data: &str) -> Builder {
        if self.authority.is_some() || !self.path.is_empty() {
            self.path.push('/');
        }
        self.path.push_str(&pct::encode(data, &PCHAR));
        self
    }

    /// Sets the query, without its `?`.
    pub fn query(mut self, query: &str) -> Builder {
        self.query = Some(query.to_owned());
        self
    }

    /// Percent-encodes `name` and `value` and appends `name=value` to the query, after a `&` unless the query is empty.
    pub fn query_pair(mut self, name: &str, value: &str) -> Builder {
        let query = self.query.get_or_insert_default();
        if !query.is_empty() {
            query.push('&');
        }
        query.push_str(&pct::encode(name, &UNRESERVED));
        query.push('=');
        query.push_str(&pct::encode(value, &UNRESERVED));
        self
    }

    /// Sets the fragment, without its `#`.
    pub fn fragment(mut self, fragment: &str) -> Builder {
        self.fragment = Some(fragment.to_owned());
        self
    }

    /// Builds a URI from these components.
    ///
    /// # Errors
    ///
    /// Returns an error if the grammar does not allow a component, or if a parser would find other components in the
    /// result. For example, a parser would read the host `a:80` as a host and a port. If no authority is set, it would
    /// read the path `//a` as an authority.
    pub fn build(&self) -> Result<UriBuf, ComposeError> {
        let (text, parts) = self.compose(Grammar::Uri)?;
        Ok(UriBuf::from_parts(text, parts))
    }

    /// Builds a URI or a relative reference from these components. The errors are those of [`build`](Builder::build).
    pub fn build_reference(&self) -> Result<UriReferenceBuf, ComposeError> {
        let (text, parts) = self.compose(Grammar::UriReference)?;
        Ok(UriReferenceBuf::from_parts(text, parts))
    }

    /// Builds an IRI from these components. The errors are those of [`build`](Builder::build).
    pub fn build_iri(&self) -> Result<IriBuf, ComposeError> {
        let (text, parts) = self.compose(Grammar::Iri)?;
        Ok(IriBuf::from_parts(text, parts))
    }

    fn authority_mut(&mut self) -> &mut AuthorityText {
        self.authority.get_or_insert_default()
    }

    fn compose(&self, grammar: Grammar) -> Result<(String, Parts), ComposeError> {
        let text = self.to_string();
        let parts = scan(&text, grammar, self.mode).map_err(ComposeError::Invalid)?;
        let found = Builder::from(UriReference::from_parts(&text, parts));
        if (Builder { mode: self.mode, ..found }) == *self {
            Ok((text, parts))
        } else {
            Err(ComposeError::Misread(text))
        }
    }
}

/// Composes the components as in section 5.3, without checking the result.
impl fmt::Display for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(scheme) = &self.scheme {
            write!(f, "{scheme}:")?;
        }
        if let Some(authority) = &self.authority {
            f.write_str("//")?;
            if let Some(userinfo) = &authority.userinfo {
                write!(f, "{userinfo}@")?;
            }
            f.write_str(&authority.host)?;
            if let Some(port) = &authority.port {
                write!(f, ":{port}")?;
            }
        }
        f.write_str(&self.path)?;
        if let Some(query) = &self.query {
            write!(f, "?{query}")?;
        }
        if let Some(fragment) = &self.fragment {
            write!(f, "#{fragment}")?;
        }
        Ok(())
    }
}

/// A builder with the components of a reference. It accepts a zone identifier if the reference has one.
impl From<UriReference<'_>> for Builder {
    fn from(reference: UriReference<'_>) -> Builder {
        let authority = reference.authority().map(|authority| AuthorityText {
            userinfo: authority.userinfo().map(str::to_owned),
            host: authority.host().as_str().to_owned(),
            port: authority.port().map(str::to_owned),
        });
        Builder {
            scheme: reference.scheme().map(|scheme| scheme.as_str().to_owned()),
            authority,
            path: reference.path().to_owned(),
            query: reference.query().map(str::to_owned),
            fragment: reference.fragment().map(str::to_owned),
            mode: Mode::new().zone_ids(reference.parts().zone().is_some()),
        }
    }
}

/// Defines the setters of single components. Each setter checks the result; on an error the value is unchanged.
macro_rules! setters {
    ($buf:ident, $view:ident, $build:ident) => {
        impl $buf {
            /// Sets the userinfo, without its `@`, or removes it. If the value has no authority, an authority with an
            /// empty host is added. It is an error if the text is not a userinfo, or if the path cannot follow an
            /// authority.
            pub fn set_userinfo(&mut self, userinfo: Option<&str>) -> Result<(), ComposeError> {
                self.edit(|builder| match (&mut builder.authority, userinfo) {
                    (None, None) => {}
                    (authority, userinfo) => {
                        let authority = authority.get_or_insert_default();
                        authority.userinfo = userinfo.map(str::to_owned);
                    }
                })
            }

            /// Sets the host; `None` removes the authority. It is an error if the text is not a host, or if the
            /// path becomes invalid because an authority is added or removed.
            pub fn set_host(&mut self, host: Option<&str>) -> Result<(), ComposeError> {
                self.edit(|builder| match host {
                    Some(host) => host.clone_into(&mut builder.authority_mut().host),
                    None => builder.authority = None,
                })
            }

            /// Sets the port, or removes it. If the value has no authority, an authority with an empty host is added.
            /// It is an error if the path cannot follow an authority.
            pub fn set_port(&mut self, port: Option<u16>) -> Result<(), ComposeError> {
                self.edit(|builder| match (&mut builder.authority, port) {
                    (None, None) => {}
                    (authority, port) => {
                        let authority = authority.get_or_insert_default();
                        authority.port = port.map(|port| port.to_string());
                    }
                })
            }

            /// Sets the path. It is an error if the text is not a path, or is not valid together with
            /// the other components.
            pub fn set_path(&mut self, path: &str) -> Result<(), ComposeError> {
                self.edit(|builder| path.clone_into(&mut builder.path))
            }

            /// Sets the query, without its `?`, or removes it.
            pub fn set_query(&mut self, query: Option<&str>) -> Result<(), ComposeError> {
                self.edit(|builder| builder.query = query.map(str::to_owned))
            }

            /// Sets the fragment, without its `#`, or removes it.
            pub fn set_fragment(&mut self, fragment: Option<&str>) -> Result<(), ComposeError> {
                self.edit(|builder| builder.fragment = fragment.map(str::to_owned))
            }

            fn edit(&mut self, change: impl FnOnce(&mut Builder)) -> Result<(), ComposeError> {
                let mut builder = Builder::from(self.$view());
                change(&mut builder);
                *self = builder.$build()?;
                Ok(())
            }
        }
    };
}

setters! { UriBuf, as_uri_reference, build }
setters! { UriReferenceBuf, as_reference, build_reference }

impl UriBuf {
    /// Sets the scheme, without its `:`.
    ///
    /// ```
    /// use linkwright::uri::UriBuf;
    ///
    /// let mut uri: UriBuf = "http://example.com/a?b".parse().unwrap();
    /// uri.set_scheme("https")?;
    /// uri.set_host(Some("example.org"))?;
    /// uri.set_port(Some(8443))?;
    /// uri.set_query(None)?;
    /// assert_eq!(uri, "https://example.org:8443/a");
    /// assert!(uri.set_host(Some("example.org/x")).is_err());
    /// assert_eq!(uri, "https://example.org:8443/a");
    /// # Ok::<_, linkwright::uri::ComposeError>(())
    /// ```
    pub fn set_scheme(&mut self, scheme: &str) -> Result<(), ComposeError> {
        self.edit(|builder| builder.scheme = Some(scheme.to_owned()))
    }

    fn as_uri_reference(&self) -> UriReference<'_> {
        self.as_uri().as_reference()
    }
}

impl UriReferenceBuf {
    /// Sets the scheme, without its `:`, or removes it.
    pub fn set_scheme(&mut self, scheme: Option<&str>) -> Result<(), ComposeError> {
        self.edit(|builder| builder.scheme = scheme.map(str::to_owned))
    }
}

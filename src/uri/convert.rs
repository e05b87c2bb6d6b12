//! Conversions to and from the URI types of other crates.
//!
//! `url` and `http` use other grammars, so each conversion can fail or change the text: `url` parses like browsers
//! (`http:\\h` is a URL), and `http` accepts what is allowed in an HTTP request.

#[cfg(feature = "http")]
mod with_http {
    use crate::uri::buf::UriReferenceBuf;
    use crate::uri::error::ParseError;
    use crate::uri::reference::{Uri, UriReference};

    /// Parses the URI with `http`, which rejects very long URIs and most URIs without a host.
    ///
    /// ```
    /// use linkwright::uri::Uri;
    ///
    /// let uri = Uri::parse("http://example.com/a?b").unwrap();
    /// assert_eq!(http::Uri::try_from(uri)?.path(), "/a");
    /// # Ok::<_, http::uri::InvalidUri>(())
    /// ```
    impl TryFrom<Uri<'_>> for http::Uri {
        type Error = http::uri::InvalidUri;

        fn try_from(uri: Uri<'_>) -> Result<http::Uri, Self::Error> {
            uri.as_str().parse()
        }
    }

    /// Parses the reference with `http`. It rejects very long references, references that consist only of a fragment,
    /// and most references that have no host and a path that does not begin with `/`.
    impl TryFrom<UriReference<'_>> for http::Uri {
        type Error = http::uri::InvalidUri;

        fn try_from(reference: UriReference<'_>) -> Result<http::Uri, Self::Error> {
            reference.as_str().parse()
        }
    }

    /// Parses the text of an HTTP request target as a reference. The target of CONNECT, such as `example.com:443`, is
    /// an authority and becomes `//example.com:443`. The error is the position of a character that `http` accepts but
    /// the grammar of URIs does not.
    impl TryFrom<&http::Uri> for UriReferenceBuf {
        type Error = ParseError;

        fn try_from(uri: &http::Uri) -> Result<UriReferenceBuf, ParseError> {
            let is_authority = uri.scheme().is_none() && uri.authority().is_some();
            let text = if is_authority { format!("//{uri}") } else { uri.to_string() };
            UriReferenceBuf::parse(text).map_err(|error| error.parse_error())
        }
    }
}

#[cfg(feature = "url")]
mod with_url {
    use crate::uri::buf::UriBuf;
    use crate::uri::error::ParseError;
    use crate::uri::grammar::{Grammar, Mode};
    use crate::uri::reference::Uri;
    use crate::uri::repair::repair;

    /// The URL that browsers read from the URI. It is an error if browsers reject the URI, for example because of its
    /// host or port.
    ///
    /// ```
    /// use linkwright::uri::{Uri, UriBuf};
    ///
    /// let url = url::Url::try_from(Uri::parse("http://127.1/a").unwrap())?;
    /// assert_eq!(url.as_str(), "http://127.0.0.1/a");
    /// assert_eq!(UriBuf::try_from(&url).unwrap(), "http://127.0.0.1/a");
    /// # Ok::<_, url::ParseError>(())
    /// ```
    impl TryFrom<Uri<'_>> for url::Url {
        type Error = url::ParseError;

        fn try_from(uri: Uri<'_>) -> Result<url::Url, url::ParseError> {
            url::Url::parse(uri.as_str())
        }
    }

    /// The URI of a URL, with characters such as `|` and `^` percent-encoded. It is an error if the host is not valid
    /// according to RFC 3986.
    impl TryFrom<&url::Url> for UriBuf {
        type Error = ParseError;

        fn try_from(url: &url::Url) -> Result<UriBuf, ParseError> {
            let repaired = repair(url.as_str(), Grammar::Uri, Mode::new())?;
            let parts = repaired.parts;
            Ok(UriBuf::from_parts(repaired.into_text().into_owned(), parts))
        }
    }
}

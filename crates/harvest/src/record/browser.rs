//! Resolves text to the URL that a browser would open, according to the URL standard (WHATWG).
//!
//! The URL standard accepts more than RFC 3986: it treats `\` as `/`, and allows several `@` in an authority. The
//! resulting URL is not always a valid URI: for instance, `|` in a path is not encoded.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};
use linkwright::uri::Uri;
use url::Url;

/// Returns the URL that a browser opens for `text`, or `None` if the URL standard rejects `text`.
pub fn url(text: &str) -> Option<String> {
    Url::parse(text).ok().map(String::from)
}

/// Returns the URL that a browser opens for `reference` in a document whose base is `base`. `encoding` is the encoding
/// of the document, in which the browser encodes the query. Returns `None` if the reference does not resolve to a URL.
pub fn url_in(reference: &str, base: Option<Uri<'_>>, encoding: &str) -> Option<String> {
    let base = base.and_then(|base| Url::parse(base.as_str()).ok());
    let encoding = Encoding::for_label(encoding.as_bytes()).unwrap_or(UTF_8).output_encoding();
    let encode: &dyn Fn(&str) -> Cow<'_, [u8]> =
        &|text| encoding.encode(text).0.into_owned().into();
    let encode = (encoding != UTF_8).then_some(encode);
    let options = Url::options().base_url(base.as_ref()).encoding_override(encode);
    options.parse(reference).ok().map(String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_references_resolve_as_in_browsers() {
        let base = Uri::parse("http://base.example/d/x").unwrap();
        let url = |reference| url_in(reference, Some(base), "UTF-8");
        assert_eq!(url("http://a.example\\p").as_deref(), Some("http://a.example/p"));
        assert_eq!(url("http://u@v@a.example/").as_deref(), Some("http://u%40v@a.example/"));
        assert_eq!(url("a\\[b").as_deref(), Some("http://base.example/d/a/[b"));
        assert_eq!(url("http://[::1"), None);
        assert_eq!(url_in("a\\b", None, "UTF-8"), None);
    }

    #[test]
    fn a_query_is_encoded_in_the_encoding_of_the_document() {
        let url = |encoding| url_in("http://a.example\\?é", None, encoding);
        assert_eq!(url("windows-1252").as_deref(), Some("http://a.example/?%E9"));
        assert_eq!(url("UTF-16LE").as_deref(), Some("http://a.example/?%C3%A9"));
        assert_eq!(url("unknown").as_deref(), Some("http://a.example/?%C3%A9"));
    }
}

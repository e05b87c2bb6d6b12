//! Corrects texts that are not links because the scheme or the `//` after it is missing. No option makes such a text a
//! link, so `explain` shows the corrected URI instead.

use std::sync::LazyLock;

use linkwright::uri::Uri;
use linkwright::{Finder, Span};
use regex::bytes::Regex;

/// The maximum number of corrections of each kind that are reported.
const MOST: usize = 8;

/// A text that is not a link, and a URI that would be a link if it replaced the text.
pub(super) type Correction = (String, String);

/// Returns the words of `text` that become links if `http:` or `http://` is put before them: a host with a port,
/// `localhost`, or `//` and a host.
pub(super) fn without_scheme(finder: &Finder, text: &[u8]) -> Vec<Correction> {
    let text = String::from_utf8_lossy(text);
    let words = text.split_whitespace().filter_map(|word| {
        let uri = format!("http://{}", word.strip_prefix("//").unwrap_or(word));
        let authority = Uri::parse(&uri).ok()?.authority()?;
        let is_host = word.starts_with("//")
            || authority.port().is_some_and(|port| !port.is_empty())
            || authority.host().as_str() == "localhost";
        let is_link = || finder.find_iter(&uri).any(|found| found.span().len() == uri.len());
        (is_host && is_link()).then(|| (word.to_owned(), uri.clone()))
    });
    words.take(MOST).collect()
}

/// Returns the parts of `text` that become links if `//` is put after their scheme `http`, `https` or `ftp`. Parts for
/// which `is_linked` returns `true` are left out, because they already contain a link.
pub(super) fn without_slashes(
    finder: &Finder,
    text: &[u8],
    is_linked: impl Fn(Span) -> bool,
) -> Vec<Correction> {
    #[expect(clippy::expect_used, reason = "the pattern is a constant; the tests use it")]
    static WEB: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i-u)(?:^|[^a-z0-9+.-])((?:https?|ftp):/?[^/\s]\S*)")
            .expect("it is a regular expression")
    });
    let texts = WEB.captures_iter(text).filter_map(|found| {
        let found = found.get(1)?;
        if is_linked(Span::new(found.start(), found.end())) {
            return None;
        }
        with_slashes(finder, &String::from_utf8_lossy(found.as_bytes()))
    });
    texts.take(MOST).collect()
}

/// Puts `//` after the scheme of `text`. If the result begins with a link, returns the part of `text` that becomes the
/// link, and the link. A text with a number after the colon, such as `http:8080`, is not corrected, because it is a
/// host with a port.
fn with_slashes(finder: &Finder, text: &str) -> Option<Correction> {
    let (scheme, rest) = text.split_once(':')?;
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let host = rest.split(['/', '?', '#']).next()?;
    if host.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let uri = format!("{scheme}://{rest}");
    let link = finder.find_iter(&uri).next()?.span();
    let len = text.len().checked_sub(uri.len() - link.end())?;
    (link.start() == 0).then(|| (text[..len].to_owned(), uri[..link.end()].to_owned()))
}

#[cfg(test)]
mod tests {
    use linkwright::find::Preset;

    use super::super::admission::overlap;
    use super::*;

    fn finder() -> Finder {
        Finder::builder().preset(Preset::Mail).build().unwrap()
    }

    #[test]
    fn texts_without_slashes_after_the_scheme_are_corrected() {
        let found = |text: &str| {
            let finder = finder();
            let links: Vec<Span> = finder.find_iter(text).map(|found| found.span()).collect();
            without_slashes(&finder, text.as_bytes(), |span| {
                links.iter().any(|link| overlap(*link, span))
            })
        };
        for (text, wrong, uri) in [
            ("https:example.com", "https:example.com", "https://example.com"),
            ("see (HTTP:/example.com/a), ok", "HTTP:/example.com/a", "HTTP://example.com/a"),
            ("ftp:a.example.", "ftp:a.example", "ftp://a.example"),
            ("http:localhost:80/x", "http:localhost:80/x", "http://localhost:80/x"),
        ] {
            assert_eq!(found(text), [(wrong.to_owned(), uri.to_owned())], "{text}");
        }
        for text in [
            "http://example.com",
            "http:///example.com",
            "http: example.com",
            "http:www.example.com",
            "http:8080/x",
            "svn+http:example.com",
            "xhttp:example.com",
            "mailto:a@b.example and tel:example.com",
            "http://a.example/?to=https:example.com",
            "https:exa%mple.com",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn words_without_a_scheme_are_corrected() {
        let found = |text: &str| without_scheme(&finder(), text.as_bytes());
        for (word, uri) in [
            ("localhost/x", "http://localhost/x"),
            ("a.example:8080", "http://a.example:8080"),
            ("//a.example/x", "http://a.example/x"),
        ] {
            let text = format!("see {word} now");
            assert_eq!(found(&text), [(word.to_owned(), uri.to_owned())], "{text}");
        }
        for text in ["a.example", "note:this", "http://a.example/", "a:b"] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}

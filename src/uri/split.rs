//! Splitting a text into components (Appendix B), and composing components (section 5.3).

use core::fmt;

use super::error::ParseError;
use super::grammar::Grammar;
use super::parse::scan;
use super::reference::{IriReference, Uri, UriReference};

/// Splits any `text` as the regular expression of Appendix B does.
///
/// `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`
///
/// The function checks nothing, so it is not a parser. For a URI, it returns the components of the URI; for any other
/// text, the components may be invalid. The `Display` form of the result is `text`.
///
/// ```
/// use linkwright::uri::split;
///
/// let components = split("no scheme://ho st/ü?q");
/// assert_eq!(components.scheme, Some("no scheme"));
/// assert_eq!(components.authority, Some("ho st"));
/// assert_eq!(components.path, "/ü");
/// assert_eq!(components.to_string(), "no scheme://ho st/ü?q");
/// ```
pub fn split(text: &str) -> Components<'_> {
    let (rest, fragment) = cut(text, '#');
    let (rest, query) = cut(rest, '?');
    let (scheme, rest) = split_scheme(rest);
    let (authority, path) = split_authority(rest);
    Components { scheme, authority, path, query, fragment }
}

/// The text before the first `delimiter`, and the text after it, if there is one.
fn cut(text: &str, delimiter: char) -> (&str, Option<&str>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

/// `(([^:/?#]+):)?`
fn split_scheme(text: &str) -> (Option<&str>, &str) {
    match text.split_once(':') {
        Some((scheme, rest)) if !scheme.is_empty() && !scheme.contains('/') => (Some(scheme), rest),
        _ => (None, text),
    }
}

/// `(//([^/?#]*))?`
fn split_authority(text: &str) -> (Option<&str>, &str) {
    let Some(rest) = text.strip_prefix("//") else { return (None, text) };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    (Some(authority), path)
}

/// The five components of a URI reference, without their delimiters.
///
/// `Display` composes them as in section 5.3 without checking the result. [`compose`](Components::compose) checks that
/// the result is valid and has the same components.
///
/// ```
/// use linkwright::uri::{Components, Grammar, Uri};
///
/// let uri = Uri::parse("http://example.com/a?b#c")?;
/// let other = Components { path: "/d", query: None, ..uri.into() };
/// assert_eq!(other.compose(Grammar::Uri).unwrap(), "http://example.com/d#c");
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Components<'a> {
    /// The scheme, without its `:`.
    pub scheme: Option<&'a str>,
    /// The authority, without the `//` before it.
    pub authority: Option<&'a str>,
    /// The path.
    pub path: &'a str,
    /// The query, without its `?`.
    pub query: Option<&'a str>,
    /// The fragment, without its `#`.
    pub fragment: Option<&'a str>,
}

impl<'a> Components<'a> {
    /// The components as one text, if that text is valid in `grammar` and a parser finds the same components in it.
    ///
    /// The second condition is a requirement of section 3.3 for paths: without an authority, the path `//a` would be
    /// parsed as an authority, and without a scheme, the path `a:b` as a scheme and a path.
    ///
    /// ```
    /// use linkwright::uri::{Components, Grammar};
    ///
    /// let components = Components { path: "//a", ..Components::default() };
    /// let error = components.compose(Grammar::UriReference).unwrap_err();
    /// assert_eq!(error.to_string(), "a parser would find other components in this text: //a");
    /// ```
    pub fn compose(&self, grammar: Grammar) -> Result<String, ComposeError> {
        let text = self.to_string();
        let parts = scan(&text, grammar).map_err(ComposeError::Invalid)?;
        if Components::from(IriReference::from_parts(&text, parts)) == *self {
            Ok(text)
        } else {
            Err(ComposeError::Misread(text))
        }
    }

    /// The text of the components, composed as in section 5.3, in pieces. `guard` is a piece before the path.
    pub(super) fn pieces(self, guard: &'a str) -> impl Iterator<Item = &'a str> {
        let components = [
            ("", self.scheme, ":"),
            ("//", self.authority, ""),
            (guard, Some(self.path), ""),
            ("?", self.query, ""),
            ("#", self.fragment, ""),
        ];
        let present = components.into_iter().filter_map(|(before, component, after)| {
            component.map(|component| [before, component, after])
        });
        present.flatten()
    }
}

/// Writes the components as the pseudo-code of section 5.3 does.
impl fmt::Display for Components<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces("").try_for_each(|piece| f.write_str(piece))
    }
}

impl<'a> From<Uri<'a>> for Components<'a> {
    fn from(uri: Uri<'a>) -> Components<'a> {
        uri.as_reference().into()
    }
}

impl<'a> From<UriReference<'a>> for Components<'a> {
    fn from(reference: UriReference<'a>) -> Components<'a> {
        reference.0.into()
    }
}

impl<'a> From<IriReference<'a>> for Components<'a> {
    fn from(reference: IriReference<'a>) -> Components<'a> {
        Components {
            scheme: reference.scheme().map(|scheme| scheme.as_str()),
            authority: reference.authority().map(|authority| authority.as_str()),
            path: reference.path(),
            query: reference.query(),
            fragment: reference.fragment(),
        }
    }
}

/// The reason why components cannot be composed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ComposeError {
    /// The composed text is not valid in the grammar.
    Invalid(ParseError),
    /// A parser would find other components in the composed text, which is the value of this variant.
    Misread(String),
}

impl fmt::Display for ComposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ComposeError::Invalid(error) => error.fmt(f),
            ComposeError::Misread(text) => {
                write!(f, "a parser would find other components in this text: {text}")
            }
        }
    }
}

impl core::error::Error for ComposeError {}

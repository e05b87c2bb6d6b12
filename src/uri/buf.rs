//! The URI that owns its text.

use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use super::error::ParseError;
use super::grammar::{Grammar, Mode};
use super::parse::scan;
use super::parts::Parts;
use super::reference::Uri;

/// A URI that owns its text. All questions are asked to its view, [`as_uri`](UriBuf::as_uri).
///
/// It compares and hashes as its text, like every view, so that a set of them can be asked for a
/// `&str`. With the feature `serde` it is a string that is checked when it is read.
///
/// ```
/// use linkwright::uri::UriBuf;
///
/// let uri: UriBuf = "urn:oasis:names".parse()?;
/// assert_eq!(uri.as_uri().path(), "oasis:names");
/// assert_eq!(uri, "urn:oasis:names");
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(try_from = "String"))]
pub struct UriBuf {
    text: String,
    parts: Parts,
}

impl UriBuf {
    /// The whole of `text` as a URI; on failure the error gives `text` back.
    pub fn parse(text: String) -> Result<UriBuf, UriBufError> {
        match scan(&text, Grammar::Uri, Mode::new()).complete() {
            Ok(parts) => Ok(UriBuf { text, parts }),
            Err(error) => Err(UriBufError { error, text }),
        }
    }

    /// A text that was scanned already, which is trusted.
    pub(crate) fn from_parts(text: String, parts: Parts) -> UriBuf {
        debug_assert_eq!(parts.len(), text.len(), "the parts are those of another text");
        UriBuf { text, parts }
    }

    /// The view, which has the components.
    pub fn as_uri(&self) -> Uri<'_> {
        Uri::from_parts(&self.text, self.parts)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text, owned.
    pub fn into_string(self) -> String {
        self.text
    }
}

/// A string that is no URI.
///
/// ```
/// use linkwright::uri::UriBuf;
///
/// let error = UriBuf::parse("no uri".to_owned()).unwrap_err();
/// assert_eq!(error.parse_error().at(), 2);
/// assert_eq!(error.into_string(), "no uri");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UriBufError {
    error: ParseError,
    text: String,
}

impl UriBufError {
    /// Why it is none.
    pub const fn parse_error(&self) -> ParseError {
        self.error
    }

    /// The string that was handed in.
    pub fn into_string(self) -> String {
        self.text
    }
}

impl fmt::Display for UriBufError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl core::error::Error for UriBufError {}

impl From<Uri<'_>> for UriBuf {
    fn from(uri: Uri<'_>) -> UriBuf {
        UriBuf { text: uri.as_str().to_owned(), parts: uri.parts() }
    }
}

impl From<UriBuf> for String {
    fn from(uri: UriBuf) -> String {
        uri.text
    }
}

impl FromStr for UriBuf {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<UriBuf, ParseError> {
        Uri::parse(text).map(UriBuf::from)
    }
}

impl TryFrom<String> for UriBuf {
    type Error = UriBufError;

    fn try_from(text: String) -> Result<UriBuf, UriBufError> {
        UriBuf::parse(text)
    }
}

impl fmt::Display for UriBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Debug for UriBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UriBuf").field(&self.text).finish()
    }
}

impl AsRef<str> for UriBuf {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

// INVARIANT: `Eq`, `Ord` and `Hash` are those of the text, as `Borrow` requires.
impl Borrow<str> for UriBuf {
    fn borrow(&self) -> &str {
        &self.text
    }
}

impl PartialEq for UriBuf {
    fn eq(&self, other: &UriBuf) -> bool {
        self.text == other.text
    }
}

impl Eq for UriBuf {}

impl PartialEq<str> for UriBuf {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

impl PartialEq<&str> for UriBuf {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

impl PartialOrd for UriBuf {
    fn partial_cmp(&self, other: &UriBuf) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for UriBuf {
    fn cmp(&self, other: &UriBuf) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl Hash for UriBuf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for UriBuf {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

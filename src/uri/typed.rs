//! URIs as people type or paste them (Appendix C), for a text that is a single URI.

use std::borrow::Cow;

/// The text without the delimiters of Appendix C, for a field into which a user types one URI.
///
/// White space around the text is removed, then one pair of angle brackets or double quotes, the
/// prefix `URL:`, and the white space inside, which "should be ignored". The result need not be a URI.
/// To find URIs in a longer text, use [`Finder`](crate::Finder).
///
/// ```
/// use linkwright::uri::{Uri, undelimited};
///
/// let typed = undelimited(" <URL:http://example.com/\n  path>\n");
/// assert_eq!(typed, "http://example.com/path");
/// assert!(Uri::parse(&typed).is_ok());
/// ```
pub fn undelimited(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    let inside = [('<', '>'), ('"', '"')].into_iter().find_map(|(open, close)| {
        let rest = trimmed.strip_prefix(open)?;
        rest.strip_suffix(close)
    });
    let inside = inside.unwrap_or(trimmed);
    // "Some people have suggested the use of a prefix "URL:""
    let uri = match inside.split_at_checked("URL:".len()) {
        Some((prefix, rest)) if prefix.eq_ignore_ascii_case("URL:") => rest.trim_start(),
        _ => inside,
    };
    if !uri.contains(char::is_whitespace) {
        return Cow::Borrowed(uri);
    }
    uri.chars().filter(|char| !char.is_whitespace()).collect()
}

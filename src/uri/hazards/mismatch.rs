//! Links whose text shows another host than the one they lead to (section 7.6).

use super::code::Code;
use super::report::Hazard;
use crate::span::Span;
use crate::uri::map::to_uri;
use crate::uri::reference::Uri;
use crate::uri::rung::Rung;

/// Whether `anchor_text`, which a reader sees, shows another host, or another mail address, than
/// the one that `uri` leads to.
///
/// A text that shows neither cannot deceive in this way. A `www.` on one side only is no
/// difference; any other subdomain is one, since whose it is cannot be known here.
///
/// ```
/// use linkwright::uri::{Uri, hazards};
///
/// let uri = Uri::parse("http://evil.example/")?;
/// let hazard = hazards::text_mismatch("http://bank.example/login", uri).unwrap();
/// assert_eq!(hazard.span().range(), 0..uri.as_str().len());
/// assert_eq!(hazards::text_mismatch("click here", uri), None);
/// assert_eq!(hazards::text_mismatch("Evil.example", uri), None);
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
pub fn text_mismatch(anchor_text: &str, uri: Uri<'_>) -> Option<Hazard> {
    let target = target(uri)?;
    let is_other = |word: &str| shown(word).is_some_and(|shown| shown != target);
    let hazard = Hazard::new(Code::TextMismatch, Span::new(0, uri.as_str().len()));
    anchor_text.split_whitespace().any(is_other).then_some(hazard)
}

/// The host of `uri`, or its address when it is a `mailto:`; in lower case, without `www.`.
fn target(uri: Uri<'_>) -> Option<String> {
    let uri = uri.to_normalized(Rung::Scheme);
    let uri = uri.as_uri();
    if uri.scheme() == "mailto" {
        return uri.path().split(',').next().map(str::to_lowercase).filter(|path| !path.is_empty());
    }
    let host = uri.authority()?.host();
    Some(without_www(host.as_str()).to_owned()).filter(|host| !host.is_empty())
}

/// The host or the address that a word of the text shows, if it shows one.
fn shown(word: &str) -> Option<String> {
    let word = word.trim_matches(|char: char| "<>()[]\"'.,;:!?".contains(char));
    if let Some((_, address)) = word.split_once("mailto:") {
        return Some(address.to_lowercase());
    }
    let is_uri = word.split_once("://").is_some_and(|(scheme, _)| is_scheme(scheme));
    if word.contains('@') && !is_uri {
        return Some(word.to_lowercase()).filter(|word| is_domain(word.rsplit('@').next()));
    }
    let text = if is_uri { word.to_owned() } else { format!("http://{word}") };
    let target = target(to_uri(&text).ok()?.as_uri())?;
    (is_uri || is_domain(Some(&target))).then_some(target)
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|char: char| char.is_ascii_alphabetic())
}

/// Whether an end such as `.com` shows that a host is meant and not a file or a sentence.
fn is_domain(text: Option<&str>) -> bool {
    let Some((_, last)) = text.and_then(|text| text.rsplit_once('.')) else { return false };
    last.len() >= 2 && last.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

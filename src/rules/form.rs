//! The form of URIs that the specification of their scheme requires (RFC 9110, 4.2; RFC 6068; RFC 3966; RFC 8141; RFC
//! 8089 and others).
//!
//! The form is tested for each match and for each of its other readings: `http://` without a host is not a web URI,
//! even if a line break follows it.

use super::draft_uri::DraftUri;
use crate::candidate::scheme::SchemeForm;

/// The reason why a URI does not have the form of its scheme; `None` if it has this form.
pub(crate) fn missing_part(shape: SchemeForm, uri: &DraftUri<'_>) -> Option<&'static str> {
    let (holds, reason) = match shape {
        SchemeForm::Web => {
            (uri.has_authority() && !uri.host().is_empty(), "its scheme needs a host")
        }
        SchemeForm::Slashes => (is_filled(uri), "there is nothing after its `//`"),
        SchemeForm::File => (is_file(uri), "its scheme needs a path"),
        SchemeForm::Mailto => (is_mailto(uri), "its scheme needs an address"),
        SchemeForm::Tel => (is_tel(uri.path()), "its scheme needs a number"),
        SchemeForm::Urn => (is_urn(uri.path()), "its scheme needs a namespace and a name"),
        SchemeForm::Magnet => (is_magnet(uri.query()), "its scheme needs a topic"),
        SchemeForm::Geo => (is_geo(uri.path()), "its scheme needs coordinates"),
        SchemeForm::Sip => (
            is_filled(uri) || is_address(uri.path()) || is_tel(uri.path()),
            "its scheme needs an address",
        ),
        SchemeForm::Xmpp => (is_xmpp(uri), "its scheme needs an address"),
        SchemeForm::News => (is_filled(uri) || is_news(uri.path()), "its scheme needs a group"),
        SchemeForm::MessageId => (is_address(uri.path()), "its scheme needs an address"),
        SchemeForm::Doi => (is_doi(uri.path()), "its scheme needs an identifier"),
        SchemeForm::Matrix => (is_matrix(uri.path()), "its scheme needs an identifier"),
        SchemeForm::Coin => (is_coin(uri.path()), "its scheme needs an address"),
        SchemeForm::Registered => (is_made(uri), "the text after its scheme looks like prose"),
    };
    (!holds).then_some(reason)
}

fn is_filled(uri: &DraftUri<'_>) -> bool {
    uri.has_authority() && (!uri.host().is_empty() || uri.path().len() > 1)
}

fn is_file(uri: &DraftUri<'_>) -> bool {
    if uri.has_authority() {
        uri.host() != "." && (!uri.host().is_empty() || !uri.path().is_empty())
    } else {
        uri.path().starts_with('/') && uri.path().len() > 1
    }
}

fn is_mailto(uri: &DraftUri<'_>) -> bool {
    let first = uri.path().split(',').next().unwrap_or_default();
    let in_header = uri.query().is_some_and(|query| query.contains('@') || query.contains("%40"));
    !uri.has_authority() && (is_address(first) || (uri.path().is_empty() && in_header))
}

/// Whether `text` begins like an address: a local part, an `@`, and a host.
fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let dots = local.starts_with('.') || local.ends_with('.') || local.contains("..");
    let is_host =
        |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '%' | ':' | '[' | ']');
    let host = domain.split(['/', ';']).next().unwrap_or_default();
    !local.is_empty()
        && !dots
        && host.starts_with(|c: char| c.is_alphanumeric() || c == '[')
        && host.chars().all(is_host)
}

fn is_tel(path: &str) -> bool {
    let number = path.split(';').next().unwrap_or_default();
    let is_visual = |c: char| matches!(c, '+' | '-' | '.' | '(' | ')' | '*' | '#' | ',' | '/');
    number.chars().all(|c| c.is_ascii_hexdigit() || is_visual(c))
        && number.chars().filter(char::is_ascii_digit).count() >= 3
}

fn is_urn(path: &str) -> bool {
    let Some((nid, nss)) = path.split_once(':') else { return false };
    (2..=32).contains(&nid.len())
        && nid.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        && !nid.starts_with('-')
        && !nid.ends_with('-')
        && !nss.is_empty()
}

fn is_magnet(query: Option<&str>) -> bool {
    query.is_some_and(|query| {
        query.split('&').any(|pair| pair.starts_with("xt=") || pair.starts_with("xt."))
    })
}

fn is_geo(path: &str) -> bool {
    let place = path.split(';').next().unwrap_or_default();
    let parts = place.split(',').count();
    (2..=3).contains(&parts) && place.split(',').all(is_coordinate)
}

/// Whether `text` is a `num` of RFC 5870, 3.3: `-122.4`. The parser of `f64` was rejected: it also reads `inf` and
/// `1e9`, and its tables are a twelfth of a WebAssembly module.
fn is_coordinate(text: &str) -> bool {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.strip_prefix('-').unwrap_or(text);
    number
        .split_once('.')
        .map_or(is_digits(number), |(whole, fraction)| is_digits(whole) && is_digits(fraction))
}

fn is_xmpp(uri: &DraftUri<'_>) -> bool {
    is_filled(uri)
        || is_address(uri.path())
        || uri.path().contains('.')
        || (!uri.path().is_empty() && uri.query().is_some())
}

fn is_news(path: &str) -> bool {
    is_address(path) || (path.contains('.') && !path.contains(".."))
}

fn is_doi(path: &str) -> bool {
    path.strip_prefix("10.").and_then(|rest| rest.split_once('/')).is_some_and(
        |(registrant, name)| {
            registrant.starts_with(|c: char| c.is_ascii_digit()) && !name.is_empty()
        },
    )
}

fn is_matrix(path: &str) -> bool {
    path.split_once('/')
        .is_some_and(|(kind, name)| matches!(kind, "u" | "r" | "roomid" | "e") && name.len() > 2)
}

fn is_coin(path: &str) -> bool {
    path.len() >= 20 && path.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Whether a URI with any other registered scheme has a structure that prose does not have.
fn is_made(uri: &DraftUri<'_>) -> bool {
    if uri.has_authority() {
        return is_filled(uri);
    }
    let begins =
        uri.path().starts_with(|c: char| c.is_ascii_alphanumeric() || c == '/' || c == '+');
    let has_mark = |c: char| matches!(c, '/' | '.' | '@' | ':' | '=' | '%') || c.is_ascii_digit();
    begins
        && !uri.path().starts_with("//")
        && (uri.query().is_some() || uri.path().contains(has_mark))
        && !uri.path().contains("..")
}

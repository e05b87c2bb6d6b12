//! Removes from `mailto` targets the headers that a mail program should not accept from a link.

use std::borrow::Cow;

use crate::uri::hazards::{Code, Codes, is_harmless_header};

/// Returns a `mailto` URI without its harmful header fields, and every other URI unchanged.
///
/// `attach=/etc/passwd` attaches one of the reader's own files to the message, `bcc` adds a recipient that is easily
/// overlooked, and a field such as `from` disguises the message. RFC 6068, section 4, permits programs to ignore such
/// fields, but not every program does. The link is therefore written without them. It is still written,
/// because most authors of such links only mean the address.
pub(super) fn harmless(uri: Cow<'_, str>) -> Cow<'_, str> {
    match without_headers(&uri) {
        Some(shorter) => Cow::Owned(shorter),
        None => uri,
    }
}

/// Removes `Code::MailtoHeaders` from `hazards`, because [`harmless`] removes the headers that this code reports.
pub(super) fn forget_headers(hazards: &mut Codes) {
    hazards.remove(Code::MailtoHeaders);
}

fn without_headers(uri: &str) -> Option<String> {
    uri.get(..7).filter(|scheme| scheme.eq_ignore_ascii_case("mailto:"))?;
    let (address, rest) = uri.split_once('?')?;
    let (query, fragment) = rest.split_at(rest.find('#').unwrap_or(rest.len()));
    let is_kept = |field: &&str| is_harmless_header(field.split('=').next().unwrap_or_default());
    if query.split('&').all(|field| is_kept(&field)) {
        return None;
    }
    let kept: Vec<&str> = query.split('&').filter(is_kept).collect();
    let mark = if kept.is_empty() { "" } else { "?" };
    Some([address, mark, &kept.join("&"), fragment].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmful_headers_are_removed() {
        for (uri, expected) in [
            ("mailto:a@b.example?attach=/etc/passwd", "mailto:a@b.example"),
            (
                "MAILTO:a@b.example?Subject=x&ATTACH=/x&body=y",
                "MAILTO:a@b.example?Subject=x&body=y",
            ),
            (
                "mailto:a@b.example?%61ttach=/x&cc=c@d.example#f",
                "mailto:a@b.example?cc=c@d.example#f",
            ),
            ("mailto:a@b.example?bcc=c@d.example", "mailto:a@b.example"),
        ] {
            assert_eq!(harmless(uri.into()), expected);
        }
    }

    #[test]
    fn other_headers_and_uris_are_unchanged() {
        for uri in [
            "mailto:a@b.example",
            "mailto:a@b.example?subject=x&body=y&in-reply-to=%3Cz%3E",
            "http://a.example/?attach=x",
            "xmpp:a@b.example?attach=x",
        ] {
            assert!(matches!(harmless(uri.into()), Cow::Borrowed(same) if same == uri));
        }
    }
}

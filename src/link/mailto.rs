//! `mailto` targets without the headers that a mail program should not take from a link.

use std::borrow::Cow;

use crate::uri::hazards::{Code, Codes, is_harmless_header};

/// `uri` without header fields that can do harm, if it is a `mailto` URI.
///
/// `attach=/etc/passwd` adds a file of the reader to the message, `bcc` a recipient that few programs show, and a field
/// such as `from` lets the message look like another one. RFC 6068, section 4, permits a program to leave out such fields.
/// The link is written without them, since not every program does so; leaving out the whole link was rejected, because the
/// address is what the author of most of these links means.
pub(super) fn harmless(uri: Cow<'_, str>) -> Cow<'_, str> {
    match without_headers(&uri) {
        Some(shorter) => Cow::Owned(shorter),
        None => uri,
    }
}

/// Removes the hazard that [`harmless`] removes.
pub(super) fn forget_headers(hazards: &mut Codes) {
    *hazards = hazards.iter().filter(|code| *code != Code::MailtoHeaders).fold(
        Codes::default(),
        |mut others, code| {
            others.insert(code);
            others
        },
    );
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
    fn headers_that_do_harm_are_left_out() {
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
    fn everything_else_stays() {
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

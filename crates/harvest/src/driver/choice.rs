//! Chooses the format of a document, and how the document is converted to UTF-8.

use super::session::Session;
use crate::detect::{self, Format};
use crate::encoding::{self, Head, Plan};
use crate::model::{DiagnosticKind, Limit, Location};

/// The format of a document. If the document is not read, reports the reason and returns `None`.
pub(crate) fn choose(
    session: &mut Session<'_>,
    location: &Location,
    name: &str,
    head: Head<'_>,
) -> Option<Format> {
    let media_type = location.media_type.as_deref();
    let format = Format::of(name, media_type, &head.text(), head.bytes());
    // A container may decompress to itself, and then only the limit on the depth stops the recursion.
    let has_members = !format.is_text();
    let limit = session.settings.limits.len(Limit::Depth);
    if has_members && location.depth >= limit {
        let message = format!("containers nested more than {limit} deep, not opened");
        session.skip(&location.place, Limit::Depth, message);
        return None;
    }
    if format.is_container() {
        return Some(format);
    }
    if let Some(forced) = session.settings.format.filter(|_| location.message.is_none()) {
        return Some(forced);
    }
    if !has_members
        && !format.is_undecoded()
        && !session.settings.binary
        && let Some((data, kind)) = detect::data(head, name)
    {
        session.skip(&location.place, kind, left_out(data, kind));
        return None;
    }
    Some(format)
}

/// The message for data that is left out. `data` describes the data.
pub(crate) fn left_out(data: &str, kind: DiagnosticKind) -> String {
    let is_closed = matches!(kind, DiagnosticKind::Unsupported | DiagnosticKind::Encrypted);
    format!("{data}, not {}", if is_closed { "opened" } else { "searched" })
}

/// How the document is converted to UTF-8. If the declared charset is unknown, reports it.
pub(crate) fn plan(
    session: &mut Session<'_>,
    location: &Location,
    format: Format,
    head: Head<'_>,
) -> Plan {
    if !format.is_text() || format.is_undecoded() {
        return Plan::AsIs;
    }
    let container = location.charset.as_deref().and_then(|label| {
        let encoding = encoding::for_label(label);
        if encoding.is_none() {
            let message = format!("unknown charset {label:?}; the encoding is guessed");
            session.report(&location.place, DiagnosticKind::Encoding, message);
        }
        encoding
    });
    let said =
        container.or(session.settings.encoding).or_else(|| format.declared_encoding(head.bytes()));
    encoding::plan(head, said)
}

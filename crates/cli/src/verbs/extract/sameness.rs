//! Decides which links are equal, by the comparison ladder of RFC 3986, section 6.2.

use std::io::Write as _;

use linkwright::uri::{IriReference, Rung, UriReference};

/// Appends the key that links share if they are equal on `rung`. `written` returns the IRI as written, or `uri` if the
/// written text is not an IRI.
pub(super) fn write_key<'u>(
    rung: Rung,
    uri: UriReference<'u>,
    written: impl Fn() -> &'u str,
    key: &mut Vec<u8>,
) {
    match rung {
        Rung::String => key.extend_from_slice(written().as_bytes()),
        // On the rungs below `scheme`, the host of an IRI is compared as written. `uri` cannot be used for this
        // comparison, because its host has been converted to A-labels.
        rung if rung < Rung::Scheme && !written().is_ascii() => {
            key.extend_from_slice(normal_iri(written(), rung).as_bytes());
        }
        // Writing to memory cannot fail.
        rung => write!(key, "{}", uri.normalize(rung)).unwrap_or_default(),
    }
}

fn normal_iri(iri: &str, rung: Rung) -> String {
    IriReference::parse(iri)
        .map_or_else(|_| iri.to_owned(), |iri| iri.normalize(rung).into_string())
}

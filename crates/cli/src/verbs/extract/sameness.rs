//! Decides which links are equal, by the comparison ladder of RFC 3986, section 6.2.

use std::io::Write as _;

use linkwright::uri::{IriReference, Rung, UriReference};

/// The rung of the ladder on which links are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sameness {
    rung: Rung,
}

impl Sameness {
    pub(super) const fn new(rung: Rung) -> Sameness {
        Sameness { rung }
    }

    /// Appends the key that equal links share. `written` returns the IRI as written, or `uri` if the written text is
    /// not an IRI.
    pub(super) fn write_key<'u>(
        self,
        uri: UriReference<'u>,
        written: impl Fn() -> &'u str,
        key: &mut Vec<u8>,
    ) {
        match self.rung {
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
}

fn normal_iri(iri: &str, rung: Rung) -> String {
    IriReference::parse(iri)
        .map_or_else(|_| iri.to_owned(), |iri| iri.normalize(rung).into_string())
}

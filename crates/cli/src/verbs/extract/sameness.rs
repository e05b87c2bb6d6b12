//! Decides which links are equal, by the comparison ladder of RFC 3986, section 6.2, and a list of known redirects
//! (aliases).

use std::borrow::Cow;
use std::io::Write as _;

use linkwright::uri::{Aliases, IriReference, Rung, UriReference};

/// The rung of the ladder on which links are compared, and the known redirects.
#[derive(Clone, Debug)]
pub(super) struct Sameness {
    rung: Rung,
    aliases: Option<Aliases>,
}

impl Sameness {
    pub(super) const fn new(rung: Rung, aliases: Option<Aliases>) -> Sameness {
        Sameness { rung, aliases }
    }

    /// Returns the normal form that rows show: known redirects are followed, and the result is normalized as the scheme
    /// defines.
    pub(super) fn normalized<'u>(&self, uri: UriReference<'u>) -> Cow<'u, str> {
        let aliases = self.aliases.as_ref();
        match aliases.and_then(|aliases| Some(aliases.follow(uri.to_uri()?))) {
            Some(end) => Cow::Owned(end.into_string()),
            None => uri.normalize(Rung::Scheme).to_cow(),
        }
    }

    /// Appends the key that equal links share. `written` returns the IRI as written, or `uri` if the written text is
    /// not an IRI.
    pub(super) fn write_key<'u>(
        &self,
        uri: UriReference<'u>,
        written: impl Fn() -> &'u str,
        key: &mut Vec<u8>,
    ) {
        match self.rung {
            Rung::String => key.extend_from_slice(written().as_bytes()),
            Rung::Protocol => key.extend_from_slice(self.normalized(uri).as_bytes()),
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

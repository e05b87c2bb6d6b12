//! The URI of an address or a bare domain, which is the text after a head that no one wrote, and that of
//! most IRIs, which is the text percent-encoded.
//!
//! It is made when someone asks for it. Who only wants to know where the matches are does
//! not pay for a copy of each.

use std::sync::OnceLock;

use crate::uri::{self, Parts, Uri, UriBuf};

/// The text before the match in the URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImpliedPrefix {
    Mailto,
    Http,
    Https,
}

impl ImpliedPrefix {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            ImpliedPrefix::Mailto => "mailto:",
            ImpliedPrefix::Http => "http://",
            ImpliedPrefix::Https => "https://",
        }
    }

    pub(crate) const fn scheme(self) -> &'static str {
        match self {
            ImpliedPrefix::Mailto => "mailto",
            ImpliedPrefix::Http => "http",
            ImpliedPrefix::Https => "https",
        }
    }

    /// The head of names without a scheme, by the scheme that they are given.
    pub(crate) fn of_names(default_scheme: &str) -> Option<ImpliedPrefix> {
        match default_scheme {
            "http" => Some(ImpliedPrefix::Http),
            "https" => Some(ImpliedPrefix::Https),
            _ => None,
        }
    }
}

/// What makes the URI of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UriForm {
    /// A head before it.
    Headed(ImpliedPrefix),
    /// Percent-encoding: it is an IRI whose host is ASCII (RFC 3987, 3.1).
    Encoded,
}

/// The URI, once it was requested.
#[derive(Clone, Debug)]
pub(crate) struct LazyUri {
    form: UriForm,
    // A thin pointer: a match is moved often.
    whole: OnceLock<Box<UriBuf>>,
}

impl LazyUri {
    pub(crate) const fn new(form: UriForm) -> LazyUri {
        LazyUri { form, whole: OnceLock::new() }
    }

    /// What is before the text in the URI, if that is all that makes it.
    pub(crate) const fn head(&self) -> Option<ImpliedPrefix> {
        match self.form {
            UriForm::Headed(head) => Some(head),
            UriForm::Encoded => None,
        }
    }

    /// The URI of `text`. `parts` are the components of an IRI, and otherwise those of the URI.
    pub(crate) fn uri(&self, text: &str, parts: Parts) -> Uri<'_> {
        self.whole.get_or_init(|| Box::new(self.form.make(text, parts))).as_uri()
    }
}

impl UriForm {
    /// The URI of `text`, with the `parts` that [`LazyUri::uri`] takes.
    pub(crate) fn make(self, text: &str, parts: Parts) -> UriBuf {
        match self {
            UriForm::Headed(head) => UriBuf::from_parts([head.as_str(), text].concat(), parts),
            UriForm::Encoded => uri::with_plain_host(text, parts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_schemes_with_the_text_after_them() {
        for head in [ImpliedPrefix::Mailto, ImpliedPrefix::Http, ImpliedPrefix::Https] {
            let (scheme, behind) = head.as_str().split_at(head.scheme().len());
            assert_eq!(scheme, head.scheme());
            assert!(matches!(behind, ":" | "://"));
            let of_names = (behind == "://").then_some(head);
            assert_eq!(ImpliedPrefix::of_names(scheme), of_names);
        }
    }
}

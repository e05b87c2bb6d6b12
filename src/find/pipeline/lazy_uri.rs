//! URIs that differ from the text of the match. The URI of an address or a bare domain consists of an implied prefix,
//! such as `mailto:`, and the text; the URI of most IRIs is the percent-encoded text.
//!
//! Such a URI is made when the caller requests it, so a caller that needs only the positions of the matches does not
//! pay for a copy of their text.

use std::sync::OnceLock;

use crate::uri::{self, Parts, Uri, UriBuf};

/// The beginning of a URI that the text of the match does not contain.
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

    /// The prefix for names without a scheme, from the default scheme of the options; `None` if that is neither `http`
    /// nor `https`.
    pub(crate) fn of_names(default_scheme: &str) -> Option<ImpliedPrefix> {
        match default_scheme {
            "http" => Some(ImpliedPrefix::Http),
            "https" => Some(ImpliedPrefix::Https),
            _ => None,
        }
    }
}

/// How the URI is made from the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UriForm {
    /// The URI is the prefix followed by the text.
    Headed(ImpliedPrefix),
    /// The URI is the percent-encoded text, which is an IRI whose host is ASCII (RFC 3987, 3.1).
    Encoded,
}

/// A URI that is made when it is requested for the first time.
#[derive(Clone, Debug)]
pub(crate) struct LazyUri {
    pub(crate) form: UriForm,
    // A box keeps the match small, because matches are moved often.
    whole: OnceLock<Box<UriBuf>>,
}

impl LazyUri {
    pub(crate) const fn new(form: UriForm) -> LazyUri {
        LazyUri { form, whole: OnceLock::new() }
    }

    /// The URI of `text`. `parts` are the components of `text` if it is an IRI, and those of the URI if a prefix is
    /// added.
    pub(crate) fn uri(&self, text: &str, parts: Parts) -> Uri<'_> {
        self.whole.get_or_init(|| Box::new(self.form.make(text, parts))).as_uri()
    }
}

impl UriForm {
    /// The prefix before the text, if the URI is made with one.
    pub(crate) const fn head(self) -> Option<ImpliedPrefix> {
        match self {
            UriForm::Headed(head) => Some(head),
            UriForm::Encoded => None,
        }
    }

    /// The URI of `text`; `parts` has the same meaning as in [`LazyUri::uri`].
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
    fn every_prefix_is_a_scheme_and_its_delimiter() {
        for head in [ImpliedPrefix::Mailto, ImpliedPrefix::Http, ImpliedPrefix::Https] {
            let (scheme, after) = head.as_str().split_once(':').unwrap();
            assert!(matches!(after, "" | "//"));
            let of_names = (after == "//").then_some(head);
            assert_eq!(ImpliedPrefix::of_names(scheme), of_names);
        }
    }
}

//! The URI of an address or a bare domain: the text behind a head that nobody wrote.
//!
//! It is put together when somebody asks for it. Who only wants to know where the matches stand does
//! not pay for a copy of each.

use std::sync::OnceLock;

use crate::uri::{Parts, Uri, UriBuf};

/// What stands before the text in the URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Head {
    Mailto,
    Http,
    Https,
}

impl Head {
    const fn as_str(self) -> &'static str {
        match self {
            Head::Mailto => "mailto:",
            Head::Http => "http://",
            Head::Https => "https://",
        }
    }

    /// The length of the scheme.
    pub(crate) const fn scheme_len(self) -> usize {
        match self {
            Head::Mailto => 6,
            Head::Http => 4,
            Head::Https => 5,
        }
    }

    /// The head of names without a scheme, by the scheme that they are given.
    pub(crate) fn of_names(default_scheme: &str) -> Option<Head> {
        match default_scheme {
            "http" => Some(Head::Http),
            "https" => Some(Head::Https),
            _ => None,
        }
    }
}

/// The URI, once it was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Completion {
    head: Head,
    // A thin pointer: a match is moved often.
    whole: OnceLock<Box<UriBuf>>,
}

impl Completion {
    pub(crate) const fn new(head: Head) -> Completion {
        Completion { head, whole: OnceLock::new() }
    }

    /// The head with `text` behind it, of which `parts` are the components.
    pub(crate) fn uri(&self, text: &str, parts: Parts) -> Uri<'_> {
        let whole = || Box::new(UriBuf::from_parts([self.head.as_str(), text].concat(), parts));
        self.whole.get_or_init(whole).as_uri()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_schemes_with_what_stands_behind() {
        for head in [Head::Mailto, Head::Http, Head::Https] {
            let (scheme, behind) = head.as_str().split_at(head.scheme_len());
            assert!(matches!(behind, ":" | "://"));
            let of_names = (behind == "://").then_some(head);
            assert_eq!(Head::of_names(scheme), of_names);
        }
    }
}

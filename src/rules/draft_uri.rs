//! The URI that a draft makes, with its components, for the rules that judge it.

use crate::span::Span;
use crate::uri::{self, HostKind, Parts};

/// A text that is a URI, perhaps after an implied scheme, with its components.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DraftUri<'t> {
    pub(crate) text: &'t str,
    /// The spans of the components in the URI.
    pub(crate) parts: Parts,
    /// The number of bytes at the beginning of the URI that are implied and not in the text.
    pub(crate) lead: usize,
}

impl<'t> DraftUri<'t> {
    fn part(&self, span: Span) -> &'t str {
        let start = span.start().saturating_sub(self.lead);
        self.text.get(start..span.end().saturating_sub(self.lead)).unwrap_or_default()
    }

    pub(crate) fn has_authority(&self) -> bool {
        self.parts.host().is_some()
    }

    pub(crate) fn userinfo(&self) -> Option<&'t str> {
        self.parts.userinfo().map(|span| self.part(span))
    }

    /// The host; empty if there is no authority.
    pub(crate) fn host(&self) -> &'t str {
        self.parts.host().map_or("", |span| self.part(span))
    }

    /// Whether the host is an IP literal or an IPv4 address in the grammar of RFC 3986.
    pub(crate) fn host_is_ip(&self) -> bool {
        uri::kind_of(self.host()) != HostKind::RegName
    }

    pub(crate) fn port(&self) -> Option<&'t str> {
        self.parts.port().map(|span| self.part(span))
    }

    pub(crate) fn path(&self) -> &'t str {
        self.part(self.parts.path())
    }

    pub(crate) fn query(&self) -> Option<&'t str> {
        self.parts.query().map(|span| self.part(span))
    }
}

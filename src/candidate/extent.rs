//! A candidate as it was read: how far it reaches, where its components end, and its facts.

use crate::candidate::facts::{self, Facts};
use crate::candidate::scheme::Scheme;
use crate::text::chars;
use crate::uri::{self, Parts};
use crate::vocabulary::MatchKind;

/// How much is shown at first of what may end long before its token does: in a list without blanks
/// nearly all URIs end within it, and no rule reads the rest of the list for each.
pub(crate) const SIGHT: usize = 64;

/// A candidate as it was read: its widest plausible extent, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) kind: MatchKind,
    pub(crate) scheme: Option<&'static Scheme>,
    pub(crate) start: usize,
    /// After the scheme and its colon; the first byte where there is not one.
    pub(crate) body: usize,
    /// Where the authority begins, if it has one or is a bare host.
    pub(crate) authority_start: usize,
    /// Where its plain name ends: letters, digits, hyphens and dots.
    pub(super) host: usize,
    /// Where the port after that ends.
    pub(super) port: usize,
    pub(crate) authority: usize,
    pub(super) path: usize,
    pub(super) query: usize,
    /// Where it ends, as far as it was read.
    pub(crate) end: usize,
    /// Where its token ends: after that, where only a part was read.
    pub(crate) widest: usize,
    /// Where the run of bytes begins that was read to the end of the token.
    pub(super) run: Option<usize>,
    /// The facts of its bytes.
    pub(crate) inside: Facts,
    /// Those of the end of its line, if it reaches that.
    pub(crate) line: Facts,
    /// Those of what is before it.
    pub(crate) before: Facts,
    /// These, and what is around it.
    pub(crate) facts: Facts,
}

impl Extent {
    /// Nothing yet.
    pub(crate) const NONE: Extent = Extent {
        kind: MatchKind::Uri,
        scheme: None,
        start: 0,
        body: 0,
        authority_start: 0,
        host: 0,
        port: 0,
        authority: 0,
        path: 0,
        query: 0,
        end: 0,
        widest: 0,
        run: None,
        inside: Facts::NONE,
        line: Facts::NONE,
        before: Facts::NONE,
        facts: Facts::NONE,
    };

    /// Makes it a candidate that begins at `start`, of which nothing was read.
    #[inline]
    pub(crate) fn begin(&mut self, kind: MatchKind, start: usize) {
        self.kind = kind;
        self.scheme = None;
        self.start = start;
        self.body = start;
        self.authority_start = start;
        self.authority = start;
        self.run = None;
        self.inside = Facts::ALWAYS;
        self.line = Facts::NONE;
    }

    /// Ends it at `end`, with no component after the host.
    pub(crate) fn end_at(&mut self, end: usize) {
        self.path = end;
        self.query = end;
        self.end = end;
        self.widest = end;
    }

    /// Ends it with a bare host that ends at `host`.
    pub(crate) fn end_with_host(&mut self, host: usize) {
        (self.host, self.port, self.authority) = (host, host, host);
        self.end_at(host);
    }

    pub(crate) fn add(&mut self, facts: Facts) {
        self.inside |= facts;
    }

    /// Whether the scheme is followed by `//`.
    pub(crate) const fn is_hierarchical(&self) -> bool {
        self.authority_start > self.body
    }

    /// Whether it has an authority, or is a bare host.
    pub(crate) fn has_authority(&self) -> bool {
        match self.kind {
            MatchKind::Uri => self.is_hierarchical(),
            MatchKind::Www | MatchKind::Domain | MatchKind::Ip => true,
            _ => false,
        }
    }

    /// What is known of it when it ends at `end`, up to which it was read: the facts of its bytes, of its
    /// last one, of its host and of what follows.
    #[inline]
    pub(crate) fn facts_at(&self, text: &[u8], end: usize) -> Facts {
        let mut facts = self.inside | facts::last(text, end, self.authority);
        if self.has_authority() {
            let is_host = end <= self.authority;
            facts |= self.host_facts(text, end) | facts::after(text, end, is_host);
        } else {
            facts |= facts::after(text, end, false);
        }
        facts
    }

    /// Whether the host is a plain name, as far as the candidate goes.
    #[inline]
    fn host_facts(&self, text: &[u8], end: usize) -> Facts {
        let host = self.host.min(end);
        let is_plain = host > self.authority_start
            && (end <= self.port || self.authority == self.port)
            && chars::byte_before(text, host).is_ascii_alphanumeric();
        Facts::HOST_ODD.or(Facts::FORM).when(!is_plain)
    }

    /// The components of the URI, of which no fact says that only the parser knows them. Before the text
    /// is what `lead` bytes of scheme and marks are put there, if it has no scheme.
    #[inline]
    pub(crate) fn parts(&self, text: &[u8], end: usize, lead: usize) -> Option<Parts> {
        if self.kind == MatchKind::Email {
            return Parts::of_opaque(lead - 1, lead + end - self.start);
        }
        let start = self.authority_start;
        let scheme_end = match self.kind {
            MatchKind::Uri => self.body - 1 - self.start,
            _ => lead - 3,
        };
        let host = self.host.min(end);
        let ends = [host, self.port.min(end), self.path.min(end), self.query.min(end), end];
        let kind = uri::kind_of_name(text.get(start..host)?);
        Parts::of_web(scheme_end, kind, ends.map(|end| end - start))
    }
}

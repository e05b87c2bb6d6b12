//! The extent of a candidate: how far it reaches, where its components end, and its facts.

use core::num::NonZero;

use crate::candidate::facts::{self, Facts};
use crate::candidate::scheme::SchemeRow;
use crate::text::chars;
use crate::uri::Parts;
use crate::vocabulary::MatchKind;

/// The number of bytes of a candidate that are read at first, if its token has already been read to the end. In a list
/// without blanks nearly all URIs are shorter, so the rest of the list is not read again for every URI.
pub(crate) const SIGHT: usize = 64;

/// The widest plausible extent of a candidate, and the facts about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) kind: MatchKind,
    pub(crate) scheme: Option<SchemeRow>,
    pub(crate) start: usize,
    /// The offset after the scheme and its colon; `start` without a scheme.
    pub(crate) body: usize,
    /// The start of the authority, if there is one, or of a bare host.
    pub(crate) authority_start: usize,
    /// The end of the plain name in the authority: letters, digits, hyphens and dots.
    pub(super) host: usize,
    /// The end of the port after the name.
    pub(super) port: usize,
    /// The ends of the authority, the path and the query.
    pub(crate) authority: usize,
    pub(super) path: usize,
    pub(super) query: usize,
    /// The end of the part of the candidate that was read.
    pub(crate) end: usize,
    /// The end of the token that contains the candidate. It is greater than `end` if only a part was read.
    pub(crate) widest: usize,
    /// The start of the bytes that were read up to the end of the token; `None` if the token was not read to its end.
    /// With 0 for `None`, the initial extent is zeros, which take less time to write than a constant to copy.
    pub(super) run: Option<NonZero<usize>>,
    /// The facts about the bytes of the candidate.
    pub(crate) inside: Facts,
    /// The facts about the end of the line, if the candidate ends there.
    pub(crate) line: Facts,
    /// The facts about the text before the candidate.
    pub(crate) before: Facts,
    /// All facts: the three sets above, and the facts about the last byte, the host and the text after the candidate.
    pub(crate) facts: Facts,
}

impl Extent {
    /// The value before a candidate is read.
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

    /// Begins a candidate at `start`, of which nothing has been read yet.
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

    /// Ends the candidate at `end`, with no component after the host.
    pub(crate) fn end_at(&mut self, end: usize) {
        self.path = end;
        self.query = end;
        self.end = end;
        self.widest = end;
    }

    /// Ends the candidate with a bare host that ends at `host`.
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

    /// Whether the candidate has an authority, or begins with a bare host.
    pub(crate) fn has_authority(&self) -> bool {
        match self.kind {
            MatchKind::Uri => self.is_hierarchical(),
            MatchKind::Www | MatchKind::Domain | MatchKind::Ip => true,
            _ => false,
        }
    }

    /// The facts about the bytes, the last byte and the host of the candidate, and about the text after it, if it ends
    /// at `end`.
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

    /// [`Facts::HOST_ODD`] and [`Facts::FORM`] if the host of a candidate that ends at `end` is not a plain name.
    #[inline]
    fn host_facts(&self, text: &[u8], end: usize) -> Facts {
        let host = self.host.min(end);
        let is_plain = host > self.authority_start
            && (end <= self.port || self.authority == self.port)
            && chars::byte_before(text, host).is_ascii_alphanumeric();
        Facts::HOST_ODD.or(Facts::FORM).when(!is_plain)
    }

    /// The components of the URI, for a candidate whose facts show that the parser is not needed. If the text has no
    /// scheme, `lead` is the length in bytes of the prefix that is put before it, such as `http://`.
    #[inline]
    pub(crate) fn parts(&self, end: usize, lead: usize) -> Option<Parts> {
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
        Parts::of_web(scheme_end, ends.map(|end| end - start))
    }
}

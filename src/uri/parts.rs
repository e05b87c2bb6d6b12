//! The positions of the components of a URI, without its text.

use crate::span::Span;

/// The offsets of the components of a URI, an IRI or a relative reference.
///
/// All offsets count bytes from the start of the text that was scanned. Components do not include
/// the delimiters around them, and an empty component differs from a missing one: `http://h?` has an
/// empty query, `http://h` has no query.
// INVARIANT: 0 <= scheme_end <= host_start <= host_end <= path_start <= path_end <= query_end <= end, but the offsets of
// the host are 0 without an authority. Delimiters are in the gaps: a component is present exactly if there is a gap for its
// delimiter, so no flags are needed. The kind of the host is no part, because an IPv6 address is as large as four offsets,
// and few callers ask for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Parts {
    /// The offset of the `:` after the scheme; 0 without a scheme, since no scheme is empty.
    pub(super) scheme_end: u32,
    pub(super) host_start: u32,
    pub(super) host_end: u32,
    pub(super) path_start: u32,
    pub(super) path_end: u32,
    pub(super) query_end: u32,
    pub(super) end: u32,
}

impl Parts {
    /// The parts of `scheme://host` with an optional port, path, query and fragment, but no userinfo. `ends` contains
    /// the ends of the host and of these four components, counted from the end of the `://`. The caller has checked
    /// that each component contains only characters that are allowed in it.
    ///
    /// [`scan`](super::parse::scan) returns the same parts, but takes several times as long. `None` if the text is too long
    /// for offsets of 32 bits.
    #[inline]
    pub(crate) fn of_web(scheme_end: usize, ends: [usize; 5]) -> Option<Parts> {
        let host_start = u32::try_from(scheme_end + 3).ok()?;
        u32::try_from(scheme_end + 3 + ends[4]).ok()?;
        #[expect(clippy::cast_possible_truncation, reason = "no offset is above the last one")]
        let [host_end, path_start, path_end, query_end, end] =
            ends.map(|end| host_start + end as u32);
        Some(Parts {
            scheme_end: host_start - 3,
            host_start,
            host_end,
            path_start,
            path_end,
            query_end,
            end,
        })
    }

    /// The parts of `scheme:path`, given the ends of both. The caller has checked that the path contains only
    /// characters that are allowed in it. `None` if the text is too long for offsets of 32 bits.
    pub(crate) fn of_opaque(scheme_end: usize, end: usize) -> Option<Parts> {
        let scheme_end = u32::try_from(scheme_end).ok()?;
        let end = u32::try_from(end).ok()?;
        let path_start = scheme_end + 1;
        Some(Parts {
            scheme_end,
            path_start,
            path_end: end,
            query_end: end,
            end,
            ..Parts::default()
        })
    }

    /// The number of bytes that were read, which is the offset of the end of the last component.
    pub(crate) const fn len(self) -> usize {
        self.end as usize
    }

    /// The scheme, without its `:`; `None` in a relative reference.
    pub(crate) fn scheme(self) -> Option<Span> {
        (self.scheme_end > 0).then(|| span(0, self.scheme_end))
    }

    /// The authority, without the `//` before it.
    pub(crate) fn authority(self) -> Option<Span> {
        self.has_authority().then(|| span(self.authority_start(), self.path_start))
    }

    /// The userinfo, without its `@`.
    pub(crate) fn userinfo(self) -> Option<Span> {
        let start = self.authority_start();
        (self.host_start > start).then(|| span(start, self.host_start - 1))
    }

    /// The host; an IP literal includes its brackets. `None` without an authority.
    pub(crate) fn host(self) -> Option<Span> {
        self.has_authority().then(|| span(self.host_start, self.host_end))
    }

    /// The port, without its `:`; may be empty.
    pub(crate) fn port(self) -> Option<Span> {
        if self.has_authority() { after_gap(self.host_end, self.path_start) } else { None }
    }

    /// The path. Every URI has one, which may be empty.
    pub(crate) const fn path(self) -> Span {
        span(self.path_start, self.path_end)
    }

    /// The query, without its `?`.
    pub(crate) fn query(self) -> Option<Span> {
        after_gap(self.path_end, self.query_end)
    }

    /// The fragment, without its `#`.
    pub(crate) fn fragment(self) -> Option<Span> {
        after_gap(self.query_end, self.end)
    }

    /// Whether there is an authority. Its `//` is before the host.
    const fn has_authority(self) -> bool {
        self.host_start > 0
    }

    /// The offset after `scheme ":" "//"`, or after `"//"`.
    const fn authority_start(self) -> u32 {
        if self.scheme_end > 0 { self.scheme_end + 3 } else { 2 }
    }

    /// Sets the start of the path. Until its end is set, the path is empty, and the query and the fragment are absent.
    pub(super) const fn set_path_start(&mut self, at: u32) {
        self.path_start = at;
        self.set_path_end(at);
    }

    pub(super) const fn set_path_end(&mut self, at: u32) {
        self.path_end = at;
        self.set_query_end(at);
    }

    pub(super) const fn set_query_end(&mut self, at: u32) {
        self.query_end = at;
        self.end = at;
    }
}

const fn span(start: u32, end: u32) -> Span {
    Span::new(start as usize, end as usize)
}

/// The component after a delimiter at `at`; `None` if there is no gap for a delimiter before `end`.
fn after_gap(at: u32, end: u32) -> Option<Span> {
    (at < end).then(|| span(at + 1, end))
}

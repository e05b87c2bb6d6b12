//! A candidate on its way to being a match, and what a rule may do to it.
//!
//! A draft is a list of source pieces. Rules cut it, wrap it, put pieces to it, or reject it; none
//! of them makes a string. Every position is an offset into the window.

use core::cell::Cell;

use super::class::{self, Class};
use super::edge::Edge;
use super::flags::Flags;
use super::host::{self, Labels};
use super::lines::{self, Behind};
use super::scheme::Scheme;
use super::vocabulary::RuleSet;
use super::vocabulary::{Delimiter, JoinReason, MatchKind};
use crate::span::Span;
use crate::text::chars;
use crate::uri::{HostKind, Parts, UriReference};

/// The pieces of a draft or a match: nearly always one, which then costs no allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pieces {
    One(Span),
    Many(Vec<Span>),
}

impl Default for Pieces {
    fn default() -> Pieces {
        Pieces::One(Span::default())
    }
}

impl Pieces {
    pub(crate) fn as_slice(&self) -> &[Span] {
        match self {
            Pieces::One(span) => core::slice::from_ref(span),
            Pieces::Many(spans) => spans,
        }
    }

    pub(crate) fn start(&self) -> usize {
        self.as_slice().first().map_or(0, |piece| piece.start())
    }

    pub(crate) fn end(&self) -> usize {
        self.as_slice().last().map_or(0, |piece| piece.end())
    }

    pub(crate) fn first(&self) -> Span {
        self.as_slice().first().copied().unwrap_or_default()
    }

    pub(crate) fn is_one(&self) -> bool {
        self.as_slice().len() == 1
    }

    /// The sum of the lengths: the length of the text once it is joined.
    pub(crate) fn joined_len(&self) -> usize {
        self.as_slice().iter().map(|piece| piece.len()).sum()
    }

    pub(crate) fn push(&mut self, piece: Span) {
        match self {
            Pieces::One(first) => *self = Pieces::Many(vec![*first, piece]),
            Pieces::Many(pieces) => pieces.push(piece),
        }
    }

    /// Ends the pieces at `end`; those that begin there or later go.
    pub(crate) fn cut(&mut self, end: usize) {
        match self {
            Pieces::One(piece) => *piece = Span::new(piece.start(), end.min(piece.end())),
            Pieces::Many(pieces) => {
                pieces.retain(|piece| piece.start() < end);
                if let Some(last) = pieces.last_mut() {
                    *last = Span::new(last.start(), end.min(last.end()));
                }
            }
        }
    }

    pub(crate) fn shifted(self, by: usize) -> Pieces {
        match self {
            Pieces::One(piece) => Pieces::One(piece.shifted(by)),
            Pieces::Many(pieces) => {
                Pieces::Many(pieces.into_iter().map(|piece| piece.shifted(by)).collect())
            }
        }
    }
}

/// A join that an opener or a fold proposes; a rule of the joining stage has to vouch for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proposal {
    pub(crate) gap: Span,
    pub(crate) reason: JoinReason,
    pub(crate) vouched: bool,
    /// The hyphen before the gap may be the typesetter's.
    pub(crate) hyphen: bool,
}

/// Other readings of the draft, as far as they cannot be told from its joins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spare {
    /// Where the text ends if nothing is trimmed.
    pub(crate) untrimmed: Option<usize>,
    /// The pieces if blanks inside the delimiters are read the other way.
    pub(crate) inner_blank: Option<Pieces>,
    /// The pieces with the hyphens that the primary reading drops at line ends.
    pub(crate) hyphens_kept: Option<Pieces>,
    /// Where the text ends if it goes on behind a `|`.
    pub(crate) pipe: Option<usize>,
}

/// The bytes that the kernel sees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<'w> {
    pub(crate) bytes: &'w [u8],
    /// The same, where they are known to be UTF-8.
    pub(crate) text: Option<&'w str>,
}

impl<'w> Window<'w> {
    /// The text in `span`; `None` where it is no UTF-8.
    #[inline]
    pub(crate) fn str(&self, span: Span) -> Option<&'w str> {
        match self.text {
            Some(text) => text.get(span.range()),
            None => core::str::from_utf8(span.of(self.bytes)).ok(),
        }
    }
}

/// A run of candidate characters that was read to its end.
///
/// A token without blanks may hold many candidates, each of which would read on to its end: what the
/// first has read is kept for the others, or the work would grow with the square of the token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The classes of its bytes; of more than a candidate behind `start` has, which wakes rules that
    /// then find nothing to do.
    pub(crate) seen: Class,
}

impl Token {
    pub(crate) fn holds(&self, at: usize) -> bool {
        self.start <= at && at < self.end
    }

    /// The token in a window that has lost its first `by` bytes; `None` where it is not in it.
    pub(crate) fn slid(self, by: usize) -> Option<Token> {
        let end = self.end.checked_sub(by)?;
        Some(Token { start: self.start.saturating_sub(by), end, ..self })
    }
}

/// The text around a trigger.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'w> {
    /// The window up to the end of the look-ahead.
    pub(crate) text: &'w [u8],
    /// How far back context may be read.
    pub(crate) floor: usize,
    /// Whether the text begins at `floor`.
    pub(crate) is_start: bool,
    /// How far back an opener may stand: behind the closer of the last match.
    pub(crate) taken: usize,
    /// How far back a candidate may begin: behind the last match.
    pub(crate) resume: usize,
    /// The first byte of the trigger.
    pub(crate) at: usize,
    /// The token that was read last.
    pub(crate) token: Option<Token>,
    /// How much is shown at first of a candidate in that token.
    pub(crate) sight: usize,
}

/// What a rule says of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing to do here.
    Pass,
    /// The draft is another than before.
    Changed,
    /// This is no link, for the reason given, and nothing in its text is one.
    Reject(&'static str),
    /// This is no link, but another one begins at the offset given.
    Yield(usize, &'static str),
}

/// The bounds of a look-ahead for a closer, and the alphabet of what stands before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) max_lines: u32,
    pub(crate) max_bytes: u32,
    /// Whether letters of any script belong to a URI.
    pub(crate) iri: bool,
    /// Whether the page breaks of RFCs are skipped.
    pub(crate) page_breaks: bool,
}

/// A candidate on its way to being a match.
#[derive(Clone, Debug)]
pub(crate) struct Draft<'w> {
    /// The window up to the end of the look-ahead.
    pub(crate) text: &'w [u8],
    /// What lies before this is not looked at.
    pub(crate) floor: usize,
    /// Whether the text begins at `floor`.
    is_start: bool,
    /// What lies before this encloses another match.
    pub(crate) taken: usize,
    pub(crate) limits: Limits,
    /// The first byte of what drew attention to it.
    pub(crate) trigger: usize,
    pub(crate) kind: MatchKind,
    pub(crate) scheme: Option<&'static Scheme>,
    /// Behind the scheme and its colon; the first byte where there is none.
    pub(crate) body: usize,
    /// The labels of the host, as the candidate was found by them.
    pub(crate) labels: Option<Labels>,
    pub(crate) pieces: Pieces,
    /// Where the widest plausible extent ends.
    pub(crate) extent: usize,
    /// The token that was read last: its own, once it was read.
    pub(crate) token: Option<Token>,
    /// How much is shown of a candidate in a token that another one has read.
    pub(crate) sight: usize,
    /// Where it ends as far as it is shown, if that is before `extent`.
    pub(crate) shown: Option<usize>,
    /// Where it ended before its tail was trimmed.
    pub(crate) untrimmed: usize,
    /// Another URI begins directly behind its `://`.
    pub(crate) is_nested: bool,
    /// The classes of the bytes between `body` and `extent`.
    pub(crate) seen: Class,
    pub(crate) proposals: Vec<Proposal>,
    /// The end of the line, if the draft reaches it and no rule has said yet whether it goes on.
    pub(crate) edge: Option<Box<Edge>>,
    /// The same once a rule has said so.
    pub(crate) folded: Option<Box<Edge>>,
    pub(crate) delimiter: Delimiter,
    pub(crate) wrapper: Option<Span>,
    pub(crate) prefix: Option<Span>,
    pub(crate) fired: RuleSet,
    pub(crate) flags: Flags,
    pub(crate) spare: Option<Box<Spare>>,
    /// The `'` in the pieces, counted once and kept up by `cut`.
    apostrophes: Cell<Option<usize>>,
}

impl<'w> Draft<'w> {
    /// Nothing yet, at a place.
    #[inline]
    pub(crate) fn new(place: Place<'w>, limits: Limits) -> Draft<'w> {
        Draft {
            text: place.text,
            floor: place.floor,
            is_start: place.is_start,
            taken: place.taken,
            limits,
            trigger: place.at,
            kind: MatchKind::Uri,
            scheme: None,
            body: place.at,
            labels: None,
            pieces: Pieces::One(Span::default()),
            extent: place.at,
            token: place.token,
            sight: place.sight,
            shown: None,
            untrimmed: place.at,
            is_nested: false,
            seen: Class::NONE,
            proposals: Vec::new(),
            edge: None,
            folded: None,
            delimiter: Delimiter::None,
            wrapper: None,
            prefix: None,
            fired: RuleSet::default(),
            flags: Flags::default(),
            spare: None,
            apostrophes: Cell::new(None),
        }
    }

    /// Makes it a candidate that begins at `start`.
    #[inline]
    pub(crate) fn begin(&mut self, kind: MatchKind, start: usize) {
        self.kind = kind;
        self.body = start;
        self.extent = start;
        self.pieces = Pieces::One(Span::new(start, start));
    }

    pub(crate) fn start(&self) -> usize {
        self.pieces.start()
    }

    pub(crate) fn end(&self) -> usize {
        self.pieces.end()
    }

    pub(crate) fn is_bare(&self) -> bool {
        self.delimiter == Delimiter::None
    }

    /// Inside angle brackets everything belongs to the URI (RFC 3986, Appendix C).
    pub(crate) fn is_angled(&self) -> bool {
        self.delimiter == Delimiter::Angle
    }

    /// Whether the scheme is followed by `//`.
    pub(crate) fn is_hierarchical(&self) -> bool {
        self.scheme.is_some() && Span::new(self.body, self.body + 2).of(self.text) == b"//"
    }

    /// The byte before the candidate, its prefix not counted; NUL where there is none.
    pub(crate) fn byte_before(&self) -> u8 {
        match self.outset() {
            at if at > self.floor => chars::byte_before(self.text, at),
            _ => 0,
        }
    }

    /// What stands before the candidate and its prefix, as the classes by which opening rules wake.
    ///
    /// Behind blanks or a line break it is what stands before those: an opener or a prefix may.
    pub(crate) fn approach(&self) -> Class {
        let outset = self.outset();
        let direct = self.byte_before();
        let nested = if self.is_nested { Class::NESTED } else { Class::NONE };
        if direct > b' ' || outset <= self.floor {
            return class::TEXT.of(direct) | nested;
        }
        let opener = lines::before_break(self.text, self.floor, outset);
        Draft::class_of_opener(opener) | nested
    }

    /// The class of what stands before blanks or a line break.
    #[inline]
    pub(crate) fn class_of_opener(before: &[u8]) -> Class {
        match before {
            // The end of `URL:` or `URI:`, perhaps.
            [.., b'L' | b'l' | b'I' | b'i', b':'] => Class::LABEL,
            // The last byte of `⟨`, or of another character, which then opens nothing.
            [.., b'<' | 0xA8] => Class::OPENER,
            _ => Class::NONE,
        }
    }

    /// Where the candidate begins with its `URL:` prefix.
    pub(crate) fn outset(&self) -> usize {
        self.prefix.map_or(self.start(), Span::start)
    }

    /// The text before the candidate and its prefix, as far back as may be looked.
    pub(crate) fn before(&self) -> &'w [u8] {
        Span::new(self.floor, self.outset()).of(self.text)
    }

    /// The text behind the last piece, as far ahead as may be looked.
    pub(crate) fn after(&self) -> &'w [u8] {
        self.text.get(self.end()..).unwrap_or_default()
    }

    /// The byte behind the last piece; NUL where there is none.
    pub(crate) fn byte_after(&self) -> u8 {
        chars::byte_at(self.text, self.end())
    }

    /// The last byte of the last piece.
    pub(crate) fn last_byte(&self) -> u8 {
        chars::byte_before(self.text, self.end())
    }

    /// The labels of the host that begins at `start`.
    pub(crate) fn labels_at(&self, start: usize) -> Labels {
        let known = self.labels.filter(|labels| labels.span.start() == start);
        known.unwrap_or_else(|| host::labels(self.text, start, self.limits.iri))
    }

    /// What may be looked at before the draft.
    pub(crate) fn behind(&self) -> Behind {
        Behind { floor: self.floor, is_start: self.is_start }
    }

    /// The depth of the line on which the draft begins, with its opener.
    pub(crate) fn depth(&self, opener: usize) -> Option<usize> {
        self.behind().depth(self.text, opener)
    }

    /// Goes on with the token below the end of the line. Another rule has to vouch for the join
    /// when the two lines differ in depth.
    pub(crate) fn fold(&mut self, reason: JoinReason) -> Verdict {
        let Some(edge) = self.edge.take() else { return Verdict::Pass };
        self.pieces.push(edge.token);
        self.extent = edge.token.end();
        self.seen |= edge.token_class;
        self.proposals.push(Proposal {
            gap: edge.gap,
            reason,
            vouched: edge.depth == edge.next_depth,
            hyphen: reason == JoinReason::Hyphen,
        });
        self.folded = Some(edge);
        Verdict::Changed
    }

    /// Where the last piece begins.
    pub(crate) fn last_start(&self) -> usize {
        self.pieces.as_slice().last().map_or(0, |piece| piece.start())
    }

    /// The bytes of the last piece.
    pub(crate) fn last_piece(&self) -> &'w [u8] {
        self.pieces.as_slice().last().map_or(&[], |piece| piece.of(self.text))
    }

    /// Every byte of the pieces with its offset.
    pub(crate) fn bytes(&self) -> impl Iterator<Item = (usize, u8)> {
        let text = self.text;
        self.pieces.as_slice().iter().flat_map(move |piece| {
            let bytes = piece.of(text).iter();
            (piece.start()..).zip(bytes.copied())
        })
    }

    /// The bytes of the pieces from `at` on, with their offsets.
    pub(crate) fn bytes_from(&self, at: usize) -> impl Iterator<Item = (usize, u8)> {
        self.bytes().skip_while(move |&(offset, _)| offset < at)
    }

    /// Where the authority begins and ends, if the draft has one or is a bare host.
    pub(crate) fn authority(&self) -> Option<Span> {
        let start = match self.kind {
            MatchKind::Uri if self.is_hierarchical() => self.body + 2,
            MatchKind::Uri | MatchKind::Email | MatchKind::Rule => return None,
            MatchKind::Www | MatchKind::Domain | MatchKind::Ip => self.start(),
        };
        let end = self
            .bytes_from(start)
            .find(|&(_, byte)| matches!(byte, b'/' | b'?' | b'#'))
            .map_or(self.end(), |(offset, _)| offset);
        Some(Span::new(start, end))
    }

    /// Whether the draft ends with its host or port: no path, query or fragment follows.
    pub(crate) fn ends_in_authority(&self) -> bool {
        self.authority().is_some_and(|authority| authority.end() == self.end())
    }

    /// Takes the draft back to what it is without delimiters.
    pub(crate) fn reopen(&mut self) {
        self.pieces = Pieces::One(Span::new(self.start(), self.shown.unwrap_or(self.extent)));
        self.edge = None;
        self.folded = None;
        self.proposals.clear();
        self.delimiter = Delimiter::None;
        self.wrapper = None;
        self.spare = None;
        self.fired = RuleSet::default();
        self.apostrophes.set(None);
    }

    /// Ends the draft at `end`.
    pub(crate) fn cut(&mut self, end: usize) {
        if let Some(count) = self.apostrophes.get() {
            let gone = Span::new(end, self.end()).of(self.text);
            let gone = gone.iter().filter(|&&byte| byte == b'\'').count();
            self.apostrophes.set(Some(count.saturating_sub(gone)));
        }
        self.pieces.cut(end);
        self.proposals.retain(|join| join.gap.end() < end);
    }

    /// How many `'` the pieces hold. Counted once: `cut` takes off what it removes, so that
    /// trimming a long tail stays linear.
    pub(crate) fn apostrophes(&self) -> usize {
        self.apostrophes.get().unwrap_or_else(|| {
            let count = self.bytes().filter(|&(_, byte)| byte == b'\'').count();
            self.apostrophes.set(Some(count));
            count
        })
    }

    pub(crate) fn spare(&mut self) -> &mut Spare {
        self.spare.get_or_insert_default()
    }
}

/// The components of a draft whose text has been proved: what a judging rule looks at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Components<'t> {
    text: &'t str,
    parts: Parts,
}

impl<'t> Components<'t> {
    /// The components that `parts` says `text` has.
    pub(crate) fn new(text: &'t str, parts: Parts) -> Components<'t> {
        Components { text, parts }
    }

    /// The whole, for questions about all of it.
    pub(crate) fn as_reference(&self) -> UriReference<'t> {
        UriReference::from_parts(self.text, self.parts)
    }

    fn part(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    pub(crate) fn has_authority(&self) -> bool {
        self.parts.host().is_some()
    }

    pub(crate) fn userinfo(&self) -> Option<&'t str> {
        self.parts.userinfo().map(|span| self.part(span))
    }

    /// The host; empty where there is no authority.
    pub(crate) fn host(&self) -> &'t str {
        self.parts.host().map_or("", |span| self.part(span))
    }

    /// Whether the host is an IP address in its proper form.
    pub(crate) fn host_is_ip(&self) -> bool {
        !matches!(self.parts.host_kind(), None | Some(HostKind::RegName))
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

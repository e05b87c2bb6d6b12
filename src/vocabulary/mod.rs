//! The types that describe a match: its kind, its delimiter, its joins, its alternates, and the rules that applied to
//! it.

pub(crate) mod flags;

use crate::options::name::names;
use crate::span::Span;
use crate::uri::{Uri, UriBuf};

/// The kind of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MatchKind {
    /// A URI or IRI with a scheme.
    Uri,
    /// A host that begins with `www.`, including a port, path, query or fragment after it.
    Www,
    /// A bare domain, including a port, path, query or fragment after it, such as `example.com/a`.
    Domain,
    /// An e-mail address.
    Email,
    /// A bare IPv4 address, including a port, path, query or fragment after it.
    Ip,
    /// Text that a pattern of the caller matched.
    Pattern,
}

names!(MatchKind "kind" {
    Uri "uri"
    Www "www"
    Domain "domain"
    Email "email"
    Ip "ip"
    Pattern "pattern"
});

/// The delimiters around a URI in the text (RFC 3986, Appendix C).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delimiter {
    /// The match has no delimiters. Whitespace, punctuation, other text, or the start or end of the text surrounds it.
    #[default]
    None,
    /// `<...>` or `⟨...⟩`
    Angle,
    /// `"..."`
    DoubleQuote,
    /// `'...'`
    SingleQuote,
    /// Typographic quotation marks, guillemets in both directions, CJK quotation marks and corner brackets.
    TypographicQuote,
    /// `` `...` ``
    Backtick,
}

names!(Delimiter "delimiter" {
    None "none"
    Angle "angle"
    DoubleQuote "double-quote"
    SingleQuote "single-quote"
    TypographicQuote "typographic-quote"
    Backtick "backtick"
});

/// The reason why two pieces of a URI are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JoinReason {
    /// The line break is inside delimiters.
    Delimited,
    /// The gap is a blank inside delimiters, without a line break.
    InnerBlank,
    /// The text is format=flowed with `DelSp`, so the blank before the line break is deleted.
    Delsp,
    /// A bare URI or an e-mail address continues on the next line.
    ///
    /// This follows from the evidence at the line end, or, for a URI, from the fact that its first line ends after the
    /// scheme.
    Fold,
    /// Like `Fold`, but the first line ends in a hyphen.
    Hyphen,
    /// The line break divides a percent triplet.
    PercentSplit,
    /// A page break of an RFC is inside delimiters.
    PageBreak,
    /// The text is undecoded quoted-printable. The gap is a soft line break (a `=` and a line end), or the `3D` of an
    /// encoded equals sign.
    QuotedPrintable,
    /// A backslash escapes the punctuation mark after it. Only alternates have such joins.
    Escape,
}

names!(JoinReason "reason of a join" {
    Delimited "delimited"
    InnerBlank "inner-blank"
    Delsp "delsp"
    Fold "fold"
    Hyphen "hyphen"
    PercentSplit "percent-split"
    PageBreak "page-break"
    QuotedPrintable "quoted-printable"
    Escape "escape"
});

impl JoinReason {
    /// Whether the text before the join may be a complete bare URI.
    pub(crate) const fn may_be_unjoined(self) -> bool {
        matches!(
            self,
            JoinReason::Delsp | JoinReason::Fold | JoinReason::Hyphen | JoinReason::QuotedPrintable
        )
    }
}

/// A place where two pieces of one URI meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Join {
    pub(crate) gap: Span,
    pub(crate) reason: JoinReason,
    pub(crate) confidence: u8,
}

impl Join {
    /// The bytes between the pieces, such as blanks, line ends, reply marks, a page break or a hyphen that a typesetter
    /// added. In undecoded quoted-printable text, they are the `=` and the line end of a soft line break, or the `3D`
    /// of `=3D`.
    pub const fn gap(&self) -> Span {
        self.gap
    }

    /// The reason for the join.
    pub const fn reason(&self) -> JoinReason {
        self.reason
    }

    /// The probability of the join in percent. For [`JoinReason::Fold`] and [`JoinReason::Hyphen`] it is computed from
    /// the evidence, except that it is 95 for a join directly after the scheme. It is also 95 for
    /// [`JoinReason::QuotedPrintable`], and 100 for every other reason.
    pub const fn confidence(&self) -> u8 {
        self.confidence
    }
}

/// How an alternate differs from the primary reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AlternateReason {
    /// This reading drops a hyphen at a line break, which a typesetter may have added.
    HyphenDropped,
    /// The URI ends at the line break, without the hyphens and the punctuation (`.,;:!?`) at its end. For example, if
    /// `of-march` is on the line below `http://a.example/minutes-`, this alternate is `http://a.example/minutes`. (A
    /// finder that does not join lines keeps the hyphen: its match is `http://a.example/minutes-`.)
    Unjoined,
    /// The punctuation before the closing quote belongs to the URI.
    Untrimmed,
    /// One of the two readings ends at the first blank inside the delimiters, and the other one is joined across the
    /// blanks.
    InnerBlank,
    /// This reading keeps the hyphen at a line break that the primary reading drops, or the typographic hyphens (U+2010,
    /// U+2011) that the primary reading has as `-`.
    HyphenKept,
    /// The URI continues after a `|`.
    Pipe,
    /// The URI continues on the next line.
    Joined,
    /// A backslash escapes the punctuation mark after it and is not part of the URI.
    Unescaped,
    /// The text is a Message-ID and not an e-mail address.
    MessageId,
}

names!(AlternateReason "reason of an alternate" {
    HyphenDropped "hyphen-dropped"
    Unjoined "unjoined"
    Untrimmed "untrimmed"
    InnerBlank "inner-blank"
    HyphenKept "hyphen-kept"
    Pipe "pipe"
    Joined "joined"
    Unescaped "unescaped"
    MessageId "message-id"
});

/// Another reading of the text of a match. Its URI is valid, like that of the primary reading.
///
/// An alternate is usually less likely than the primary reading. An option can reverse this: a low
/// [`join_confidence`](crate::find::FinderBuilder::join_confidence), or an option that reports a Message-ID as an
/// e-mail address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternate {
    pub(crate) uri: UriBuf,
    pub(crate) text: String,
    pub(crate) pieces: Vec<Span>,
    pub(crate) why: AlternateReason,
    pub(crate) confidence: Option<u8>,
    /// Whether it begins or ends inside a grapheme cluster.
    pub(crate) is_off_grapheme: bool,
}

impl Alternate {
    /// The URI of this reading: validated, in ASCII, with its scheme.
    pub fn uri(&self) -> Uri<'_> {
        self.uri.as_uri()
    }

    /// The text of this reading as written, with its pieces joined.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The spans of the pieces of this reading, in bytes of the text that was searched.
    pub fn pieces(&self) -> &[Span] {
        &self.pieces
    }

    /// The difference from the primary reading.
    pub const fn why(&self) -> AlternateReason {
        self.why
    }

    /// The probability of the reading, in percent from 0 to 100, if the difference is whether a bare URI or an e-mail
    /// address continues on the next line, or whether an address is a Message-ID. `None` for any other difference.
    pub const fn confidence(&self) -> Option<u8> {
        self.confidence
    }
}

/// The rules that applied to a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RuleSet(u128);

impl RuleSet {
    /// The maximum number of rules in a set.
    pub(crate) const ROOM: usize = u128::BITS as usize;

    /// Whether no rule applied.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn insert(&mut self, index: usize) {
        self.0 |= 1 << index;
    }

    pub(crate) const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }
}

/// How far a rule reads after a candidate. The variants are in ascending order of the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reads {
    /// The candidate, and the bytes that the facts about its end depend on.
    Candidate,
    /// Up to the closing delimiter that belongs to the delimiter before the candidate. The rule records in the draft
    /// how far it has read.
    Enclosure,
    /// Up to the next blank.
    Token,
    /// Up to the end of the second line below the line on which the candidate ends.
    Line,
}

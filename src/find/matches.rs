//! What the finder reports: a match, its pieces and its other readings.

use std::borrow::Cow;
use std::sync::Arc;

use super::draft::Pieces;
use super::flags::Flags;
use super::reading::Recipe;
use super::rule::RuleSet;
use crate::span::Span;
use crate::uri::{Parts, Uri, UriBuf};

/// What kind of text a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MatchKind {
    /// A URI or IRI with its scheme.
    Uri,
    /// A host that begins with `www.`, with what follows it.
    Www,
    /// A bare domain such as `example.com/a`, with what follows it.
    Domain,
    /// An e-mail address.
    Email,
    /// A bare IPv4 address, with what follows it.
    Ip,
    /// Text that a rule of the caller matched.
    Rule,
}

impl MatchKind {
    /// The name of the kind in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            MatchKind::Uri => "uri",
            MatchKind::Www => "www",
            MatchKind::Domain => "domain",
            MatchKind::Email => "email",
            MatchKind::Ip => "ip",
            MatchKind::Rule => "rule",
        }
    }
}

/// What encloses a URI in the text (RFC 3986, Appendix C).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delimiter {
    /// Nothing: whitespace, punctuation or the ends of the text.
    #[default]
    None,
    /// `<...>`
    Angle,
    /// `"..."`
    DoubleQuote,
    /// `'...'`
    SingleQuote,
    /// Typographic quotes, guillemets either way, CJK corner brackets.
    TypographicQuote,
    /// `` `...` ``
    Backtick,
}

impl Delimiter {
    /// The name of the delimiter in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Delimiter::None => "none",
            Delimiter::Angle => "angle",
            Delimiter::DoubleQuote => "double-quote",
            Delimiter::SingleQuote => "single-quote",
            Delimiter::TypographicQuote => "typographic-quote",
            Delimiter::Backtick => "backtick",
        }
    }
}

/// Why two pieces were put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JoinReason {
    /// The line break stands inside delimiters.
    Delimited,
    /// A blank on the same line stands inside delimiters.
    InnerBlank,
    /// A bare URI breaks after a hyphen.
    Hyphen,
}

impl JoinReason {
    /// The name of the reason in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            JoinReason::Delimited => "delimited",
            JoinReason::InnerBlank => "inner-blank",
            JoinReason::Hyphen => "hyphen",
        }
    }
}

/// A place where two pieces of one URI meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Join {
    pub(crate) gap: Span,
    pub(crate) reason: JoinReason,
}

impl Join {
    /// The bytes between the pieces: blanks, line ends, a soft hyphen.
    pub const fn gap(&self) -> Span {
        self.gap
    }

    /// Why the pieces belong together.
    pub const fn reason(&self) -> JoinReason {
        self.reason
    }
}

/// In what way an alternate differs from the primary reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Why {
    /// A hyphen at a line break was the typesetter's.
    HyphenDropped,
    /// The URI ends at the line break.
    Unjoined,
    /// The punctuation before the closing quote belongs to the URI.
    Untrimmed,
    /// A blank inside the delimiters is read the other way.
    InnerBlank,
    /// The hyphen at a line break was the URI's (where the primary reading drops it).
    HyphenKept,
    /// The URI goes on behind a `|`.
    Pipe,
}

impl Why {
    /// The name of the reason in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Why::HyphenDropped => "hyphen-dropped",
            Why::Unjoined => "unjoined",
            Why::Untrimmed => "untrimmed",
            Why::InnerBlank => "inner-blank",
            Why::HyphenKept => "hyphen-kept",
            Why::Pipe => "pipe",
        }
    }
}

/// Another reading of the text of a match: as valid as the primary one, but less likely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternate {
    pub(crate) uri: String,
    pub(crate) text: String,
    pub(crate) pieces: Vec<Span>,
    pub(crate) why: Why,
}

impl Alternate {
    /// The URI of this reading, validated and ASCII.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// Where its pieces stand, in bytes of the text that was searched.
    pub fn pieces(&self) -> &[Span] {
        &self.pieces
    }

    /// In what way it differs from the primary reading.
    pub const fn why(&self) -> Why {
        self.why
    }
}

/// The other readings of a match: nearly always none.
#[derive(Clone, Debug)]
pub(crate) enum Others<'h> {
    None,
    /// Built when they are read.
    Recipe(Box<Recipe<'h>>),
    /// Of a match that left the text behind.
    Built(Vec<Alternate>),
}

/// A URI that was found, proved, and located.
///
/// It borrows from the text that was searched; [`into_owned`](Match::into_owned) lets it go.
///
/// ```
/// use linkwright::Finder;
///
/// let text = "Note the warning in <http://www.ics.uci.edu/pub/\n      ietf/uri/historical.html#WARNING>.";
/// let finder = Finder::new();
/// let found = finder.find_iter(text).next().unwrap();
/// assert_eq!(found.uri().as_str(), "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING");
/// assert_eq!(found.pieces().len(), 2);
/// assert_eq!(&text[found.pieces()[0].range()], "http://www.ics.uci.edu/pub/");
/// ```
#[derive(Clone, Debug)]
pub struct Match<'h> {
    pub(crate) kind: MatchKind,
    pub(crate) delimiter: Delimiter,
    pub(crate) flags: Flags,
    pub(crate) rules: RuleSet,
    pub(crate) pieces: Pieces,
    pub(crate) joins: Vec<Join>,
    pub(crate) wrapper: Option<Span>,
    pub(crate) prefix: Option<Span>,
    pub(crate) text: Cow<'h, str>,
    /// The components of the text, where it is the URI itself.
    pub(crate) parts: Parts,
    /// The URI, where it differs from the text.
    pub(crate) uri: Option<UriBuf>,
    pub(crate) rule_name: Option<Arc<str>>,
    pub(crate) others: Others<'h>,
}

impl<'h> Match<'h> {
    /// What kind of text it is.
    pub const fn kind(&self) -> MatchKind {
        self.kind
    }

    /// From the first byte of the first piece to behind the last byte of the last one.
    pub fn span(&self) -> Span {
        Span::new(self.pieces.start(), self.pieces.end())
    }

    /// Where its pieces stand: ascending, disjoint, none of them empty, in bytes. Put together
    /// they give [`text`](Match::text).
    pub fn pieces(&self) -> &[Span] {
        self.pieces.as_slice()
    }

    /// Where the pieces meet: one fewer than there are pieces.
    pub fn joins(&self) -> &[Join] {
        &self.joins
    }

    /// What encloses it.
    pub const fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// The span with the delimiters and the prefix, which are no part of the URI.
    ///
    /// `None` where nothing encloses it.
    pub const fn wrapper(&self) -> Option<Span> {
        self.wrapper
    }

    /// The `URL:` before it, if there is one (RFC 3986, Appendix C).
    pub const fn prefix(&self) -> Option<Span> {
        self.prefix
    }

    /// The text as it was written, its pieces joined.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The URI: validated, in ASCII, with its scheme.
    pub fn uri(&self) -> Uri<'_> {
        match &self.uri {
            Some(uri) => uri.as_uri(),
            None => Uri::from_parts(&self.text, self.parts),
        }
    }

    /// The other readings, the likeliest first, at most eight. Each call builds them anew.
    pub fn alternates(&self) -> Vec<Alternate> {
        match &self.others {
            Others::None => Vec::new(),
            Others::Recipe(recipe) => recipe.alternates(self.uri().as_str()),
            Others::Built(built) => built.clone(),
        }
    }

    /// The rules that had a part in where it begins and ends.
    pub const fn rules(&self) -> RuleSet {
        self.rules
    }

    /// The name of the caller's rule that matched; `None` unless the kind is
    /// [`MatchKind::Rule`].
    pub fn rule_name(&self) -> Option<&str> {
        self.rule_name.as_deref()
    }

    /// What a client should know before it shows or follows it.
    pub const fn flags(&self) -> Flags {
        self.flags
    }

    /// One of the other readings as a match of its own.
    pub(crate) fn as_reading(&self, other: Alternate) -> Option<Match<'h>> {
        let uri = UriBuf::parse(other.uri).ok()?;
        Some(Match {
            parts: uri.as_uri().parts(),
            uri: Some(uri),
            text: Cow::Owned(other.text),
            pieces: Pieces::Many(other.pieces),
            joins: Vec::new(),
            others: Others::None,
            ..self.clone()
        })
    }

    /// The same match, without a borrow.
    pub fn into_owned(self) -> Match<'static> {
        let others = match &self.others {
            Others::None => Others::None,
            Others::Recipe(_) | Others::Built(_) => Others::Built(self.alternates()),
        };
        Match {
            kind: self.kind,
            delimiter: self.delimiter,
            flags: self.flags,
            rules: self.rules,
            pieces: self.pieces,
            joins: self.joins,
            wrapper: self.wrapper,
            prefix: self.prefix,
            text: Cow::Owned(self.text.into_owned()),
            parts: self.parts,
            uri: self.uri,
            rule_name: self.rule_name,
            others,
        }
    }
}

//! The results of the finder: a match, its pieces and its other readings.

use core::ops::Range;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use crate::candidate::name;
use crate::candidate::pieces::Pieces;
use crate::find::pipeline::lazy_uri::{ImpliedPrefix, LazyUri};
use crate::find::pipeline::validate::AlternateBuilder;
use crate::span::Span;
use crate::uri::hazards::{self, Code, Codes, screen};
use crate::uri::{IriReference, Parts, Uri, UriBuf, UriReference};
use crate::vocabulary::flags::{Flag, Flags};
use crate::vocabulary::{
    Alternate, AlternateReason, Delimiter, Join, JoinReason, MatchKind, RuleSet,
};

/// A URI that was found in text and validated, with its position.
///
/// It borrows from the text that was searched; [`into_owned`](Match::into_owned) removes the borrow.
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
    pub(crate) confidence: u8,
    pub(crate) flags: Flags,
    pub(crate) rules: RuleSet,
    pub(crate) pieces: Pieces,
    pub(crate) wrapper: Option<Span>,
    pub(crate) text: Cow<'h, str>,
    /// The components of the URI, or of the IRI from which it was mapped.
    pub(crate) parts: Parts,
    /// How the URI is made from the text, if the result needs no validation.
    pub(crate) lazy_uri: Option<LazyUri>,
    /// Properties that a plain URI in one piece does not have. They are in a box, so that most matches are small and
    /// need no allocation.
    pub(crate) extra: Option<Box<MatchExtra<'h>>>,
}

/// The properties that few matches have.
#[derive(Clone, Debug, Default)]
pub(crate) struct MatchExtra<'h> {
    pub(crate) joins: Vec<Join>,
    pub(crate) prefix: Option<Span>,
    /// The URI, if it was made already.
    pub(crate) uri: Option<UriBuf>,
    /// The IRI that was mapped to `uri`, if it differs from the text. `Match::parts` are its components.
    pub(crate) iri: Option<String>,
    /// The relative reference that the template of a pattern produced, if no base is known.
    pub(crate) reference: Option<String>,
    /// The name of the pattern that matched.
    pub(crate) pattern: Option<Arc<str>>,
    /// The other readings, which are built at the first request.
    pub(crate) others: OnceLock<Vec<Alternate>>,
    /// Builds the other readings; `None` if there are none, or if they are already built.
    pub(crate) builder: Option<Box<AlternateBuilder<'h>>>,
}

impl<'h> Match<'h> {
    /// The kind of the text: a URI with a scheme, a bare domain, an address, and so on.
    pub const fn kind(&self) -> MatchKind {
        self.kind
    }

    /// Whether the match is an e-mail address, with or without `mailto:` before it. The [`kind`](Match::kind) is
    /// [`MatchKind::Email`] only without.
    pub fn is_email(&self) -> bool {
        self.uri().scheme() == "mailto"
    }

    /// The span from the first byte of the first piece to the end of the last piece.
    pub fn span(&self) -> Span {
        Span::new(self.pieces.start(), self.pieces.end())
    }

    /// The offset of the first byte of the match in the text that was searched.
    pub fn start(&self) -> usize {
        self.pieces.start()
    }

    /// The offset after the last byte of the match.
    pub fn end(&self) -> usize {
        self.pieces.end()
    }

    /// The [`span`](Match::span) as a range, for slicing. In a joined match it includes the gaps between the
    /// [`pieces`](Match::pieces).
    pub fn range(&self) -> Range<usize> {
        self.span().range()
    }

    /// The spans of the pieces in bytes. They are ascending, disjoint and not empty. The joined text of the pieces is
    /// [`text`](Match::text).
    pub fn pieces(&self) -> &[Span] {
        self.pieces.as_slice()
    }

    /// The joins between the pieces. There is one join fewer than there are pieces.
    pub fn joins(&self) -> &[Join] {
        self.extra.as_ref().map_or(&[], |extra| &extra.joins)
    }

    /// The delimiters around the match.
    pub const fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// The probability that the text is a link at all, in percent from 0 to 100.
    ///
    /// It is computed for bare domains and e-mail addresses that may be something else, such as a member access in
    /// source code, a file name or a Message-ID. For every other match it is 100. A finder reports matches of 50
    /// percent or more; with the option [`doubtful`](crate::find::FinderBuilder::doubtful), which the preset `archive`
    /// enables, it reports all of them. [`Explained::clues`] returns the reasons.
    ///
    /// ```
    /// use linkwright::{Finder, find::Preset};
    ///
    /// let finder = Finder::preset(Preset::Archive);
    /// let confidences: Vec<u8> =
    ///     finder.find_iter("user.name = x at example.de").map(|found| found.confidence()).collect();
    /// assert!(confidences[0] < 10 && confidences[1] > 70);
    /// ```
    ///
    /// [`Explained::clues`]: crate::find::Explained::clues
    pub const fn confidence(&self) -> u8 {
        self.confidence
    }

    /// The span of the match including its delimiters and its [`prefix`](Match::prefix), which are not part of the URI.
    ///
    /// `None` if there are neither delimiters nor a prefix.
    pub const fn wrapper(&self) -> Option<Span> {
        self.wrapper
    }

    /// The `URL:` or `URI:` before the match, if there is one (RFC 3986, Appendix C).
    pub fn prefix(&self) -> Option<Span> {
        self.extra.as_ref().and_then(|extra| extra.prefix)
    }

    /// The text as it was written, with its pieces joined.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same as [`text`](Match::text), under the name that other crates use. In a joined match it is shorter than
    /// the [`range`](Match::range), which includes the gaps.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The validated URI. It is ASCII and has a scheme, even if the text of the match has none.
    ///
    /// With the feature `idn`, a host outside ASCII becomes A-labels. Without it, the host is percent-encoded: browsers
    /// decode it, and many other HTTP clients do not.
    ///
    /// ```
    /// # use linkwright::Finder;
    /// let finder = Finder::new();
    /// let found = finder.find_iter("https://bücher.example/").next().unwrap();
    /// let host = if cfg!(feature = "idn") { "xn--bcher-kva.example" } else { "b%C3%BCcher.example" };
    /// assert_eq!(found.uri().as_str(), format!("https://{host}/"));
    /// ```
    ///
    /// The template of a pattern may be relative ([`reference`](Match::reference)). If no base is set, the URI of such
    /// a match begins with `thismessage:/`, which RFC 2557, section 5, defines as the base for messages without a
    /// location.
    pub fn uri(&self) -> Uri<'_> {
        if let Some(uri) = self.extra.as_ref().and_then(|extra| extra.uri.as_ref()) {
            return uri.as_uri();
        }
        match &self.lazy_uri {
            Some(lazy_uri) => lazy_uri.uri(&self.text, self.parts),
            None => Uri::from_parts(&self.text, self.parts),
        }
    }

    /// The relative reference that the template of a pattern produced, if no base is set ([`FinderBuilder::base`]);
    /// `None` for every other match.
    ///
    /// ```
    /// use linkwright::Finder;
    ///
    /// let finder = Finder::builder().pattern("issue", r"#(\d+)", "/issues/$1").build()?;
    /// let found = finder.find_iter("see #12").next().unwrap();
    /// assert_eq!(found.reference().map(|reference| reference.path()), Some("/issues/12"));
    /// assert_eq!(found.uri().as_str(), "thismessage:/issues/12");
    /// # Ok::<(), linkwright::options::OptionError>(())
    /// ```
    ///
    /// [`FinderBuilder::base`]: crate::find::FinderBuilder::base
    pub fn reference(&self) -> Option<UriReference<'_>> {
        let reference = self.extra.as_ref()?.reference.as_deref()?;
        UriReference::parse(reference).ok()
    }

    /// The destination for an `href` attribute or a Markdown link: the URI, or the relative
    /// [`reference`](Match::reference) of a pattern.
    pub fn href(&self) -> &str {
        let reference = self.extra.as_ref().and_then(|extra| extra.reference.as_deref());
        reference.unwrap_or_else(|| self.uri().as_str())
    }

    /// The [`href`](Match::href) in two parts: the implied prefix, such as `mailto:`, if the text does not contain it,
    /// and the rest. A caller can write both parts without allocating a string for the whole.
    pub(crate) fn headed_uri(&self) -> (Option<ImpliedPrefix>, &str) {
        let has_uri = self.extra.as_ref().is_some_and(|extra| extra.uri.is_some());
        match self.lazy_uri.as_ref().and_then(|lazy_uri| lazy_uri.form.head()) {
            Some(head) if !has_uri => (Some(head), &self.text),
            _ => (None, self.href()),
        }
    }

    /// The other readings of the text, at most eight. Readings that differ in hyphens at line breaks come first, then
    /// those that differ in joins, then all others. [`Alternate::confidence`] is the probability of a reading, if it is
    /// known. The first call makes and validates the readings.
    ///
    /// ```
    /// use linkwright::Finder;
    ///
    /// let finder = Finder::new();
    /// let found = finder.find("<http://www.example.com/annotated-\ngrammar.html>").unwrap();
    /// assert_eq!(found.uri(), "http://www.example.com/annotated-grammar.html");
    /// let other = &found.alternates()[0];
    /// assert_eq!(other.uri(), "http://www.example.com/annotatedgrammar.html");
    /// assert_eq!(other.why().name(), "hyphen-dropped");
    /// ```
    #[inline]
    pub fn alternates(&self) -> &[Alternate] {
        // Most matches have no alternates, so only this check is inlined.
        self.extra.as_ref().map_or(&[], |extra| self.read_alternates(extra))
    }

    fn read_alternates<'m>(&self, extra: &'m MatchExtra<'_>) -> &'m [Alternate] {
        let build = |builder: &AlternateBuilder<'_>| builder.build(self.uri());
        extra.others.get_or_init(|| extra.builder.as_deref().map(build).unwrap_or_default())
    }

    /// The rules that determined where the match begins and ends.
    pub const fn rules(&self) -> RuleSet {
        self.rules
    }

    /// The name of the pattern that matched ([`FinderBuilder::pattern`]); `None` unless the kind is
    /// [`MatchKind::Pattern`].
    ///
    /// [`FinderBuilder::pattern`]: crate::find::FinderBuilder::pattern
    pub fn pattern(&self) -> Option<&str> {
        self.extra.as_ref().and_then(|extra| extra.pattern.as_deref())
    }

    /// The URI that a service, such as a mail filter or a site with redirects, wrapped into the URI of this match.
    /// [`hazards::unwrapped`] lists the services. `None` for every other URI.
    ///
    /// [`uri`](Match::uri) and the output of the linkers keep the URI of the service. Each call decodes the wrapped URI
    /// again, in linear time.
    ///
    /// ```
    /// use linkwright::{Finder, find::Flag, uri::hazards::Code};
    ///
    /// let text = "https://www.google.com/url?q=http%3A%2F%2F127.1%2F&sa=D";
    /// let finder = Finder::new();
    /// let found = finder.find_iter(text).next().unwrap();
    /// assert_eq!(found.uri().as_str(), text);
    /// assert_eq!(found.unwrapped().unwrap(), "http://127.1/");
    /// assert!(found.flags().contains(Flag::Hazard(Code::RareIp)));
    /// ```
    ///
    /// [`hazards::unwrapped`]: crate::uri::hazards::unwrapped
    pub fn unwrapped(&self) -> Option<UriBuf> {
        hazards::unwrapped(self.uri())
    }

    /// The flags of the match, which a program should examine before it shows or follows the URI. They include the
    /// flags of a URI that a service [wrapped](Match::unwrapped) into this one.
    ///
    /// The flags include the hazards of the URI; [`IriReference::hazards`] returns the position and the severity of each hazard.
    /// The URI of a pattern is not examined, because the caller defined it.
    ///
    /// Each call examines the URI again, in linear time.
    pub fn flags(&self) -> Flags {
        // The fast test takes a twentieth of the time of the inspection. A URI that passes has no hazard that is a flag.
        if self.kind == MatchKind::Pattern || self.plain_uri().is_some() {
            return self.flags;
        }
        self.flags.with_hazards(self.written().hazard_codes())
    }

    /// All hazards of the match, including those that are not reported as [`flags`](Match::flags).
    pub(crate) fn hazards(&self) -> Codes {
        let mut hazards = self.flags.hazards();
        if self.kind != MatchKind::Pattern {
            self.written().hazard_codes().iter().for_each(|code| hazards.insert(code));
        }
        hazards
    }

    /// The [`headed_uri`](Match::headed_uri), if a fast test shows that the match is a web or mail URI whose hazards are
    /// all less severe than [`Severity::Warn`](hazards::Severity::Warn), as for most matches. `None` for patterns, whose
    /// text may differ from their target, and for a URI that was made by more than a prefix, because the text may have a
    /// hazard that the URI does not have: `example。org`.
    pub(crate) fn plain_uri(&self) -> Option<(Option<ImpliedPrefix>, &str)> {
        let is_as_written = self.extra.as_ref().is_none_or(|extra| extra.uri.is_none());
        if !self.pieces.is_one() || !is_as_written || self.kind == MatchKind::Pattern {
            return None;
        }
        let headed = self.headed_uri();
        let is_plain = match headed {
            (Some(ImpliedPrefix::Mailto), rest) => screen::is_plain_address(rest),
            (Some(_), rest) => screen::is_plain_web(rest),
            (None, uri) => screen::is_plain_uri(uri),
        };
        is_plain.then_some(headed)
    }

    /// Whether the host was cut ([`Flag::Incomplete`]), so that the URI leads nowhere.
    pub(crate) fn is_cut_host(&self) -> bool {
        // The flag is tested first, because `uri` may allocate.
        self.flags.contains(Flag::Incomplete) && {
            let uri = self.uri();
            uri.path().is_empty() && uri.query().or(uri.fragment()).is_none()
        }
    }

    /// Whether the text is written so that nobody follows it ([`Flag::Defanged`]).
    pub(crate) fn is_defanged(&self) -> bool {
        self.flags.contains(Flag::Defanged)
    }

    /// The text that was validated: the text of the match, or the IRI or URI that completion made from it.
    fn written(&self) -> IriReference<'_> {
        if let Some(iri) = self.extra.as_ref().and_then(|extra| extra.iri.as_deref()) {
            return IriReference::from_parts(iri, self.parts);
        }
        if self.parts.len() == self.text.len() {
            IriReference::from_parts(&self.text, self.parts)
        } else {
            self.uri().as_reference().into()
        }
    }

    /// One of the other readings as a match.
    pub(crate) fn as_reading(&self, other: &Alternate) -> Match<'h> {
        let extra = MatchExtra {
            joins: self.joins_of(other),
            prefix: self.prefix(),
            uri: Some(other.uri.clone()),
            ..MatchExtra::default()
        };
        let pieces = Pieces::Many(other.pieces.clone());
        let confidence = match other.why {
            AlternateReason::MessageId => other.confidence.unwrap_or(self.confidence),
            _ => self.confidence,
        };
        let mut flags = self.flags;
        flags.clear(Flag::OffGrapheme);
        flags.set_if(Flag::OffGrapheme, other.is_off_grapheme);
        if other.why == AlternateReason::Joined {
            flags.clear(Flag::PerhapsContinues);
            flags.clear(Flag::Incomplete);
        }
        if other.why == AlternateReason::Unjoined && flags.hazards().contains(Code::JoinedAuthority)
        {
            let host = other.uri.as_uri().authority().map(|authority| authority.host());
            let is_whole = host.is_some_and(|host| name::is_public_host(host.as_str().as_bytes()));
            flags.set_if(Flag::Incomplete, !is_whole);
        }
        if pieces.is_one() {
            flags.clear(Flag::Joined);
            flags.clear(Flag::HyphenAmbiguous);
            flags.clear(Flag::QuotedPrintable);
            flags.clear_hazards();
        }
        Match {
            flags,
            confidence,
            text: Cow::Owned(other.text.clone()),
            wrapper: self.wrapper.map(|wrapper| self.wrapper_of(wrapper, &pieces)),
            pieces,
            parts: other.uri().parts(),
            extra: Some(Box::new(extra)),
            ..self.clone()
        }
    }

    /// This match, which was found in text whose signs were replaced, as the match of `text`, which has the signs. `place`
    /// maps its spans.
    pub(crate) fn defanged(&self, text: &str, place: impl Fn(Span) -> Span) -> Match<'static> {
        let mut flags = self.flags;
        flags.clear(Flag::Joined);
        flags.set(Flag::Defanged);
        let extra = MatchExtra {
            prefix: self.prefix().map(&place),
            uri: Some(self.uri().into()),
            // The components are not those of the text.
            iri: Some(self.written().as_str().to_owned()),
            ..MatchExtra::default()
        };
        Match {
            kind: self.kind,
            delimiter: self.delimiter,
            confidence: self.confidence,
            flags,
            rules: self.rules,
            pieces: Pieces::One(place(self.span())),
            wrapper: self.wrapper.map(&place),
            text: Cow::Owned(text.to_owned()),
            parts: self.parts,
            lazy_uri: None,
            extra: Some(Box::new(extra)),
        }
    }

    /// The wrapper of another reading, which has these `pieces`. A wrapper that begins with a prefix and has no closer
    /// ends with the URI, so it differs from the `wrapper` of this match.
    fn wrapper_of(&self, wrapper: Span, pieces: &Pieces) -> Span {
        let is_closed = self.delimiter != Delimiter::None;
        Span::new(wrapper.start(), if is_closed { wrapper.end() } else { pieces.end() })
    }

    /// The joins of the reading `other`, one for each gap between its pieces. If this match has a join at the same
    /// place, its reason is used; for any other gap the reason follows from the kind of the reading.
    fn joins_of(&self, other: &Alternate) -> Vec<Join> {
        let gaps = other.pieces.windows(2).filter_map(|pair| match pair {
            [before, after] => Some(Span::new(before.end(), after.start())),
            _ => None,
        });
        let join = |gap: Span| {
            let known = self.joins().iter().find(|join| join.gap.end() == gap.end());
            let (reason, confidence) = match (known, other.why) {
                (Some(join), _) => (join.reason, join.confidence),
                (None, AlternateReason::Joined) => {
                    (JoinReason::Fold, other.confidence.unwrap_or(0))
                }
                (None, AlternateReason::Unescaped) => (JoinReason::Escape, 100),
                (None, _) => (JoinReason::InnerBlank, 100),
            };
            Join { gap, reason, confidence }
        };
        gaps.map(join).collect()
    }

    /// The same match without borrowed text, which can be kept after the text is dropped.
    ///
    /// ```
    /// use linkwright::{Finder, Match};
    ///
    /// let finder = Finder::new();
    /// let text = "see http://a.example/".to_owned();
    /// let owned: Match<'static> = finder.find(&text).unwrap().into_owned();
    /// drop(text);
    /// assert_eq!((owned.text(), owned.range()), ("http://a.example/", 4..21));
    /// ```
    pub fn into_owned(self) -> Match<'static> {
        // The builder of the other readings borrows from the text, so they are built now.
        self.alternates();
        let Match { kind, delimiter, confidence, flags, rules, pieces, wrapper, .. } = self;
        let Match { text, parts, lazy_uri, extra, .. } = self;
        let text = Cow::Owned(text.into_owned());
        let extra = extra.map(|extra| {
            let MatchExtra { joins, prefix, uri, iri, reference, pattern, others, .. } = *extra;
            let builder = None;
            Box::new(MatchExtra { joins, prefix, uri, iri, reference, pattern, others, builder })
        });
        Match {
            kind,
            delimiter,
            confidence,
            flags,
            rules,
            pieces,
            wrapper,
            text,
            parts,
            lazy_uri,
            extra,
        }
    }
}

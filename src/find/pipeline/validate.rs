//! Makes a validated URI from the pieces of a candidate, and finds the other readings.
//!
//! The pieces are joined. If the text has no scheme, completion adds one. The parser then validates the result, repair
//! percent-encodes characters that the grammar does not allow, and an IRI is mapped to a URI.

use std::borrow::Cow;
use std::sync::Arc;

use crate::candidate::email;
use crate::candidate::extent::Extent;
use crate::candidate::facts::Facts;
use crate::candidate::gfm;
use crate::candidate::lookaround::Window;
use crate::candidate::pieces::Pieces;
use crate::candidate::scheme::SchemeForm;
use crate::find::pipeline::lazy_uri::{ImpliedPrefix, UriForm};
use crate::rules::draft::{AlternateSeeds, Draft};
use crate::rules::draft_uri::DraftUri;
use crate::rules::form;
use crate::span::Span;
use crate::text::{chars, graphemes};
use crate::uri::hazards::Code;
use crate::uri::{self, Grammar, Iri, MapError, ParseError, Parts, Rule, Uri, UriBuf};
use crate::vocabulary::flags::{Flag, Flags};
use crate::vocabulary::{Alternate, AlternateReason, MatchKind};

/// The options of validation.
#[derive(Clone, Debug)]
pub(crate) struct Validator {
    pub(crate) default_scheme: Box<str>,
    pub(crate) repair: bool,
    /// Whether brackets and similar characters in a host are percent-encoded, as in GFM.
    pub(crate) repair_host: bool,
    /// Whether the hyphens U+2010 and U+2011 are read as `-`, and backslashes as escapes.
    pub(crate) typed: bool,
}

/// The proof that a text is a URI, or that completion, repair or mapping makes a URI from it.
#[derive(Debug)]
pub(crate) struct Proof {
    /// The components of the text after completion and repair, and before mapping.
    pub(crate) parts: Parts,
    /// The texts that validation made; `None` if the text of the match is valid without changes.
    made: Option<Box<Made>>,
    /// How the URI is made from the text when the caller requests it.
    pub(crate) form: Option<UriForm>,
}

/// The texts that validation made from the text of the match.
#[derive(Debug)]
struct Made {
    /// The text after a scheme was added, or after repair. It is the URI if `uri` is `None`.
    text: Option<String>,
    /// The URI to which an IRI was mapped.
    uri: Option<UriBuf>,
    is_repaired: bool,
}

/// Why a text is not a URI.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ValidateError {
    Parse(ParseError),
    /// Something other than digits at this offset, after the colon behind a host.
    Port(usize),
    Map(MapError),
}

impl ValidateError {
    /// The error of the parser in `text`. To the parser, all after a first colon may be a password, so it stops where the
    /// password needs an `@`. If the authority has none, the fault that people look for is in the port before.
    fn of(error: ParseError, text: &str) -> ValidateError {
        let port_end =
            error.valid_prefix().filter(|_| error.expected() == uri::expected::USERINFO_OR_AT);
        let rest = port_end.and_then(|at| text.get(at..)).unwrap_or_default();
        match port_end {
            Some(at) if !rest.split(['/', '?', '#']).next().unwrap_or_default().contains('@') => {
                ValidateError::Port(at)
            }
            _ => ValidateError::Parse(error),
        }
    }

    /// The offset of the error in the text.
    pub(crate) fn at(&self) -> usize {
        match self {
            ValidateError::Parse(error) => error.at(),
            ValidateError::Port(at) => *at,
            ValidateError::Map(MapError::Host(span)) => span.start(),
            ValidateError::Map(_) => 0,
        }
    }

    pub(crate) fn message(&self) -> String {
        match self {
            // The message has no offset, because the parser counts from the beginning of the URI and not of the text.
            ValidateError::Parse(error) => {
                format!("expected {} in {}", error.expected(), error.rule().name())
            }
            ValidateError::Port(_) => {
                format!("expected {} in {}", uri::expected::DIGIT, Rule::Port.name())
            }
            ValidateError::Map(error) => error.to_string(),
        }
    }
}

impl Proof {
    fn new(parts: Parts) -> Proof {
        Proof { parts, made: None, form: None }
    }

    /// The URI, if validation already made it, and the IRI from which it was mapped, if the IRI differs from the text.
    pub(crate) fn into_made(self) -> (Option<UriBuf>, Option<String>) {
        match self.made.map(|made| (made.uri, made.text)) {
            Some((Some(uri), iri)) => (Some(uri), iri),
            Some((None, Some(text))) => (Some(UriBuf::from_parts(text, self.parts)), None),
            _ => (None, None),
        }
    }

    /// The URI of `text`, the text that was validated.
    fn into_uri(self, text: &str) -> UriBuf {
        let (form, parts) = (self.form, self.parts);
        self.into_made().0.unwrap_or_else(|| match form {
            Some(form) => form.make(text, parts),
            None => UriBuf::from_parts(text.to_owned(), parts),
        })
    }

    /// The components of `text`, for the rules that decide whether the URI is a link.
    pub(crate) fn draft_uri<'t>(&'t self, text: &'t str) -> DraftUri<'t> {
        let made = self.made.as_ref().and_then(|made| made.text.as_deref());
        DraftUri { text: made.unwrap_or(text), parts: self.parts, lead: lead_of(self.form) }
    }

    fn is_repaired(&self) -> bool {
        self.made.as_ref().is_some_and(|made| made.is_repaired)
    }

    /// The number of bytes that completion added before the text.
    fn completion(&self, text: &str) -> usize {
        let whole = self.made.as_ref().filter(|made| !made.is_repaired);
        let whole = whole.and_then(|made| made.text.as_ref());
        whole.map_or(lead_of(self.form), |whole| whole.len().saturating_sub(text.len()))
    }
}

/// The proof of a candidate that ends at `end`, made from its scan; `None` if the parser is needed.
///
/// The parser is not needed if the scan has shown that each byte is in a component that may contain it.
#[inline]
pub(crate) fn proof_of(
    read: &Extent,
    text: &[u8],
    end: usize,
    facts: Facts,
    head: Option<ImpliedPrefix>,
) -> Option<Proof> {
    if facts.meets(Facts::UNPROVED.or(Facts::HOST_ODD)) {
        return None;
    }
    let form = match read.kind {
        MatchKind::Uri if !facts.meets(Facts::IN_WIDE) => None,
        MatchKind::Uri => {
            let is_ascii = Span::new(read.start, end).of(text).is_ascii();
            (!is_ascii).then_some(UriForm::Encoded)
        }
        _ if facts.meets(Facts::IN_WIDE) => return None,
        MatchKind::Email => Some(UriForm::Headed(ImpliedPrefix::Mailto)),
        _ => Some(UriForm::Headed(head?)),
    };
    Some(Proof { parts: read.parts(end, lead_of(form))?, made: None, form })
}

/// The number of bytes that the URI has before the text.
fn lead_of(form: Option<UriForm>) -> usize {
    form.and_then(UriForm::head).map_or(0, |head| head.as_str().len())
}

/// The hyphens that typesetters print for `-`.
pub(crate) const HYPHENS: [char; 2] = ['\u{2010}', '\u{2011}'];

impl Validator {
    #[cfg(test)]
    /// Whether the parser finds the same components in `text` as the scan did.
    pub(crate) fn agrees(&self, kind: MatchKind, text: &str, proof: &Proof) -> bool {
        let parsed = self.prove(kind, text);
        proof.made.is_some() || parsed.is_ok_and(|parsed| parsed.parts == proof.parts)
    }

    /// Proves that `text`, with the scheme that its kind requires, is a URI or an IRI that maps to one.
    pub(crate) fn prove(&self, kind: MatchKind, text: &str) -> Result<Proof, ValidateError> {
        match self.typed(text) {
            Some(typed) => {
                let Proof { parts, made, form } = self.prove_as_written(kind, &typed)?;
                let (text, uri) = made.map_or((None, None), |made| (made.text, made.uri));
                let uri = uri.or_else(|| form.map(|form| form.make(&typed, parts)));
                let made = Made { text: text.or(Some(typed)), uri, is_repaired: true };
                Ok(Proof { made: Some(Box::new(made)), ..Proof::new(parts) })
            }
            None => self.prove_as_written(kind, text),
        }
    }

    /// `text` with `-` in place of each hyphen U+2010 and U+2011, which typesetters print for `-`, and without the
    /// backslashes that the rule `escape` left in it; `None` without one of these characters.
    pub(crate) fn typed(&self, text: &str) -> Option<String> {
        // The hyphens begin with 0xE2. To look for a character takes longer than for a byte.
        let may_have = self.typed && memchr::memchr2(0xE2, b'\\', text.as_bytes()).is_some();
        let has_any = may_have && (text.contains(HYPHENS) || text.contains('\\'));
        has_any.then(|| text.replace(HYPHENS, "-").replace('\\', ""))
    }

    /// The same as [`Self::prove`], without a change of hyphens or escapes.
    fn prove_as_written(&self, kind: MatchKind, text: &str) -> Result<Proof, ValidateError> {
        let completed = self.complete(kind, text);
        let whole = completed.as_deref().unwrap_or(text);
        let is_ascii = whole.is_ascii();
        let grammar = if is_ascii { Grammar::Uri } else { Grammar::Iri };
        if let Some(encoded) = self.repair_host.then(|| gfm::encode_host(whole)).flatten() {
            return Validator::repair(&encoded, grammar, uri::scan(&encoded, grammar));
        }
        let scanned = uri::scan(whole, grammar);
        let parts = match scanned {
            Ok(parts) => parts,
            Err(error) if !self.repair => return Err(ValidateError::of(error, whole)),
            Err(_) => return Validator::repair(whole, grammar, scanned),
        };
        if completed.is_none() {
            if is_ascii {
                return Ok(Proof::new(parts));
            }
            if uri::has_plain_host(whole, parts) {
                return Ok(Proof { form: Some(UriForm::Encoded), ..Proof::new(parts) });
            }
        }
        let uri = (!is_ascii).then(|| Iri::from_parts(whole, parts).to_uri()).transpose();
        let uri = uri.map_err(ValidateError::Map)?;
        let made = Made { text: completed, uri, is_repaired: false };
        Ok(Proof { made: Some(Box::new(made)), ..Proof::new(parts) })
    }

    /// Repairs the text `whole` from the place at which the parser stopped (`scanned`).
    fn repair(
        whole: &str,
        grammar: Grammar,
        scanned: Result<Parts, ParseError>,
    ) -> Result<Proof, ValidateError> {
        let repaired = uri::repair_scanned(whole, grammar, scanned);
        let repaired = repaired.map_err(|error| ValidateError::of(error, whole))?;
        let parts = repaired.parts;
        let text = repaired.into_text();
        let is_iri = !text.is_ascii();
        let uri = is_iri.then(|| Iri::from_parts(&text, parts).to_uri()).transpose();
        let uri = uri.map_err(ValidateError::Map)?;
        let made = Made { text: Some(text.into_owned()), uri, is_repaired: true };
        Ok(Proof { made: Some(Box::new(made)), ..Proof::new(parts) })
    }

    fn complete(&self, kind: MatchKind, text: &str) -> Option<String> {
        match kind {
            MatchKind::Uri | MatchKind::Pattern => None,
            MatchKind::Email => Some(email::to_uri("mailto:", text)),
            MatchKind::Www | MatchKind::Domain | MatchKind::Ip => {
                Some([&self.default_scheme, "://", text].concat())
            }
        }
    }
}

/// Returns the joined text of the pieces, which is borrowed if there is only one piece; `None` if the text is not
/// UTF-8.
#[inline]
pub(crate) fn join<'w>(pieces: &Pieces, window: Window<'w>) -> Option<Cow<'w, str>> {
    if let Pieces::One(piece) = pieces {
        return window.str(*piece).map(Cow::Borrowed);
    }
    let mut text = String::with_capacity(pieces.joined_len());
    for &piece in pieces.as_slice() {
        text.push_str(window.str(piece)?);
    }
    Some(Cow::Owned(text))
}

/// The flags of a match, except the hazards that are computed from the match on request.
pub(crate) fn flags(draft: &Draft<'_>, text: &str, proof: &Proof) -> Flags {
    let mut flags = draft.flags;
    flags.set_if(Flag::Repaired, proof.is_repaired());
    if !draft.pieces.is_one() {
        flags.set(Flag::Joined);
        if joins_authority(draft, proof, text) {
            flags.set_hazard(Code::JoinedAuthority);
        }
    }
    flags
}

/// Whether a join is inside the authority, or inside the domain of an e-mail address, so that the host depends on the
/// join.
fn joins_authority(draft: &Draft<'_>, proof: &Proof, text: &str) -> bool {
    let (authority, mut offset) = match (draft.kind(), proof.parts.authority()) {
        (MatchKind::Email, _) => (Span::new(text.rfind('@').unwrap_or(0), text.len()), 0),
        (_, Some(authority)) => (authority, proof.completion(text)),
        (_, None) => return false,
    };
    draft.pieces.as_slice().iter().any(|piece| {
        let begins = offset;
        offset += piece.len();
        authority.start() < begins && begins < authority.end()
    })
}

/// Builds the other readings of a match when the caller requests them.
#[derive(Clone, Debug)]
pub(crate) struct AlternateBuilder<'w> {
    validator: Arc<Validator>,
    kind: MatchKind,
    window: &'w [u8],
    /// The offset before which no context is read.
    floor: usize,
    /// The offset of the window in the whole text.
    base: usize,
    /// The form that the scheme requires of every reading.
    shape: Option<SchemeForm>,
    pieces: Pieces,
    /// The indices of the pieces that end in a hyphen that a typesetter may have added.
    hyphens: Vec<usize>,
    /// The probability in percent that the URI ends with its first line; `None` if it cannot end there.
    unjoined: Option<u8>,
    spare: AlternateSeeds,
}

/// The maximum number of alternates of a match.
const MAX_ALTERNATES: usize = 8;

/// With up to this number of doubtful hyphens, there is a reading for every combination of dropped hyphens. With more
/// hyphens, each reading drops only one.
const MAX_COMBINED_HYPHENS: usize = 3;

impl<'w> AlternateBuilder<'w> {
    /// The builder for a draft; `None` if the draft has only one reading.
    pub(crate) fn new(
        draft: &Draft<'w>,
        validator: &Arc<Validator>,
        base: usize,
    ) -> Option<Box<AlternateBuilder<'w>>> {
        if draft.proposals.is_empty() && draft.spare.is_none() {
            return None;
        }
        let joins = draft.proposals.iter().enumerate();
        let hyphens = joins.filter(|(_, join)| join.hyphen).map(|(at, _)| at).collect();
        // A join inside a percent triplet is certain, so no reading ends there.
        let first = draft.proposals.first();
        let has_first_line = draft.kind() != MatchKind::Email;
        let unjoined = first.filter(|join| has_first_line && join.reason.may_be_unjoined());
        let unjoined = unjoined.map(|join| 100 - join.confidence);
        Some(Box::new(AlternateBuilder {
            validator: Arc::clone(validator),
            kind: draft.kind(),
            window: draft.text,
            floor: draft.floor,
            base,
            shape: draft
                .scheme()
                .filter(|_| draft.kind() == MatchKind::Uri)
                .map(|scheme| scheme.shape),
            pieces: draft.pieces.clone(),
            hyphens,
            unjoined,
            spare: draft.spare.as_deref().cloned().unwrap_or_default(),
        }))
    }

    /// The valid readings whose URI differs from `primary`. Readings with the same URI are listed once.
    pub(crate) fn build(&self, primary: Uri<'_>) -> Vec<Alternate> {
        let mut found: Vec<Alternate> = Vec::new();
        for (pieces, why, confidence) in self.variants() {
            if found.len() == MAX_ALTERNATES {
                break;
            }
            let Some(text) = join(&pieces, Window::of(self.window)) else { continue };
            let Some(uri) = self.prove(why, &text) else { continue };
            if uri.as_uri() != primary && found.iter().all(|other| other.uri != uri) {
                let span = Span::new(pieces.start(), pieces.end());
                let is_off_grapheme = graphemes::are_split(self.window, self.floor, span);
                let (text, pieces) = (text.into_owned(), pieces.shifted(self.base));
                let pieces = pieces.as_slice().to_vec();
                found.push(Alternate { uri, text, pieces, why, confidence, is_off_grapheme });
            }
        }
        found
    }

    /// The URI of the reading `why` whose joined pieces are `text`, if it is one that has the form of its scheme. The form
    /// is not tested if it is as written, with hyphens that the scheme does not have.
    fn prove(&self, why: AlternateReason, text: &str) -> Option<UriBuf> {
        let other = self.spare.otherwise.filter(|_| why == AlternateReason::MessageId);
        let other = other.map(|(scheme, _)| email::to_uri(scheme, text));
        let (kind, whole) = match &other {
            Some(uri) => (MatchKind::Uri, uri.as_str()),
            None => (self.kind, text),
        };
        let is_as_written = why == AlternateReason::HyphenKept && self.spare.is_typed;
        let proof = if is_as_written {
            self.validator.prove_as_written(kind, whole).ok()?
        } else {
            self.validator.prove(kind, whole).ok()?
        };
        let lacks = |shape| form::missing_part(shape, &proof.draft_uri(whole)).is_some();
        (is_as_written || !self.shape.is_some_and(lacks)).then(|| proof.into_uri(whole))
    }

    /// The pieces of each reading, how it differs, and its probability.
    fn variants(&self) -> Vec<(Pieces, AlternateReason, Option<u8>)> {
        let spare = &self.spare;
        let mut variants: Vec<_> = self
            .dropped_hyphens()
            .into_iter()
            .map(|dropped| (self.without(&dropped), AlternateReason::HyphenDropped, None))
            .collect();
        let kept = spare.hyphens_kept.clone().map(|mut kept| {
            kept.cut(self.pieces.end());
            kept
        });
        let kept = if spare.is_typed { Some(self.pieces.clone()) } else { kept };
        let first_line = self.unjoined.map(|confidence| (self.pieces.first(), confidence));
        let first_line = spare.undecoded.or(first_line);
        let first_line = first_line.map(|(first, confidence)| (self.first_line(first), confidence));
        let other = spare.otherwise.map(|(_, confidence)| (self.pieces.clone(), confidence));
        let ending_at = |end: Option<usize>| end.map(|end| self.ending_at(end));
        let sure = |pieces: Option<Pieces>| pieces.map(|pieces| (pieces, None));
        let weighed = |read: Option<(Pieces, u8)>| read.map(|(pieces, it)| (pieces, Some(it)));
        let others = [
            (AlternateReason::HyphenKept, sure(kept)),
            (AlternateReason::Unjoined, weighed(first_line)),
            (AlternateReason::Unjoined, weighed(spare.unjoined.clone())),
            (AlternateReason::Joined, weighed(spare.joined.clone())),
            (AlternateReason::InnerBlank, sure(spare.inner_blank.clone())),
            (AlternateReason::Untrimmed, sure(ending_at(spare.untrimmed))),
            (AlternateReason::Pipe, sure(ending_at(spare.pipe))),
            (AlternateReason::Unescaped, sure(spare.unescaped.clone())),
            (AlternateReason::MessageId, weighed(other)),
        ];
        variants.extend(others.into_iter().filter_map(|(why, reading)| {
            reading.map(|(pieces, confidence)| (pieces, why, confidence))
        }));
        variants
    }

    /// The sets of hyphens to drop: each hyphen alone, then pairs, then all three. If there are too many hyphens to
    /// combine, each set has one hyphen.
    fn dropped_hyphens(&self) -> Vec<Vec<usize>> {
        let singles = self.hyphens.iter().take(MAX_ALTERNATES).map(|&one| vec![one]);
        let mut sets: Vec<Vec<usize>> = singles.collect();
        if self.hyphens.len() > MAX_COMBINED_HYPHENS {
            return sets;
        }
        let mut grown = 0..sets.len();
        while !grown.is_empty() {
            let next = sets.len();
            for at in grown {
                let Some(set) = sets.get(at).cloned() else { continue };
                let later =
                    self.hyphens.iter().filter(|&&one| set.last().is_some_and(|&last| one > last));
                sets.extend(later.map(|&one| [set.as_slice(), &[one]].concat()));
            }
            grown = next..sets.len();
        }
        sets
    }

    fn without(&self, dropped: &[usize]) -> Pieces {
        let pieces = self.pieces.as_slice().iter().enumerate().map(|(at, piece)| {
            let hyphen = chars::last(piece.of(self.window)).map_or(1, |(_, len)| len);
            let hyphen = if dropped.contains(&at) { hyphen } else { 0 };
            Span::new(piece.start(), piece.end() - hyphen)
        });
        Pieces::Many(pieces.filter(|piece| !piece.is_empty()).collect())
    }

    /// The `first` piece without the punctuation at its end, which does not belong to a URI that ends with this line.
    fn first_line(&self, first: Span) -> Pieces {
        let is_tail = |byte| b"-.,;:!?".contains(&byte);
        let (_, tail) = chars::split_last_run(first.of(self.window), is_tail);
        Pieces::One(Span::new(first.start(), first.end() - tail.len()))
    }

    fn ending_at(&self, end: usize) -> Pieces {
        let mut pieces = self.pieces.clone();
        pieces.lengthen(end);
        pieces
    }
}

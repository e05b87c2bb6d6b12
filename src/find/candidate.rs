//! From a trigger to the widest plausible extent.
//!
//! Nothing is judged here beyond "could begin at all"; what to trim is the rules' taste. Every walk
//! backwards has a bound of its own, and none goes behind `floor`.

use super::class::{Class, Classes};
use super::draft::{Draft, Limits, Pieces, Place, Token};
use super::scheme::{self, MAX_SCHEME_LEN, Scheme, Shape, Standing};
use super::vocabulary::MatchKind;
use super::{email, gfm, host, work};
use crate::ascii::{self, ByteSet};
use crate::span::Span;
use crate::text::chars;
use crate::text::glyph::{self, Glyph};

/// How much is shown at first of what may end long before its token does: in a list without blanks
/// nearly all URIs end within it, and no rule reads the rest of the list for each.
pub(crate) const SIGHT: usize = 64;

/// Which schemes begin a candidate.
#[derive(Clone, Debug)]
pub(crate) enum Admission {
    /// Those of the table that people write.
    Known,
    /// Every registered one that is not active, and every `x://`.
    Any,
    /// These, in lower case.
    Only(Vec<Box<str>>),
}

/// What candidates are made of.
#[derive(Clone, Debug)]
pub(crate) struct Language {
    pub(crate) classes: &'static Classes,
    pub(crate) schemes: Admission,
    /// Whether hosts are what the GFM dialect takes for them.
    pub(crate) is_gfm: bool,
    pub(crate) limits: Limits,
    pub(crate) max_len: usize,
}

/// What a trigger turned out to be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sighting {
    /// A candidate, which is in the draft.
    Draft,
    /// Nothing, and the search goes on behind the trigger.
    Nothing,
    /// Nothing, and no candidate begins before this offset: the bytes are a token of their own.
    Spent(usize, &'static str),
    /// A match of a rule of the caller's.
    User,
}

impl Language {
    /// The candidate whose scheme ends at the colon at `place.at`.
    #[inline]
    pub(crate) fn at_colon(&self, place: Place<'_>, draft: &mut Draft<'_>) -> Sighting {
        let at = place.at;
        let Some((start, scheme)) = self.scheme_before(place) else {
            let Some(unknown) = self.unknown_scheme(place) else { return Sighting::Nothing };
            draft.begin(MatchKind::Uri, unknown.start());
            let reason = "the scheme is not one of those that are linked";
            return Sighting::Spent(unknown.end(), reason);
        };
        draft.begin(MatchKind::Uri, start);
        draft.scheme = Some(scheme);
        draft.body = at + 1;
        draft.is_nested = is_nested(place.text, at + 1);
        if draft.is_nested {
            // Read no further: a long chain of `http://http://` would be read again from each.
            draft.extent = at + 3;
            draft.pieces = Pieces::One(Span::new(start, at + 3));
        } else if self.is_gfm && scheme.is_address() {
            self.extend_to(draft, gfm::address_run_end(place.text, at + 1));
        } else {
            self.extend(draft, at + 1);
        }
        Sighting::Draft
    }

    /// From where to where `foo://h` reaches whose scheme is not wanted: its host is no candidate
    /// either. `None` where there is no scheme at all.
    pub(crate) fn unknown_scheme(&self, place: Place<'_>) -> Option<Span> {
        let Place { text, at, .. } = place;
        let run = scheme_run(place);
        let is_hierarchical = Span::new(at + 1, at + 3).of(text) == b"//";
        let is_carrier = scheme::is_carrier(run.of(text));
        if run.is_empty() || !(is_hierarchical || is_carrier) {
            return None;
        }
        let end = if is_carrier {
            self.reach(text, at + 1, self.max_len + 1).0
        } else {
            self.end_of_unknown(text, at + 3)
        };
        Some(Span::new(run.start(), end))
    }

    /// Where a URI of an unknown scheme ends whose authority begins at `body`: at the end of its token,
    /// or at an inner one with a scheme of its own, as in `foo://http://h`.
    ///
    /// More of the token is read each time, for in `foo://foo://foo://` each one has an inner one.
    fn end_of_unknown(&self, text: &[u8], body: usize) -> usize {
        let mut most = SIGHT;
        loop {
            let (end, _) = self.reach(text, body, most);
            let inner = Span::new(body, end).of(text);
            // No search for all three: it would be made ready anew each time, for a few bytes.
            let begins =
                |at: &usize| inner.get(at + 1..).is_some_and(|rest| rest.starts_with(b"//"));
            if let Some(slashes) = memchr::memchr_iter(b':', inner).find(begins) {
                return host::label_start(text, body, body + slashes, false);
            }
            if end < body + most || most > self.max_len {
                return end;
            }
            most = most.saturating_mul(4).min(self.max_len + 1);
        }
    }

    /// The scheme that ends at the colon, with its first byte, if it is one to link.
    #[inline]
    pub(crate) fn scheme_before(&self, place: Place<'_>) -> Option<(usize, &'static Scheme)> {
        self.web_before(place).or_else(|| self.any_before(place))
    }

    /// `http` and `https`, which nearly all URIs have, without a walk.
    fn web_before(&self, place: Place<'_>) -> Option<(usize, &'static Scheme)> {
        let (start, scheme) = web_run(place)?;
        Some((start, self.admit_known(scheme)?))
    }

    pub(crate) fn admit_known(&self, row: &'static Scheme) -> Option<&'static Scheme> {
        let listed = match &self.schemes {
            Admission::Known | Admission::Any => true,
            Admission::Only(list) => list.iter().any(|one| **one == *row.name),
        };
        listed.then_some(row)
    }

    fn any_before(&self, place: Place<'_>) -> Option<(usize, &'static Scheme)> {
        let run = scheme_run(place);
        let name = run.of(place.text);
        if let Some(scheme) = self.admit(place, name) {
            return Some((run.start(), scheme));
        }
        // `see.http://h`, `dash-http://h`: a sentence mark before the scheme. Not so `foo+http:`.
        let mark = name.iter().rposition(|byte| matches!(byte, b'.' | b'-'))?;
        let start = run.start() + mark + 1;
        let rest = Span::new(start, run.end()).of(place.text);
        let scheme = self.admit(place, rest)?;
        (scheme.standing == Standing::Known).then_some((start, scheme))
    }

    fn admit(&self, place: Place<'_>, name: &[u8]) -> Option<&'static Scheme> {
        let row = scheme::look_up(name);
        match &self.schemes {
            Admission::Known => row.filter(|row| row.standing == Standing::Known),
            Admission::Only(list) => list
                .iter()
                .any(|one| one.as_bytes().eq_ignore_ascii_case(name))
                .then(|| row.unwrap_or(&scheme::UNKNOWN)),
            Admission::Any => match row {
                Some(row) => (row.standing != Standing::Active).then_some(row),
                None => is_any_slashes(place, name).then_some(&scheme::UNKNOWN),
            },
        }
    }

    /// The known scheme before the `://` at `place.at`, with its first byte; nothing that could be a part
    /// of it touches it.
    #[inline(never)]
    pub(crate) fn slashes_run(&self, place: Place<'_>) -> Option<(usize, &'static Scheme)> {
        let run = scheme_run(place);
        let scheme = self.admit(place, run.of(place.text))?;
        let is_plain = matches!(scheme.shape, Shape::Web | Shape::Slashes)
            && scheme.standing == Standing::Known;
        let is_alone = !is_scheme_char(chars::byte_before(place.text, run.start()));
        (is_plain && is_alone).then_some((run.start(), scheme))
    }

    /// The candidate that begins with the `www.` at `place.at`.
    pub(crate) fn at_www(&self, place: Place<'_>, draft: &mut Draft<'_>) -> Sighting {
        let Place { text, at, .. } = place;
        let is_behind_mark = self.is_gfm && chars::byte_before(text, at) == b'_';
        if at < place.resume || (is_inside_word(place, at) && !is_behind_mark) {
            return Sighting::Nothing;
        }
        draft.begin(MatchKind::Www, at);
        if self.is_gfm {
            self.extend(draft, at);
        } else {
            let labels = host::labels(text, at, self.limits.iri);
            draft.labels = Some(labels);
            self.extend_host(draft, labels.span.end());
        }
        Sighting::Draft
    }

    /// The bare domain or IPv4 address around the dot at `place.at`.
    pub(crate) fn at_dot(&self, place: Place<'_>, draft: &mut Draft<'_>) -> Sighting {
        let Place { text, at, .. } = place;
        // Looking ahead first: most dots end a sentence, and one byte tells.
        let next = chars::byte_at(text, at + 1);
        if !(next.is_ascii_alphanumeric() || (self.limits.iri && next >= 0x80)) {
            return Sighting::Nothing;
        }
        let start = host::label_start(text, place.resume.max(place.floor), at, self.limits.iri);
        if start == at {
            return Sighting::Nothing;
        }
        let labels = host::labels(text, start, self.limits.iri);
        if labels.span.end() <= at + 1 {
            return Sighting::Nothing;
        }
        let kind = if labels.numeric { MatchKind::Ip } else { MatchKind::Domain };
        draft.begin(kind, start);
        draft.labels = Some(labels);
        self.extend_host(draft, labels.span.end());
        Sighting::Draft
    }

    /// The address around the `@` at `place.at`.
    pub(crate) fn at_sign(&self, place: Place<'_>, draft: &mut Draft<'_>) -> Sighting {
        let Some(address) = self.address(place, draft) else { return Sighting::Nothing };
        draft.begin(MatchKind::Email, address.start());
        draft.extent = address.end();
        draft.pieces = Pieces::One(address);
        draft.seen = if address.of(place.text).is_ascii() { Class::NONE } else { Class::HIGH };
        Sighting::Draft
    }

    /// The widest address around the `@` at `place.at`.
    fn address(&self, place: Place<'_>, draft: &mut Draft<'_>) -> Option<Span> {
        let Place { text, at, .. } = place;
        let floor = place.resume.max(place.floor);
        if self.is_gfm {
            return gfm::address(text, floor, at);
        }
        let next = chars::byte_at(text, at + 1);
        if !(next.is_ascii_alphanumeric() || (self.limits.iri && next >= 0x80)) {
            return None;
        }
        let start = email::local_part_start(text, floor, at, self.limits.iri)?;
        let labels = host::labels(text, at + 1, self.limits.iri);
        draft.labels = Some(labels);
        Some(Span::new(start, labels.span.end()))
    }

    /// Ends a schemeless draft with its host, or lets it go on with a port, path, query, fragment.
    fn extend_host(&self, draft: &mut Draft<'_>, host_end: usize) {
        let next = chars::byte_at(draft.text, host_end);
        let port = next == b':' && is_port(draft.text.get(host_end + 1..).unwrap_or_default());
        let dot = next == b'.' && matches!(chars::byte_at(draft.text, host_end + 1), b'/' | b':');
        if port || dot || matches!(next, b'/' | b'?' | b'#') {
            self.extend(draft, host_end);
            return;
        }
        draft.extent = host_end;
        draft.pieces = Pieces::One(Span::new(draft.start(), host_end));
        let host = Span::new(draft.start(), host_end).of(draft.text);
        // What the host holds was not counted: it may be a hyphen.
        draft.seen = if host.is_ascii() { Class::HYPHEN } else { Class::HYPHEN | Class::HIGH };
        draft.seen |= if next >= 0x80 { Class::WIDE_STOP } else { Class::NONE };
    }

    /// Widens a draft of one piece from `from` to the next byte that ends every candidate.
    #[inline]
    pub(crate) fn extend(&self, draft: &mut Draft<'_>, from: usize) {
        let known = draft.token.filter(|token| token.holds(from));
        let (end, seen) = match known {
            Some(token) => (token.end, token.seen),
            None => self.read_token(draft, from),
        };
        draft.seen |= seen;
        let head = Span::new(draft.body.min(from), from).of(draft.text);
        if !head.is_empty() {
            let wide = if head.is_ascii() { Class::NONE } else { Class::HIGH };
            draft.seen |= Class::HYPHEN | wide;
        }
        draft.seen |= match chars::byte_at(draft.text, end) {
            b'\\' => Class::BACKSLASH_STOP,
            0x80.. => Class::WIDE_STOP,
            _ => Class::NONE,
        };
        draft.extent = end;
        draft.shown = known.and_then(|_| shown(draft, from));
        draft.pieces = Pieces::One(Span::new(draft.start(), draft.shown.unwrap_or(end)));
    }

    /// Widens a draft with a scheme to `end`, and no further.
    fn extend_to(&self, draft: &mut Draft<'_>, end: usize) {
        let (_, seen) = self.classes.run(Span::new(draft.body, end).of(draft.text));
        draft.seen |= seen;
        draft.extent = end;
        draft.pieces = Pieces::One(Span::new(draft.start(), end));
    }

    /// Reads on to the end of the token, and keeps it, unless it is too long. One byte more than
    /// `max_len` is read, so that such a token shows itself.
    fn read_token(&self, draft: &mut Draft<'_>, from: usize) -> (usize, Class) {
        let (end, seen) = self.reach(draft.text, from, self.max_len + 1);
        let is_whole = end <= from + self.max_len;
        draft.token = is_whole.then_some(Token { start: from, end, seen });
        (end, seen)
    }

    /// Where a run of candidate characters that begins at `from` ends, and what it holds, up to `most`
    /// bytes.
    #[inline]
    fn reach(&self, text: &[u8], from: usize, most: usize) -> (usize, Class) {
        let limit = text.len().min(from + most);
        let mut at = from;
        let mut seen = Class::NONE;
        loop {
            let run = Span::new(at, limit).of(text);
            let (len, classes) = self.classes.run(run);
            work::add(len + 1);
            seen |= classes;
            at += len;
            if len == run.len() {
                return (limit, seen);
            }
            match self.wide_step(text, at) {
                Some(len) => at += len,
                None => return (at, seen),
            }
            seen |= Class::HIGH;
        }
    }

    /// The length of the character outside ASCII at `at` if a candidate may hold it.
    fn wide_step(&self, text: &[u8], at: usize) -> Option<usize> {
        let rest = text.get(at..)?;
        if !self.limits.iri || rest.first()?.is_ascii() {
            return None;
        }
        let (c, len) = chars::first(rest)?;
        let goes_on = match glyph::glyph(c) {
            _ if self.is_gfm => true,
            Glyph::Letter | Glyph::Cjk | Glyph::Joiner | Glyph::Ellipsis => true,
            Glyph::Apostrophe => begins_word(rest.get(len..).unwrap_or_default()),
            _ => false,
        };
        goes_on.then_some(len)
    }
}

/// Where the draft ends as far as it is shown, if that is before its extent.
fn shown(draft: &Draft<'_>, from: usize) -> Option<usize> {
    let mut end = from.saturating_add(draft.sight);
    if end >= draft.extent {
        return None;
    }
    while end > from && chars::byte_at(draft.text, end) & 0xC0 == 0x80 {
        end -= 1;
    }
    Some(end)
}

/// Any `x://`, as long as no sentence runs into a scheme that people know.
fn is_any_slashes(place: Place<'_>, name: &[u8]) -> bool {
    let ends_known = name.iter().rposition(|&byte| byte == b'.').is_some_and(|dot| {
        name.get(dot + 1..)
            .and_then(scheme::look_up)
            .is_some_and(|row| row.standing == Standing::Known)
    });
    !name.is_empty()
        && !ends_known
        && !byte_glued(place, name)
        && Span::new(place.at + 1, place.at + 3).of(place.text) == b"//"
}

/// Whether `rest` begins with a letter or digit of any script.
fn begins_word(rest: &[u8]) -> bool {
    chars::first(rest).is_some_and(|(c, _)| match c {
        '\0'..='\x7F' => c.is_ascii_alphanumeric(),
        _ => glyph::glyph(c) == Glyph::Letter,
    })
}

/// The bytes before the colon that RFC 3986, 3.1 allows in a scheme, from the first letter on.
pub(crate) fn scheme_run(place: Place<'_>) -> Span {
    let Place { text, at, .. } = place;
    let floor = place.resume.max(place.floor).max(at.saturating_sub(MAX_SCHEME_LEN));
    let before = Span::new(floor, at).of(text);
    let start = at - before.iter().rev().take_while(|&&byte| is_scheme_char(byte)).count();
    let skip = Span::new(start, at).of(text).iter().position(u8::is_ascii_alphabetic);
    Span::new(skip.map_or(at, |skip| start + skip), at)
}

/// Whether a known scheme and its `://` begin behind the `//` at `body`.
fn is_nested(text: &[u8], body: usize) -> bool {
    let Some([b'/', b'/', rest @ ..]) = text.get(body..) else { return false };
    let len = rest.iter().take(16).take_while(|byte| byte.is_ascii_alphabetic()).count();
    match rest.split_at_checked(len) {
        Some((name, [b':', b'/', b'/', ..])) => {
            scheme::look_up(name).is_some_and(|row| row.standing == Standing::Known)
        }
        _ => false,
    }
}

/// `http` or `https` before the colon, in any case, with its first byte.
#[inline]
pub(crate) fn web_run(place: Place<'_>) -> Option<(usize, &'static Scheme)> {
    let floor = place.resume.max(place.floor);
    let before = place.text.get(floor..place.at)?;
    let is_http =
        |bytes: [u8; 4]| u32::from_le_bytes(bytes) | 0x2020_2020 == u32::from_le_bytes(*b"http");
    let (scheme, ahead) = match *before {
        [ref ahead @ .., a, b, c, d, b's' | b'S'] if is_http([a, b, c, d]) => {
            (&scheme::HTTPS, ahead)
        }
        [ref ahead @ .., a, b, c, d] if is_http([a, b, c, d]) => (&scheme::HTTP, ahead),
        _ => return None,
    };
    let is_alone = !ahead.last().is_some_and(|byte| is_scheme_char(*byte));
    is_alone.then_some((floor + ahead.len(), scheme))
}

/// `http` or `https` with a `://` behind the one blank at `from`, and where it begins.
#[inline]
pub(crate) fn web_ahead(text: &[u8], from: usize) -> Option<(usize, &'static Scheme)> {
    let [b'\n' | b' ', rest @ ..] = text.get(from..)? else { return None };
    // No pattern of single bytes, which would be compared one by one.
    let scheme = if rest.starts_with(b"https://") {
        &scheme::HTTPS
    } else if rest.starts_with(b"http://") {
        &scheme::HTTP
    } else {
        return None;
    };
    Some((from + 1, scheme))
}

/// RFC 3986, 3.1: what a scheme may hold.
fn is_scheme_char(byte: u8) -> bool {
    // A table and no comparisons, whose branches would be guessed.
    static SET: ByteSet = ascii::SCHEME;
    SET.contains(byte)
}

/// Whether a digit touches the scheme: `1abc://h`.
fn byte_glued(place: Place<'_>, name: &[u8]) -> bool {
    chars::byte_before(place.text, place.at - name.len()).is_ascii_digit()
        && place.at - name.len() > place.floor
}

/// Whether a word, an address or a path runs into `at`.
fn is_inside_word(place: Place<'_>, at: usize) -> bool {
    if at <= place.floor {
        return false;
    }
    let before = chars::byte_before(place.text, at);
    before.is_ascii_alphanumeric()
        || matches!(before, b'-' | b'.' | b'@' | b'/' | b'\\' | b'_' | b'%')
}

/// Whether a port follows that exists (RFC 3986, 3.2.3; TCP has 16 bits). One that does not is no
/// part of a bare host.
fn is_port(behind: &[u8]) -> bool {
    let digits = behind.iter().take_while(|byte| byte.is_ascii_digit()).take(6).count();
    let number = core::str::from_utf8(behind.get(..digits).unwrap_or_default()).unwrap_or_default();
    number.parse::<u16>().is_ok()
}

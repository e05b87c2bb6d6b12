//! Finds the candidate at a trigger.
//!
//! This module decides only whether a trigger belongs to a candidate and where that candidate begins; the rules decide
//! the rest. Every backward search is limited to a fixed number of bytes, and none reads text before `floor`.

use crate::candidate::email::{self, LocalPart};
use crate::candidate::extent::{Extent, SIGHT};
use crate::candidate::facts::{FactTable, Facts};
use crate::candidate::host::{self, Labels};
use crate::candidate::lookaround::{Lookaround, ReadingLimits};
use crate::candidate::name::{self, name_facts};
use crate::candidate::scheme::{self, MAX_SCHEME_LEN, SchemeRow, SchemeStatus};
use crate::candidate::{escape, facts, gfm, suffix};
use crate::span::Span;
use crate::text::chars;
use crate::vocabulary::MatchKind;

/// The schemes that begin a candidate.
#[derive(Clone, Debug)]
pub(crate) enum SchemeFilter {
    /// The known schemes of the table.
    Known,
    /// Every scheme of the tables that does not run code, and every `x://`, but not `hxxp://`.
    Any,
    /// The schemes in this list, in lower case.
    Only(Vec<Box<str>>),
}

impl SchemeFilter {
    /// The names of the schemes; `None` for [`SchemeFilter::Any`].
    pub(crate) fn names(&self) -> Option<Vec<&str>> {
        match self {
            SchemeFilter::Known => Some(scheme::known_names().collect()),
            SchemeFilter::Any => None,
            SchemeFilter::Only(list) => Some(list.iter().map(|name| &**name).collect()),
        }
    }
}

/// How candidates are recognized and read.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the builder")]
pub(crate) struct Syntax {
    /// The facts that the bytes of candidates set.
    pub(crate) table: &'static FactTable,
    pub(crate) schemes: SchemeFilter,
    /// Whether the filter admits `http` and `https`.
    pub(crate) web: [bool; 2],
    /// Whether bare domains are searched for.
    pub(crate) domains: bool,
    /// Whether bare IPv4 addresses are searched for.
    pub(crate) ip: bool,
    /// Whether `localhost` with a port is a candidate.
    pub(crate) localhost: bool,
    /// Whether candidates are delimited as in the GFM dialect.
    pub(crate) is_gfm: bool,
    /// Whether candidates are delimited as in UTS #58.
    pub(crate) is_uts58: bool,
    /// Whether any enabled rule reads the line below.
    pub(crate) folds: bool,
    /// The maximum length of a candidate, in bytes.
    pub(crate) max_len: usize,
    pub(crate) limits: ReadingLimits,
}

/// The result of examining a trigger.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AtTrigger {
    /// A candidate. It was read into the extent.
    Candidate,
    /// No candidate. The search continues after the trigger.
    Nothing,
    /// No candidate, because its scheme is not linked. No other candidate begins in this span either.
    Unknown(Span),
    /// No candidate, because the labels after the trigger, up to this offset, are not the end of a host name.
    NoName(usize),
    /// No candidate, because the text up to this offset is not an address. The search continues after the trigger.
    NoAddress(usize),
}

impl Syntax {
    /// The candidate whose scheme ends at the colon at `lookaround.at`.
    #[inline]
    pub(crate) fn at_colon(&self, lookaround: &Lookaround<'_>, extent: &mut Extent) -> AtTrigger {
        match self.web_before(lookaround) {
            Some((start, scheme)) => self.after_scheme(lookaround, start, scheme, extent),
            None => self.at_any_colon(lookaround, extent),
        }
    }

    /// The candidate at a colon that follows neither `http` nor `https`.
    #[inline(never)]
    fn at_any_colon(&self, lookaround: &Lookaround<'_>, extent: &mut Extent) -> AtTrigger {
        if self.localhost
            && let Some(start) = localhost_before(lookaround)
        {
            // It needs no facts about its name: it has no top-level domain, and its port shows that it is no word.
            extent.begin(MatchKind::Domain, start);
            self.read_after_host(lookaround, extent, lookaround.at);
            return AtTrigger::Candidate;
        }
        let run = scheme_run(lookaround);
        if run.is_empty() {
            return AtTrigger::Nothing;
        }
        let run = self.without_glued_word(lookaround, self.without_escape(lookaround, run));
        match self.any_before(lookaround, run) {
            Some((start, scheme)) => self.after_scheme(lookaround, start, scheme, extent),
            None => self.unknown_scheme(lookaround, run),
        }
    }

    /// The candidate whose scheme, `scheme`, begins at `start` and ends at the colon at `lookaround.at`.
    #[inline]
    fn after_scheme(
        &self,
        lookaround: &Lookaround<'_>,
        start: usize,
        scheme: SchemeRow,
        extent: &mut Extent,
    ) -> AtTrigger {
        let is_address = self.is_gfm && scheme.is_address();
        let name = Span::new(start, lookaround.at).of(lookaround.text);
        // In GFM, `mailto:` and `xmpp:` must be in lower case.
        if is_address && name.iter().any(u8::is_ascii_uppercase) {
            return AtTrigger::Nothing;
        }
        extent.begin(MatchKind::Uri, start);
        extent.scheme = Some(scheme);
        extent.body = lookaround.at + 1;
        if is_address {
            let end = gfm::address_run_end(lookaround.text, extent.body);
            self.read_body_to(lookaround.text, extent, end);
            self.finish(lookaround, extent, None);
        } else {
            self.read_body(lookaround, extent);
        }
        AtTrigger::Candidate
    }

    /// The result at a colon after the scheme in `run`, which the filter does not admit. For `foo://h`, and for a
    /// scheme whose URIs may contain another URI or are defanged, the result is a span in which no candidate begins.
    fn unknown_scheme(&self, lookaround: &Lookaround<'_>, run: Span) -> AtTrigger {
        let Lookaround { text, at, .. } = *lookaround;
        let is_hierarchical = Span::new(at + 1, at + 3).of(text) == b"//";
        let name = run.of(text);
        let is_carrier = scheme::is_carrier(name) || scheme::is_defanged(name);
        if !(is_hierarchical || is_carrier) {
            return AtTrigger::Nothing;
        }
        let end = if is_carrier {
            self.reach(text, at + 1, self.max_len + 1)
        } else {
            self.end_of_unknown(text, at + 3)
        };
        AtTrigger::Unknown(Span::new(run.start(), end))
    }

    /// The end of a URI with an unknown scheme, whose authority begins at `body`: the end of its token, or the
    /// beginning of an inner URI, as in `foo://http://h`.
    ///
    /// The token is read in parts of growing length. In `foo://foo://foo://` every URI contains an inner one, and
    /// reading the whole token for each of them would take quadratic time.
    fn end_of_unknown(&self, text: &[u8], body: usize) -> usize {
        let mut most = SIGHT;
        loop {
            let end = self.reach(text, body, most);
            let inner = Span::new(body, end).of(text);
            // A substring search for `://` is slower: its preparation costs more than the search in so few bytes.
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

    /// `http` or `https` before the colon, with the offset of its first byte, if the filter admits it. Nearly all URIs
    /// have one of these schemes, and a comparison is faster than a search for the beginning of the scheme.
    #[inline]
    fn web_before(&self, lookaround: &Lookaround<'_>) -> Option<(usize, SchemeRow)> {
        let start = web_run(lookaround)?;
        let [http, https] = self.web;
        let is_admitted = if lookaround.at - start == "http".len() { http } else { https };
        is_admitted.then_some((start, scheme::WEB))
    }

    /// The scheme at the end of `run`, with the offset of its first byte, if the filter admits it.
    fn any_before(&self, lookaround: &Lookaround<'_>, run: Span) -> Option<(usize, SchemeRow)> {
        let name = run.of(lookaround.text);
        if let Some(scheme) = self.admit(lookaround, name) {
            return Some((run.start(), scheme));
        }
        // In `see.http://h` and `dash-http://h` the dot or hyphen belongs to the text before the scheme. In `foo+http:`
        // the `+` belongs to the scheme.
        let mark = name.iter().rposition(|byte| matches!(byte, b'.' | b'-'))?;
        let start = run.start() + mark + 1;
        let rest = Span::new(start, run.end()).of(lookaround.text);
        let scheme = self.admit(lookaround, rest)?;
        (scheme.status == SchemeStatus::Known).then_some((start, scheme))
    }

    /// The part of `run` that is a known scheme, if `run` begins with the letters of an escape sequence, as in
    /// `"\nssh://h"`, `\u003Chttps://h` and `ESC[1mhttps://h`. Without such a sequence, all of `run`.
    fn without_escape(&self, lookaround: &Lookaround<'_>, run: Span) -> Span {
        let name = run.of(lookaround.text);
        let before = Span::new(lookaround.floor.min(run.start()), run.start()).of(lookaround.text);
        let len = escape::head_len(before, name).filter(|&len| len > 0 && !self.is_gfm);
        match len.and_then(|len| name.get(len..)) {
            Some(rest)
                if scheme::is_known(rest) && !scheme::is_known(name) && !self.is_listed(name) =>
            {
                Span::new(run.end() - rest.len(), run.end())
            }
            _ => run,
        }
    }

    /// The `http` or `https` at the end of `run`, if `run` is a word that is not a scheme, as in `seehttp://h`. For any
    /// other text, and for schemes in the tables that end with `http`, such as `dhttp`, all of `run`.
    fn without_glued_word(&self, lookaround: &Lookaround<'_>, run: Span) -> Span {
        let name = run.of(lookaround.text);
        let ends_with = |end: &&[u8]| {
            let at = name.len().checked_sub(end.len());
            at.and_then(|at| name.get(at..)).is_some_and(|tail| tail.eq_ignore_ascii_case(end))
        };
        let web = [&b"https"[..], b"http"].into_iter().find(|end| ends_with(end));
        match web {
            Some(web)
                if !self.is_listed(name)
                    && is_any_slashes(lookaround, name)
                    && name.iter().all(u8::is_ascii_alphabetic)
                    && scheme::look_up(name).is_none() =>
            {
                Span::new(run.end() - web.len(), run.end())
            }
            _ => run,
        }
    }

    /// Whether the caller lists the scheme.
    fn is_listed(&self, name: &[u8]) -> bool {
        let SchemeFilter::Only(list) = &self.schemes else { return false };
        list.iter().any(|one| one.as_bytes().eq_ignore_ascii_case(name))
    }

    fn admit(&self, lookaround: &Lookaround<'_>, name: &[u8]) -> Option<SchemeRow> {
        let row = scheme::look_up(name);
        match &self.schemes {
            SchemeFilter::Known => row.filter(|row| row.status == SchemeStatus::Known),
            SchemeFilter::Only(_) => self.is_listed(name).then(|| row.unwrap_or(scheme::UNKNOWN)),
            SchemeFilter::Any if scheme::is_defanged(name) => None,
            SchemeFilter::Any => match row {
                Some(row) => (row.status != SchemeStatus::Active).then_some(row),
                None => is_any_slashes(lookaround, name).then_some(scheme::UNKNOWN),
            },
        }
    }

    /// The candidate that begins with the `www.` at `lookaround.at`.
    #[inline(never)]
    pub(crate) fn at_www(&self, lookaround: &Lookaround<'_>, extent: &mut Extent) -> AtTrigger {
        let Lookaround { text, at, .. } = *lookaround;
        let is_after_mark = self.is_gfm && chars::byte_before(text, at) == b'_';
        if at < lookaround.resume || (is_inside_word(lookaround, at) && !is_after_mark) {
            return AtTrigger::Nothing;
        }
        if self.is_gfm {
            if !gfm::may_begin_www(text, at) {
                return AtTrigger::Nothing;
            }
            let (end, is_domain) = gfm::www_name(text, at);
            if !is_domain {
                return AtTrigger::NoName(end);
            }
        }
        extent.begin(MatchKind::Www, at);
        if self.is_gfm {
            self.read_name(lookaround, extent);
        } else {
            let labels = self.labels(text, at);
            extent.add(name_facts(text, &labels, MatchKind::Www));
            self.read_after_labels(lookaround, extent, &labels);
        }
        AtTrigger::Candidate
    }

    /// The labels that begin at `start`.
    fn labels(&self, text: &[u8], start: usize) -> Labels {
        if self.is_uts58 {
            host::link_labels(text, start)
        } else {
            host::labels(text, start, self.limits.iri)
        }
    }

    /// The bare domain or IPv4 address around the dot at `lookaround.at`, which has `len` bytes.
    ///
    /// For an explanation (`is_explained`), names that cannot be domains are candidates as well. Otherwise the labels
    /// after the dot are read first. For nearly all dots they show that the dot is not in a host name, so
    /// the text before the dot need not be read.
    #[inline]
    pub(crate) fn at_dot(
        &self,
        lookaround: &Lookaround<'_>,
        extent: &mut Extent,
        len: usize,
        is_explained: bool,
    ) -> AtTrigger {
        let Lookaround { text, at, .. } = *lookaround;
        let next = chars::byte_at(text, at + len);
        if !(next.is_ascii_alphanumeric() || (self.limits.iri && next >= 0x80)) {
            return AtTrigger::Nothing;
        }
        // If the name is ASCII and no port, path, query or fragment follows it, the name is the whole candidate.
        if let Some((tail, last)) = host::plain_run(text, at + len)
            && !self.goes_on(text, tail.end())
            && !(self.ip && host::is_number(last.of(text)))
            && !is_explained
            && (!self.domains || suffix::is_delegated_label(last.of(text)) == Some(false))
        {
            return AtTrigger::NoName(tail.end());
        }
        if len > 1
            && !is_explained
            && let Some(end) = self.end_of_sentence(text, at + len)
        {
            return AtTrigger::NoName(end);
        }
        self.around_dot(lookaround, extent, len)
    }

    /// The end of the labels at `start`, after a `。`, if they do not end in a top-level domain: nearly always the first
    /// words of a sentence.
    fn end_of_sentence(&self, text: &[u8], start: usize) -> Option<usize> {
        let labels = host::link_labels(text, start);
        let end = labels.span.end();
        let last = labels.last.of(text);
        // A name may end in `np` although `np` alone is no suffix.
        let may_be_domain = if last.is_ascii() {
            suffix::is_delegated_label(last) != Some(false)
        } else {
            suffix::is_delegated(last)
        };
        let is_name = labels.numeric || self.goes_on(text, end) || may_be_domain;
        (!is_name).then_some(end)
    }

    #[inline(never)]
    fn around_dot(
        &self,
        lookaround: &Lookaround<'_>,
        extent: &mut Extent,
        len: usize,
    ) -> AtTrigger {
        let Lookaround { text, at, .. } = *lookaround;
        let start =
            host::label_start(text, lookaround.resume.max(lookaround.floor), at, self.limits.iri);
        if start == at {
            return AtTrigger::Nothing;
        }
        let head = text.get(lookaround.floor.min(start)..start).unwrap_or_default();
        let name = Span::new(start, at).of(text);
        let mut start = start + escape::terminal_len(head, name);
        let mut labels = self.labels(text, start);
        if labels.wide && !self.is_uts58 {
            start = host::start_after_cjk(text, &labels);
            labels = host::labels(text, start, self.limits.iri);
        }
        if start >= at || labels.span.end() <= at + len {
            return AtTrigger::Nothing;
        }
        let kind = if labels.numeric { MatchKind::Ip } else { MatchKind::Domain };
        extent.begin(kind, start);
        extent.add(name_facts(text, &labels, kind));
        let before = Span::new(lookaround.floor.min(start), start).of(text);
        // In `\(oqname` and `\(atname` the first two letters are the roff name of a character, and `http://\:name` may be
        // broken before the name.
        let is_roff = before.ends_with(b"\\(") || before.ends_with(b"\\:");
        extent.add(Facts::NAME_GLUED.when(is_roff || ends_in_volume(before)));
        // The text before the name may be the beginning of an address that hides its `@`.
        let rest = text.get(labels.span.end()..).unwrap_or_default();
        let is_hidden = name::is_rest_of_address(before, rest);
        extent.add(Facts::NAME_DOUBTFUL.when(is_hidden));
        self.read_after_labels(lookaround, extent, &labels);
        AtTrigger::Candidate
    }

    /// The address around the `@` at `lookaround.at`.
    #[inline(never)]
    pub(crate) fn at_sign(&self, lookaround: &Lookaround<'_>, extent: &mut Extent) -> AtTrigger {
        let Lookaround { text, at, .. } = *lookaround;
        let floor = lookaround.resume.max(lookaround.floor);
        let (local, end, host) = if self.is_gfm {
            let address = match gfm::address(text, floor, at) {
                Ok(address) => address,
                Err(end) => return AtTrigger::NoAddress(end),
            };
            let local = LocalPart::of(text, address.start(), at);
            (local, address.end(), Facts::NONE)
        } else {
            let next = chars::byte_at(text, at + 1);
            if !(next.is_ascii_alphanumeric() || (self.limits.iri && next >= 0x80)) {
                return AtTrigger::Nothing;
            }
            let local = if self.is_uts58 {
                LocalPart::linked(text, floor, at, self.limits.local_letters)
            } else {
                LocalPart::before(text, floor, at, self.limits.local_letters)
            };
            let Some(local) = local else { return AtTrigger::Nothing };
            let labels = self.labels(text, at + 1);
            // In `name@https://h` the `@` separates a name from a URI.
            if text.get(labels.span.end()..).is_some_and(|rest| rest.starts_with(b"://")) {
                return AtTrigger::Nothing;
            }
            let host = name_facts(text, &labels, MatchKind::Email);
            let end = labels.span.end();
            let after = text.get(end..).unwrap_or_default();
            let emphasis = email::emphasis(Span::new(local.start, at).of(text), after);
            let is_bare = emphasis == 0 || self.is_uts58;
            let local =
                if is_bare { local } else { LocalPart::of(text, local.start + emphasis, at) };
            (local, end, host)
        };
        extent.begin(MatchKind::Email, local.start);
        // The rule about the text around an address looks at these forms. An address in brackets is plain all the same.
        let is_end = chars::byte_at(text, local.start) == b'-';
        let is_enclosed = matches!(chars::byte_before(text, local.start), b'[' | b'(');
        extent.add(host | Facts::UNPROVED.when(!local.is_plain || is_end));
        extent.add(Facts::BEFORE_SIGN.when(is_enclosed));
        extent.add(Facts::LOCAL_MADE.when(local.is_made));
        extent.end_at(end);
        self.finish(lookaround, extent, None);
        self.note_breaks(lookaround, extent);
        AtTrigger::Candidate
    }

    /// Reads the port, path, query and fragment after the labels of a bare host, if there are any.
    fn read_after_labels(&self, lookaround: &Lookaround<'_>, extent: &mut Extent, labels: &Labels) {
        let host = labels.span.end();
        if self.goes_on(lookaround.text, host) {
            self.read_after_host(lookaround, extent, host);
        } else {
            extent.end_with_host(host);
            self.finish(lookaround, extent, None);
        }
    }

    /// Whether a port, a path, a query or a fragment follows a bare host that ends at `host`.
    fn goes_on(&self, text: &[u8], host: usize) -> bool {
        let next = |ahead| chars::byte_at(text, host + ahead);
        match next(0) {
            b'/' | b'?' | b'#' => true,
            b':' => is_port(text.get(host + 1..).unwrap_or_default()),
            b'.' if self.is_uts58 => matches!(next(1), b'/' | b'?' | b'#'),
            b'.' => matches!(next(1), b'/' | b':'),
            _ => false,
        }
    }
}

/// Whether `name` and the text after it have the form `x://`. The result is false if a digit is directly before the
/// name, or if the name consists of a word, a dot and a known scheme (`see.http`).
fn is_any_slashes(lookaround: &Lookaround<'_>, name: &[u8]) -> bool {
    let Lookaround { text, at, floor, .. } = *lookaround;
    let (head, last) = chars::split_last_run(name, |byte| byte != b'.');
    let before = text.get(floor..at - name.len()).unwrap_or_default();
    !name.is_empty()
        && (head.is_empty() || !scheme::is_known(last))
        && !before.last().is_some_and(u8::is_ascii_digit)
        && Span::new(at + 1, at + 3).of(text) == b"//"
}

/// The run of bytes before the colon that RFC 3986, 3.1 allows in a scheme, without the bytes before its first letter.
fn scheme_run(lookaround: &Lookaround<'_>) -> Span {
    let Lookaround { text, at, .. } = *lookaround;
    let floor = lookaround.resume.max(lookaround.floor).max(at.saturating_sub(MAX_SCHEME_LEN));
    let before = Span::new(floor, at).of(text);
    let start = at - before.iter().rev().take_while(|&&byte| scheme::is_scheme_char(byte)).count();
    let skip = Span::new(start, at).of(text).iter().position(u8::is_ascii_alphabetic);
    Span::new(skip.map_or(at, |skip| start + skip), at)
}

/// `http` or `https` before the colon, in any case, with the offset of its first byte.
#[inline]
fn web_run(lookaround: &Lookaround<'_>) -> Option<usize> {
    let floor = lookaround.resume.max(lookaround.floor);
    let before = lookaround.text.get(floor..lookaround.at)?;
    let is_http =
        |bytes: [u8; 4]| u32::from_le_bytes(bytes) | 0x2020_2020 == u32::from_le_bytes(*b"http");
    let ahead = match *before {
        [ref ahead @ .., a, b, c, d, b's' | b'S'] if is_http([a, b, c, d]) => ahead,
        [ref ahead @ .., a, b, c, d] if is_http([a, b, c, d]) => ahead,
        _ => return None,
    };
    let is_alone = !ahead.last().is_some_and(|byte| scheme::is_scheme_char(*byte));
    is_alone.then_some(floor + ahead.len())
}

/// The start of `localhost`, in any case, before the colon of a port; `None` if it is the end of a longer token.
fn localhost_before(lookaround: &Lookaround<'_>) -> Option<usize> {
    const NAME: &[u8] = b"localhost";
    let Lookaround { text, at, .. } = *lookaround;
    let floor = lookaround.resume.max(lookaround.floor);
    let start = at.checked_sub(NAME.len()).filter(|start| *start >= floor)?;
    let is_name = Span::new(start, at).of(text).eq_ignore_ascii_case(NAME);
    let is_host = is_name && is_port(text.get(at + 1..).unwrap_or_default());
    let before = || facts::before(text, lookaround.floor, lookaround.taken, start);
    (is_host && !before().meets(Facts::BEFORE_GLUE)).then_some(start)
}

/// Whether the text before `at` is a word, an address or a path that continues at `at`.
fn is_inside_word(lookaround: &Lookaround<'_>, at: usize) -> bool {
    let Some(before) = lookaround.text.get(lookaround.floor..at) else { return false };
    before.last().is_some_and(|last| b"-.@/\\_%".contains(last))
        || before.last().is_some_and(u8::is_ascii_alphanumeric) && !escape::ends_terminal(before)
}

/// Whether `before` ends in `<`, a number and `>`, and `<` directly follows a letter or digit, as inside a DOI that
/// contains the identifier of an article: `10.1002/(SICI)1097-4571(1999)50:2<3::AID-ASI1>2.0.CO;2-A`. No tag begins with
/// a digit.
fn ends_in_volume(before: &[u8]) -> bool {
    /// The maximum number of bytes between the brackets.
    const MOST: usize = 64;
    let Some(inside) = before.strip_suffix(b">") else { return false };
    let near = inside.get(inside.len().saturating_sub(MOST)..).unwrap_or_default();
    let opener = near.iter().rposition(|byte| *byte == b'<' || byte.is_ascii_whitespace());
    let Some((head, [b'<', rest @ ..])) = opener.and_then(|at| near.split_at_checked(at)) else {
        return false;
    };
    rest.first().is_some_and(u8::is_ascii_digit)
        && head.last().is_some_and(u8::is_ascii_alphanumeric)
}

/// Whether `after`, the text after a host and a colon, begins with a port (RFC 3986, 3.2.3) of at most 16 bits. A
/// larger number, or one with a letter after it, is not part of a bare host.
fn is_port(after: &[u8]) -> bool {
    let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).take(6).count();
    let number = core::str::from_utf8(after.get(..digits).unwrap_or_default()).unwrap_or_default();
    let next = after.get(digits).copied().unwrap_or_default();
    number.parse::<u16>().is_ok() && !next.is_ascii_alphanumeric() && next != b'_'
}

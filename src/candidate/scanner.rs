//! The scan of a candidate: how far it reaches, where its components end, and the facts about its bytes.
//!
//! Most bytes of a candidate are letters, digits and other characters that set no fact; they are skipped 64 at a time.
//! Every other byte takes one table access. All later steps use the results: the facts decide which rules apply, and a
//! candidate that has neither of the facts [`UNPROVED`](Facts::UNPROVED) and [`HOST_ODD`](Facts::HOST_ODD) need not be
//! parsed, because it is valid.

use core::num::NonZero;

use crate::ascii::HEXDIG;
use crate::candidate::broken_address;
use crate::candidate::extent::Extent;
use crate::candidate::facts::{self, Facts};
use crate::candidate::host;
use crate::candidate::line_end;
use crate::candidate::lookaround::{Lookaround, Token};
use crate::candidate::name;
use crate::candidate::scheme::{self, SchemeForm};
use crate::candidate::syntax::Syntax;
use crate::span::Span;
use crate::text::block::{Block, UsualRuns};
use crate::text::chars;
use crate::text::glyph::{self, Glyph};
use crate::text::link_terms::{self, LinkTerm};
use crate::uri;
use crate::vocabulary::MatchKind;
use crate::work;

impl Syntax {
    /// Reads the text after a scheme.
    #[inline]
    pub(crate) fn read_body(&self, lookaround: &Lookaround<'_>, extent: &mut Extent) {
        let (limit, widest) = self.limit(lookaround, extent.body);
        extent.run = NonZero::new(extent.body).filter(|_| widest.is_none());
        self.read_body_to(lookaround.text, extent, limit);
        if self.is_uts58 && extent.scheme.is_some_and(|scheme| scheme.shape == SchemeForm::Web) {
            let labels = host::link_labels(lookaround.text, extent.body + 2);
            let has_tld = name::has_tld(lookaround.text, &labels, MatchKind::Uri);
            extent.add(Facts::NO_TLD.when(!has_tld));
        }
        self.finish(lookaround, extent, widest);
    }

    /// Reads a bare host and the text after it in the GFM dialect: up to the next blank or `<`.
    pub(crate) fn read_name(&self, lookaround: &Lookaround<'_>, extent: &mut Extent) {
        let (limit, widest) = self.limit(lookaround, extent.start);
        if self.read_authority(lookaround.text, extent, limit) {
            let is_lone = extent.host - extent.start <= "www.".len();
            extent.add(Facts::NAME_ODD.when(is_lone));
        }
        self.finish(lookaround, extent, widest);
    }

    /// Reads the text after a scheme, at most up to `limit`.
    #[inline]
    pub(crate) fn read_body_to(&self, text: &[u8], extent: &mut Extent, limit: usize) {
        let body = extent.body;
        if text.get(body..).is_some_and(|rest| rest.starts_with(b"//")) {
            extent.authority_start = body + 2;
            if !self.read_authority(text, extent, limit) {
                return;
            }
            let shape = extent.scheme.map(|scheme| scheme.shape);
            let is_formed = matches!(shape, Some(SchemeForm::Web | SchemeForm::Slashes));
            extent.add(Facts::FORM.when(!is_formed));
        } else {
            extent.authority_start = body;
            (extent.host, extent.port, extent.authority) = (body, body, body);
            extent.add(Facts::FORM.or(Facts::HOST_ODD).or(Facts::UNPROVED));
            self.read_components(text, extent, limit, Block::default(), body);
        }
    }

    /// Reads the port, the path, the query and the fragment after a bare host that ends at `host`.
    pub(crate) fn read_after_host(
        &self,
        lookaround: &Lookaround<'_>,
        extent: &mut Extent,
        host: usize,
    ) {
        let (limit, widest) = self.limit(lookaround, host);
        extent.run = NonZero::new(host).filter(|_| widest.is_none());
        let text = lookaround.text;
        extent.host = host;
        extent.port = host + port_len(text, host);
        extent.authority = extent.port;
        if !matches!(chars::byte_at(text, extent.port), b'/' | b'?' | b'#') {
            self.read_odd_authority(text, extent, limit);
        }
        self.read_components(text, extent, limit, Block::default(), extent.authority);
        self.finish(lookaround, extent, widest);
    }

    /// Adds the facts about the text around the candidate. `widest` is the end of its token, if only a part of the
    /// token was read.
    #[inline]
    pub(crate) fn finish(
        &self,
        lookaround: &Lookaround<'_>,
        extent: &mut Extent,
        widest: Option<usize>,
    ) {
        let Extent { start, end, .. } = *extent;
        extent.widest = widest.unwrap_or(end);
        if extent.widest > end {
            extent.add(Facts::PARTIAL);
        }
        if extent.widest - start > self.max_len {
            extent.add(Facts::TOO_LONG);
        }
        if end == extent.authority && name::is_stump(lookaround.text, extent) {
            extent.add(Facts::HOST_STUMP);
        }
        extent.before = facts::before(lookaround.text, lookaround.floor, lookaround.taken, start);
        extent.facts = extent.facts_at(lookaround.text, end) | extent.before;
        if self.folds && matches!(extent.kind, MatchKind::Uri | MatchKind::Www) {
            extent.line = line_end::line_facts(lookaround.text, end);
            extent.facts |= extent.line;
        }
    }

    /// Adds the facts about the line ends before and after an address, at which the address may be broken. The address
    /// must have been read.
    #[inline]
    pub(crate) fn note_breaks(&self, lookaround: &Lookaround<'_>, extent: &mut Extent) {
        if self.folds {
            extent.before |=
                broken_address::facts_above(lookaround.text, lookaround.floor, extent.start);
            extent.line = broken_address::facts_below(lookaround.text, extent.end);
            extent.facts |= extent.before | extent.line;
        }
    }

    /// The offset up to which a candidate is read, starting at `from`. If only a part of its token is read, also the
    /// end of the token.
    ///
    /// If an earlier candidate was read to the end of the same token, at most `sight` bytes are read. If the end of the
    /// token is not known, at most `max_len` + 1 bytes are read, which is enough to detect a token that is too long.
    #[inline]
    fn limit(&self, lookaround: &Lookaround<'_>, from: usize) -> (usize, Option<usize>) {
        let text = lookaround.text;
        let token = lookaround.token;
        if !token.holds(from) {
            return (text.len().min(from + self.max_len + 1), None);
        }
        let mut limit = from.saturating_add(lookaround.sight);
        if limit >= token.end {
            // The candidate is read to the end of the token.
            return (token.end, None);
        }
        while limit > from && chars::byte_at(text, limit) & 0xC0 == 0x80 {
            limit -= 1;
        }
        // The part does not end inside a percent triplet either.
        let near = Span::new(limit.saturating_sub(2).max(from), limit).of(text);
        if let Some(back) = near.iter().rev().position(|&byte| byte == b'%') {
            limit -= back + 1;
        }
        (limit, Some(token.end))
    }

    /// The token whose end is known, because this candidate or an earlier one was read to that end.
    #[inline]
    pub(crate) fn token(&self, lookaround: &Lookaround<'_>, extent: &Extent) -> Token {
        let run = extent.run.map(NonZero::get).filter(|run| extent.widest <= run + self.max_len);
        run.map_or(lookaround.token, |start| Token { start, end: extent.widest })
    }

    /// Reads the authority and the text after it; `false` if another URI begins in place of a host.
    #[inline]
    fn read_authority(&self, text: &[u8], extent: &mut Extent, limit: usize) -> bool {
        let start = extent.authority_start;
        let rest = text.get(start..limit).unwrap_or_default();
        let block = Block::of_host(rest);
        let host = start + host::plain_name_len(rest, block).unwrap_or(0);
        work::add(host - start);
        extent.host = host;
        extent.port = host;
        if chars::byte_at(text, host) == b':' {
            if is_nested(text, start, host) {
                // The scan stops here. If it went on, each candidate in a long chain of `http://http://` would be read
                // to the end of the chain.
                extent.add(Facts::NESTED | Facts::UNREAD);
                extent.run = None;
                extent.authority = start;
                extent.host = start;
                extent.port = start;
                extent.end_at(start);
                return false;
            }
            let port = port_len(rest, host - start);
            extent.port = host + port;
            extent.add(Facts::PORT_LONG.when(port > 5));
        }
        extent.authority = extent.port;
        let next = chars::byte_at(text, extent.port);
        if extent.port < limit && !matches!(next, b'/' | b'?' | b'#') {
            self.read_odd_authority(text, extent, limit);
        }
        extent.add(Facts::NAME_ODD.when(host == start || extent.authority > extent.port));
        self.read_components(text, extent, limit, block, start);
        true
    }

    /// Reads the rest of an authority that does not end after a plain name and its port.
    fn read_odd_authority(&self, text: &[u8], extent: &mut Extent, limit: usize) {
        let mut at = extent.port;
        while at < limit {
            let byte = chars::byte_at(text, at);
            let facts = self.table.of(byte);
            if facts.meets(Facts::STOP.or(Facts::BORDER)) || byte == b'/' {
                break;
            }
            let Some((len, found)) = self.step(text, at, facts) else { break };
            extent.add(found | Facts::HOST_WIDE.when(byte >= 0x80) | facts.without(Facts::CONTROL));
            at += len;
        }
        work::add(at - extent.port);
        extent.authority = at;
    }

    /// Reads the path, the query and the fragment, which begin where the authority ends. `block` describes the text
    /// that begins at `base`.
    #[inline]
    fn read_components(
        &self,
        text: &[u8],
        extent: &mut Extent,
        limit: usize,
        block: Block,
        base: usize,
    ) {
        let mut runs = UsualRuns::new(block, base);
        let from = extent.authority;
        // A port may extend beyond the limit; it is always read completely.
        let limit = limit.max(from);
        let (mut at, mut path, mut query) = (from, None, None);
        let mut inside = extent.inside;
        while at < limit {
            at = runs.skip(text, at, limit);
            if at >= limit {
                break;
            }
            let byte = chars::byte_at(text, at);
            let facts = self.table.of(byte);
            inside |= facts.without(Facts::CONTROL);
            let mut len = 1;
            if facts.meets(Facts::STOP) {
                break;
            } else if facts.meets(Facts::BORDER) {
                path = path.or(Some(at));
                if byte == b'#' {
                    inside |= Facts::UNPROVED.when(query.is_some());
                    query = query.or(Some(at));
                }
            } else if facts.meets(Facts::CONTROL) {
                let Some((step, facts)) = self.step(text, at, facts) else { break };
                inside |= facts;
                len = step;
            }
            at += len;
        }
        extent.inside = inside;
        let end = at.min(limit);
        work::add(end - from + 1);
        extent.end = end;
        extent.widest = end;
        extent.query = query.unwrap_or(end);
        extent.path = path.unwrap_or(end).min(extent.query);
    }

    /// The length of the percent triplet or of the character outside ASCII at `at`, and its facts; 1 for any other
    /// byte. `None` if the candidate ends there.
    fn step(&self, text: &[u8], at: usize, facts: Facts) -> Option<(usize, Facts)> {
        if facts.meets(Facts::HIGH) {
            let (c, len) = self.wide_step(text, at)?;
            let is_letter = matches!(glyph::glyph(c), Glyph::Letter | Glyph::Cjk);
            let is_proved = is_letter && uri::is_ucschar(c);
            return Some((len, Facts::IN_WIDE | Facts::UNPROVED.when(!is_proved)));
        }
        if facts.meets(Facts::PERCENT) {
            let is_triplet = matches!(text.get(at + 1..),
                Some([high, low, ..]) if HEXDIG.contains(*high) && HEXDIG.contains(*low));
            let len = if is_triplet { 3 } else { 1 };
            return Some((len, Facts::UNPROVED.when(!is_triplet)));
        }
        Some((1, Facts::NONE))
    }

    /// The end of the run of candidate characters that begins at `from`, after at most `most` bytes.
    pub(crate) fn reach(&self, text: &[u8], from: usize, most: usize) -> usize {
        let mut extent = Extent { authority: from, ..Extent::NONE };
        let limit = text.len().min(from + most);
        self.read_components(text, &mut extent, limit, Block::default(), from);
        extent.end
    }

    /// The character outside ASCII at `at`, with its length, if a candidate may contain it.
    fn wide_step(&self, text: &[u8], at: usize) -> Option<(char, usize)> {
        let rest = text.get(at..)?;
        if !self.limits.iri {
            return None;
        }
        let (c, len) = chars::first(rest)?;
        let after = rest.get(len..).unwrap_or_default();
        let goes_on = match glyph::glyph(c) {
            _ if self.is_gfm => true,
            _ if self.is_uts58 => link_terms::term(c) != LinkTerm::Hard,
            Glyph::Letter | Glyph::Cjk | Glyph::Ellipsis => true,
            // At the end of a line or of a word it is not a part of the URI.
            Glyph::Hyphen => after.first().is_some_and(|&byte| byte > b' '),
            Glyph::Apostrophe => begins_word(after),
            Glyph::Joiner => begins_word(without_points(after)),
            _ => false,
        };
        goes_on.then_some((c, len))
    }
}

/// `rest` without up to three ASCII punctuation marks at its beginning.
fn without_points(rest: &[u8]) -> &[u8] {
    let points = rest.iter().take(3).take_while(|byte| byte.is_ascii_punctuation()).count();
    rest.get(points..).unwrap_or_default()
}

/// Whether `rest` begins with a letter or digit of any script except CJK.
fn begins_word(rest: &[u8]) -> bool {
    chars::first(rest).is_some_and(|(c, _)| match c {
        '\0'..='\x7F' => c.is_ascii_alphanumeric(),
        _ => glyph::glyph(c) == Glyph::Letter,
    })
}

/// The length of the port at `at`, with its colon and at most six digits; 0 without a port.
fn port_len(text: &[u8], at: usize) -> usize {
    let Some([b':', rest @ ..]) = text.get(at..) else { return 0 };
    match rest.iter().take_while(|byte| byte.is_ascii_digit()).take(6).count() {
        0 => 0,
        digits => digits + 1,
    }
}

/// Whether the name from `start` to `end` is a known scheme that consists of letters, and `://` follows it.
fn is_nested(text: &[u8], start: usize, end: usize) -> bool {
    let is_scheme = text.get(end + 1..).is_some_and(|rest| rest.starts_with(b"//"));
    let name = Span::new(start, end).of(text);
    is_scheme && name.iter().all(u8::is_ascii_alphabetic) && scheme::is_known(name)
}

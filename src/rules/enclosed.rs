//! The text between an opener and its closer, over blanks and line breaks (RFC 3986, Appendix C).
//!
//! The search for a closer stops at the next opener and at the next URI, so that searches do not overlap: each byte is
//! read at most twice, even if many openers are never closed.

use crate::ascii;
use crate::ascii::ByteSet;
use crate::candidate::facts::Facts;
use crate::candidate::lines;
use crate::candidate::pieces::Pieces;
use crate::candidate::scheme;
use crate::rules::draft::{Draft, Proposal, Verdict};
use crate::span::Span;
use crate::text::chars;
use crate::text::glyph::{self, Glyph};
use crate::vocabulary::{Delimiter, JoinReason, MatchKind};
use crate::work;

/// The pieces up to the closer, and the proposed joins between them.
#[derive(Debug)]
pub(crate) struct Enclosed {
    pub(crate) pieces: Pieces,
    pub(crate) proposals: Vec<Proposal>,
    /// The offset after the closer.
    pub(crate) end: usize,
}

/// Reads from the body of `draft` to the first of `closers`.
///
/// Returns `None` if a character that no URI has, a blank line, another URI or a limit comes before the closer: the
/// opener then encloses something else.
///
/// `opener` is the offset of the opener. The following lines may begin with the reply prefix of the opener's line.
pub(crate) fn enclosed(draft: &Draft<'_>, opener: usize, closers: &[char]) -> Option<Enclosed> {
    let limit = draft.text.len().min(draft.start() + draft.limits.max_bytes as usize);
    let text = Span::new(0, limit).of(draft.text);
    let depth = None;
    let mut reader =
        EnclosedReader { text, draft, closers, opener, depth, at: draft.body(), lines: 1 };
    let mut piece_start = draft.start();
    let mut pieces: Option<Pieces> = None;
    let mut proposals = Vec::new();
    let most = draft.limits.max_lines as usize + MAX_BLANKS;
    // Without foreign and wide characters, the scanned text has neither a closer nor a character outside the grammar,
    // so it is skipped.
    if !draft.read.inside.meets(Facts::IN_FOREIGN.or(Facts::IN_WIDE)) {
        reader.at = draft.read.end.min(limit).max(reader.at);
        work::add(reader.at - draft.body());
    }
    loop {
        reader.run();
        let piece = Span::new(piece_start, reader.at);
        let Some(gap) = reader.gap() else {
            draft.note_reach(lines::skip_blanks(draft.text, reader.at + SOFT_HYPHEN_LEN) + MARGIN);
            return None;
        };
        match &mut pieces {
            None => pieces = Some(Pieces::One(piece)),
            Some(pieces) => pieces.push(piece),
        }
        match gap {
            Gap::Closed(end) => return Some(Enclosed { pieces: pieces?, proposals, end }),
            Gap::Join(_) if proposals.len() == most => {
                draft.note_reach(reader.at + MARGIN);
                return None;
            }
            Gap::Join(proposal) => {
                piece_start = proposal.gap.end();
                proposals.push(proposal);
            }
        }
    }
}

impl Draft<'_> {
    /// Sets the draft to the text between quotes. A text without a scheme is not joined over a gap.
    pub(crate) fn quote(&mut self, enclosed: Enclosed, opener: usize, by: Delimiter) -> Verdict {
        let is_named = self.kind() != MatchKind::Uri;
        if is_named && (!enclosed.proposals.is_empty() || is_list(self, enclosed.pieces.end())) {
            return Verdict::Pass;
        }
        self.pieces = enclosed.pieces;
        self.proposals = enclosed.proposals;
        if self.proposals.iter().all(|join| join.reason != JoinReason::InnerBlank) {
            self.spare().untrimmed = Some(self.end());
        }
        self.enclose(by, opener, enclosed.end)
    }
}

/// Whether the text from the bare name up to `end` continues after a character that no host has:
/// `"a.example,b.example"` is a list and not one host.
fn is_list(draft: &Draft<'_>, end: usize) -> bool {
    let rest = Span::new(draft.start(), end).of(draft.text);
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
    let (_, rest) = chars::split_run(rest, |byte| is_letter(byte) || b"-._%:".contains(&byte));
    !matches!(rest, [] | [b'/' | b'?' | b'#', ..]) && rest.iter().any(|&byte| is_letter(byte))
}

/// The number of bytes that are read after the byte that ends the search for a closer: a scheme with its `://` may
/// begin there.
const MARGIN: usize = scheme::MAX_SCHEME_LEN + 8;

/// The length of a soft hyphen. A soft hyphen before blanks and a line break is read as a part of the URI.
const SOFT_HYPHEN_LEN: usize = '\u{AD}'.len_utf8();

/// The maximum number of blanks inside delimiters. Without a limit, an opener before prose would create a piece for
/// each word.
const MAX_BLANKS: usize = 64;

/// The text after a run of URI characters.
enum Gap {
    /// The closer; the field is the offset after it.
    Closed(usize),
    /// Blanks or a line break, and more URI characters.
    Join(Proposal),
}

struct EnclosedReader<'t, 'w> {
    text: &'t [u8],
    draft: &'t Draft<'w>,
    closers: &'t [char],
    opener: usize,
    /// The number of reply marks at the start of the line of the opener, once it has been computed.
    depth: Option<usize>,
    at: usize,
    lines: u32,
}

impl EnclosedReader<'_, '_> {
    /// Moves over a line break, if there is one at this position, and returns the reason for a join.
    ///
    /// At most as many reply marks are skipped on the next line as the opener's line has. A further `>` is the closer.
    fn line_break(&mut self) -> Option<JoinReason> {
        let broken = lines::break_len(self.text, self.at);
        if broken == 0 {
            return Some(JoinReason::InnerBlank);
        }
        self.lines += 1;
        let next = self.at + broken;
        if self.draft.limits.page_breaks {
            self.draft.note_reach(next + lines::MAX_PAGE_BREAK.1 + MARGIN);
            if let Some(after) = lines::page_break(self.text, next) {
                self.at = after;
                return Some(JoinReason::PageBreak);
            }
        }
        let (text_before, text) = (self.draft.text_before(), self.draft.text);
        self.depth = self.depth.or_else(|| text_before.depth(text, self.opener));
        self.at = lines::prefix(self.text, next, self.depth?).content;
        Some(JoinReason::Delimited)
    }

    /// Moves over URI characters, up to another opener of the same kind.
    fn run(&mut self) {
        while self.closer().is_none()
            && !self.is_reopened()
            && let Some(len) = uri_char(self.text, self.at, self.draft.limits.iri)
        {
            work::add(len);
            self.at += len;
        }
    }

    /// Whether another opener of the same kind is at this position.
    fn is_reopened(&self) -> bool {
        let here = self.text.get(self.at..).filter(|here| here.first() >= Some(&0x80));
        let opener = here.and_then(chars::first).map(|(c, _)| glyph::glyph(c));
        matches!(opener, Some(Glyph::Open(closer)) if self.closers.contains(&closer))
    }

    /// The length of the closer at this position; `None` for any other character.
    fn closer(&self) -> Option<usize> {
        let (c, len) = chars::first(self.text.get(self.at..)?)?;
        self.closers.contains(&c).then_some(len)
    }

    /// Moves over blanks, at most one line break, and the reply prefix after it. `None` if neither the closer nor more
    /// of the URI follows.
    fn gap(&mut self) -> Option<Gap> {
        let start = self.at;
        self.at = lines::skip_blanks(self.text, start);
        work::add(self.at - start);
        let reason = self.line_break()?;
        if let Some(len) = self.closer() {
            return Some(Gap::Closed(self.at + len));
        }
        let goes_on = self.at > start
            && self.lines <= self.draft.limits.max_lines
            && uri_char(self.text, self.at, self.draft.limits.iri).is_some()
            && !scheme::starts_uri(self.text, self.at);
        goes_on.then(|| {
            let gap = Span::new(start, self.at);
            Gap::Join(Proposal { gap, reason, confidence: 100, vouched: false, hyphen: false })
        })
    }
}

/// The ASCII characters of RFC 3986, including the brackets of IP literals.
static NARROW: ByteSet =
    ByteSet::range(0, 0x7F).without(ascii::STOP).without(ascii::FOREIGN).or(ByteSet::of(b"[]"));

/// The length of the character at `at` if RFC 3986 (with `iri`: RFC 3987) allows it, or if it is a soft hyphen at the
/// end of a line.
fn uri_char(text: &[u8], at: usize, iri: bool) -> Option<usize> {
    let &byte = text.get(at)?;
    if byte < 0x80 {
        return NARROW.contains(byte).then_some(1);
    }
    let (c, len) = chars::first(text.get(at..)?)?;
    let fits = match glyph::glyph(c) {
        Glyph::Letter
        | Glyph::Cjk
        | Glyph::Hyphen
        | Glyph::Joiner
        | Glyph::Apostrophe
        | Glyph::Stop
        | Glyph::Ellipsis
        | Glyph::Open(_)
        | Glyph::Close => iri,
        Glyph::Invisible => {
            c == '\u{AD}' && lines::break_len(text, lines::skip_blanks(text, at + len)) > 0
        }
        _ => false,
    };
    fits.then_some(len)
}

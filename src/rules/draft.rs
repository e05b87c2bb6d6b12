//! The state of a candidate between its scan and its match, and the operations of the rules on it.
//!
//! A draft is a list of source pieces. Rules cut it, enclose it, add pieces to it, or reject it, without building a
//! string. Every position is an offset into the window.

use core::cell::Cell;

use crate::candidate::broken_address::Halves;
use crate::candidate::extent::Extent;
use crate::candidate::facts::{self, Facts};
use crate::candidate::line_end::{self, LineEnd};
use crate::candidate::lines::TextBefore;
use crate::candidate::lookaround::{Lookaround, ReadingLimits};
use crate::candidate::pieces::Pieces;
use crate::candidate::rooms::Rooms;
use crate::candidate::scheme::SchemeRow;
use crate::evidence::{Evidence, Spot};
use crate::span::Span;
use crate::text::chars;
use crate::vocabulary::flags::{Flag, Flags};
use crate::vocabulary::{Delimiter, JoinReason, MatchKind, Reads, RuleSet};

/// A proposed join. A rule of the stage `Join` must confirm the joins inside delimiters; a join of the stage `Fold` is
/// confirmed from the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proposal {
    pub(crate) gap: Span,
    pub(crate) reason: JoinReason,
    /// The confidence of the join, in percent.
    pub(crate) confidence: u8,
    pub(crate) vouched: bool,
    /// Whether a typesetter may have added the hyphen before the gap.
    pub(crate) hyphen: bool,
}

impl Proposal {
    /// A join of the two parts of an address, which the evidence has confirmed.
    fn of_halves(halves: &Halves, text: &[u8], confidence: u8) -> Proposal {
        let hyphen = halves.above.of(text).ends_with(b"-");
        let reason = if hyphen { JoinReason::Hyphen } else { JoinReason::Fold };
        Proposal { gap: halves.line_end.gap, reason, confidence, vouched: true, hyphen }
    }
}

/// Other readings of the draft that do not follow from its joins.
#[derive(Clone, Debug, Default)]
pub(crate) struct AlternateSeeds {
    /// The end of the text if nothing is trimmed.
    pub(crate) untrimmed: Option<usize>,
    /// The pieces if blanks inside the delimiters are kept instead of dropped, or the reverse.
    pub(crate) inner_blank: Option<Pieces>,
    /// The pieces with the hyphens at line ends that the primary reading drops.
    pub(crate) hyphens_kept: Option<Pieces>,
    /// Whether the URI has `-` in place of hyphens U+2010 and U+2011 of the text.
    pub(crate) is_typed: bool,
    /// The end of the text if it continues after a `|`.
    pub(crate) pipe: Option<usize>,
    /// The bytes of the first line if it ends in a soft break of quoted-printable, and the probability that the URI
    /// ends there.
    pub(crate) undecoded: Option<(Span, u8)>,
    /// The pieces if a line end that the primary reading does not join is joined, and the probability of that join.
    pub(crate) joined: Option<(Pieces, u8)>,
    /// The prefix of the URI if the text is something else, such as a Message-ID, and the probability that it is.
    pub(crate) otherwise: Option<(&'static str, u8)>,
    /// The pieces if the backslashes before marks are escapes.
    pub(crate) unescaped: Option<Pieces>,
    /// The pieces of an address if it ends where the primary reading continues, and the probability that it ends there.
    pub(crate) unjoined: Option<(Pieces, u8)>,
}

/// The result of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The rule does not apply.
    Pass,
    /// The draft has changed.
    Changed,
    /// The draft is not a link, for this reason, and neither is any part of its text.
    Reject(&'static str),
    /// The draft is not a link, but another candidate begins at this offset.
    Yield(usize, &'static str),
}

impl Verdict {
    /// This verdict if `holds` is true; otherwise the rule passes.
    pub(crate) fn when(self, holds: bool) -> Verdict {
        if holds { self } else { Verdict::Pass }
    }
}

/// A candidate to which the rules are being applied.
#[derive(Clone, Debug)]
pub(crate) struct Draft<'w> {
    /// The window, up to the end of the look-ahead.
    pub(crate) text: &'w [u8],
    /// The offset before which no rule reads.
    pub(crate) floor: usize,
    /// Whether the text begins at `floor`.
    is_start: bool,
    /// The end of the previous match, including its closer. No opener or prefix of this candidate is before this
    /// offset.
    pub(crate) taken: usize,
    pub(crate) limits: ReadingLimits,
    /// The room that was left at the ends of lines.
    rooms: Rooms<'w>,
    /// The candidate as it was scanned.
    pub(crate) read: Extent,
    /// The facts about the current draft.
    pub(crate) facts: Facts,
    pub(crate) pieces: Pieces,
    /// The end of the longest plausible reading.
    extent: usize,
    /// The end before the tail was trimmed.
    pub(crate) untrimmed: usize,
    pub(crate) proposals: Vec<Proposal>,
    /// The end of the line, if the draft reaches it and no rule has decided yet whether it continues.
    pub(crate) line_end: Option<LineEnd>,
    /// Whether all evidence is collected, even after part of it has settled the decision.
    pub(crate) is_explained: bool,
    /// The evidence at each line end that was weighed, and whether it was joined; filled only for explanations.
    pub(crate) weighed: Vec<(Span, Evidence, bool)>,
    /// The probability that the URI continues after the line end where it stops, if that is high enough for an
    /// alternate.
    pub(crate) doubt: Option<u8>,
    pub(crate) delimiter: Delimiter,
    pub(crate) wrapper: Option<Span>,
    pub(crate) prefix: Option<Span>,
    pub(crate) fired: RuleSet,
    /// How far beyond the candidate the rules may have read, according to their declarations.
    pub(crate) reads: Reads,
    /// The farthest offset that a rule has recorded as read.
    reach: Cell<usize>,
    pub(crate) flags: Flags,
    /// The confidence that the draft is a link, in percent.
    pub(crate) confidence: u8,
    pub(crate) spare: Option<Box<AlternateSeeds>>,
    /// The number of `'` in the pieces, counted once and updated by `cut`.
    apostrophes: Cell<Option<usize>>,
}

impl<'w> Draft<'w> {
    /// The draft of a candidate.
    #[inline]
    pub(crate) fn new(
        lookaround: &Lookaround<'w>,
        limits: ReadingLimits,
        rooms: Rooms<'w>,
        read: &Extent,
    ) -> Draft<'w> {
        Draft {
            text: lookaround.text,
            floor: lookaround.floor,
            is_start: lookaround.is_start,
            taken: lookaround.taken,
            limits,
            rooms,
            read: *read,
            facts: read.facts,
            pieces: Pieces::One(Span::new(read.start, read.end)),
            extent: read.widest,
            untrimmed: read.end,
            proposals: Vec::new(),
            line_end: None,
            is_explained: false,
            weighed: Vec::new(),
            doubt: None,
            delimiter: Delimiter::None,
            wrapper: None,
            prefix: None,
            fired: RuleSet::default(),
            reads: Reads::Candidate,
            reach: Cell::new(0),
            flags: Flags::default(),
            confidence: 100,
            spare: None,
            apostrophes: Cell::new(None),
        }
    }

    /// Updates the facts. Must be called after the beginning or the end of the draft is changed.
    pub(crate) fn refresh(&mut self) {
        let (text, end) = (self.text, self.end());
        let inside = if self.is_read() {
            self.read.facts_at(text, end)
        } else {
            // Only the rest of its domain, with the top-level domain, lengthens an address.
            let has_domain_below = self.kind() == MatchKind::Email && end > self.read.end;
            self.read.facts_at(text, self.read.end).without(Facts::NO_TLD.when(has_domain_below))
                | Facts::UNREAD
                | facts::last(text, end, end)
                | facts::after(text, end, true)
        };
        let before = match self.outset() {
            start if start == self.read.start => self.read.before,
            start => facts::before(text, self.floor, self.taken, start),
        };
        self.facts = inside | self.line_facts() | before | Facts::ANGLED.when(self.is_angled());
    }

    /// The facts about the end of the line, if the draft ends there. Those of the scanned end are stored; a draft with
    /// more pieces, or with text after the scanned end, ends on another line.
    fn line_facts(&self) -> Facts {
        let is_folded = matches!(self.kind(), MatchKind::Uri | MatchKind::Www);
        match self.is_read() {
            true => self.read.line.when(self.end() == self.read.end),
            false if is_folded => line_end::line_facts(self.text, self.end()),
            false => Facts::NONE,
        }
    }

    /// Whether the draft is one piece that does not extend beyond the scanned candidate.
    fn is_read(&self) -> bool {
        self.pieces.is_one() && self.end() <= self.read.end
    }

    pub(crate) const fn kind(&self) -> MatchKind {
        self.read.kind
    }

    pub(crate) const fn scheme(&self) -> Option<SchemeRow> {
        self.read.scheme
    }

    /// The offset after the scheme and its colon; the start if the draft has no scheme.
    pub(crate) const fn body(&self) -> usize {
        self.read.body
    }

    /// The end of the longest plausible reading.
    pub(crate) const fn extent(&self) -> usize {
        self.extent
    }

    /// Whether the draft is only a part of a token that was completely read for another candidate.
    pub(crate) const fn is_partial(&self) -> bool {
        self.read.end < self.read.widest
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

    /// Whether the draft is inside angle brackets, where everything belongs to the URI (RFC 3986, Appendix C).
    pub(crate) fn is_angled(&self) -> bool {
        self.delimiter == Delimiter::Angle
    }

    /// Whether the scheme is followed by `//`.
    pub(crate) fn is_hierarchical(&self) -> bool {
        self.scheme().is_some() && self.read.is_hierarchical()
    }

    /// The byte before the candidate and its prefix; 0 if rules may not read it.
    pub(crate) fn byte_before(&self) -> u8 {
        match self.outset() {
            at if at > self.floor => chars::byte_before(self.text, at),
            _ => 0,
        }
    }

    /// The beginning of the candidate with its `URL:` prefix.
    pub(crate) fn outset(&self) -> usize {
        self.prefix.map_or(self.start(), Span::start)
    }

    /// The text before the candidate and its prefix that rules may read.
    pub(crate) fn before(&self) -> &'w [u8] {
        Span::new(self.floor, self.outset()).of(self.text)
    }

    /// The text after the last piece that rules may read.
    pub(crate) fn after(&self) -> &'w [u8] {
        self.text.get(self.end()..).unwrap_or_default()
    }

    /// The byte after the last piece; 0 at the end of the text.
    pub(crate) fn byte_after(&self) -> u8 {
        chars::byte_at(self.text, self.end())
    }

    /// The last byte of the last piece.
    pub(crate) fn last_byte(&self) -> u8 {
        chars::byte_before(self.text, self.end())
    }

    /// The text before the draft that rules may read.
    pub(crate) fn text_before(&self) -> TextBefore {
        TextBefore { floor: self.floor, is_start: self.is_start }
    }

    /// Appends the token on the next line.
    pub(crate) fn fold(&mut self, reason: JoinReason, confidence: u8) -> Verdict {
        let Some(line_end) = self.line_end.take() else { return Verdict::Pass };
        self.pieces.push(line_end.token);
        self.extent = line_end.token.end();
        self.proposals.push(Proposal {
            gap: line_end.gap,
            reason,
            confidence,
            vouched: true,
            hyphen: reason == JoinReason::Hyphen,
        });
        Verdict::Changed
    }

    /// Appends the token on the next line after a typeset hyphen, which becomes a part of the last piece.
    pub(crate) fn fold_typeset(&mut self, line_end: LineEnd) -> Verdict {
        let (gap, hyphen) = (line_end.gap, line_end.hyphen);
        self.pieces.lengthen(gap.start() + hyphen);
        let gap = Span::new(gap.start() + hyphen, gap.end());
        self.line_end = Some(LineEnd { gap, ..line_end });
        self.fold(JoinReason::Hyphen, 95)
    }

    /// Prepends the beginning of the local part, which is on the previous line, to an address.
    pub(crate) fn join_local_part(&mut self, halves: &Halves, confidence: u8) -> Verdict {
        let pieces = core::mem::take(&mut self.pieces);
        self.pieces = Pieces::Many([&[halves.above], pieces.as_slice()].concat());
        self.proposals.insert(0, Proposal::of_halves(halves, self.text, confidence));
        self.spare().unjoined = Some((pieces, 100 - confidence));
        Verdict::Changed
    }

    /// Keeps the reading in which the local part begins on the previous line as an alternate.
    pub(crate) fn keep_local_part(&mut self, halves: &Halves, confidence: u8) {
        let pieces = Pieces::Many([&[halves.above], self.pieces.as_slice()].concat());
        self.spare().joined = Some((pieces, confidence));
    }

    /// Whether the limits of joins allow an address that consists of both parts.
    pub(crate) fn has_room_for(&self, halves: &Halves) -> bool {
        let (start, end) = (halves.above.start(), self.end().max(halves.below.end()));
        let is_short = end - start <= self.limits.max_bytes as usize;
        is_short && self.pieces.as_slice().len() < self.limits.max_lines as usize
    }

    /// Appends the rest of the domain, which is on the next line, to an address.
    pub(crate) fn join_domain(&mut self, halves: &Halves, confidence: u8) -> Verdict {
        if !self.facts.meets(Facts::NO_TLD) {
            self.spare().unjoined = Some((self.pieces.clone(), 100 - confidence));
        }
        self.pieces = Pieces::Many(vec![halves.above, halves.below]);
        self.extent = halves.below.end();
        self.proposals.push(Proposal::of_halves(halves, self.text, confidence));
        Verdict::Changed
    }

    /// The minimum confidence of a link, in percent. It is 0 for an explanation that collects all clues.
    pub(crate) fn least_confidence(&self) -> u8 {
        if self.is_explained { 0 } else { self.limits.least_confidence }
    }

    /// Records the evidence at the line end with `gap` for an explanation.
    pub(crate) fn note_weighed(&mut self, gap: Span, evidence: Evidence, is_joined: bool) {
        if self.is_explained {
            self.weighed.push((gap, evidence, is_joined));
        }
    }

    /// The line end that the draft reaches, and the text around it; `None` if the draft does not reach one.
    pub(crate) fn spot(&self) -> Option<Spot<'_>> {
        let (line_end, pieces) = (self.line_end.as_ref()?, self.pieces.as_slice());
        let is_flowed = self.limits.is_flowed;
        let room = self.rooms.fits(line_end.gap.start() + line_end.blanks);
        let (text_before, outset) = (self.text_before(), self.outset());
        Some(Spot::new(self.text, text_before, line_end, pieces, outset, is_flowed, room))
    }

    /// The bytes of the last piece.
    pub(crate) fn last_piece(&self) -> &'w [u8] {
        self.pieces.as_slice().last().map_or(&[], |piece| piece.of(self.text))
    }

    /// The bytes of the pieces from `at` on, with their offsets.
    pub(crate) fn bytes_from(&self, at: usize) -> impl Iterator<Item = (usize, u8)> {
        let text = self.text;
        self.pieces.as_slice().iter().flat_map(move |piece| {
            let start = piece.start().max(at).min(piece.end());
            let bytes = Span::new(start, piece.end()).of(text).iter().enumerate();
            bytes.map(move |(at, &byte)| (start + at, byte))
        })
    }

    /// The range of the authority, if the draft has one or is a bare host.
    pub(crate) fn authority(&self) -> Option<Span> {
        if !self.read.has_authority() {
            return None;
        }
        let start = self.read.authority_start;
        let end = if self.is_read() {
            self.read.authority.min(self.end())
        } else {
            let mut bytes = self.bytes_from(start);
            let border = bytes.find(|&(_, byte)| matches!(byte, b'/' | b'?' | b'#'));
            border.map_or(self.end(), |(offset, _)| offset)
        };
        Some(Span::new(start, end))
    }

    /// Where the path begins: after the authority, or after the scheme of a URI without one.
    pub(crate) fn after_authority(&self) -> usize {
        self.authority().map_or(self.body(), Span::end)
    }

    /// Whether the draft ends with its host or port: no path, query or fragment follows.
    pub(crate) fn ends_in_authority(&self) -> bool {
        self.authority().is_some_and(|authority| authority.end() == self.end())
    }

    /// Sets the delimiters, the first of which begins at `opener`, and the last of which ends at `end`.
    pub(crate) fn enclose(&mut self, by: Delimiter, opener: usize, end: usize) -> Verdict {
        self.delimiter = by;
        self.wrapper = Some(Span::new(opener, end));
        Verdict::Changed
    }

    /// Restores the candidate as it was scanned, without delimiters and joins.
    pub(crate) fn reopen(&mut self) {
        self.pieces = Pieces::One(Span::new(self.read.start, self.read.end));
        self.line_end = None;
        self.weighed.clear();
        self.doubt = None;
        self.proposals.clear();
        self.delimiter = Delimiter::None;
        self.wrapper = None;
        self.flags.clear(Flag::QuotedPrintable);
        self.spare = None;
        self.fired = RuleSet::default();
        self.apostrophes.set(None);
        self.refresh();
    }

    /// Extends the draft, which has one piece, to `end`.
    pub(crate) fn lengthen(&mut self, end: usize) {
        self.pieces = Pieces::One(Span::new(self.start(), end));
        self.extent = end;
    }

    /// Cuts the draft at `at` and returns [`Verdict::Changed`]; with `None`, leaves it unchanged and returns
    /// [`Verdict::Pass`].
    pub(crate) fn cut_at(&mut self, at: Option<usize>) -> Verdict {
        let Some(at) = at else { return Verdict::Pass };
        self.cut(at);
        Verdict::Changed
    }

    /// The end of the draft without its last `len` bytes; `None` if that is no change.
    pub(crate) fn end_without(&self, len: usize) -> Option<usize> {
        (len > 0).then(|| self.end() - len)
    }

    /// Cuts the draft at `end`.
    pub(crate) fn cut(&mut self, end: usize) {
        if let Some(count) = self.apostrophes.get() {
            let gone = Span::new(end, self.end()).of(self.text);
            let gone = gone.iter().filter(|&&byte| byte == b'\'').count();
            self.apostrophes.set(Some(count.saturating_sub(gone)));
        }
        self.pieces.cut(end);
        self.proposals.retain(|join| join.gap.end() < end);
    }

    /// The number of `'` in the pieces. It is counted once, and `cut` subtracts what it removes, so that trimming a
    /// long tail is linear.
    pub(crate) fn apostrophes(&self) -> usize {
        self.apostrophes.get().unwrap_or_else(|| {
            let count = self.bytes_from(0).filter(|&(_, byte)| byte == b'\'').count();
            self.apostrophes.set(Some(count));
            count
        })
    }

    /// Records that a rule has read the text up to `offset`: a change of a byte before it may change the result.
    pub(crate) fn note_reach(&self, offset: usize) {
        self.reach.set(self.reach.get().max(offset));
    }

    /// The farthest offset that a rule has recorded as read.
    pub(crate) fn reach(&self) -> usize {
        self.reach.get()
    }

    pub(crate) fn spare(&mut self) -> &mut AlternateSeeds {
        self.spare.get_or_insert_default()
    }
}

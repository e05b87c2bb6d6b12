//! `<jane@example.com>` and `jane@example.com` between blanks: an address of plain characters whose host
//! ends in a top-level domain.

use super::sleep::{Sleep, is_bracketed};
use crate::ascii::{ALPHA, ByteSet, DIGIT};
use crate::find::completion::{Completion, Head};
use crate::find::draft::{Pieces, Place, Window};
use crate::find::email::MAX_LOCAL_LEN;
use crate::find::flags::Flags;
use crate::find::host;
use crate::find::matches::Match;
use crate::find::rule;
use crate::find::vocabulary::{Delimiter, MatchKind, RuleSet};
use crate::find::work;
use crate::span::Span;
use crate::text::block::{self, Block};
use crate::text::chars;
use crate::uri::Parts;

/// The match around the `@` at `place.at`, if no rule would have an opinion on it.
pub(crate) fn found<'w>(
    sleep: &Sleep,
    window: Window<'w>,
    base: usize,
    place: Place<'w>,
) -> Option<Match<'w>> {
    let start = local_part_start(place)?;
    let end = place.at + 1 + host_len(place.text.get(place.at + 1..)?)?;
    let delimiter = enclosure(sleep, place, Span::new(start, end))?;
    if end - start > sleep.max_len {
        return None;
    }
    let mut rules = RuleSet::default();
    if delimiter == Delimiter::Angle {
        rules.insert(rule::ANGLE_BRACKETS);
    }
    let text = window.str(Span::new(start, end))?;
    let scheme_len = Head::Mailto.scheme_len();
    let parts = Parts::of_opaque(scheme_len, scheme_len + 1 + text.len())?;
    Some(Match {
        kind: MatchKind::Email,
        delimiter,
        flags: Flags::default(),
        hazards_unread: true,
        rules,
        pieces: Pieces::One(Span::new(start + base, end + base)),
        wrapper: (delimiter == Delimiter::Angle)
            .then(|| Span::new(start + base - 1, end + base + 1)),
        text: text.into(),
        parts,
        completion: Some(Completion::new(Head::Mailto)),
        rare: None,
    })
}

/// Where the local part begins: letters and digits, and between them single dots, hyphens,
/// underscores and plus signs. `None` where it may be anything else.
fn local_part_start(place: Place<'_>) -> Option<usize> {
    static LOCAL: ByteSet = ALPHA.or(DIGIT).or(ByteSet::of(b"._+-"));
    let floor = place.resume.max(place.floor).max(place.at.saturating_sub(MAX_LOCAL_LEN));
    let before = place.text.get(floor..place.at)?;
    let (mut len, mut dots) = (0, 0_u8);
    for &byte in before.iter().rev() {
        if !LOCAL.contains(byte) {
            break;
        }
        // The run may not end in a dot, nor have two in a row.
        dots = dots << 1 | u8::from(byte == b'.');
        if dots & 3 == 3 || (len == 0 && dots > 0) {
            return None;
        }
        len += 1;
    }
    work::add(len);
    let start = place.at - len;
    let is_whole = start > floor || floor == 0;
    (is_whole && chars::byte_at(place.text, start).is_ascii_alphanumeric()).then_some(start)
}

/// The length of the host that begins `rest`, without the mark that may end a sentence. `None` where it
/// may be no name that is delegated.
fn host_len(rest: &[u8]) -> Option<usize> {
    let block = Block::of(rest);
    let run = block::run_len(block.names, 0);
    work::add(run);
    let goes_on = run == Block::LEN || !chars::byte_at(rest, run).is_ascii();
    if goes_on || !chars::byte_at(rest, 0).is_ascii_alphanumeric() {
        return None;
    }
    let marks = block.marks & ((1 << run) - 1);
    let ends_in_mark = marks >> (run - 1) == 1;
    let len = run - usize::from(ends_in_mark);
    let inner = marks & ((1 << len) - 1);
    let last = (u64::BITS - inner.leading_zeros()) as usize;
    let is_dotted = marks & marks >> 1 == 0 && chars::byte_before(rest, last) == b'.';
    let is_name = is_dotted && host::is_delegated_label(rest.get(last..len)?)?;
    is_name.then_some(len)
}

/// What encloses the address, if what stands around it wakes nobody.
fn enclosure(sleep: &Sleep, place: Place<'_>, address: Span) -> Option<Delimiter> {
    let Place { text, .. } = place;
    if is_bracketed(place, address.start()) {
        let before = text.get(place.floor..address.start())?;
        let is_closed = chars::byte_at(text, address.end()) == b'>';
        return (is_closed && !rule::is_in_id_field(before)).then_some(Delimiter::Angle);
    }
    let before = chars::byte_before(text, address.start());
    let is_begun = address.start() <= place.floor || before <= b' ' || before == b'(';
    let is_ended = match text.get(address.end()..)? {
        [] => true,
        [byte, ..] => byte.is_ascii_whitespace() || matches!(byte, b',' | b'.' | b')'),
    };
    (is_begun && is_ended && sleep.is_open(place, address.start())).then_some(Delimiter::None)
}

//! `jane@example.com` between blanks, `<` and `>` or quotes: an address of plain characters whose host
//! ends in a top-level domain.

use super::finding::Finding;
use super::sleep::{Sleep, is_opened};
use super::tail::Tail;
use crate::ascii::{ALPHA, ByteSet, DIGIT};
use crate::find::completion::{Head, Making};
use crate::find::draft::Place;
use crate::find::email::MAX_LOCAL_LEN;
use crate::find::rule;
use crate::find::vocabulary::{Delimiter, MatchKind, RuleSet};
use crate::find::work;
use crate::span::Span;
use crate::text::chars;
use crate::uri::Parts;

/// The match around the `@` at `place.at`, if no rule would have an opinion on it.
pub(crate) fn found(sleep: &Sleep, place: &Place<'_>) -> Option<Finding> {
    let host = place.text.get(place.at + 1..)?;
    let tail = Tail::of(host)?;
    if !tail.is_name(host)? {
        return None;
    }
    let span = Span::new(local_part_start(place)?, place.at + 1 + tail.len);
    let delimiter = enclosure(sleep, place, span)?;
    if span.len() > sleep.max_len {
        return None;
    }
    let mut rules = RuleSet::default();
    match delimiter {
        Delimiter::Angle => rules.insert(rule::ANGLE_BRACKETS),
        Delimiter::DoubleQuote => rules.insert(rule::DOUBLE_QUOTES),
        _ => {}
    }
    let head = Head::Mailto;
    let scheme_len = head.scheme_len();
    let parts = Parts::of_opaque(scheme_len, scheme_len + 1 + span.len())?;
    let making = Some(Making::Headed(head));
    Some(Finding { kind: MatchKind::Email, span, delimiter, rules, making, parts })
}

/// Where the local part begins: letters and digits, and between them single dots, hyphens,
/// underscores and plus signs. `None` where it may be anything else.
fn local_part_start(place: &Place<'_>) -> Option<usize> {
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

/// What encloses the address, if what stands around it wakes nobody.
fn enclosure(sleep: &Sleep, place: &Place<'_>, address: Span) -> Option<Delimiter> {
    let Place { text, .. } = *place;
    let after = chars::byte_at(text, address.end());
    if is_opened(place, address.start(), b'<') {
        let before = text.get(place.floor..address.start())?;
        return (after == b'>' && !rule::is_in_id_field(before)).then_some(Delimiter::Angle);
    }
    if is_opened(place, address.start(), b'"') {
        return (after == b'"').then_some(Delimiter::DoubleQuote);
    }
    sleep.is_apart(place, address).then_some(Delimiter::None)
}

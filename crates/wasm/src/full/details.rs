//! The parts of a record that `linkwright/slim` leaves out.

use linkwright::find::{AlternateReason, JoinReason, RuleInfo, rules};
use linkwright::{Match, Span};

use crate::records::{Records, length, number_of};
use crate::units::Units;

const FLAGS: u32 = 2;
const PIECES: u32 = 4;
const RULES: u32 = 8;
const ALTERNATES: u32 = 16;
const UNWRAPPED: u32 = 32;

/// Adds the parts of a match, and returns their bits:
///
/// - flags: two numbers
/// - pieces: their number n, n spans, and n - 1 joins of three numbers: the gap, and reason | confidence << 8
/// - rules: their number, and their indices
/// - alternates: their number, and for each: the lengths of the URI and of the text, reason | confidence << 8 (255 if it
///   is unknown), the number of pieces, and their spans
/// - unwrapped: the length of the URI in the text
pub(crate) fn add(out: &mut Records, found: &Match<'_>, text: &[u8], units: &mut Units) -> u32 {
    let mut parts = 0;
    let flags = found.flags();
    if !flags.is_empty() {
        parts |= FLAGS;
        let bits = flags.bits();
        #[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
        out.numbers.extend([bits as u32, (bits >> 32) as u32]);
    }
    let pieces = found.pieces();
    if pieces.len() > 1 {
        parts |= PIECES;
        put_pieces(out, pieces, text, units);
        for join in found.joins() {
            let [start, end] = units.span(text, join.gap());
            let reason = number_of(JoinReason::ALL, join.reason());
            out.numbers.extend([start, end, reason | u32::from(join.confidence()) << 8]);
        }
    }
    if !found.rules().is_empty() {
        parts |= RULES;
        put_rules(out, found);
    }
    let alternates = found.alternates();
    if !alternates.is_empty() {
        parts |= ALTERNATES;
        out.numbers.push(length(alternates.len()));
        for other in alternates {
            out.put_text(other.uri().as_str());
            out.put_text(other.text());
            let why = number_of(AlternateReason::ALL, other.why());
            out.numbers.push(why | u32::from(other.confidence().unwrap_or(u8::MAX)) << 8);
            put_pieces(out, other.pieces(), text, units);
        }
    }
    if let Some(unwrapped) = found.unwrapped() {
        parts |= UNWRAPPED;
        out.put_text(unwrapped.as_str());
    }
    parts
}

fn put_pieces(out: &mut Records, pieces: &[Span], text: &[u8], units: &mut Units) {
    out.numbers.push(length(pieces.len()));
    for &piece in pieces {
        out.numbers.extend(units.span(text, piece));
    }
}

fn put_rules(out: &mut Records, found: &Match<'_>) {
    let count = out.numbers.len();
    out.numbers.push(0);
    out.numbers.extend(found.rules().iter().map(index));
    let added = length(out.numbers.len() - count - 1);
    if let Some(count) = out.numbers.get_mut(count) {
        *count = added;
    }
}

/// The index of a rule in the list of rules, of which it is a member.
pub(crate) fn index(rule: &RuleInfo) -> u32 {
    let first = rules().as_ptr().addr();
    length((core::ptr::from_ref(rule).addr() - first) / size_of::<RuleInfo>())
}

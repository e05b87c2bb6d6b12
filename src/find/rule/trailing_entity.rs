//! `http://h/a&quot; and`: an escaped delimiter at the end is a delimiter.
//!
//! Text that was escaped and never unescaped is common in feeds and logs. Only the five names of
//! XML and numeric references to delimiters count, and only at the very end: inside a query
//! `&quot;x` is a parameter.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "trailing-entity",
        "an escaped quote, bracket or ampersand at the end is trimmed",
        "XML 1.0, 4.6",
    ),
    stage: Stage::Trim,
    kinds: Kinds::ALL,
    when: Facts::LAST_SEMICOLON,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

const NAMES: [&[u8]; 5] = [b"amp", b"apos", b"gt", b"lt", b"quot"];

/// `&#x00022;` and no longer.
const MAX_LEN: usize = 10;

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if draft.last_byte() != b';' {
        return Verdict::Pass;
    }
    let end = draft.end();
    let tail = Span::new(draft.body().max(end.saturating_sub(MAX_LEN)), end).of(draft.text);
    let Some(amp) = memchr::memrchr(b'&', tail) else { return Verdict::Pass };
    let reference = tail.get(amp + 1..tail.len() - 1).unwrap_or_default();
    if !is_delimiter(reference) {
        return Verdict::Pass;
    }
    draft.cut(end - (tail.len() - amp));
    Verdict::Changed
}

fn is_delimiter(reference: &[u8]) -> bool {
    if NAMES.contains(&reference) {
        return true;
    }
    let Some(number) = reference.strip_prefix(b"#") else { return false };
    let (digits, radix) = match number.strip_prefix(b"x").or(number.strip_prefix(b"X")) {
        Some(hex) => (hex, 16),
        None => (number, 10),
    };
    let value = core::str::from_utf8(digits).ok().and_then(|d| u32::from_str_radix(d, radix).ok());
    matches!(
        value.and_then(char::from_u32),
        Some('"' | '\'' | '<' | '>' | '&' | ' ' | '\u{A0}' | '“' | '”' | '‘' | '’' | '«' | '»')
    )
}

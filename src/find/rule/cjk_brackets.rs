//! `/wiki/《新青年》编辑部`: a CJK bracket pair that opens where a word begins belongs to the path.
//!
//! CJK punctuation ends a candidate; a title in brackets directly after `/ _ - = #` goes on, as
//! far as it is closed.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::sets;
use crate::text::chars;
use crate::text::glyph::{self, Glyph};

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "cjk-brackets",
        "a pair of CJK brackets behind `/ _ - = #` is part of the URI",
        "RFC 3987, 2.2: the brackets are ucschar; titles in encyclopedias",
    ),
    stage: Stage::Cut,
    kinds: Kinds::URI.or(Kinds::WWW).or(Kinds::DOMAIN).or(Kinds::IP),
    when: Facts::AFTER_WIDE,
    hopeless: Facts::NONE,
    reads: Reads::Token,
    act: Act::Shape(shape),
};

/// No title is longer: the look-ahead for a closer, in bytes.
const MAX_TITLE: usize = 192;

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let mut verdict = Verdict::Pass;
    while draft.byte_after() >= 0x80
        && draft.limits.iri
        && !draft.ends_in_authority()
        && matches!(draft.last_byte(), b'/' | b'_' | b'-' | b'=' | b'#')
        && let Some(end) = pair_end(draft.text, draft.end())
    {
        let end = plain_end(draft.text, end);
        draft.lengthen(end);
        verdict = Verdict::Changed;
    }
    verdict
}

/// After the closer of the bracket that opens at `start`.
fn pair_end(text: &[u8], start: usize) -> Option<usize> {
    let mut open = Vec::new();
    let mut at = start;
    while at < start + MAX_TITLE {
        let (c, len) = chars::first(text.get(at..)?)?;
        match c {
            '\0'..='\x7F' if sets::STOP.contains(c as u8) => return None,
            '\0'..='\x7F' => {}
            c => match glyph::glyph(c) {
                Glyph::Open(closer) => open.push(closer),
                Glyph::Close if open.pop() != Some(c) => return None,
                Glyph::Space
                | Glyph::Control
                | Glyph::Invisible
                | Glyph::BidiOpen
                | Glyph::BidiClose => return None,
                _ => {}
            },
        }
        at += len;
        if open.is_empty() {
            return (at > start + len).then_some(at);
        }
    }
    None
}

/// Where the letters after a closed pair end.
fn plain_end(text: &[u8], mut at: usize) -> usize {
    while let Some((c, len)) = text.get(at..).and_then(chars::first) {
        let goes_on = match c {
            '\0'..='\x7F' => !sets::STOP.contains(c as u8),
            c => matches!(glyph::glyph(c), Glyph::Letter | Glyph::Cjk | Glyph::Joiner),
        };
        if !goes_on {
            break;
        }
        at += len;
    }
    at
}

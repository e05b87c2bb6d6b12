//! A link never ends inside a run of characters that a reader sees as one token.
//!
//! A direction control with more URI characters after it makes the eye read another order than the
//! parser; an invisible character in the authority makes two hosts look like one. Neither is
//! linked, in no part. After the authority an invisible character is a word border (several
//! scripts write it so), and a closing control before a space, punctuation or the end closes the
//! isolate that chat clients put around links.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::sets;
use crate::text::chars;
use crate::text::glyph::{self, Glyph};

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "visual-token",
        "a URI that direction controls or invisible characters disguise is no link",
        "RFC 3987, 4.1; Unicode Technical Report 36",
    ),
    stage: Stage::Cut,
    kinds: Kinds::ALL,
    when: Facts::AFTER_WIDE,
    hopeless: Facts::NONE,
    reads: Reads::Token,
    act: Act::Shape(shape),
};

const REASON: &str = "what cannot be seen in it makes it look like something else";

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if draft.byte_after() < 0x80 {
        return Verdict::Pass;
    }
    let Some((c, len)) = chars::first(draft.after()) else { return Verdict::Pass };
    let behind = draft.after().get(len..).unwrap_or_default();
    let disguises = match glyph::glyph(c) {
        Glyph::BidiOpen => goes_on(behind),
        Glyph::BidiClose => runs_on(behind),
        Glyph::Invisible => draft.ends_in_authority() && goes_on(behind),
        _ => false,
    };
    if disguises { Verdict::Reject(REASON) } else { Verdict::Pass }
}

/// Whether URI characters follow, further controls left aside.
fn goes_on(behind: &[u8]) -> bool {
    next_visible(behind).is_some_and(|(c, _)| is_token(c))
}

/// Whether a word goes on: punctuation may follow what a closing control closes.
fn runs_on(behind: &[u8]) -> bool {
    next_visible(behind)
        .is_some_and(|(c, _)| c.is_alphanumeric() || matches!(c, '/' | '@' | '%' | '#' | '?'))
}

fn next_visible(mut behind: &[u8]) -> Option<(char, usize)> {
    // No one nests more controls than that; a longer run is not a text.
    for _ in 0..16 {
        let (c, len) = chars::first(behind)?;
        let is_hidden = c > '\x7F'
            && matches!(glyph::glyph(c), Glyph::BidiOpen | Glyph::BidiClose | Glyph::Invisible);
        if !is_hidden {
            return Some((c, len));
        }
        behind = behind.get(len..).unwrap_or_default();
    }
    None
}

fn is_token(c: char) -> bool {
    match c {
        '\0'..='\x7F' => !sets::STOP.contains(c as u8),
        c => matches!(glyph::glyph(c), Glyph::Letter | Glyph::Cjk | Glyph::Joiner),
    }
}

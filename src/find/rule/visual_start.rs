//! A link never begins inside a run of characters that a reader sees as one token.
//!
//! `exa\u{200B}mple.com` is `example.com` to the eye; its second half is another host.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::text::chars;
use crate::text::glyph::{self, Glyph};

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "visual-start",
        "a link does not begin behind an invisible character inside a word",
        "RFC 3987, 4.1; Unicode Technical Report 36",
    ),
    stage: Stage::Open,
    kinds: Kinds::ALL,
    when: Facts::BEFORE_WIDE,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let mut before = draft.before();
    let mut hidden = false;
    // No one nests more controls than that; a longer run is not a text.
    for _ in 0..16 {
        let Some((c, len)) = chars::last(before) else { return Verdict::Pass };
        match c {
            '\0'..='\x7F' if hidden && is_word(c) => {
                return Verdict::Reject("it is the end of a word that hides a character");
            }
            '\0'..='\x7F' => return Verdict::Pass,
            c if is_hidden(c) => hidden = true,
            _ => return Verdict::Pass,
        }
        before = before.get(..before.len() - len).unwrap_or_default();
    }
    Verdict::Pass
}

fn is_hidden(c: char) -> bool {
    matches!(glyph::glyph(c), Glyph::Invisible | Glyph::BidiOpen | Glyph::BidiClose)
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '-' | '_' | '@' | '%' | ':')
}

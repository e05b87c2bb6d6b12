//! `ｈttp://h`, `éhttp://h`: a letter that readers take for a Latin one runs into the scheme.
//!
//! ASCII letters before a scheme are read as part of it. Letters of scripts that cannot be part of
//! a scheme (CJK, Cyrillic, Arabic) end a word there, as they do where no spaces are written.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::MatchKind;
use crate::text::{chars, glyph};

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "glued-word",
        "a Latin letter outside ASCII before the scheme makes it part of a word",
        "RFC 3986, 3.1: a scheme is ASCII",
    ),
    stage: Stage::Open,
    kinds: Kinds::URI.or(Kinds::WWW).or(Kinds::DOMAIN).or(Kinds::IP),
    when: Facts::BEFORE_WIDE,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if draft.byte_before() < 0x80 || draft.kind() == MatchKind::Email {
        return Verdict::Pass;
    }
    match chars::last(draft.before()) {
        Some((c, _)) if glyph::is_latin(c) => Verdict::Reject("a letter runs into it"),
        _ => Verdict::Pass,
    }
}

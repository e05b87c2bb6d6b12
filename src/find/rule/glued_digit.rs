//! `5http://h`: a footnote number that text extraction left before the scheme.
//!
//! It may as well be the end of another word, so only presets that keep everything link it.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "glued-digit",
        "a digit before the scheme makes it part of a word",
        "RFC 3986, 3.1: `5http` is no scheme",
    ),
    stage: Stage::Open,
    kinds: Kinds::URI,
    when: Facts::BEFORE_DIGIT,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if draft.scheme().is_some() && draft.byte_before().is_ascii_digit() {
        return Verdict::Reject("a digit runs into the scheme");
    }
    Verdict::Pass
}

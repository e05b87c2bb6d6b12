//! A hyphen before a line break may be the URI's or the typesetter's.
//!
//! In real mail the hyphen belonged to the URI in all 14 different breaks that were found, so it is
//! kept, and the readings without it are alternates. Only the last of several hyphens is in doubt,
//! and one that begins the next line is not.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::flags::Flag;
use crate::find::vocabulary::JoinReason;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "hyphen-break",
        "a hyphen before a line break is kept, and dropped in an alternate",
        "RFC 3986, Appendix C: \"the hyphen may or may not actually be part of the URI\"; 14 of 14 breaks in mail kept it",
    ),
    stage: Stage::Join,
    kinds: Kinds::ALL,
    when: Facts::ALWAYS,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let mut verdict = Verdict::Pass;
    for (piece, join) in draft.pieces.as_slice().iter().zip(&mut draft.proposals) {
        if join.vouched
            && join.reason != JoinReason::InnerBlank
            && piece.of(draft.text).ends_with(b"-")
        {
            join.hyphen = true;
            verdict = Verdict::Changed;
        }
    }
    if verdict == Verdict::Changed {
        draft.flags.set(Flag::HyphenAmbiguous);
    }
    verdict
}

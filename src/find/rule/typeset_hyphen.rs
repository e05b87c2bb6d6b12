//! In typeset sources the hyphen at a line break is the typesetter's: it is dropped, and kept in an
//! alternate.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Pieces, Proposal, Verdict};
use crate::find::facts::Facts;
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "typeset-hyphen",
        "a hyphen before a line break is dropped, and kept in an alternate",
        "RFC 3986, Appendix C: typesetters \"may (erroneously) introduce a hyphen\"",
    ),
    stage: Stage::Join,
    kinds: Kinds::ALL,
    when: Facts::ALWAYS,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let kept = draft.pieces.clone();
    let Pieces::Many(pieces) = &mut draft.pieces else { return Verdict::Pass };
    let mut verdict = Verdict::Pass;
    // A line that is a hyphen and nothing else divides no word.
    let divides = |(piece, join): &(&mut Span, &mut Proposal)| join.hyphen && piece.len() > 1;
    for (piece, join) in pieces.iter_mut().zip(&mut draft.proposals).filter(divides) {
        *piece = Span::new(piece.start(), piece.end() - 1);
        join.gap = Span::new(piece.end(), join.gap.end());
        join.hyphen = false;
        verdict = Verdict::Changed;
    }
    if verdict == Verdict::Changed {
        draft.spare().hyphens_kept = Some(kept);
    }
    verdict
}

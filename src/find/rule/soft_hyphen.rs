//! U+00AD at the end of a line was put there to break the line: it is never part of the URI.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Pieces, Proposal, Verdict};
use crate::find::facts::Facts;
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "soft-hyphen",
        "a soft hyphen before a line break is dropped with it",
        "RFC 3986, Appendix C: hyphens at line breaks; U+00AD has no other use",
    ),
    stage: Stage::Join,
    kinds: Kinds::ALL,
    when: Facts::ALWAYS,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

const SOFT_HYPHEN: &[u8] = "\u{AD}".as_bytes();

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let Pieces::Many(pieces) = &mut draft.pieces else { return Verdict::Pass };
    let mut verdict = Verdict::Pass;
    for (piece, join) in pieces.iter_mut().zip(&mut draft.proposals) {
        if piece.of(draft.text).ends_with(SOFT_HYPHEN) {
            let end = piece.end() - SOFT_HYPHEN.len();
            *piece = Span::new(piece.start(), end);
            join.gap = Span::new(end, join.gap.end());
            verdict = Verdict::Changed;
        }
    }
    drop_empty(pieces, &mut draft.proposals);
    verdict
}

/// Drops the pieces of lines that held nothing but a soft hyphen: the joins around each become one.
fn drop_empty(pieces: &mut Vec<Span>, joins: &mut Vec<Proposal>) {
    while let Some(at) = pieces.iter().position(|piece| piece.is_empty())
        && let Some(before) = at.checked_sub(1)
        && at < joins.len()
    {
        pieces.remove(at);
        let behind = joins.remove(at);
        if let Some(join) = joins.get_mut(before) {
            join.gap = Span::new(join.gap.start(), behind.gap.end());
        }
    }
}

//! A blank on the same line inside delimiters: dropped in `<>`, the end of the URI in quotes.
//!
//! In 16,612 messages no `<http..>` held such a blank, so the case is one of hand-written text, and
//! prose gives itself away: where two or more plain words follow, the first chunk is the URI. The
//! other reading is kept as alternate either way. `mailto:` is joined directly after its colon
//! only: `<mailto:a at b.c>` is obfuscation and no address.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Pieces, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::JoinReason;
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "inner-blank",
        "a blank inside `<>` is dropped unless prose follows; inside quotes it ends the URI",
        "RFC 3986, Appendix C: \"whitespace should be ignored\"",
    ),
    stage: Stage::Join,
    kinds: Kinds::ALL,
    when: Facts::ALWAYS,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let blanks = |draft: &Draft<'_>| {
        draft.proposals.iter().any(|join| join.reason == JoinReason::InnerBlank)
    };
    if !blanks(draft) {
        return Verdict::Pass;
    }
    if !draft.is_hierarchical() {
        return opaque(draft);
    }
    let joined = draft.pieces.clone();
    let first = Pieces::One(joined.first());
    if draft.is_angled() && plain_words(draft) < 2 {
        for join in &mut draft.proposals {
            join.vouched |= join.reason == JoinReason::InnerBlank;
        }
        draft.spare().inner_blank = Some(first);
    } else {
        draft.pieces = first;
        draft.proposals.clear();
        draft.spare().inner_blank = Some(joined);
    }
    Verdict::Changed
}

/// How many chunks after a blank are words of prose.
fn plain_words(draft: &Draft<'_>) -> usize {
    let pieces = draft.pieces.as_slice();
    let behind_blank = |piece: &&Span| {
        draft
            .proposals
            .iter()
            .any(|join| join.reason == JoinReason::InnerBlank && join.gap.end() == piece.start())
    };
    let is_word = |piece: &&Span| piece.of(draft.text).iter().all(u8::is_ascii_alphabetic);
    pieces.iter().filter(behind_blank).filter(is_word).count()
}

/// Without `//` only the blank directly after the colon is dropped.
fn opaque(draft: &mut Draft<'_>) -> Verdict {
    let body = draft.body();
    let only = draft.proposals.len() == 1;
    match draft.proposals.first_mut() {
        Some(join) if only && join.gap.start() == body => {
            join.vouched = true;
            Verdict::Changed
        }
        _ => Verdict::Reject("there are blanks in it"),
    }
}

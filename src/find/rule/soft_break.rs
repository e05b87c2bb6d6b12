//! `<http://h/commi=` and `t/e474b>` below: inside delimiters a leftover soft break is put together
//! without its `=`.
//!
//! All 102 joins after `=` inside delimiters in 20 MB of mail were soft breaks. An `=` at the end of
//! a line belongs to the URI only in a query or a parameter that shows no other trace of the encoding:
//! `?id=` and `7` below.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Pieces, Verdict};
use crate::find::facts::Facts;
use crate::find::lines;
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "soft-break",
        "inside delimiters a leftover soft break of quoted-printable is dropped with its `=`",
        "RFC 2045, 6.7, rule 5: an equals sign as the last character of a line",
    ),
    stage: Stage::Join,
    kinds: Kinds::ALL,
    when: Facts::ALWAYS,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let (text, start) = (draft.text, draft.start());
    let Pieces::Many(pieces) = &mut draft.pieces else { return Verdict::Pass };
    let mut verdict = Verdict::Pass;
    for (piece, join) in pieces.iter_mut().zip(&mut draft.proposals) {
        let before = Span::new(start, piece.end()).of(text);
        let behind = text.get(join.gap.end()..).unwrap_or_default();
        // A soft break is the two of them and nothing else: no blank, and no reply prefix.
        let is_tight = lines::break_len(text, join.gap.start()) == join.gap.len();
        let has_break = lines::ends_in_soft_break(before)
            || before.ends_with(b"=") && lines::begins_encoded(behind);
        // One that is alone in its line breaks no word.
        if is_tight && has_break && piece.len() > 1 {
            let end = piece.end() - 1;
            *piece = Span::new(piece.start(), end);
            join.gap = Span::new(end, join.gap.end());
            verdict = Verdict::Changed;
        }
    }
    verdict
}

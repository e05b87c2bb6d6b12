//! `..commi=` and `t/e474b` below: a soft break of quoted-printable that no one decoded.
//!
//! Putting the halves together would leave the `=` in the URI, and `=20` below a URI is a blank.
//! Decoding the transfer encoding is the mail reader's work, before text is searched.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::lines;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "quoted-printable",
        "a leftover soft break of quoted-printable ends a bare URI",
        "RFC 2045, 6.7: the transfer encoding is decoded first",
    ),
    stage: Stage::Fold,
    kinds: Kinds::URI.or(Kinds::WWW),
    when: Facts::LINE_ENCODED,
    hopeless: Facts::NONE,
    reads: Reads::Line,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let Some(edge) = draft.edge.as_deref() else { return Verdict::Pass };
    if lines::ends_in_soft_break(draft.last_piece())
        || lines::begins_encoded(edge.token.of(draft.text))
    {
        draft.edge = None;
        return Verdict::Changed;
    }
    Verdict::Pass
}

//! `http://h/cgi-bin/` and `Page?id=7` below: a typist broke the URI where it has a joint.
//!
//! After `/`, or between the parts of a query, no width is needed: the token below carries the
//! marks of the part that the joint asks for, and is alone on its line. Prose after a slash
//! does not, which is why a plain word is never enough.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::edge::{self, Edge};
use crate::find::facts::Facts;
use crate::find::tail;
use crate::find::vocabulary::JoinReason;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "natural-break",
        "a URI broken at `/`, `?`, `&` or `=` goes on with a token of the fitting form",
        "breaks in mail at widths below 70, read one by one",
    ),
    stage: Stage::Fold,
    kinds: Kinds::URI,
    when: Facts::LINE_TOKEN,
    hopeless: Facts::NONE,
    reads: Reads::Line,
    act: Act::Shape(shape),
};

/// A shorter line would have held the rest.
const MIN_WIDTH: usize = 35;

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let Some(edge) = draft.edge.as_deref() else { return Verdict::Pass };
    let fits = edge.blanks == 0
        && edge.is_alone
        && edge.content_width >= MIN_WIDTH
        && draft.is_hierarchical()
        && !draft.ends_in_authority()
        && tail::may_go_on(draft, edge)
        && is_joint(draft.last_piece(), tail::without_points(edge.token.of(draft.text)))
        && !is_listing(draft, edge);
    if fits { draft.fold(JoinReason::Fold) } else { Verdict::Pass }
}

fn is_joint(text: &[u8], token: &[u8]) -> bool {
    let has = |byte: u8| token.contains(&byte);
    match (text.last(), token.first()) {
        (Some(b'/'), Some(first)) if first.is_ascii_alphanumeric() => {
            (has(b'?') && has(b'=')) || (tail::has_extension(token) && !has(b'@'))
        }
        (Some(b'&' | b'?'), Some(first)) => first.is_ascii_alphanumeric() && has(b'='),
        (_, Some(b'&' | b'?')) => has(b'='),
        (_, Some(b'=')) => text.contains(&b'?'),
        _ => false,
    }
}

/// `/2004/`, and below one file name after the other: a folder and what lies in it.
fn is_listing(draft: &Draft<'_>, edge: &Edge) -> bool {
    draft.last_piece().ends_with(b"/")
        && edge::lone_token(draft.text, edge.below_start)
            .is_some_and(|token| tail::has_extension(tail::without_points(token)))
}

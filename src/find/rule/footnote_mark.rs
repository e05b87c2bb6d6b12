//! `http://h/[1] etc.`: digits in brackets directly after a URI are a footnote.
//!
//! Only at the end: `?a[0]=1` goes on and is a query.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::sets;
use crate::span::Span;
use crate::text::chars;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "footnote-mark",
        "`[1]` at the end of a URI in mail is a footnote",
        "plain-text mail; RFC 3986 has no bracket in a path",
    ),
    stage: Stage::Cut,
    kinds: Kinds::ALL,
    when: Facts::IN_SQUARE,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if !draft.is_bare() {
        return Verdict::Pass;
    }
    match mark(draft) {
        Some(at) => {
            draft.cut(at);
            Verdict::Changed
        }
        None => Verdict::Pass,
    }
}

/// Where the first footnote mark begins after which the URI does not go on.
fn mark(draft: &Draft<'_>) -> Option<usize> {
    let is_mark = |&(at, byte): &(usize, u8)| byte == b'[' && ends_with_mark(draft, at);
    draft.bytes_from(draft.body()).find(is_mark).map(|(at, _)| at)
}

fn ends_with_mark(draft: &Draft<'_>, at: usize) -> bool {
    let rest = Span::new(at + 1, draft.end()).of(draft.text);
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).take(4).count();
    let behind = chars::byte_at(rest, digits + 1);
    digits > 0
        && rest.get(digits) == Some(&b']')
        && (rest.len() == digits + 1 || sets::POINT.or(sets::BRACKET).contains(behind))
}

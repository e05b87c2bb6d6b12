//! `http://a,https://b`: a list without spaces splits at the comma before the next URI.
//!
//! A slash there is left alone: archives keep whole URIs in their paths (`/web/*/http://h`).

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::scheme;
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "glued-comma",
        "a comma directly before another URI ends this one",
        "lists written without spaces; RFC 3986 allows the comma",
    ),
    stage: Stage::Cut,
    kinds: Kinds::ALL,
    when: Facts::IN_LIST,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if !draft.is_bare() {
        return Verdict::Pass;
    }
    let body = Span::new(draft.body() + 2, draft.pieces.first().end());
    // Each `://` is looked at from after: they are rarer than commas.
    let split = memchr::memmem::find_iter(body.of(draft.text), b"://").find_map(|slashes| {
        let before = Span::new(body.start(), body.start() + slashes).of(draft.text);
        let name = before.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let comma = (body.start() + slashes).checked_sub(name + 1)?;
        let is_list = matches!(draft.text.get(comma), Some(b',' | b';' | b'|'))
            && scheme::starts_known(draft.text, comma + 1);
        is_list.then_some(comma)
    });
    match split {
        Some(comma) if comma > draft.body() => {
            draft.cut(comma);
            Verdict::Changed
        }
        _ => Verdict::Pass,
    }
}

//! `http://h/a.`, `http://h/a…`, `http://h/a?!`: what ends a sentence does not end a URI.
//!
//! Inside it stays: `compare/a...b`, `/test!/`.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "trailing-punctuation",
        "`. , ; : ! ?` and `…` at the end are trimmed",
        "RFC 3986, Appendix C: \"punctuation marks that might be mistaken for part of the URI\"",
    ),
    stage: Stage::Trim,
    kinds: Kinds::ALL,
    when: Facts::LAST_POINT.or(Facts::LAST_SEMICOLON).or(Facts::LAST_ELLIPSIS),
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let end = draft.end();
    let mut tail = draft.last_piece();
    // A `;` is taken alone: what is before it may make an entity of it, which is another
    // rule's.
    if let [rest @ .., b';'] = tail {
        tail = rest;
    } else {
        while let [rest @ .., b'.' | b',' | b':' | b'!' | b'?'] | [rest @ .., 0xE2, 0x80, 0xA6] =
            tail
        {
            tail = rest;
        }
    }
    let trimmed = draft.last_piece().len() - tail.len();
    if trimmed == 0 {
        return Verdict::Pass;
    }
    draft.cut(end - trimmed);
    Verdict::Changed
}

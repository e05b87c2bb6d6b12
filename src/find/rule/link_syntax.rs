//! `[http://h](http://h)` in plain text: `](` ends the first URI.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::text::chars;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "link-syntax",
        "`](` ends a URI: it is the middle of a Markdown link",
        "CommonMark, 6.3; RFC 3986 has no bracket in a path",
    ),
    stage: Stage::Cut,
    kinds: Kinds::ALL,
    when: Facts::IN_SQUARE,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let text = draft.text;
    let middle = |&(at, byte): &(usize, u8)| byte == b']' && chars::byte_at(text, at + 1) == b'(';
    if !draft.is_bare() {
        return Verdict::Pass;
    }
    let found = draft.bytes_from(draft.body()).find(middle);
    match found {
        Some((at, _)) => {
            draft.cut(at);
            Verdict::Changed
        }
        None => Verdict::Pass,
    }
}

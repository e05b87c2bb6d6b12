//! `http://h/it's` keeps its apostrophe, `'http://h/a'` and `http://h's` do not.
//!
//! A trailing one is trimmed when it has no partner in the URI, or when one is before it.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "trailing-apostrophe",
        "`'` at the end is trimmed unless it has a partner in the URI",
        "RFC 3986, 2.2 allows it; English and programs quote with it",
    ),
    stage: Stage::Trim,
    kinds: Kinds::ALL,
    when: Facts::LAST_APOSTROPHE,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if draft.last_byte() != b'\''
        || (draft.apostrophes().is_multiple_of(2) && draft.byte_before() != b'\'')
    {
        return Verdict::Pass;
    }
    draft.cut(draft.end() - 1);
    Verdict::Changed
}

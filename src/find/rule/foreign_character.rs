//! Without repair a character that RFC 3986 has no place for ends the URI.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::sets;
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "foreign-character",
        "where nothing is repaired, `[ ] { } | ^` behind the authority end the URI",
        "RFC 3986, 2.2 and 3.3",
    ),
    stage: Stage::Cut,
    kinds: Kinds::ALL,
    when: Facts::IN_FOREIGN,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let from = draft.authority().map_or(draft.body(), Span::end);
    let is_foreign = |&(_, byte): &(usize, u8)| sets::FOREIGN.contains(byte);
    let found = draft.bytes_from(from).find(is_foreign);
    match found {
        Some((at, _)) => {
            draft.cut(at);
            Verdict::Changed
        }
        None => Verdict::Pass,
    }
}

//! `POST|http://h|2019`: a `|` ends the URI, unless a query goes on after it.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::sets;
use crate::text::chars;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "pipe",
        "`|` ends the URI, but not in a query that goes on",
        "RFC 2396, 2.4.3: `|` is unwise; tables and logs separate with it",
    ),
    stage: Stage::Cut,
    kinds: Kinds::ALL,
    when: Facts::IN_PIPE,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if !draft.is_bare() {
        return Verdict::Pass;
    }
    match first_ending(draft) {
        Some(at) => {
            draft.cut(at);
            Verdict::Changed
        }
        None => Verdict::Pass,
    }
}

fn first_ending(draft: &Draft<'_>) -> Option<usize> {
    let mut in_query = false;
    for (at, byte) in draft.bytes_from(draft.body()) {
        match byte {
            b'?' => in_query = true,
            b'|' if !(in_query && goes_on(draft, at + 1)) => return Some(at),
            _ => {}
        }
    }
    None
}

fn goes_on(draft: &Draft<'_>, at: usize) -> bool {
    let next = chars::byte_at(draft.text, at);
    at < draft.end() && !sets::STOP.or(sets::BRACKET).contains(next)
}

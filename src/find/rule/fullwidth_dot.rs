//! `http://evil。example`: browsers read the ideographic full stop in a host as a dot.
//!
//! Ending the URI before it would link another host than a browser opens, so nothing is linked. It
//! is a sentence's end when no name goes on after it.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::text::chars;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "fullwidth-dot",
        "a host with an ideographic or fullwidth dot inside is no link",
        "RFC 3490, 3.1: U+3002, U+FF0E and U+FF61 are dots to IDNA",
    ),
    stage: Stage::Cut,
    kinds: Kinds::URI.or(Kinds::WWW).or(Kinds::DOMAIN).or(Kinds::IP),
    when: Facts::AFTER_WIDE,
    hopeless: Facts::NONE,
    reads: Reads::Token,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if draft.byte_after() < 0x80 || !draft.ends_in_authority() {
        return Verdict::Pass;
    }
    match chars::first(draft.after()) {
        Some(('。' | '．' | '｡', len))
            if chars::byte_at(draft.after(), len).is_ascii_alphanumeric() =>
        {
            Verdict::Reject("browsers read a dot in its host where the URI ends")
        }
        _ => Verdict::Pass,
    }
}

//! `http://example.org- where`, `http://example.org*`, `http://h#`: after a host nothing but a port,
//! path, query or fragment follows.
//!
//! The grammar of a reg-name allows sub-delims and hyphens anywhere; no name that resolves has them
//! at its end. In a path the same characters stay.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::scheme::Shape;
use crate::find::vocabulary::MatchKind;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "host-tail",
        "a hyphen, a sub-delim or a lone `#` behind the host is trimmed",
        "RFC 1123, 2.1: a host name ends in a letter or digit",
    ),
    stage: Stage::Trim,
    kinds: Kinds::URI.or(Kinds::WWW).or(Kinds::DOMAIN).or(Kinds::IP),
    when: Facts::LAST_OF_HOST,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let last = draft.last_byte();
    let may_trim =
        matches!(last, b'#' | b'-' | b'*' | b'=' | b'&' | b'+' | b'$' | b'~' | b'^' | b'|');
    let is_web =
        draft.scheme().is_none_or(|scheme| matches!(scheme.shape, Shape::Web | Shape::Slashes));
    if !may_trim || draft.kind() == MatchKind::Email || !is_web {
        return Verdict::Pass;
    }
    let Some(host) = draft.authority() else { return Verdict::Pass };
    let behind = usize::from(last == b'#');
    if host.end() + behind != draft.end() {
        return Verdict::Pass;
    }
    draft.cut(draft.end() - 1);
    Verdict::Changed
}

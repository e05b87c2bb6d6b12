//! `http://example.comこれは`: a top-level domain in ASCII ends where CJK text touches it.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::host;
use crate::find::vocabulary::MatchKind;
use crate::text::{chars, glyph};

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "cjk-host",
        "a host ends where an ASCII top-level domain meets CJK letters",
        "scripts written without spaces; no such label is registered",
    ),
    stage: Stage::Cut,
    kinds: Kinds::URI,
    when: Facts::HOST_WIDE,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if draft.kind() != MatchKind::Uri || !draft.is_bare() {
        return Verdict::Pass;
    }
    let Some(authority) = draft.authority() else { return Verdict::Pass };
    let bytes = authority.of(draft.text);
    if bytes.is_ascii() || bytes.contains(&b'@') {
        return Verdict::Pass;
    }
    let labels = host::labels(draft.text, authority.start(), true);
    let end = labels.span.end();
    let meets_cjk = labels.last.of(draft.text).is_ascii()
        && draft.text.get(end..).and_then(chars::first).is_some_and(|(c, _)| glyph::is_cjk(c));
    if !meets_cjk || end >= authority.end() {
        return Verdict::Pass;
    }
    draft.cut(end);
    Verdict::Changed
}

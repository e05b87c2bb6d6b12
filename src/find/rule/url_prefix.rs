//! `<URL:http://h>`, `URL: http://h`: the prefix that Appendix C recommended.
//!
//! It is never the scheme, and it is taken off once only: what is left has to be on its own.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::lines;
use crate::find::scheme;
use crate::span::Span;
use crate::text::chars;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "url-prefix",
        "`URL:` or `URI:` before a URI, with blanks or one line break, is no part of it",
        "RFC 3986, Appendix C: the prefix \"URL:\"",
    ),
    stage: Stage::Open,
    kinds: Kinds::ALL,
    when: Facts::BEFORE_COLON.or(Facts::BEFORE_LABEL),
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if draft.prefix.is_some() || !matches!(draft.byte_before(), b':' | b' ' | b'\t' | b'\n' | b'\r')
    {
        return Verdict::Pass;
    }
    let end = lines::back_over_break(draft.text, draft.floor, draft.start());
    // What a match before has taken is not a prefix.
    let floor = draft.floor.max(draft.taken);
    let Some(start) = end.checked_sub(4).filter(|&start| start >= floor) else {
        return Verdict::Pass;
    };
    let Some((word, b":")) = Span::new(start, end).of(draft.text).split_at_checked(3) else {
        return Verdict::Pass;
    };
    let glued =
        start > draft.floor && chars::byte_before(draft.text, start).is_ascii_alphanumeric();
    if glued || !scheme::is_uri_label(word) {
        return Verdict::Pass;
    }
    draft.prefix = Some(Span::new(start, end));
    Verdict::Changed
}

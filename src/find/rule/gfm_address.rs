//! `mailto:` and `xmpp:` autolinks are addresses with a scheme before them, and nothing more.

use crate::find::class::Class;
use crate::find::decision::{Act, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::email;
use crate::find::scheme::Shape;
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "gfm-address",
        "`mailto:` and `xmpp:` end with the address; `xmpp:` may have one resource",
        "GitHub Flavored Markdown, 6.9: extended protocol autolink",
    ),
    stage: Stage::Cut,
    wakes: Class::ANY,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let Some(scheme) = draft.scheme else { return Verdict::Pass };
    let is_xmpp = scheme.shape == Shape::Xmpp;
    if !is_xmpp && scheme.shape != Shape::Mailto {
        return Verdict::Pass;
    }
    let body = Span::new(draft.body, draft.end()).of(draft.text);
    let Some(at) = memchr::memchr(b'@', body) else {
        return Verdict::Reject("there is no address behind the scheme");
    };
    let mut end = email::gfm_domain_end(draft.text, draft.body + at + 1);
    if is_xmpp && draft.text.get(end) == Some(&b'/') {
        let rest = draft.text.get(end + 1..).unwrap_or_default();
        let is_resource = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'@' | b'.');
        let len = rest.iter().take_while(is_resource).count();
        end += if len > 0 { len + 1 } else { 0 };
    }
    if end >= draft.end() {
        return Verdict::Pass;
    }
    draft.cut(end);
    Verdict::Changed
}

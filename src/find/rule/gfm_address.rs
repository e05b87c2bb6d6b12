//! `mailto:` and `xmpp:` autolinks are addresses with a scheme before them, and nothing more.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::gfm;
use crate::find::scheme::Shape;
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "gfm-address",
        "`mailto:` and `xmpp:` end with the address; `xmpp:` may have one resource",
        "GitHub Flavored Markdown, 6.9: extended protocol autolink",
    ),
    stage: Stage::Cut,
    kinds: Kinds::URI,
    when: Facts::FORM,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let Some(scheme) = draft.scheme().filter(|scheme| scheme.is_address()) else {
        return Verdict::Pass;
    };
    let body = Span::new(draft.body(), draft.end()).of(draft.text);
    let address = memchr::memchr(b'@', body)
        .and_then(|at| gfm::address(draft.text, draft.body(), draft.body() + at));
    let Some(address) = address.filter(|address| address.start() == draft.body()) else {
        // `mailto:a/jane@h.example`: the address that is in it is one all the same.
        return Verdict::Yield(draft.body(), "there is no address behind the scheme");
    };
    let resource = if scheme.shape == Shape::Xmpp { resource_len(draft, address.end()) } else { 0 };
    if address.end() + resource >= draft.end() {
        return Verdict::Pass;
    }
    draft.cut(address.end() + resource);
    Verdict::Changed
}

/// The length of the `/` at `at` and the letters, digits, `@` and dots after it.
fn resource_len(draft: &Draft<'_>, at: usize) -> usize {
    let Some([b'/', rest @ ..]) = draft.text.get(at..) else { return 0 };
    let is_resource = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'@' | b'.');
    match rest.iter().take_while(is_resource).count() {
        0 => 0,
        len => len + 1,
    }
}

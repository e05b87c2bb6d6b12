//! The valid domain of an extended autolink, exactly as the GFM specification has it.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::gfm;
use crate::find::scheme::Shape;
use crate::find::vocabulary::MatchKind;
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "gfm-domain",
        "the domain has segments of letters, digits, `-` and `_`, and no `_` in the last two",
        "GitHub Flavored Markdown, 6.9: valid domain",
    ),
    stage: Stage::Judge,
    kinds: Kinds::URI.or(Kinds::WWW),
    when: Facts::NAME_ODD,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Judge(judge),
};

fn judge(draft: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    let is_web = draft.scheme().is_some_and(|scheme| scheme.shape == Shape::Web);
    let holds = match draft.kind() {
        MatchKind::Www => begins_with_domain(draft) && uri.host().contains('.'),
        MatchKind::Uri if is_web => begins_with_domain(draft),
        _ => true,
    };
    if holds { Verdict::Pass } else { Verdict::Reject("its domain is not valid in GFM") }
}

/// The domain is read before the tail is trimmed: `www.a.example_` has none.
fn begins_with_domain(draft: &Draft<'_>) -> bool {
    draft.authority().is_some_and(|authority| {
        let untrimmed = Span::new(authority.start(), draft.extent());
        gfm::begins_with_domain(untrimmed.of(draft.text))
    })
}

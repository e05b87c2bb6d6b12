//! The valid domain of an extended autolink, exactly as the GFM specification has it.

use crate::find::class::Class;
use crate::find::decision::{Act, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::scheme::Shape;
use crate::find::vocabulary::MatchKind;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "gfm-domain",
        "the domain has segments of letters, digits, `-` and `_`, and no `_` in the last two",
        "GitHub Flavored Markdown, 6.9: valid domain",
    ),
    stage: Stage::Judge,
    wakes: Class::ANY,
    act: Act::Judge(judge),
};

fn judge(draft: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    let holds = match draft.kind {
        MatchKind::Email => is_email_domain(uri.path().rsplit('@').next().unwrap_or_default()),
        MatchKind::Www => uri.host().contains('.') && is_domain(uri.host()),
        MatchKind::Uri if draft.scheme.is_some_and(|scheme| scheme.shape == Shape::Web) => {
            is_domain(uri.host())
        }
        _ => true,
    };
    if holds { Verdict::Pass } else { Verdict::Reject("its domain is not valid in GFM") }
}

fn is_domain(host: &str) -> bool {
    let mut last = host.rsplit('.');
    let no_underscore = |label: Option<&str>| !label.is_some_and(|label| label.contains('_'));
    host.starts_with(|c: char| c.is_alphanumeric())
        && no_underscore(last.next())
        && no_underscore(last.next())
}

fn is_email_domain(domain: &str) -> bool {
    domain.contains('.') && !domain.ends_with(['-', '_'])
}

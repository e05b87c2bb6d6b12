//! What has no scheme must be a name that is delegated: `example.com`, not `example.coma`.
//!
//! And it must be by itself: after `@`, `/` or a hyphen it is part of something else, before
//! `@`, `(` or `://` as well.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::MatchKind;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "domain-evidence",
        "without a scheme a host needs a top-level domain and borders of its own",
        "the list of public suffixes; RFC 6761 for the reserved names",
    ),
    stage: Stage::Judge,
    kinds: Kinds::WWW.or(Kinds::DOMAIN).or(Kinds::EMAIL),
    when: Facts::NO_TLD.or(Facts::HOST_ODD).or(Facts::NAME_GLUED).or(Facts::BEFORE_GLUE),
    hopeless: Facts::NO_TLD,
    reads: Reads::Candidate,
    act: Act::Judge(judge),
};

fn judge(draft: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    if !matches!(draft.kind(), MatchKind::Www | MatchKind::Domain | MatchKind::Email) {
        return Verdict::Pass;
    }
    if draft.facts.meets(Facts::NO_TLD) {
        return Verdict::Reject("its host ends in no top-level domain");
    }
    if draft.kind() == MatchKind::Email {
        return Verdict::Pass;
    }
    if uri.userinfo().is_some() {
        // `example.com:80@evil.example` leads to the second name, and the first was the evidence.
        return Verdict::Reject("the host behind its `@` is another");
    }
    if draft.facts.meets(Facts::NAME_GLUED.or(Facts::BEFORE_GLUE)) {
        return Verdict::Reject("it is part of something else");
    }
    Verdict::Pass
}

//! `main.rs`, `readme.md`, `run.sh`: file names whose extension is a top-level domain too.
//!
//! They are domains when something says so: a path, a port, or an upper-case top-level domain.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::MatchKind;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "file-name",
        "a bare domain that could be a file name needs a path, a port or capitals",
        "extensions that are top-level domains as well",
    ),
    stage: Stage::Judge,
    kinds: Kinds::DOMAIN,
    when: Facts::FILE_EXTENSION,
    hopeless: Facts::FILE_NAME,
    reads: Reads::Candidate,
    act: Act::Judge(judge),
};

fn judge(draft: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    if draft.kind() != MatchKind::Domain || uri.port().is_some() || uri.path().len() > 1 {
        return Verdict::Pass;
    }
    if draft.facts.meets(Facts::FILE_EXTENSION) {
        return Verdict::Reject("it looks like the name of a file");
    }
    Verdict::Pass
}

//! `main.rs`, `readme.md`, `run.sh`: file names whose extension is a top-level domain too.
//!
//! They are domains when something says so: a path, a port, or an upper-case top-level domain.

use crate::find::class::Class;
use crate::find::decision::{Act, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::vocabulary::MatchKind;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "file-name",
        "a bare domain that could be a file name needs a path, a port or capitals",
        "extensions that are top-level domains as well",
    ),
    stage: Stage::Judge,
    wakes: Class::DOMAIN,
    act: Act::Judge(judge),
};

/// Extensions that people write more often than the domains.
const EXTENSIONS: [&[u8]; 24] = [
    b"ai", b"am", b"app", b"as", b"bz", b"cab", b"cc", b"dot", b"la", b"md", b"mk", b"ml", b"mm",
    b"mo", b"mov", b"pl", b"pm", b"ps", b"pub", b"py", b"rs", b"sh", b"so", b"zip",
];

fn judge(draft: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    if draft.kind != MatchKind::Domain || uri.port().is_some() || uri.path().len() > 1 {
        return Verdict::Pass;
    }
    let labels = draft.labels_at(draft.start());
    if is_file_extension(labels.last.of(draft.text)) {
        return Verdict::Reject("it looks like the name of a file");
    }
    Verdict::Pass
}

/// Whether `label` is written more often behind the name of a file than behind that of a host.
pub(crate) fn is_file_extension(label: &[u8]) -> bool {
    EXTENSIONS.contains(&label)
}

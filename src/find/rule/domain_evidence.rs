//! What has no scheme must be a name that is delegated: `example.com`, not `example.coma`.
//!
//! And it must stand by itself: behind `@`, `/` or a hyphen it is part of something else, before
//! `@`, `(` or `://` as well.

use crate::find::class::Class;
use crate::find::decision::{Act, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::host::Labels;
use crate::find::suffix;
use crate::find::vocabulary::MatchKind;
use crate::text::chars;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "domain-evidence",
        "without a scheme a host needs a top-level domain and borders of its own",
        "the list of public suffixes; RFC 6761 for the reserved names",
    ),
    stage: Stage::Judge,
    wakes: Class::WWW.or(Class::DOMAIN).or(Class::EMAIL),
    act: Act::Judge(judge),
};

fn judge(draft: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    let start = match draft.kind {
        MatchKind::Www | MatchKind::Domain => draft.start(),
        MatchKind::Email => {
            draft.start()
                + draft
                    .pieces
                    .first()
                    .of(draft.text)
                    .iter()
                    .rposition(|&byte| byte == b'@')
                    .map_or(0, |at| at + 1)
        }
        _ => return Verdict::Pass,
    };
    let labels = draft.labels_at(start);
    if !labels.well_formed || labels.count < 2 || !is_name(draft, &labels) {
        return Verdict::Reject("its host ends in no top-level domain");
    }
    if draft.kind == MatchKind::Email {
        return Verdict::Pass;
    }
    if uri.userinfo().is_some() {
        // `example.com:80@evil.example` leads to the second name, and the first was the evidence.
        return Verdict::Reject("the host behind its `@` is another");
    }
    if is_glued(draft, labels.span.end()) {
        return Verdict::Reject("it is part of something else");
    }
    Verdict::Pass
}

/// Whether a bare domain will be rejected here, whatever other rules make of it before.
pub(crate) fn is_hopeless(draft: &Draft<'_>) -> bool {
    let is_settled = draft.kind == MatchKind::Domain && draft.shown.is_none();
    let labels = draft.labels.filter(|labels| is_settled && !labels.wide);
    labels.is_some_and(|labels| is_glued_before(draft.byte_before()) || !is_name(draft, &labels))
}

fn is_name(draft: &Draft<'_>, labels: &Labels) -> bool {
    // Documentation is full of `user@host.example`; a bare `host.example` is as often no link.
    let special = draft.kind != MatchKind::Domain && suffix::is_special(labels.last.of(draft.text));
    special || suffix::is_delegated(labels.span.of(draft.text))
}

fn is_glued(draft: &Draft<'_>, host_end: usize) -> bool {
    let before = draft.byte_before();
    let behind = draft.text.get(host_end..).unwrap_or_default();
    is_glued_before(before) || is_glued_behind(behind)
}

/// Whether a name is part of something else because `before` touches it.
pub(crate) fn is_glued_before(before: u8) -> bool {
    before.is_ascii_alphanumeric()
        || matches!(before, b'@' | b'/' | b'\\' | b'_' | b'-' | b'.' | b'~' | b'%' | b'$' | b'#')
}

/// Whether a name is part of something else because `behind` follows it.
pub(crate) fn is_glued_behind(behind: &[u8]) -> bool {
    match behind {
        [b'@' | b'_' | b'\\', ..] | [b'(', b')', ..] => true,
        // `host:word` is a label, a path on a server, or a key; `host:80` is a port.
        [b':', rest @ ..] => {
            rest.starts_with(b"//") || chars::byte_at(rest, 0).is_ascii_alphabetic()
        }
        _ => false,
    }
}

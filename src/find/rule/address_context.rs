//! What looks like an address but is not one: message ids, places on a server, versions.
//!
//! `Message-ID: <x@h>` names a message, `git@h:repo` a path, `a@b@c` no one.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::{Delimiter, MatchKind};

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "address-context",
        "message ids, `user@host:path` and `a@b@c` are no addresses",
        "RFC 5322, 3.6.4: msg-id; the syntax of scp",
    ),
    stage: Stage::Judge,
    kinds: Kinds::EMAIL,
    when: Facts::BEFORE_SIGN.or(Facts::AFTER_SIGN).or(Facts::ANGLED),
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Judge(judge),
};

/// Header fields whose angle brackets hold message ids.
const ID_FIELDS: [&[u8]; 8] = [
    b"message-id:",
    b"in-reply-to:",
    b"references:",
    b"content-id:",
    b"resent-message-id:",
    b"x-message-id:",
    b"supersedes:",
    b"original-message-id:",
];

fn judge(draft: &Draft<'_>, _: &Components<'_>) -> Verdict {
    if draft.kind() != MatchKind::Email {
        return Verdict::Pass;
    }
    if draft.byte_before() == b'=' && runs_from_bracket(draft.before()) {
        return Verdict::Reject("it is the end of a message id");
    }
    if draft.byte_before() == b'@' {
        return Verdict::Reject("another `@` stands before it");
    }
    match draft.after() {
        [b'@', ..] => Verdict::Reject("another `@` follows"),
        [b':', next, ..] if next.is_ascii_alphanumeric() || matches!(next, b'/' | b'~') => {
            Verdict::Reject("it is a place on a server")
        }
        _ if draft.delimiter == Delimiter::Angle && is_in_id_field(draft.before()) => {
            Verdict::Reject("it is a message id")
        }
        _ => Verdict::Pass,
    }
}

/// Whether an unbroken run reaches back to a `<`: ids hold `=` more often than addresses do.
fn runs_from_bracket(before: &[u8]) -> bool {
    let run =
        before.iter().rev().take(128).position(|byte| byte.is_ascii_whitespace() || *byte == b'<');
    run.and_then(|len| before.iter().rev().nth(len)) == Some(&b'<')
}

/// Whether the line that ends `before`, with the lines it continues, is a header field of message ids.
pub(crate) fn is_in_id_field(before: &[u8]) -> bool {
    let mut above = before;
    loop {
        let start = memchr::memrchr(b'\n', above).map_or(0, |at| at + 1);
        let line = before.get(start..).unwrap_or_default();
        if start == 0 || !matches!(line.first(), Some(b' ' | b'\t')) {
            return is_id_field(line);
        }
        above = before.get(..start - 1).unwrap_or_default();
    }
}

fn is_id_field(line: &[u8]) -> bool {
    ID_FIELDS
        .iter()
        .any(|name| line.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name)))
}

//! `http://evil.example\@good.example/`: two kinds of parser see two hosts.
//!
//! RFC 3986 has no backslash, so the URI ends before it; browsers take it for a slash; lenient
//! parsers take `@` after it for the end of the userinfo. Only where such an `@` follows do they
//! disagree about the host. A lone `\n` after a URI in source code misleads no one.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::sets;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "backslash",
        "a backslash and an `@` behind the host make it another host to other parsers: no link",
        "RFC 3986, 7.6; WHATWG URL, 4.4",
    ),
    stage: Stage::Cut,
    kinds: Kinds::URI.or(Kinds::WWW).or(Kinds::DOMAIN).or(Kinds::IP),
    when: Facts::AFTER_BACKSLASH,
    hopeless: Facts::NONE,
    reads: Reads::Token,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if is_differential(draft) {
        return Verdict::Reject("other parsers see another host behind the backslash");
    }
    Verdict::Pass
}

/// Whether a backslash ends the authority and an `@` follows in the same token.
pub(crate) fn is_differential(draft: &Draft<'_>) -> bool {
    let follows = draft.after();
    follows.first() == Some(&b'\\')
        && draft.ends_in_authority()
        && follows
            .iter()
            .take(512)
            .take_while(|&&byte| byte == b'\\' || !sets::STOP.contains(byte))
            .any(|&byte| byte == b'@')
}

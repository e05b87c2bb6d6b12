//! What an extended autolink loses at its end, exactly as the GFM specification has it.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::vocabulary::MatchKind;
use crate::span::Span;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "gfm-tail",
        "trailing punctuation, unmatched `)` and entity references are no part of an autolink",
        "GitHub Flavored Markdown, 6.9: extended autolink path validation",
    ),
    stage: Stage::Trim,
    kinds: Kinds::URI.or(Kinds::WWW).or(Kinds::DOMAIN).or(Kinds::IP),
    when: Facts::LAST_OF_GFM,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    if draft.kind() == MatchKind::Email {
        return Verdict::Pass;
    }
    let whole = Span::new(draft.start(), draft.end()).of(draft.text);
    let link = trim(whole);
    if link.len() == whole.len() {
        return Verdict::Pass;
    }
    draft.cut(draft.start() + link.len());
    Verdict::Changed
}

fn trim(mut link: &[u8]) -> &[u8] {
    let count = |wanted: u8| link.iter().filter(|&&byte| byte == wanted).count();
    let (opened, mut closed) = (count(b'('), count(b')'));
    loop {
        link = match link {
            [rest @ .., b'?' | b'!' | b'.' | b',' | b':' | b'*' | b'_' | b'~' | b'\'' | b'"'] => {
                rest
            }
            // U+2069: chat clients put links in isolates, and comrak leaves the end of one out.
            [rest @ .., 0xE2, 0x81, 0xA9] => rest,
            [rest @ .., b')'] if closed > opened => {
                closed -= 1;
                rest
            }
            [rest @ .., b';'] => without_entity(rest),
            _ => return link,
        };
    }
}

/// Takes off the name of an entity reference and its `&`, or nothing more than the `;`.
fn without_entity(rest: &[u8]) -> &[u8] {
    let name = rest.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    match rest.split_at_checked(rest.len() - name) {
        Some(([before @ .., b'&'], name)) if !name.is_empty() => before,
        _ => rest,
    }
}

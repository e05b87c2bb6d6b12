//! A URI has the form that the specification of its scheme gives it.
//!
//! `http:1,925.00`, `tel:ephone` and `note:this` parse; they are prices and prose.

use crate::find::decision::{Act, Kinds, Reads, Rule, RuleInfo, Stage};
use crate::find::draft::{Components, Draft, Verdict};
use crate::find::facts::Facts;
use crate::find::scheme::Shape;
use crate::find::shape;
use crate::find::vocabulary::MatchKind;

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "scheme-shape",
        "a URI has the form that its scheme gives it: a host, an address, digits",
        "RFC 9110, 4.2; RFC 6068; RFC 3966; RFC 8141; RFC 8089 and others",
    ),
    stage: Stage::Judge,
    kinds: Kinds::URI,
    when: Facts::FORM,
    hopeless: Facts::NONE,
    reads: Reads::Candidate,
    act: Act::Judge(judge),
};

fn judge(draft: &Draft<'_>, uri: &Components<'_>) -> Verdict {
    let Some(scheme) = draft.scheme().filter(|_| draft.kind() == MatchKind::Uri) else {
        return Verdict::Pass;
    };
    if scheme.shape == Shape::File && is_drive(draft, uri) {
        return Verdict::Reject("it is cut off behind the letter of a drive");
    }
    match shape::wanting(scheme.shape, uri) {
        None => Verdict::Pass,
        Some(reason) => Verdict::Reject(reason),
    }
}

/// `file:///C|/x`: RFC 1738 had no `|` either, but that is how drives were written.
fn is_drive(draft: &Draft<'_>, uri: &Components<'_>) -> bool {
    let is_letter = matches!(uri.path().as_bytes(), [b'/', letter] if letter.is_ascii_alphabetic());
    is_letter && draft.byte_after() == b'|'
}

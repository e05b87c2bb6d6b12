//! `..commi=` and `t/e474b` below: a soft break of quoted-printable that nobody decoded.
//!
//! Putting the halves together would leave the `=` in the URI, and `=20` below a URI is a blank.
//! Decoding the transfer encoding is the mail reader's work, before text is searched.

use crate::find::class::Class;
use crate::find::decision::{Act, Rule, RuleInfo, Stage};
use crate::find::draft::{Draft, Verdict};

pub(crate) const RULE: Rule = Rule {
    info: RuleInfo::new(
        "quoted-printable",
        "a leftover soft break of quoted-printable ends a bare URI",
        "RFC 2045, 6.7: the transfer encoding is decoded first",
    ),
    stage: Stage::Fold,
    wakes: Class::ANY,
    act: Act::Shape(shape),
};

fn shape(draft: &mut Draft<'_>) -> Verdict {
    let Some(edge) = draft.edge.as_deref() else { return Verdict::Pass };
    let text = draft.last_piece();
    let in_query = text.contains(&b'?');
    let is_soft_break = text.ends_with(b"=") && (!in_query || is_encoded(text));
    if is_soft_break || begins_encoded(edge.token.of(draft.text)) {
        draft.edge = None;
        return Verdict::Changed;
    }
    Verdict::Pass
}

/// `?id=3D52f93`: an `=` that was encoded.
fn is_encoded(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"=3D").is_some()
}

/// `=20`, `=2Ehtml`: an octet that was encoded.
fn begins_encoded(token: &[u8]) -> bool {
    let is_upper_hex = |byte: &u8| matches!(byte, b'0'..=b'9' | b'A'..=b'F');
    matches!(token, [b'=', high, low, ..] if is_upper_hex(high) && is_upper_hex(low))
}

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
    if is_soft_break(draft.last_piece()) || begins_encoded(edge.token.of(draft.text)) {
        draft.edge = None;
        return Verdict::Changed;
    }
    Verdict::Pass
}

/// Whether `text`, the URI up to a line break, ends in a soft break: in a `=` that no parameter has,
/// or in one behind others that were encoded.
pub(super) fn is_soft_break(text: &[u8]) -> bool {
    text.ends_with(b"=") && (memchr::memchr2(b'?', b';', text).is_none() || is_encoded(text))
}

/// `?id=3D52f93`: an `=` that was encoded.
fn is_encoded(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"=3D").is_some()
}

/// `=20`, `=2Ehtml`: an octet that was encoded.
pub(super) fn begins_encoded(token: &[u8]) -> bool {
    let is_upper_hex = |byte: &u8| matches!(byte, b'0'..=b'9' | b'A'..=b'F');
    matches!(token, [b'=', high, low, ..] if is_upper_hex(high) && is_upper_hex(low))
}

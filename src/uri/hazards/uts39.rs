//! Hazards that need large tables of Unicode (feature `security`): look-alikes and mixed scripts by UTS 39, invalid
//! A-labels, and text that is not in normalization form C.

use idna::uts46::{AsciiDenyList, Hyphens, Uts46};
use unicode_normalization::is_nfc;
use unicode_security::confusable_detection::skeleton;
use unicode_security::mixed_script::MixedScript;

use super::characters::is_east_asian;
use super::code::Code;
use super::punycode;
use super::report::{Report, Subject};
use crate::span::Span;

/// Reports a label that begins like an A-label but is invalid: an A-label must decode to a U-label that encodes to the
/// same A-label (RFC 5890, 2.3.2.1).
pub(super) fn check_a_label(label: &str, span: Span, report: &mut Report) {
    let Some(encoded) = punycode::encoded(label) else { return };
    let decoded = punycode::decode(encoded).filter(|decoded| !decoded.is_ascii());
    let again = decoded.and_then(|decoded| idna::punycode::encode_str(&decoded));
    let is_same = again.is_some_and(|again| again.eq_ignore_ascii_case(encoded));
    let (_, allowed) =
        Uts46::new().to_unicode(label.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
    let is_valid = is_same && allowed.is_ok();
    report.found_if(!is_valid, Code::InvalidALabel, span);
}

/// Whether `label` contains letters of several scripts that are not normally combined. Latin letters may be combined
/// with Chinese, Japanese and Korean characters (UTS 39, 5.2, "Highly Restrictive").
pub(super) fn is_mixed(label: &str) -> bool {
    if label.is_single_script() {
        return false;
    }
    let rest: String = label.chars().filter(|char| !char.is_ascii_alphabetic()).collect();
    !(label.contains(is_east_asian) && rest.is_single_script())
}

/// Whether a label that consists of letters looks like an ASCII label, which means that its skeleton is ASCII. The
/// skeleton of an ASCII label can be another label (the skeleton of `m` is `rn`), but it is always ASCII.
pub(super) fn is_confusable(label: &str) -> bool {
    let is_of_letters = label.chars().all(|char| char.is_ascii() || char.is_alphanumeric());
    is_of_letters && skeleton(label).all(|char| char.is_ascii())
}

/// Reports runs of non-ASCII characters that are not in normalization form C.
pub(super) fn check_composition(subject: &Subject<'_>, report: &mut Report) {
    let text = subject.text;
    if text.is_ascii() || is_nfc(text) {
        return;
    }
    let mut start = 0;
    for run in text.split_inclusive(|char: char| char.is_ascii()) {
        // The run includes the character before it, because the first character of the run may combine with it.
        let begin = text.get(..start).and_then(|before| before.chars().next_back());
        let begin = start - begin.map_or(0, char::len_utf8);
        let beyond = run.trim_end_matches(|char: char| char.is_ascii());
        let span = Span::new(begin, start + beyond.len());
        let is_composed = text.get(span.range()).is_none_or(is_nfc);
        report.found_if(!beyond.is_empty() && !is_composed, Code::NotNfc, span);
        start += run.len();
    }
}

//! Letters that look like others (RFC 3987, section 8), by the tables of UTS 39.

use unicode_normalization::is_nfc;
use unicode_security::confusable_detection::skeleton;
use unicode_security::mixed_script::MixedScript;

use super::code::Code;
use super::report::{Report, Subject, meant};
use crate::span::Span;
use crate::uri::parts::HostKind;

pub(super) fn check(subject: &Subject<'_>, report: &mut impl Report) {
    if let (Some(host), Some(HostKind::RegName)) = (subject.parts.host(), subject.parts.host_kind())
    {
        for (label, span) in subject.split(host, [b'.'; 2]) {
            check_label(label, span, report);
        }
    }
    check_composition(subject, report);
}

fn check_label(label: &str, span: Span, report: &mut impl Report) {
    // Nearly all labels are plain, and need no copy.
    if label.is_ascii() && !label.contains('%') && !is_punycode(label) {
        return;
    }
    let label = shown(label);
    if label.is_ascii() {
        return;
    }
    if !label.is_single_script() {
        report.found(Code::MixedScript, span);
    }
    // What looks like a label in ASCII has one for its skeleton. The skeleton of an ASCII label is
    // not always itself (`m` is `rn`), but it is always ASCII.
    if skeleton(&label).all(|char| char.is_ascii()) {
        report.found(Code::ConfusableHost, span);
    }
}

/// A label as a browser might show it: decoded, and out of Punycode.
fn shown(label: &str) -> String {
    let decoded: String = meant(label, 0).map(|meant| meant.char).collect();
    let encoded = decoded.get("xn--".len()..).filter(|_| is_punycode(&decoded));
    encoded.and_then(idna::punycode::decode_to_string).unwrap_or(decoded)
}

fn is_punycode(label: &str) -> bool {
    label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"))
}

/// Runs of characters beyond ASCII with the ASCII letter in front, which they may be composed with.
fn check_composition(subject: &Subject<'_>, report: &mut impl Report) {
    let text = subject.text;
    if text.is_ascii() || is_nfc(text) {
        return;
    }
    let mut start = 0;
    for run in text.split_inclusive(|char: char| char.is_ascii()) {
        // Each piece ends in the ASCII character that the next one may be composed with.
        let begin = text.get(..start).and_then(|before| before.chars().next_back());
        let begin = start - begin.map_or(0, char::len_utf8);
        let beyond = run.trim_end_matches(|char: char| char.is_ascii());
        let span = Span::new(begin, start + beyond.len());
        let is_composed = text.get(span.range()).is_none_or(is_nfc);
        report.found_if(!beyond.is_empty() && !is_composed, Code::NotNfc, span);
        start += run.len();
    }
}

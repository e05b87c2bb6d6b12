//! Hazards that need Unicode tables: letters that look like other letters (RFC 3987, section 8, and UTS 39), invalid
//! A-labels, and text that is not in normalization form C.

use idna::uts46::{AsciiDenyList, Hyphens, Uts46};
use unicode_normalization::is_nfc;
use unicode_security::confusable_detection::skeleton;
use unicode_security::mixed_script::MixedScript;

use super::code::Code;
use super::report::{Report, Subject, meant};
use crate::span::Span;
use crate::uri::parts::HostKind;

pub(super) fn check(subject: &Subject<'_>, report: &mut impl Report) {
    check_host(subject, report);
    check_composition(subject, report);
}

fn check_host(subject: &Subject<'_>, report: &mut impl Report) {
    let (Some(host), Some(HostKind::RegName)) = (subject.parts.host(), subject.parts.host_kind())
    else {
        return;
    };
    let name = subject.part(host);
    let name = name.strip_suffix('.').unwrap_or(name);
    if name.is_ascii() && !name.contains('%') && !has_punycode(name) {
        return;
    }
    // Only the syntax of the last label is checked, because a registry controls it. Below a top-level domain in another
    // script, such as `.бг`, readers expect labels of that script.
    let last = name.rsplit_once('.').map(|(_, last)| shown(last));
    let is_foreign = last.as_ref().is_some_and(|last| !last.is_ascii());
    let host = Span::new(host.start(), host.start() + name.len());
    let registered = registered(name);
    for (label, span) in subject.split(host, [b'.'; 2]) {
        let is_last = last.is_some() && span.end() == host.end();
        check_a_label(label, span, report);
        if !is_last {
            // A single letter as a subdomain does not imitate another name.
            let is_letter =
                shown(label).chars().nth(1).is_none() && span.start() != registered + host.start();
            check_label(label, !is_foreign && !is_letter, span, report);
        }
    }
}

/// The offset of the registrable domain in `name`. Without the public suffix list, the last two labels are taken as the
/// registrable domain.
fn registered(name: &str) -> usize {
    #[cfg(feature = "registrable-domains")]
    if let Some(domain) = crate::public_suffix::registrable_domain(name) {
        return name.len() - domain.len();
    }
    let before_last = name.rsplit_once('.').map_or("", |(before, _)| before);
    before_last.rfind('.').map_or(0, |dot| dot + 1)
}

/// Reports a label that begins like an A-label but is invalid: an A-label must decode to a U-label that encodes to the
/// same A-label (RFC 5890, 2.3.2.1).
fn check_a_label(label: &str, span: Span, report: &mut impl Report) {
    let Some(encoded) = label.get("xn--".len()..).filter(|_| is_punycode(label)) else { return };
    let decoded = idna::punycode::decode_to_string(encoded).filter(|decoded| !decoded.is_ascii());
    let again = decoded.and_then(|decoded| idna::punycode::encode_str(&decoded));
    let is_same = again.is_some_and(|again| again.eq_ignore_ascii_case(encoded));
    let (_, allowed) =
        Uts46::new().to_unicode(label.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
    let is_valid = is_same && allowed.is_ok();
    report.found_if(!is_valid, Code::InvalidALabel, span);
}

fn has_punycode(name: &str) -> bool {
    name.split('.').any(is_punycode)
}

fn check_label(label: &str, is_judged: bool, span: Span, report: &mut impl Report) {
    // Nearly all labels are plain ASCII and need no copy.
    if label.is_ascii() && !label.contains('%') && !is_punycode(label) {
        return;
    }
    let label = shown(label);
    if label.is_ascii() {
        return;
    }
    if is_mixed(&label) {
        report.found(Code::MixedScript, span);
    }
    if is_judged && is_confusable(&label) {
        report.found(Code::ConfusableHost, span);
    }
}

/// Whether `label` contains letters of several scripts that are not normally combined. Latin letters may be combined
/// with Chinese, Japanese and Korean characters (UTS 39, 5.2, "Highly Restrictive").
fn is_mixed(label: &str) -> bool {
    if label.is_single_script() {
        return false;
    }
    let is_east_asian = label.contains(is_east_asian);
    let rest: String = label.chars().filter(|char| !char.is_ascii_alphabetic()).collect();
    !(is_east_asian && rest.is_single_script())
}

/// Whether `char` is Han, kana, Hangul or Bopomofo.
const fn is_east_asian(char: char) -> bool {
    matches!(
        char,
        '\u{1100}'..='\u{11FF}' | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{318F}'
            | '\u{31A0}'..='\u{31FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7FB}'
            | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FFDC}' | '\u{20000}'..='\u{3FFFF}'
    )
}

/// Whether a label that consists of letters looks like an ASCII label, which means that its skeleton is ASCII. The
/// skeleton of an ASCII label can be another label (the skeleton of `m` is `rn`), but it is always ASCII.
fn is_confusable(label: &str) -> bool {
    let is_of_letters = label.chars().all(|char| char.is_ascii() || char.is_alphanumeric());
    is_of_letters && skeleton(label).all(|char| char.is_ascii())
}

/// A label as a browser might show it: percent-decoded and converted from Punycode.
fn shown(label: &str) -> String {
    let decoded: String = meant(label, 0).map(|meant| meant.char).collect();
    let encoded = decoded.get("xn--".len()..).filter(|_| is_punycode(&decoded));
    encoded.and_then(idna::punycode::decode_to_string).unwrap_or(decoded)
}

fn is_punycode(label: &str) -> bool {
    label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"))
}

/// Reports runs of non-ASCII characters that are not in normalization form C.
fn check_composition(subject: &Subject<'_>, report: &mut impl Report) {
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

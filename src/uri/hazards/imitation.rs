//! Hosts that look like other hosts (RFC 3987, section 8), as browsers judge them before they show a name.
//!
//! A small table of scripts and of look-alikes is part of every build, so that no feature is needed to be safe. It
//! knows the imitations of ASCII names that people use. The feature `security` replaces the two questions of this
//! module with the tables of UTS 39 ([`uts39`](super::uts39)), which know all of Unicode; what the small table reports,
//! they report as well.

use super::characters::ascii_of;
use super::code::Code;
use super::punycode;
use super::report::{Report, Subject, meant};
#[cfg(feature = "security")]
use super::uts39::{is_confusable, is_mixed};
use crate::span::Span;
use crate::uri::host::{HostKind, kind_of};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    match subject.parts.host() {
        Some(host) if kind_of(subject.part(host)) == HostKind::RegName => {
            check_name(subject, host, report);
        }
        _ if subject.has_addresses() => {
            for (address, span) in subject.split(subject.parts.path(), [b','; 2]) {
                let Some(at) = address.rfind('@') else { continue };
                let rest = address.get(at + 1..).unwrap_or_default();
                let len = rest.find(['/', ';', ':']).unwrap_or(rest.len());
                let start = span.start() + at + 1;
                check_name(subject, Span::new(start, start + len), report);
            }
        }
        _ => {}
    }
}

/// Checks the host in a URI or the domain of an address in a `mailto`, `sip`, `xmpp` or `acct` URI.
fn check_name(subject: &Subject<'_>, host: Span, report: &mut Report) {
    let name = subject.part(host);
    let name = name.strip_suffix('.').unwrap_or(name);
    if !may_be_shown_otherwise(name) {
        return;
    }
    // The last label is no imitation, because a registry controls it; but none mixes scripts or has symbols. Below a
    // top-level domain in another script, such as `.бг`, readers expect labels of that script.
    let last = name.rsplit_once('.').map(|(_, last)| shown(last));
    let is_foreign = last.as_ref().is_some_and(|last| !last.is_ascii());
    let host = Span::new(host.start(), host.start() + name.len());
    let registered = registered(name);
    for (label, span) in subject.split(host, [b'.'; 2]) {
        #[cfg(feature = "security")]
        super::uts39::check_a_label(label, span, report);
        let is_last = last.is_some() && span.end() == host.end();
        if !may_be_shown_otherwise(label) {
            continue;
        }
        let label = shown(label);
        if label.is_ascii() {
            continue;
        }
        let mut labels = label.split(|c| ascii_of(c) == '.').filter(|label| !label.is_ascii());
        report.found_if(labels.clone().any(is_mixed), Code::MixedScript, span);
        // A single letter as a subdomain does not imitate another name.
        let is_letter = label.chars().nth(1).is_none() && span.start() != registered + host.start();
        let is_judged = !is_foreign && !is_letter && !is_last;
        let is_confusable =
            label.contains(is_symbol_of_deceit) || is_judged && labels.any(is_confusable);
        report.found_if(is_confusable, Code::ConfusableHost, span);
    }
}

/// Whether `char`, which IDNA 2008 allows in no label, looks like a delimiter of URIs, a hyphen or the letter `e`:
/// `bank.example⁄login.evil.example`. Programs that implement older versions resolve such names.
fn is_symbol_of_deceit(char: char) -> bool {
    "⁄∕╱⟋⧸⫽⸝〳∖⧵╲∶꞉ː׃։‧•∙⋅‐‑‒–−⁃♯‽⸮⁇⁈℮ꞏ\u{337}\u{338}".contains(char)
}

/// Whether a reader may see other characters than those of `name`, or characters outside ASCII.
fn may_be_shown_otherwise(name: &str) -> bool {
    !name.is_ascii()
        || name.contains('%')
        || name.split('.').any(|label| punycode::encoded(label).is_some())
}

/// A label as a browser might show it: percent-decoded and converted from Punycode.
fn shown(label: &str) -> String {
    let decoded: String = meant(label, 0).map(|meant| meant.char).collect();
    punycode::encoded(&decoded).and_then(punycode::decode).unwrap_or(decoded)
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

/// The small table of every build.
#[cfg(any(test, not(feature = "security")))]
mod table {
    use crate::uri::hazards::characters::row;

    // `SCRIPTS` and `LOOK_ALIKES`.
    include!("imitation.in");

    /// Whether the letters of `label` belong to scripts that are not written together. Letters of scripts that the
    /// table does not have are not judged.
    pub(super) fn is_mixed(label: &str) -> bool {
        let letters = || label.chars().filter(|char| char.is_alphabetic());
        let scripts = || letters().filter_map(|char| row(SCRIPTS, char)).map(|(_, script)| script);
        let first = scripts().find(|script| !["Latin", "East Asian"].contains(script));
        first.is_some_and(|first| scripts().any(|script| script != first))
    }

    /// Whether `label` looks like an ASCII label: its letters outside ASCII all look like letters of ASCII.
    pub(super) fn is_confusable(label: &str) -> bool {
        label.chars().all(|char| char.is_ascii() || LOOK_ALIKES.contains(char))
    }

    #[cfg(all(test, feature = "security"))]
    mod tests {
        use super::super::super::uts39;
        use super::*;

        /// What the small table reports, UTS 39 reports as well: the feature `security` only adds.
        #[test]
        fn uts_39_reports_all_that_the_table_reports() {
            for char in LOOK_ALIKES.chars() {
                let label = char.to_string();
                assert!(is_confusable(&label) && uts39::is_confusable(&label), "{char}");
            }
            let samples = [
                'a', 'é', 'α', 'б', 'ա', 'ש', 'ب', 'क', 'ก', 'ა', 'Ꭰ', 'ᐯ', 'ⲁ', 'ⴰ', 'ꓐ', '中',
                'あ', 'カ', '가',
            ];
            for char in (0..0x3_0000).filter_map(char::from_u32).filter(|c| c.is_alphabetic()) {
                for sample in samples {
                    let label = String::from_iter([sample, char]);
                    let is_kept = !is_mixed(&label) || uts39::is_mixed(&label);
                    assert!(is_kept, "{label} {:x}", u32::from(char));
                }
            }
        }
    }
}

#[cfg(not(feature = "security"))]
use table::{is_confusable, is_mixed};

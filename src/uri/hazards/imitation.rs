//! Hosts that look like other hosts (RFC 3987, section 8), as browsers judge them before they show a name.
//!
//! A small table of scripts and of look-alikes is part of every build, so that no feature is needed to be safe. It
//! knows the imitations of ASCII names that people use. The feature `security` replaces the two questions of this
//! module with the tables of UTS 39 ([`uts39`](super::uts39)), which know all of Unicode; what the small table reports,
//! they report as well.

use super::code::Code;
use super::ipv4::ascii_of;
use super::punycode;
use super::report::{Report, Subject, meant};
#[cfg(feature = "security")]
use super::uts39::{is_confusable, is_mixed};
use crate::span::Span;
use crate::uri::parts::HostKind;

pub(super) fn check(subject: &Subject<'_>, report: &mut Report) {
    match (subject.parts.host(), subject.parts.host_kind()) {
        (Some(host), Some(HostKind::RegName)) => check_name(subject, host, report),
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
    /// A group of scripts that are written together in one word. Chinese, Japanese and Korean words also contain Latin
    /// letters.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Script {
        Latin,
        EastAsian,
        /// Another script, by the first character of its block.
        Other(u32),
    }

    /// Whether the letters of `label` belong to scripts that are not written together. Letters of scripts that the
    /// table does not have are not judged.
    pub(super) fn is_mixed(label: &str) -> bool {
        let scripts = || label.chars().filter(|char| char.is_alphabetic()).filter_map(script);
        let mut others = scripts().filter(|script| matches!(script, Script::Other(_)));
        let Some(first) = others.next() else { return false };
        scripts().any(|script| script != first)
    }

    /// Whether `label` looks like an ASCII label: its letters outside ASCII all look like letters of ASCII.
    pub(super) fn is_confusable(label: &str) -> bool {
        label.chars().all(|char| char.is_ascii() || LOOK_ALIKES.contains(char))
    }

    const fn script(char: char) -> Option<Script> {
        Some(match char {
            'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' => Script::Latin,
            '\u{370}'..='\u{373}'
            | '\u{376}'..='\u{3E1}'
            | '\u{3F0}'..='\u{3FF}'
            | '\u{1F00}'..='\u{1FFF}' => Script::Other(0x370),
            '\u{400}'..='\u{52F}' | '\u{1C80}'..='\u{1C8F}' | '\u{A640}'..='\u{A69F}' => {
                Script::Other(0x400)
            }
            '\u{531}'..='\u{586}' => Script::Other(0x531),
            '\u{5D0}'..='\u{5EA}' => Script::Other(0x5D0),
            '\u{620}'..='\u{63F}' | '\u{641}'..='\u{64A}' | '\u{671}'..='\u{6D3}' => {
                Script::Other(0x620)
            }
            // The blocks of India have 128 characters each.
            '\u{900}'..='\u{DFF}' => Script::Other(char as u32 & !0x7F),
            '\u{E01}'..='\u{E30}' => Script::Other(0xE01),
            '\u{10A0}'..='\u{10FA}'
            | '\u{10FD}'..='\u{10FF}'
            | '\u{1C90}'..='\u{1CBF}'
            | '\u{2D00}'..='\u{2D2F}' => Script::Other(0x10A0),
            '\u{13A0}'..='\u{13FF}' | '\u{AB70}'..='\u{ABBF}' => Script::Other(0x13A0),
            '\u{1401}'..='\u{167F}' => Script::Other(0x1401),
            '\u{3E2}'..='\u{3EF}' | '\u{2C80}'..='\u{2CEE}' => Script::Other(0x2C80),
            '\u{2D30}'..='\u{2D67}' => Script::Other(0x2D30),
            '\u{A4D0}'..='\u{A4F7}' => Script::Other(0xA4D0),
            '\u{1100}'..='\u{11FF}'
            | '\u{3005}'..='\u{318F}'
            | '\u{31A0}'..='\u{31FF}'
            | '\u{3400}'..='\u{9FFF}'
            | '\u{AC00}'..='\u{D7FB}'
            | '\u{20000}'..='\u{3FFFF}' => Script::EastAsian,
            _ => return None,
        })
    }

    /// Letters that look like letters or digits of ASCII, by script: phonetic Latin, Greek, Cyrillic, Armenian, Hebrew,
    /// Georgian, Cherokee, Canadian, Coptic, Tifinagh and Lisu. The dotless `ı` and `þ`, `æ`, `œ` are letters of living
    /// Latin alphabets, and are left to UTS 39.
    const LOOK_ALIKES: &str = concat!(
        "ɑɡɩɪɯʋʏ",
        "ͿΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγινορσυϒϱϲϳϸϹϺ",
        "ЅІЈАВЕЗКМНОРСТУХЬабгеорсухшѕіјѡѴѵҮүҺһҽӀӏӠԁԌԚԛԜԝ",
        "ՅՍՏՕագզհյոռսցւքօ",
        "וטןס",
        "ႹႽჇჍყჽჿ",
        "ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏮᏳᏴꭵꮁꮃꮓꮞꮤꮩꮪꮯꮾ",
        "ᐯᑌᑭᑯᑲᒍᒪᒿᕁᕼᕽᖇᖯᖴᗅᗞᗪᗰᗷᘖ",
        "ϨϬϭⲂⲅⲌⲍⲎⲒⲓⲔⲘⲚⲜⲞⲟⲢⲣⲤⲥⲦⲨⲩⲬⲽⳄⳊⳋⳌⳎⳏⳐⳒⳓⳜ",
        "ⴸⴹⵊⵏⵔⵕⵝ",
        "ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ",
    );

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

//! The conformance test of formatting, from the parts of the URIs.
//!
//! `LinkFormattingTest.txt` has a comment with the parts of each URI, the URI, and its minimally escaped form. Some of
//! the URIs have other parts than their comments, for instance because a `/` that is data is not encoded, so the test
//! encodes the parts itself.

use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::uri::{Grammar, Uri, pct, repair, to_uri};

/// The letters that mark the parts: scheme, host, segment, key, value, fragment, directive.
const MARKS: [char; 7] = ['𝑺', '𝑯', '𝑷', '𝑸', '𝑽', '𝑭', '𝑫'];

/// The heading of the URIs of pages. The forms of this section leave punctuation at the end unescaped, as is right where
/// more of the token follows; those of the section before escape it. The editors call this an error of the file
/// (<https://github.com/unicode-org/unicodetools/pull/1417>).
const MEDIAL: &str = "# Wikipedia test cases";

type Part<'f> = (char, &'f str);

struct Case<'f> {
    parts: Vec<Part<'f>>,
    is_medial: bool,
    expected: &'f str,
}

fn cases(file: &str) -> Vec<Case<'_>> {
    let (mut cases, mut is_medial, mut parts) = (Vec::new(), false, Vec::new());
    let mut lines = file.lines();
    while let Some(line) = lines.next() {
        is_medial |= line == MEDIAL;
        if let Some(list) = line.strip_prefix("# {").and_then(|rest| rest.strip_suffix('}')) {
            parts = read_parts(list);
        } else if !line.is_empty() && !line.starts_with('#') {
            let expected = lines.next().expect("a pair");
            cases.push(Case { parts: core::mem::take(&mut parts), is_medial, expected });
        }
    }
    cases
}

/// The parts in a comment: `𝑷=a b 𝑸=c` has the parts `a b` and `c`.
fn read_parts(list: &str) -> Vec<Part<'_>> {
    let starts = list.char_indices().filter(|(_, c)| MARKS.contains(c)).map(|(at, _)| at);
    let mut parts = Vec::new();
    let mut end = list.len();
    for start in starts.collect::<Vec<_>>().into_iter().rev() {
        let (mark, text) = list[start..end].split_once('=').expect("a mark and a part");
        parts.insert(0, (mark.chars().next().expect("a mark"), text));
        end = start.saturating_sub(1);
    }
    parts
}

/// The URI of the parts, in which everything but letters and digits of ASCII and the dot is encoded.
fn compose(parts: &[Part<'_>]) -> String {
    const KEPT: pct::ByteSet =
        pct::ByteSet::of(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.");
    let mut uri = String::new();
    for &(mark, text) in parts {
        let border = match mark {
            '𝑷' => "/",
            '𝑸' if uri.contains('?') => "&",
            '𝑸' => "?",
            '𝑽' => "=",
            '𝑭' => "#",
            '𝑫' => ":~:",
            _ => "",
        };
        uri += border;
        uri += &if border.is_empty() { text.into() } else { pct::encode(text, &KEPT) };
    }
    uri
}

/// The parts of `text`, read as an IRI, with their marks.
fn parts_of(text: &str) -> Vec<(char, String)> {
    let repaired = repair(text, Grammar::Iri).expect("the text is an IRI");
    let uri = to_uri(repaired.as_str()).expect("the text maps to a URI");
    let uri: Uri<'_> = uri.as_uri();
    let decoded = |part| pct::decode_utf8(part).expect("the part is UTF-8").into_owned();
    let host = uri.authority().expect("an authority").as_str();
    let mut parts = vec![('𝑺', format!("{}://", uri.scheme().as_str())), ('𝑯', host.to_owned())];
    parts.extend(uri.segments().map(|segment| ('𝑷', decoded(segment))));
    for (name, value) in uri.query_pairs() {
        parts.push(('𝑸', decoded(name)));
        parts.extend(value.map(|value| ('𝑽', decoded(value))));
    }
    parts.extend(uri.fragment().map(|fragment| ('𝑭', decoded(fragment))));
    parts
}

#[test]
fn every_pair_is_written_as_expected_from_its_parts() {
    let Some(file) = super::data("LinkFormattingTest.txt") else { return };
    let cases = cases(&file);
    assert_eq!(cases.len(), 55);
    let finder = Finder::preset(Preset::Uts58);
    let mut whole = 0;
    for case in cases {
        let uri = compose(&case.parts);
        let parsed = Uri::parse(&uri).expect("a URI");
        let written = parsed.minimally_escaped(case.is_medial);
        assert_eq!(written, case.expected, "{uri}");
        let parts: Vec<_> =
            case.parts.iter().map(|&(mark, text)| (mark, text.to_owned())).collect();
        assert_eq!(parts_of(&written), parts);

        let final_use = parsed.minimally_escaped(false);
        assert_eq!(found(&finder, &final_use), final_use);
        let is_whole = found(&finder, &written) == written;
        assert_eq!(is_whole, written == final_use, "{written}");
        whole += usize::from(is_whole);
    }
    assert_eq!(whole, 45);
}

/// The link that is found where `text` is between blanks.
fn found(finder: &Finder, text: &str) -> String {
    let around = format!("see {text} now");
    finder.find_iter(&around).next().expect("a link").text().to_owned()
}

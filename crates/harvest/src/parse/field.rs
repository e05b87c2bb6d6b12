//! Parses the instruction of a field (ECMA-376, part 1, section 17.16): `HYPERLINK "http://a.example/" \l "b"`.

use linkwright::Span;
use linkwright::rewrite::TextRun;

use crate::model::Origin;
use crate::sink::Sink;

/// The fields whose argument is a reference.
const REFERENCES: &[&str] =
    &["HYPERLINK", "INCLUDEPICTURE", "INCLUDETEXT", "INCLUDE", "IMPORT", "RD"];

/// The letters of the switches that have an argument in these fields.
const WITH_ARGUMENT: &str = "lotcnx";

/// The link of a field.
#[derive(Debug)]
pub(super) struct FieldLink {
    pub(super) reference: String,
    /// The spans of the reference in the document. They are several if formatting divides it.
    pieces: Vec<Span>,
    /// The name of the field in lower case.
    name: String,
}

impl FieldLink {
    pub(super) fn report(&self, sink: &mut dyn Sink) {
        sink.existing_in(&self.reference, &self.pieces, Origin::Attribute, &self.name);
    }
}

/// The link of the instruction in `run`. An instruction that does not refer to anything is searched as text of
/// this origin.
pub(super) fn link(run: &TextRun<'_>, origin: Origin, sink: &mut dyn Sink) -> Option<FieldLink> {
    let (keyword, reference) = instruction(run.text())?;
    if !REFERENCES.contains(&&*keyword.to_ascii_uppercase()) {
        sink.search_run_as(run, |_| Some(origin));
        return None;
    }
    let (reference, place) = reference?;
    let pieces = run.map().pieces(place).unwrap_or_else(|| vec![run.map().around(place)]);
    Some(FieldLink { reference, pieces, name: keyword.to_ascii_lowercase() })
}

/// The name of the field in an instruction, and its reference with the span that it has without its fragment: the first
/// argument that is not a switch, and the fragment, which is the argument of the switch `\l`. A reference without the
/// first argument is to a place in the same document, and no link.
fn instruction(text: &[u8]) -> Option<(String, Option<(String, Span)>)> {
    let mut words = Words { text, at: 0 };
    let (keyword, ..) = words.next()?;
    let (mut argument, mut fragment) = (None, None);
    while let Some((word, place, is_quoted)) = words.next() {
        let switch = word.strip_prefix('\\').filter(|_| !is_quoted);
        match switch.map(|switch| switch.chars().next().unwrap_or(' ').to_ascii_lowercase()) {
            Some('l') => fragment = words.next().map(|(word, ..)| word),
            Some(switch) if WITH_ARGUMENT.contains(switch) => drop(words.next()),
            Some(_) => {}
            None => argument = argument.or(Some((word, place))),
        }
    }
    let argument = argument.filter(|(text, _)| !text.is_empty() && !text.starts_with('#'));
    let fragment = fragment.filter(|text| !text.is_empty());
    let whole = |(text, place): (String, Span)| (with_fragment(&text, fragment.as_deref()), place);
    Some((keyword, argument.map(whole)))
}

/// `reference` with `fragment`. A fragment that `reference` already has is kept.
pub(super) fn with_fragment(reference: &str, fragment: Option<&str>) -> String {
    match (fragment, reference.split_once('#')) {
        (Some(fragment), None) => format!("{reference}#{fragment}"),
        (Some(fragment), Some((_, ""))) => format!("{reference}{fragment}"),
        _ => reference.to_owned(),
    }
}

struct Words<'t> {
    text: &'t [u8],
    at: usize,
}

impl Words<'_> {
    /// The next word, its span, and whether it is in quotes.
    fn next(&mut self) -> Option<(String, Span, bool)> {
        let rest = self.text.get(self.at..)?;
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        Some(match quote(rest) {
            Some(len) => self.quoted(self.at + len),
            None => self.bare(),
        })
    }

    fn bare(&mut self) -> (String, Span, bool) {
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or_default();
        self.at += rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        let place = Span::new(start, self.at);
        (String::from_utf8_lossy(place.of(self.text)).into_owned(), place, false)
    }

    /// Reads a word in quotes, in which `\` escapes a quote or another `\`.
    fn quoted(&mut self, start: usize) -> (String, Span, bool) {
        let (mut word, mut at) = (Vec::new(), start);
        let mut end = self.text.len();
        while let Some(&byte) = self.text.get(at) {
            let next = self.text.get(at + 1);
            if byte == b'\\' && next.is_some_and(|next| b"\\\"".contains(next)) {
                word.extend(next);
                at += 2;
            } else if let Some(len) = self.text.get(at..).and_then(quote) {
                (end, at) = (at, at + len);
                break;
            } else {
                word.push(byte);
                at += 1;
            }
        }
        self.at = at;
        (String::from_utf8_lossy(&word).into_owned(), Span::new(start, end), true)
    }
}

/// The length of the quotation mark at the beginning of `text`. Curved marks are recognized as well, because Word
/// replaces straight marks with curved marks.
fn quote(text: &[u8]) -> Option<usize> {
    let marks = ["\"", "\u{201C}", "\u{201D}", "\u{201E}"];
    marks.iter().find(|mark| text.starts_with(mark.as_bytes())).map(|mark| mark.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(text: &str) -> Option<(String, &str)> {
        let (reference, place) = instruction(text.as_bytes())?.1?;
        Some((reference, text.get(place.range())?))
    }

    #[test]
    fn arguments_and_switches_are_read() {
        for (text, expected) in [
            (r#" HYPERLINK "http://a.example/" "#, ("http://a.example/", "http://a.example/")),
            (r"hyperlink http://a.example/ \h", ("http://a.example/", "http://a.example/")),
            (r#"HYPERLINK "a" \l "b" \o "a tip""#, ("a#b", "a")),
            (r#"HYPERLINK \o "tip" \t "_blank" "a#b""#, ("a#b", "a#b")),
            (r#"HYPERLINK "C:\\a\\\"b""#, (r#"C:\a\"b"#, r#"C:\\a\\\"b"#)),
            ("HYPERLINK \u{201C}a\u{201D}", ("a", "a")),
            (r#"INCLUDEPICTURE "a" \* MERGEFORMAT \d"#, ("a", "a")),
            (r#"HYPERLINK "a"#, ("a", "a")),
        ] {
            assert_eq!(reference(text), Some((expected.0.to_owned(), expected.1)), "{text}");
        }
        assert_eq!(reference("HYPERLINK"), None);
        assert_eq!(reference("HYPERLINK \"\""), None);
        assert_eq!(reference(r#"HYPERLINK \l "b c""#), None);
        assert_eq!(instruction(b"  "), None);
    }

    #[test]
    fn fragments_are_added_once() {
        assert_eq!(with_fragment("a", Some("b")), "a#b");
        assert_eq!(with_fragment("a#", Some("b")), "a#b");
        assert_eq!(with_fragment("a#c", Some("b")), "a#c");
    }
}

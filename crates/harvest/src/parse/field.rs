//! Parses the instruction of a field (ECMA-376, part 1, section 17.16): `HYPERLINK "http://a.example/" \l "b"`.

use linkwright::Span;

/// The instruction of a field.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Instruction {
    /// The name of the field, in upper case.
    pub(super) keyword: String,
    /// The first argument that is not a switch, and its span in the instruction, without quotes.
    pub(super) argument: Option<(String, Span)>,
    /// The argument of the switch `\l`, which is a place in the target.
    pub(super) location: Option<(String, Span)>,
}

/// The fields whose argument is a reference.
const REFERENCES: &[&str] =
    &["HYPERLINK", "INCLUDEPICTURE", "INCLUDETEXT", "INCLUDE", "IMPORT", "RD"];

/// The letters of the switches that have an argument in these fields.
const WITH_ARGUMENT: &str = "lotcnx";

impl Instruction {
    /// Reads an instruction; `None` if it has no keyword.
    pub(super) fn read(text: &[u8]) -> Option<Instruction> {
        let mut words = Words { text, at: 0 };
        let (keyword, ..) = words.next()?;
        let mut instruction =
            Instruction { keyword: keyword.to_ascii_uppercase(), argument: None, location: None };
        while let Some((word, place, is_quoted)) = words.next() {
            let switch = word.strip_prefix('\\').filter(|_| !is_quoted);
            match switch.map(|switch| switch.chars().next().unwrap_or(' ').to_ascii_lowercase()) {
                Some('l') => {
                    instruction.location = words.next().map(|(word, place, _)| (word, place));
                }
                Some(switch) if WITH_ARGUMENT.contains(switch) => drop(words.next()),
                Some(_) => {}
                None => instruction.argument = instruction.argument.or(Some((word, place))),
            }
        }
        Some(instruction)
    }

    /// Whether the argument of the field is a reference.
    pub(super) fn refers(&self) -> bool {
        REFERENCES.contains(&&*self.keyword)
    }

    /// The reference with its fragment, and the span of the reference without the fragment. If the instruction has only
    /// a fragment, the span of the fragment is returned. `None` if the instruction has neither.
    pub(super) fn reference(&self) -> Option<(String, Span)> {
        let known = |one: &&(String, Span)| !one.0.is_empty();
        let location = self.location.as_ref().filter(known);
        match self.argument.as_ref().filter(known) {
            Some((argument, place)) => {
                let fragment = location.map(|(text, _)| &**text);
                Some((with_fragment(argument, fragment), *place))
            }
            None => location.map(|(text, place)| (format!("#{text}"), *place)),
        }
    }
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
        let instruction = Instruction::read(text.as_bytes())?;
        let (reference, place) = instruction.reference()?;
        Some((reference, text.get(place.range())?))
    }

    #[test]
    fn arguments_and_switches_are_read() {
        for (text, expected) in [
            (r#" HYPERLINK "http://a.example/" "#, ("http://a.example/", "http://a.example/")),
            (r"hyperlink http://a.example/ \h", ("http://a.example/", "http://a.example/")),
            (r#"HYPERLINK "a" \l "b" \o "a tip""#, ("a#b", "a")),
            (r#"HYPERLINK \o "tip" \t "_blank" "a#b""#, ("a#b", "a#b")),
            (r#"HYPERLINK \l "b c""#, ("#b c", "b c")),
            (r#"HYPERLINK "C:\\a\\\"b""#, (r#"C:\a\"b"#, r#"C:\\a\\\"b"#)),
            ("HYPERLINK \u{201C}a\u{201D}", ("a", "a")),
            (r#"INCLUDEPICTURE "a" \* MERGEFORMAT \d"#, ("a", "a")),
            (r#"HYPERLINK "a"#, ("a", "a")),
        ] {
            assert_eq!(reference(text), Some((expected.0.to_owned(), expected.1)), "{text}");
        }
        assert_eq!(reference("HYPERLINK"), None);
        assert_eq!(reference("HYPERLINK \"\""), None);
        assert_eq!(Instruction::read(b"  "), None);
    }

    #[test]
    fn fragments_are_added_once() {
        assert_eq!(with_fragment("a", Some("b")), "a#b");
        assert_eq!(with_fragment("a#", Some("b")), "a#b");
        assert_eq!(with_fragment("a#c", Some("b")), "a#c");
    }
}

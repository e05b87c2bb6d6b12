//! Parses the instruction of a field: `HYPERLINK "http://a.example/" \l "top"`.

use core::ops::Range;

/// The target of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldTarget {
    /// The reference, with its fragment.
    pub(super) reference: String,
    /// The range of the argument in the instruction, or of the fragment if there is no argument.
    pub(super) place: Range<usize>,
    /// The name of the field, in lower case.
    pub(super) name: &'static str,
}

/// The fields whose first argument is a reference.
const NAMES: &[&str] = &["hyperlink", "includepicture", "includetext", "import", "include"];

/// The kinds of instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Instruction {
    /// The field refers to a target.
    Target(FieldTarget),
    /// The field should refer to a target, but has no argument.
    Nothing,
    /// Any other field.
    Other,
}

/// Reads an instruction.
pub(super) fn read(text: &[u8]) -> Instruction {
    let mut arguments = Arguments { text, at: 0 };
    let Some(first) = arguments.next() else { return Instruction::Other };
    let first = first.text.to_ascii_lowercase();
    let Some(name) = NAMES.iter().copied().find(|name| *name == first) else {
        return Instruction::Other;
    };
    let (mut target, mut fragment) = (None, None);
    while let Some(argument) = arguments.next() {
        match argument.switch() {
            None => target = target.or(Some(argument)),
            Some('l') if name == "hyperlink" => fragment = arguments.next(),
            // These switches have an argument: the target frame, the tip, the bookmark, the filter.
            Some('t' | 'o' | 's' | 'c') => drop(arguments.next()),
            Some(_) => {}
        }
    }
    let place = target.as_ref().or(fragment.as_ref()).map(|one| one.place.clone());
    let Some(place) = place else { return Instruction::Nothing };
    let mut reference = target.map(|one| one.text).unwrap_or_default();
    if let Some(fragment) = fragment {
        reference = format!("{reference}#{}", fragment.text);
    }
    Instruction::Target(FieldTarget { reference, place, name })
}

/// An argument, without its quotes.
struct Argument {
    text: String,
    place: Range<usize>,
    is_quoted: bool,
}

impl Argument {
    /// The letter of the switch, if the argument is a switch.
    fn switch(&self) -> Option<char> {
        let letter = self.text.strip_prefix('\\').filter(|_| !self.is_quoted)?;
        letter.chars().next().map(|letter| letter.to_ascii_lowercase())
    }
}

struct Arguments<'i> {
    text: &'i [u8],
    at: usize,
}

impl Arguments<'_> {
    fn next(&mut self) -> Option<Argument> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        match self.text.get(self.at)? {
            b'"' => Some(self.quoted()),
            _ => Some(self.word()),
        }
    }

    fn word(&mut self) -> Argument {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'"';
        let len = rest.iter().position(ends).unwrap_or(rest.len());
        let place = self.at..self.at + len;
        self.at = place.end;
        let text = rest.get(..len).unwrap_or_default();
        Argument { text: String::from_utf8_lossy(text).into_owned(), place, is_quoted: false }
    }

    /// Reads an argument in quotes, in which a backslash escapes a quote or another backslash.
    fn quoted(&mut self) -> Argument {
        let start = self.at + 1;
        let mut text = Vec::new();
        let mut at = start;
        loop {
            match self.text.get(at..) {
                Some([b'\\', byte @ (b'"' | b'\\'), ..]) => {
                    text.push(*byte);
                    at += 2;
                }
                Some([b'"', ..] | []) | None => break,
                Some([byte, ..]) => {
                    text.push(*byte);
                    at += 1;
                }
            }
        }
        self.at = at + 1;
        let text = String::from_utf8_lossy(&text).into_owned();
        Argument { text, place: start..at, is_quoted: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_and_fragments_are_read() {
        for (text, expected) in [
            (r#" HYPERLINK "http://a.example/b c" "#, "http://a.example/b c"),
            (r#"HYPERLINK http://a.example/b \t "_blank""#, "http://a.example/b"),
            (r#"hyperlink "http://a.example/" \l "top" \o "tip""#, "http://a.example/#top"),
            (r#"HYPERLINK \l "top""#, "#top"),
            (r#"HYPERLINK \o "http://tip.example/" "http://a.example/""#, "http://a.example/"),
            (
                r#"INCLUDEPICTURE "http://a.example/b.png" \* MERGEFORMAT \d"#,
                "http://a.example/b.png",
            ),
            (r#"HYPERLINK "\\\\server\\share\\a""#, r"\\server\share\a"),
            (r#"HYPERLINK "http://a.example/"#, "http://a.example/"),
        ] {
            let Instruction::Target(target) = read(text.as_bytes()) else { panic!("{text}") };
            assert_eq!(target.reference, expected, "{text}");
        }
        assert_eq!(read(b"HYPERLINK "), Instruction::Nothing);
        assert_eq!(read(b"PAGE \\* MERGEFORMAT"), Instruction::Other);
        assert_eq!(read(b""), Instruction::Other);
    }

    #[test]
    fn the_range_of_a_target_is_the_range_of_the_argument() {
        let Instruction::Target(target) = read(b"HYPERLINK \"http://a\"") else { panic!() };
        assert_eq!(target.place, 11..19);
    }
}

//! Finds the strings of a JSON document, and checks that its tokens follow the grammar of RFC 8259.
//!
//! The maintained JSON tokenizers either return strings without their positions, or recurse as deeply as the document
//! is nested. This tokenizer keeps the open brackets in a list instead. Only the positions of strings are needed, so
//! the digits of numbers and the control characters and escapes in strings are not checked.

use linkwright::Span;

/// A tokenizer for a part of a text.
pub(in crate::parse) struct Strings<'j> {
    json: &'j [u8],
    at: usize,
    expected: Expected,
    /// For each open container, whether it is an object.
    open: Vec<bool>,
}

/// The tokens that the grammar allows next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    /// A document, or the end of the text.
    Document,
    Value,
    /// The first value of an array, or the end of the array.
    FirstValue,
    Name,
    /// The first name of an object, or the end of the object.
    FirstName,
    Colon,
    /// A comma, or the end of the container.
    Comma,
}

/// A token of a document. Punctuation, numbers and literals are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::parse) enum Token {
    /// The name of a member, without its quotes.
    Name(Span),
    /// A string that is a value, without its quotes.
    String(Span),
    /// The beginning of an object or an array.
    Begin,
    /// The end of an object or an array.
    End,
}

/// A position at which the text violates the grammar.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::parse) struct Fault {
    pub(in crate::parse) at: usize,
    pub(in crate::parse) expected: &'static str,
}

impl Fault {
    /// Whether the fault may exist only because `text` is cut off after a token, or inside a word or a string.
    fn is_cut(&self, text: &[u8]) -> bool {
        let rest = text.get(self.at..).unwrap_or_default();
        rest.first() == Some(&b'"') || rest.iter().all(u8::is_ascii_alphabetic)
    }
}

impl<'j> Strings<'j> {
    /// A tokenizer for the documents at `part` of `text`.
    pub(in crate::parse) fn new(text: &'j [u8], part: Span) -> Strings<'j> {
        let json = text.get(..part.end()).unwrap_or(text);
        Strings { json, at: part.start(), expected: Expected::Document, open: Vec::new() }
    }

    /// The span of the next string, without its quotes; `None` at the end.
    pub(super) fn next_string(&mut self) -> Result<Option<Span>, Fault> {
        loop {
            match self.next_token()? {
                Some(Token::Name(place) | Token::String(place)) => return Ok(Some(place)),
                Some(Token::Begin | Token::End) => {}
                None => return Ok(None),
            }
        }
    }

    /// The next token; `None` at the end.
    pub(in crate::parse) fn next_token(&mut self) -> Result<Option<Token>, Fault> {
        loop {
            self.skip_blanks();
            let Some(&byte) = self.json.get(self.at) else {
                let is_end = self.expected == Expected::Document;
                return if is_end { Ok(None) } else { Err(self.fault()) };
            };
            match (byte, self.expected) {
                (b'"', expected) if expected.takes_string() => return self.string().map(Some),
                (b':', Expected::Colon) => self.take(1, Expected::Value),
                (b',', Expected::Comma) => {
                    let next = if self.is_in_object() { Expected::Name } else { Expected::Value };
                    self.take(1, next);
                }
                (b'{', expected) if expected.takes_value() => return Ok(Some(self.begin(true))),
                (b'[', expected) if expected.takes_value() => return Ok(Some(self.begin(false))),
                (b'}', Expected::Comma | Expected::FirstName) if self.is_in_object() => {
                    return Ok(Some(self.end()));
                }
                (b']', Expected::Comma | Expected::FirstValue) if !self.is_in_object() => {
                    return Ok(Some(self.end()));
                }
                (_, expected) if expected.takes_value() => self.word()?,
                _ => return Err(self.fault()),
            }
        }
    }

    /// Whether the rest of the text follows the grammar. The document may be cut off at the end of the text.
    pub(super) fn stays_sound(mut self) -> bool {
        loop {
            match self.next_string() {
                Ok(Some(_)) => {}
                Ok(None) => return true,
                Err(fault) => return !self.open.is_empty() && fault.is_cut(self.json),
            }
        }
    }

    fn skip_blanks(&mut self) {
        let rest = self.json.get(self.at..).unwrap_or_default();
        self.at += rest.iter().take_while(|byte| b" \t\r\n".contains(byte)).count();
    }

    fn take(&mut self, len: usize, expected: Expected) {
        self.at += len;
        self.expected = expected;
    }

    fn is_in_object(&self) -> bool {
        self.open.last() == Some(&true)
    }

    fn begin(&mut self, is_object: bool) -> Token {
        self.open.push(is_object);
        self.take(1, if is_object { Expected::FirstName } else { Expected::FirstValue });
        Token::Begin
    }

    fn end(&mut self) -> Token {
        self.open.pop();
        self.take(1, self.after_value());
        Token::End
    }

    /// The tokens that the grammar allows after a value.
    fn after_value(&self) -> Expected {
        if self.open.is_empty() { Expected::Document } else { Expected::Comma }
    }

    fn string(&mut self) -> Result<Token, Fault> {
        let start = self.at + 1;
        let Some(end) = self.string_end(start) else {
            return Err(Fault { at: self.at, expected: "the end of a string" });
        };
        let is_name = matches!(self.expected, Expected::Name | Expected::FirstName);
        self.take(end + 1 - self.at, if is_name { Expected::Colon } else { self.after_value() });
        let place = Span::new(start, end);
        Ok(if is_name { Token::Name(place) } else { Token::String(place) })
    }

    /// The offset of the closing quote of the string whose content begins at `at`.
    fn string_end(&self, mut at: usize) -> Option<usize> {
        loop {
            at += memchr::memchr2(b'"', b'\\', self.json.get(at..)?)?;
            if self.json.get(at) == Some(&b'"') {
                return Some(at);
            }
            at += 2;
        }
    }

    /// Skips a number or a literal.
    fn word(&mut self) -> Result<(), Fault> {
        let rest = self.json.get(self.at..).unwrap_or_default();
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let len = rest.iter().take_while(is_part).count();
        let word = rest.get(..len).unwrap_or_default();
        let is_number = word.iter().any(u8::is_ascii_digit)
            && word.iter().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte));
        if !is_number && !matches!(word, b"true" | b"false" | b"null") {
            return Err(self.fault());
        }
        self.take(len, self.after_value());
        Ok(())
    }

    fn fault(&self) -> Fault {
        let expected = match self.expected {
            Expected::Document | Expected::Value => "a value",
            Expected::FirstValue => "a value or `]`",
            Expected::Name => "a name in quotes",
            Expected::FirstName => "a name in quotes or `}`",
            Expected::Colon => "`:`",
            Expected::Comma if self.is_in_object() => "`,` or `}`",
            Expected::Comma => "`,` or `]`",
        };
        Fault { at: self.at, expected }
    }
}

impl Expected {
    const fn takes_value(self) -> bool {
        matches!(self, Expected::Document | Expected::Value | Expected::FirstValue)
    }

    const fn takes_string(self) -> bool {
        self.takes_value() || matches!(self, Expected::Name | Expected::FirstName)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Vec<&str>, Fault> {
        let mut strings = Strings::new(json.as_bytes(), Span::new(0, json.len()));
        let mut all = Vec::new();
        while let Some(place) = strings.next_string()? {
            all.push(&json[place.range()]);
        }
        Ok(all)
    }

    #[test]
    fn strings_and_names_are_found() {
        assert_eq!(
            read(r#"{"a": ["b", {"c": "d\"\\"}], "e": -1.5e3}"#).unwrap(),
            ["a", "b", "c", r#"d\"\\"#, "e"]
        );
        assert_eq!(read("[[], {}, true, false, null, 0]").unwrap(), [""; 0]);
        assert_eq!(read(r#""a" "b""#).unwrap(), ["a", "b"]);
        assert_eq!(read("").unwrap(), [""; 0]);
    }

    #[test]
    fn faults_have_an_offset() {
        for (json, at, expected) in [
            ("[1,]", 3, "a value"),
            ("[1 2]", 3, "`,` or `]`"),
            ("{\"a\" 1}", 5, "`:`"),
            ("{a: 1}", 1, "a name in quotes or `}`"),
            ("{\"a\": 1,}", 8, "a name in quotes"),
            ("{\"a\": 1]", 7, "`,` or `}`"),
            ("[1}", 2, "`,` or `]`"),
            ("[}", 1, "a value or `]`"),
            ("[\"a", 1, "the end of a string"),
            ("[\"a\\\"", 1, "the end of a string"),
            ("[nul]", 1, "a value or `]`"),
            ("[", 1, "a value or `]`"),
            ("]", 0, "a value"),
            ("// x", 0, "a value"),
            ("NaN", 0, "a value"),
        ] {
            assert_eq!(read(json), Err(Fault { at, expected }), "{json}");
        }
    }

    #[test]
    fn a_million_brackets_do_not_overflow_the_stack() {
        let json = "[".repeat(1_000_000) + "\"a\"" + &"]".repeat(1_000_000);
        assert_eq!(read(&json).unwrap(), ["a"]);
    }
}

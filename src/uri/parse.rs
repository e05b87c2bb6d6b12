//! The parser: a single forward pass over the text, as far as the grammar allows.
//!
//! To find URIs in a text, a parser has to report how much of a text is a URI, and why the rest is not. So a
//! [`ParseError`] has the position at which the text stops being valid, and its longest valid prefix.

use super::chars::{self, Chars};
use super::cursor::Cursor;
use super::error::{Expected, ParseError, Rule, Stop};
use super::grammar::{Grammar, Mode, Start};
use super::parts::Parts;
use crate::ascii::{ALPHA, SCHEME};

/// Whether the whole of `text` is valid in `grammar`. The text may have bytes that are not UTF-8; such a byte is treated
/// like a character that no rule allows.
///
/// The position of an error is exact, like that of an automaton built from the ABNF: some valid text begins with the text
/// before it, but no valid text begins with that text and the character at the position. It may be after the end of the
/// longest valid prefix: for `http://h/%4` this prefix is `http://h/`, but one more digit would make the text valid. The
/// parser makes one pass over the text, takes linear time and does not allocate.
///
/// Offsets have 32 bits, so the parser reads only the first 4 GiB of a text.
///
/// ```
/// use linkwright::uri::{Grammar, Mode, check};
///
/// assert!(check("../a?b", Grammar::RelativeRef, Mode::new()).is_ok());
/// let text = "http://user:pass word@host/";
/// let error = check(text, Grammar::Uri, Mode::new()).unwrap_err();
/// // Without an "@", `user` is a host, and an empty port follows the colon.
/// assert_eq!(&text[..error.valid_prefix().unwrap()], "http://user:");
/// assert_eq!(error.to_string(), "expected a userinfo character or \"@\" in userinfo at byte 16");
/// ```
pub fn check(text: impl AsRef<[u8]>, grammar: Grammar, mode: Mode) -> Result<(), ParseError> {
    scan_bytes(text.as_ref(), grammar, mode).map(drop)
}

/// Like [`check`], and returns the components of a valid text.
pub(crate) fn scan(text: &str, grammar: Grammar, mode: Mode) -> Result<Parts, ParseError> {
    scan_bytes(text.as_bytes(), grammar, mode)
}

fn scan_bytes(text: &[u8], grammar: Grammar, mode: Mode) -> Result<Parts, ParseError> {
    let mut parser = Parser::new(text, grammar, mode, Strict);
    let outcome = parser.text();
    let parts = parser.parts;
    match outcome {
        Ok(()) if parts.len() == text.len() => Ok(parts),
        Ok(()) => {
            let stop = Stop { at: parts.end, rule: Rule::Length, expected: Expected::End };
            Err(ParseError::new(stop, Some(parts.end)))
        }
        Err(stop) => Err(ParseError::new(stop, parser.has_prefix.then_some(parts.end))),
    }
}

/// Decides whether the parser skips a byte that is not allowed in a path, a query or a fragment.
///
/// With this trait, `repair` and [`scan`] use the same parser. In an authority no byte is skipped,
/// because a repair could change the host.
pub(super) trait Lenience {
    /// Whether to skip `byte` at the offset `at` in the component `rule`.
    fn forgives(&mut self, at: u32, byte: u8, rule: Rule) -> bool;
}

/// Skips no byte.
pub(super) struct Strict;

impl Lenience for Strict {
    #[inline]
    fn forgives(&mut self, _: u32, _: u8, _: Rule) -> bool {
        false
    }
}

/// The state of a parse: the position in the text, and the components before it.
// INVARIANT: whenever the function of a rule returns, with or without a stop, and `has_prefix` is true, `parts`
// describe the longest valid prefix of the text read so far. So the caller can return a stop at once.
pub(super) struct Parser<'t, L> {
    pub(super) cursor: Cursor<'t>,
    pub(super) mode: Mode,
    pub(super) parts: Parts,
    /// Whether a prefix of the text is valid. If the grammar requires a scheme, no prefix is valid until the `:` after
    /// the scheme has been read.
    pub(super) has_prefix: bool,
    pub(super) lenience: L,
    grammar: Grammar,
}

impl<'t, L: Lenience> Parser<'t, L> {
    pub(super) fn new(text: &'t [u8], grammar: Grammar, mode: Mode, lenience: L) -> Parser<'t, L> {
        let parts = Parts::default();
        Parser { cursor: Cursor::new(text), mode, parts, has_prefix: false, lenience, grammar }
    }

    /// `URI`, `URI-reference`, `relative-ref` or `absolute-URI`, to the end of the text
    pub(super) fn text(&mut self) -> Result<(), Stop> {
        match self.grammar.start() {
            Start::Scheme => {
                self.scheme()?;
                self.hier_part()?;
            }
            Start::SchemeOrRelative if self.scheme().is_ok() => self.hier_part()?,
            Start::SchemeOrRelative | Start::Relative => self.relative_part()?,
        }
        self.query()?;
        self.fragment()?;
        self.end()
    }

    /// `scheme ":"` with `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`
    fn scheme(&mut self) -> Result<(), Stop> {
        if !self.cursor.peek().is_some_and(|byte| ALPHA.contains(byte)) {
            return Err(self.cursor.stop(Rule::Scheme, Expected::Letter));
        }
        self.cursor.skip(&SCHEME);
        let end = self.cursor.at();
        if !self.cursor.eat(b":") {
            return Err(self.cursor.stop(Rule::Scheme, Expected::SchemeOrColon));
        }
        self.has_prefix = true;
        self.parts.scheme_end = end;
        self.parts.set_path_start(self.cursor.at());
        Ok(())
    }

    /// `hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty`
    fn hier_part(&mut self) -> Result<(), Stop> {
        if self.cursor.eat(b"//") {
            self.authority()?;
        }
        self.segments()
    }

    /// `relative-part = "//" authority path-abempty / path-absolute / path-noscheme / path-empty`
    ///
    /// If the parser has looked for a scheme, it has read characters that are all allowed in a first segment, so they
    /// are not read again.
    fn relative_part(&mut self) -> Result<(), Stop> {
        self.has_prefix = true;
        if self.cursor.at() == 0 && self.cursor.eat(b"//") {
            self.authority()?;
        } else {
            self.segment_nz_nc()?;
        }
        self.segments()
    }

    /// `segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )`, if there is one
    fn segment_nz_nc(&mut self) -> Result<(), Stop> {
        let outcome = self.component(chars::SEGMENT_NC, Rule::PathNoscheme);
        self.parts.set_path_end(self.cursor.at());
        outcome?;
        if self.cursor.peek() == Some(b':') {
            return Err(self.cursor.stop(Rule::PathNoscheme, Expected::SegmentWithoutColon));
        }
        Ok(())
    }

    /// The part that all kinds of paths have in common: `*( "/" segment )`. The first slash is optional here: a
    /// `path-rootless` does not begin with one, and the first segment of a `path-noscheme` has been read by the caller.
    fn segments(&mut self) -> Result<(), Stop> {
        let outcome = self.component(chars::PATH, Rule::PathAbempty);
        self.parts.set_path_end(self.cursor.at());
        outcome
    }

    /// `[ "?" query ]` with `query = *( pchar / "/" / "?" )`
    fn query(&mut self) -> Result<(), Stop> {
        if !self.cursor.eat(b"?") {
            return Ok(());
        }
        let outcome = self.component(chars::QUERY, Rule::Query);
        self.parts.set_query_end(self.cursor.at());
        outcome
    }

    /// `[ "#" fragment ]` with `fragment = *( pchar / "/" / "?" )`
    fn fragment(&mut self) -> Result<(), Stop> {
        if !self.grammar.has_fragment() || !self.cursor.eat(b"#") {
            return Ok(());
        }
        let outcome = self.component(chars::FRAGMENT, Rule::Fragment);
        self.parts.end = self.cursor.at();
        outcome
    }

    /// Checks that the text ends where the last component ends.
    fn end(&self) -> Result<(), Stop> {
        if self.cursor.is_at_end() { Ok(()) } else { Err(self.stop_in_last_component()) }
    }

    fn stop_in_last_component(&self) -> Stop {
        let (rule, expected) = if self.cursor.peek() == Some(b'#') && !self.grammar.has_fragment() {
            (Rule::AbsoluteUri, Expected::NoFragment)
        } else if self.parts.fragment().is_some() {
            (Rule::Fragment, Expected::FragmentCharacter)
        } else if self.parts.query().is_some() {
            (Rule::Query, Expected::QueryCharacter)
        } else {
            (self.path_rule(), Expected::PathCharacter)
        };
        self.cursor.stop(rule, expected)
    }

    /// The rule of the path, which depends on its kind (section 3.3).
    fn path_rule(&self) -> Rule {
        if self.parts.authority().is_some() {
            Rule::PathAbempty
        } else if self.cursor.since(self.parts.path_start).starts_with(b"/") {
            Rule::PathAbsolute
        } else if self.parts.scheme().is_some() {
            Rule::PathRootless
        } else {
            Rule::PathNoscheme
        }
    }

    /// Reads a run of `chars`, `pct-encoded` and bytes that `lenience` skips.
    fn component(&mut self, chars: Chars, rule: Rule) -> Result<(), Stop> {
        loop {
            let outcome = self.run(chars);
            let Some(byte) = self.cursor.peek() else { return outcome };
            if !self.lenience.forgives(self.cursor.at(), byte, rule) {
                return outcome;
            }
            self.cursor.advance(1);
        }
    }

    /// Reads a run of `chars` and `pct-encoded`.
    ///
    /// The run ends before the first other character, and the caller decides whether that character may follow. An
    /// incomplete `pct-encoded` is an error, because a `%` cannot follow a component.
    pub(super) fn run(&mut self, chars: Chars) -> Result<(), Stop> {
        loop {
            self.cursor.skip(chars.ascii);
            match self.cursor.peek() {
                Some(b'%') => self.cursor.pct_encoded()?,
                Some(0x80..) if self.grammar.is_iri() && self.cursor.skip_beyond_ascii(chars) => {}
                _ => return Ok(()),
            }
        }
    }
}

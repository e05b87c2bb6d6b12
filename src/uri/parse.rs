//! The parser: a single forward pass over the text, as far as the grammar allows.
//!
//! To find URIs in a text, a parser has to report how much of a text is a URI, and why the rest is not. So a
//! [`ParseError`] has the position at which the text stops being valid, and its longest valid prefix.

use super::cursor::Cursor;
use super::error::{ParseError, Rule};
use super::grammar::Grammar;
use super::parts::Parts;
use crate::ascii::{ALPHA, ByteSet, DELIMS, FRAGMENT, PATH, QUERY, SCHEME, SEGMENT_NC, UNWISE};

/// The characters that a repair encodes: `unwise`, `delims` and the space. A `%` is repaired only if it does not start
/// a `pct-encoded`, and a `#` is repaired only inside the fragment.
const REPAIRABLE: ByteSet = UNWISE.or(DELIMS).or(ByteSet::of(b" "));

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
/// use linkwright::uri::{Grammar, check};
///
/// assert!(check("../a?b", Grammar::RelativeRef).is_ok());
/// let text = "http://user:pass word@host/";
/// let error = check(text, Grammar::Uri).unwrap_err();
/// // Without an "@", `user` is a host, and an empty port follows the colon.
/// assert_eq!(&text[..error.valid_prefix().unwrap()], "http://user:");
/// assert_eq!(error.to_string(), "expected a userinfo character or \"@\" in userinfo at byte 16");
/// ```
pub fn check(text: impl AsRef<[u8]>, grammar: Grammar) -> Result<(), ParseError> {
    scan_bytes(text.as_ref(), grammar).map(drop)
}

/// Like [`check`], and returns the components of a valid text.
pub(crate) fn scan(text: &str, grammar: Grammar) -> Result<Parts, ParseError> {
    scan_bytes(text.as_bytes(), grammar)
}

fn scan_bytes(text: &[u8], grammar: Grammar) -> Result<Parts, ParseError> {
    let mut parser = Parser::new(text, grammar, None);
    let outcome = parser.text();
    let parts = parser.parts;
    match outcome {
        Ok(()) if parts.len() == text.len() => Ok(parts),
        Ok(()) => {
            let (at, valid_prefix) = (parts.end, Some(parts.end));
            Err(ParseError { at, rule: Rule::Length, expected: "the end", valid_prefix })
        }
        Err(error) => {
            let valid_prefix = parser.has_prefix.then_some(parts.end);
            Err(ParseError { valid_prefix, ..error })
        }
    }
}

/// The state of a parse: the position in the text, and the components before it.
// INVARIANT: whenever the function of a rule returns, with or without a stop, and `has_prefix` is true, `parts`
// describe the longest valid prefix of the text read so far. So the caller can return a stop at once.
pub(super) struct Parser<'t> {
    pub(super) cursor: Cursor<'t>,
    pub(super) parts: Parts,
    /// Whether a prefix of the text is valid. If the grammar requires a scheme, no prefix is valid until the `:` after
    /// the scheme has been read.
    pub(super) has_prefix: bool,
    /// The offsets of the bytes that `repair` encodes. Without this list, or in an authority, no byte that the grammar
    /// excludes is skipped.
    pub(super) repaired: Option<Vec<u32>>,
    grammar: Grammar,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t [u8], grammar: Grammar, repaired: Option<Vec<u32>>) -> Parser<'t> {
        let parts = Parts::default();
        Parser { cursor: Cursor::new(text), parts, has_prefix: false, repaired, grammar }
    }

    /// `URI`, `URI-reference`, `relative-ref` or `absolute-URI`, to the end of the text
    pub(super) fn text(&mut self) -> Result<(), ParseError> {
        match self.grammar.is_relative() {
            Some(false) => {
                self.scheme()?;
                self.hier_part()?;
            }
            None if self.scheme().is_ok() => self.hier_part()?,
            Some(true) | None => self.relative_part()?,
        }
        self.query()?;
        self.fragment()?;
        self.end()
    }

    /// `scheme ":"` with `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`
    fn scheme(&mut self) -> Result<(), ParseError> {
        if !self.cursor.peek().is_some_and(|byte| ALPHA.contains(byte)) {
            return Err(self.cursor.stop(Rule::Scheme, "a letter"));
        }
        self.cursor.skip(&SCHEME);
        let end = self.cursor.at();
        if !self.cursor.eat(b":") {
            return Err(self
                .cursor
                .stop(Rule::Scheme, "a letter, a digit, \"+\", \"-\", \".\" or \":\""));
        }
        self.has_prefix = true;
        self.parts.scheme_end = end;
        self.parts.set_path_start(self.cursor.at());
        Ok(())
    }

    /// `hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty`
    fn hier_part(&mut self) -> Result<(), ParseError> {
        if self.cursor.eat(b"//") {
            self.authority()?;
        }
        self.segments()
    }

    /// `relative-part = "//" authority path-abempty / path-absolute / path-noscheme / path-empty`
    ///
    /// If the parser has looked for a scheme, it has read characters that are all allowed in a first segment, so they
    /// are not read again.
    fn relative_part(&mut self) -> Result<(), ParseError> {
        self.has_prefix = true;
        if self.cursor.at() == 0 && self.cursor.eat(b"//") {
            self.authority()?;
        } else {
            self.segment_nz_nc()?;
        }
        self.segments()
    }

    /// `segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )`, if there is one
    fn segment_nz_nc(&mut self) -> Result<(), ParseError> {
        let outcome = self.component(&SEGMENT_NC, Rule::PathNoscheme);
        self.parts.set_path_end(self.cursor.at());
        outcome?;
        if self.cursor.peek() == Some(b':') {
            return Err(self.cursor.stop(Rule::PathNoscheme, "a path character other than \":\""));
        }
        Ok(())
    }

    /// The part that all kinds of paths have in common: `*( "/" segment )`. The first slash is optional here: a
    /// `path-rootless` does not begin with one, and the first segment of a `path-noscheme` has been read by the caller.
    fn segments(&mut self) -> Result<(), ParseError> {
        let outcome = self.component(&PATH, Rule::PathAbempty);
        self.parts.set_path_end(self.cursor.at());
        outcome
    }

    /// `[ "?" query ]` with `query = *( pchar / "/" / "?" )`
    fn query(&mut self) -> Result<(), ParseError> {
        if !self.cursor.eat(b"?") {
            return Ok(());
        }
        let outcome = self.component(&QUERY, Rule::Query);
        self.parts.set_query_end(self.cursor.at());
        outcome
    }

    /// `[ "#" fragment ]` with `fragment = *( pchar / "/" / "?" )`
    fn fragment(&mut self) -> Result<(), ParseError> {
        if !self.grammar.has_fragment() || !self.cursor.eat(b"#") {
            return Ok(());
        }
        let outcome = self.component(&FRAGMENT, Rule::Fragment);
        self.parts.end = self.cursor.at();
        outcome
    }

    /// Checks that the text ends where the last component ends.
    fn end(&self) -> Result<(), ParseError> {
        if self.cursor.is_at_end() {
            return Ok(());
        }
        let (rule, expected) = if self.cursor.peek() == Some(b'#') && !self.grammar.has_fragment() {
            (Rule::AbsoluteUri, "no fragment")
        } else if self.parts.fragment().is_some() {
            (Rule::Fragment, "a fragment character")
        } else if self.parts.query().is_some() {
            (Rule::Query, "a query character")
        } else {
            (self.path_rule(), "a path character")
        };
        Err(self.cursor.stop(rule, expected))
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

    /// Reads a run of `chars`, `pct-encoded` and bytes that are repaired.
    fn component(&mut self, chars: &ByteSet, rule: Rule) -> Result<(), ParseError> {
        loop {
            let outcome = self.run(chars, rule == Rule::Query);
            let (Some(byte), Some(repaired)) = (self.cursor.peek(), &mut self.repaired) else {
                return outcome;
            };
            if !REPAIRABLE.contains(byte) || byte == b'#' && rule != Rule::Fragment {
                return outcome;
            }
            repaired.push(self.cursor.at());
            self.cursor.advance(1);
        }
    }

    /// Reads a run of `chars` and `pct-encoded`.
    ///
    /// The run ends before the first other character, and the caller decides whether that character may follow. An
    /// incomplete `pct-encoded` is an error, because a `%` cannot follow a component.
    pub(super) fn run(&mut self, chars: &ByteSet, in_query: bool) -> Result<(), ParseError> {
        loop {
            self.cursor.skip(chars);
            match self.cursor.peek() {
                Some(b'%') => self.cursor.pct_encoded()?,
                Some(0x80..)
                    if self.grammar.is_iri() && self.cursor.skip_beyond_ascii(in_query) => {}
                _ => return Ok(()),
            }
        }
    }
}

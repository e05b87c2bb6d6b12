//! Finds the references in CSS: `url()`, `src()`, `@import`, and the strings in `image-set()` and `image()`.
//!
//! The tokens are those of CSS Syntax, section 4, as far as they contain a reference or decide what is one: numbers are
//! not told apart from names. Comments, other strings and names of namespaces are not links. The tests compare with
//! cssparser, which was used before: it brings ten crates, and its parser needs a restart after each bracket.

use std::borrow::Cow;

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::lossless;
use super::nested::Nested;
use crate::model::Origin;
use crate::sink::Sink;

/// Reads a style sheet, or the declarations of a `style` attribute.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let css = lossless::text(document);
    let mut sheet = Sheet { css: &css, at: 0, blocks: Vec::new(), rule: Rule::None, sink };
    while let Some(byte) = sheet.byte(sheet.at) {
        sheet.token(byte);
    }
}

/// Reads CSS that is inside another document.
pub(super) fn read_run(run: &TextRun<'_>, sink: &mut dyn Sink) {
    read(run.text(), &mut Nested::new(run.map(), sink));
}

/// The at-rule whose prelude is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    None,
    /// `@import`, which is followed by its reference.
    Import,
    /// `@namespace`, in which the URL or string is a name and not a link.
    Namespace,
}

/// What the strings in a block are. A document may have millions of open blocks, so this takes a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    /// The reference of `url()` or `src()`.
    Url,
    /// The reference of an image: `image-set()`, `image()`.
    Image,
    /// No reference.
    Other,
}

struct Sheet<'c, 's> {
    css: &'c str,
    /// The current position.
    at: usize,
    /// The open blocks, from the outermost to the innermost one.
    blocks: Vec<Block>,
    rule: Rule,
    sink: &'s mut dyn Sink,
}

impl<'c> Sheet<'c, '_> {
    /// Reads the token at the current position, which begins with `byte`.
    fn token(&mut self, byte: u8) {
        let start = self.at;
        let rest = self.css.get(start..).unwrap_or_default();
        let mut rule = if self.rule == Rule::Import { Rule::None } else { self.rule };
        self.at += 1;
        match byte {
            _ if is_blank(byte) => return,
            b'/' if rest.starts_with("/*") => {
                let end = memchr::memmem::find(rest.as_bytes().get(2..).unwrap_or_default(), b"*/");
                self.at = end.map_or(self.css.len(), |end| start + end + 4);
                return;
            }
            b'"' | b'\'' => self.string(byte),
            b'@' | b'#' => {
                let (name, end) = self.name(self.at);
                self.at = end;
                match byte {
                    b'@' if name.eq_ignore_ascii_case("import") => rule = Rule::Import,
                    b'@' if name.eq_ignore_ascii_case("namespace") => rule = Rule::Namespace,
                    _ => {}
                }
            }
            b'(' | b'[' => self.blocks.push(Block::Other),
            b'{' => {
                self.blocks.push(Block::Other);
                rule = Rule::None;
            }
            b')' | b']' | b'}' => drop(self.blocks.pop()),
            b';' => rule = Rule::None,
            b'<' if rest.starts_with("<!--") => self.at += 3,
            _ => {
                let (name, end) = self.name(start);
                self.at = end.max(self.at);
                // The string in `@import url("a.css")` is the reference of the rule.
                if self.byte(end) == Some(b'(') && !name.is_empty() && self.opens_url(&name) {
                    rule = self.rule;
                }
            }
        }
        self.rule = rule;
    }

    /// Reads the string whose first quote was read.
    fn string(&mut self, quote: u8) {
        let start = self.at;
        let (value, end) = self.text(start, true, |byte| byte == quote || is_break(byte));
        self.at = end + usize::from(self.byte(end) == Some(quote));
        // A line end before the closing quote makes the string invalid.
        if !self.byte(end).is_some_and(is_break) {
            let name = match self.blocks.last() {
                Some(Block::Url) => "url",
                Some(Block::Image) => "image-set",
                Some(Block::Other) | None => "",
            };
            self.link(&value, Span::new(start, end), name);
        }
    }

    /// Reads the bracket after the name of a function, and an unquoted URL in it. Returns whether a quoted URL follows.
    fn opens_url(&mut self, function: &str) -> bool {
        let is = |name: &str| function.eq_ignore_ascii_case(name);
        self.at += 1;
        let start = self.after_blanks(self.at);
        if !is("url") || matches!(self.byte(start), Some(b'"' | b'\'')) {
            let is_image = is("image-set") || is("-webkit-image-set") || is("image");
            let is_url = is("url") || is("src");
            self.blocks.push(match () {
                () if is_url => Block::Url,
                () if is_image => Block::Image,
                () => Block::Other,
            });
            return is_url;
        }
        let (value, end) = self.text(start, false, |byte| {
            byte.is_ascii_control() || matches!(byte, b' ' | b'"' | b'\'' | b'(' | b')')
        });
        let close = self.after_blanks(end);
        if matches!(self.byte(close), None | Some(b')')) {
            self.link(&value, Span::new(start, end).trimmed(self.css.as_bytes()), "url");
            self.at = close + 1;
        } else {
            // Such a URL is invalid up to its bracket.
            self.at = self.text(close, true, |byte| byte == b')').1 + 1;
        }
        false
    }

    /// Reports the reference at `place`, which is a link called `name` unless the rule says otherwise.
    fn link(&mut self, reference: &str, place: Span, name: &str) {
        let name = if self.rule == Rule::Import { "@import" } else { name };
        if !name.is_empty() && !reference.is_empty() && self.rule != Rule::Namespace {
            self.sink.existing(reference, place, Origin::Attribute, name);
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.css.as_bytes().get(at).copied()
    }

    fn after_blanks(&self, at: usize) -> usize {
        let rest = self.css.as_bytes().get(at..).unwrap_or_default();
        at + rest.iter().take_while(|byte| is_blank(**byte)).count()
    }

    /// The name at `at`, and its end.
    fn name(&self, at: usize) -> (Cow<'c, str>, usize) {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-_\\".contains(&byte);
        self.text(at, false, |byte| byte.is_ascii() && !is_part(byte))
    }

    /// The text from `start` to the first byte that `ends` it, with its escapes decoded, and the offset of that byte. A
    /// line end after a backslash is no text in a string, and any other text ends before it.
    fn text(
        &self,
        start: usize,
        is_string: bool,
        ends: impl Fn(u8) -> bool,
    ) -> (Cow<'c, str>, usize) {
        let (mut decoded, mut copied, mut at) = (String::new(), start, start);
        while let Some(byte) = self.byte(at).filter(|byte| !ends(*byte)) {
            if byte == b'\\' {
                let (c, len) = escape(self.css.get(at + 1..).unwrap_or_default());
                if c.is_none() && !is_string {
                    break;
                }
                decoded.push_str(self.css.get(copied..at).unwrap_or_default());
                decoded.extend(c);
                at += len;
                copied = at + 1;
            }
            at += 1;
        }
        let rest = self.css.get(copied..at).unwrap_or_default();
        (if copied == start { rest.into() } else { (decoded + rest).into() }, at)
    }
}

/// The character of the escape with `rest` after its backslash, and the length of the escape without the backslash. A
/// line end, like the end of the text, is no character.
fn escape(rest: &str) -> (Option<char>, usize) {
    let len = rest.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
    let (digits, after) = rest.split_at_checked(len).unwrap_or_default();
    let line = if after.starts_with("\r\n") { 2 } else { 1 };
    if let Ok(number) = u32::from_str_radix(digits, 16) {
        let c = char::from_u32(number).filter(|c| *c != '\0');
        let has_blank = after.bytes().next().is_some_and(is_blank);
        return (c.or(Some(char::REPLACEMENT_CHARACTER)), len + if has_blank { line } else { 0 });
    }
    match after.chars().next() {
        None => (None, 0),
        Some('\n' | '\r' | '\x0C') => (None, line),
        Some(c) => (Some(c), c.len_utf8()),
    }
}

const fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t' || is_break(byte)
}

const fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b'\x0C')
}

/// Whether `head` begins with an at-rule that only CSS has.
pub(crate) fn is_css(head: &[u8]) -> bool {
    let head = head.trim_ascii_start();
    ["@charset \"", "@import ", "@font-face", "@namespace "].iter().any(|rule| {
        let begins = head.get(..rule.len());
        begins.is_some_and(|begins| begins.eq_ignore_ascii_case(rule.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, notes};
    use super::read;

    #[test]
    fn references_are_read() {
        for (css, expected) in [
            ("a { b: url(x.png) }", "x.png@url"),
            ("a { b: URL( 'x.png' ) }", "x.png@url"),
            ("a { b: url(\"x)y.png\") }", "x)y.png@url"),
            ("@import 'x.css' screen;", "x.css@@import"),
            ("@import url(x.css);", "x.css@@import"),
            ("@IMPORT url('x.css');", "x.css@@import"),
            ("@media a { @supports (b: c) { d { e: url(x) } } }", "x@url"),
            ("@font-face { src: local('a'), url(b.woff) format('woff') }", "b.woff@url"),
            ("a { b: image-set('x' 1x type('image/png'), url(y) 2x) }", "x@image-set y@url"),
            ("a { b: url(x\\29 y) }", "x)y@url"),
            ("url(x) } url(y)", "x@url y@url"),
        ] {
            assert_eq!(links(read, css.as_bytes()).join(" "), expected, "{css}");
        }
    }

    #[test]
    fn other_strings_and_comments_are_not_links() {
        for css in [
            "/* url(x) http://a.example */",
            "a { content: 'http://a.example' }",
            "@namespace svg url(http://a.example/svg); @namespace 'http://b.example';",
            "a { b: url() url('') }",
            "a { b: curl(x) 'y' }",
            "@charset 'utf-8';",
        ] {
            assert_eq!(links(read, css.as_bytes()), [""; 0], "{css}");
        }
        assert_eq!(links(read, b"@namespace 'a'; b { c: url(d) }"), ["d@url"]);
        assert_eq!(links(read, b"@import 'a' 'b';"), ["a@@import"]);
    }

    #[test]
    fn places_exclude_quotes_and_blanks() {
        use super::super::testing::places;
        assert_eq!(places(read, b"\xFFa{b:url( x\\29 y ) '' url('z"), ["x\\29 y", "z"]);
    }

    #[test]
    fn style_sheets_are_recognized_by_their_first_rule() {
        assert!(super::is_css(b"@IMPORT url(a);"));
        assert!(!super::is_css(b"@importance"));
        assert!(!super::is_css(b"a { b: c }"));
    }

    #[test]
    fn broken_sheets_are_read() {
        super::super::testing::survives(read, b"@import 'a';b{c:url( d\\29 )/*e*/ image-set('f')}");
    }

    #[test]
    fn nested_brackets_do_not_overflow_the_stack() {
        let css = "(".repeat(1_000_000) + "url(x)";
        assert_eq!(links(read, css.as_bytes()), ["x@url"]);
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

        #[test]
        fn cssparser_finds_the_same(pieces in proptest::collection::vec(0..PIECES.len(), 0..24)) {
            let css: String = pieces.into_iter().map(|at| PIECES[at]).chain([" "]).collect();
            let (ours, theirs) = (notes(read, css.as_bytes()), notes(witness::read, css.as_bytes()));
            proptest::prop_assert_eq!((&ours.links, &ours.places), (&theirs.links, &theirs.places), "{:?}", css);
        }
    }

    const PIECES: &[&str] = &[
        "url(",
        "URL(",
        "src(",
        "image-set(",
        "image(",
        "a(",
        "(",
        "[",
        "{",
        ")",
        ")",
        "]",
        "}",
        "'",
        "\"",
        "x",
        "y.png",
        "5",
        "-",
        "+",
        ".",
        "e",
        "#",
        "@import",
        "@import ",
        "@namespace ",
        "@",
        " ",
        "\n",
        "\r\n",
        "\t",
        ";",
        ",",
        ":",
        "\\",
        "\\29 ",
        "\\75 rl(",
        "\\\n",
        "\\0",
        "\\110000",
        "/*",
        "*/",
        "<!--",
        "-->",
        "%",
        "\u{1A}",
        "\u{7F}",
        "é",
        "u",
        "--",
        "/",
        "!",
    ];

    /// The same by cssparser.
    mod witness {
        use cssparser::{Parser, Token};
        use linkwright::Span;

        use super::super::Rule;
        use crate::model::Origin;
        use crate::parse::lossless;
        use crate::sink::Sink;

        /// Reads a style sheet, or the declarations of a `style` attribute.
        pub(super) fn read(document: &[u8], sink: &mut dyn Sink) {
            let css = lossless::text(document);
            let mut sheet = Sheet { css: &css, blocks: Vec::new(), rule: Rule::None, sink };
            let mut at = 0;
            while let Some(next) = sheet.tokens(at) {
                at = next;
            }
        }

        /// The function or block around a string, which determines the meaning of the string.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Block {
            /// The reference of `url()` or `src()`.
            Url,
            /// The reference of an image: `image-set()`, `image()`.
            Image,
            /// Anything else.
            Other,
        }

        impl Block {
            fn of(function: &str) -> Block {
                let is = |name: &str| function.eq_ignore_ascii_case(name);
                if is("url") || is("src") {
                    Block::Url
                } else if is("image-set") || is("-webkit-image-set") || is("image") {
                    Block::Image
                } else {
                    Block::Other
                }
            }
        }

        struct Sheet<'c, 's> {
            css: &'c str,
            /// The open blocks, from the outermost to the innermost one.
            blocks: Vec<Block>,
            rule: Rule,
            sink: &'s mut dyn Sink,
        }

        impl Sheet<'_, '_> {
            /// Reads from `start` up to the next opening bracket, and returns the offset after the bracket; `None` at the end.
            fn tokens(&mut self, start: usize) -> Option<usize> {
                let css = self.css;
                let mut parser = Parser::new(css.get(start..)?);
                loop {
                    parser.skip_whitespace();
                    let from = start + parser.position().byte_index();
                    let token = parser.next_including_whitespace_and_comments().ok()?.clone();
                    let place = Span::new(from, start + parser.position().byte_index());
                    self.token(&token, place);
                    let opened = match &token {
                        Token::Function(name) => Block::of(name),
                        Token::ParenthesisBlock
                        | Token::SquareBracketBlock
                        | Token::CurlyBracketBlock => Block::Other,
                        _ => continue,
                    };
                    self.blocks.push(opened);
                    return Some(place.end());
                }
            }

            fn token(&mut self, token: &Token<'_>, place: Span) {
                let is_import = self.rule == Rule::Import;
                match token {
                    Token::WhiteSpace(_) | Token::Comment(_) => return,
                    Token::UnquotedUrl(value) => {
                        self.link(
                            value,
                            self.inside_url(place),
                            if is_import { "@import" } else { "url" },
                        );
                    }
                    Token::QuotedString(value) => {
                        let name = match self.blocks.last() {
                            _ if is_import => "@import",
                            Some(Block::Url) => "url",
                            Some(Block::Image) => "image-set",
                            Some(Block::Other) | None => "",
                        };
                        self.link(value, self.inside_quotes(place), name);
                    }
                    Token::CloseParenthesis
                    | Token::CloseSquareBracket
                    | Token::CloseCurlyBracket => {
                        self.blocks.pop();
                    }
                    _ => {}
                }
                self.rule = match token {
                    Token::AtKeyword(name) if name.eq_ignore_ascii_case("import") => Rule::Import,
                    Token::AtKeyword(name) if name.eq_ignore_ascii_case("namespace") => {
                        Rule::Namespace
                    }
                    // The string in `@import url("a.css")` is the reference of the rule.
                    Token::Function(name) if Block::of(name) == Block::Url => self.rule,
                    _ if self.rule == Rule::Namespace && !ends_rule(token) => Rule::Namespace,
                    _ => Rule::None,
                };
            }

            fn link(&mut self, value: &str, place: Span, name: &str) {
                if !name.is_empty() && !value.is_empty() && self.rule != Rule::Namespace {
                    self.sink.existing(value, place, Origin::Attribute, name);
                }
            }

            /// The span of the reference in the `url(...)` at `place`.
            fn inside_url(&self, place: Span) -> Span {
                let token = place.of(self.css.as_bytes());
                let open = token.iter().position(|&byte| byte == b'(').map_or(0, |at| at + 1);
                let end = token.len() - usize::from(token.ends_with(b")"));
                Span::new(open, end).trimmed(token).shifted(place.start())
            }

            /// The span of the content of the string at `place`. At the end of the text, the closing quote may be missing.
            fn inside_quotes(&self, place: Span) -> Span {
                let token = place.of(self.css.as_bytes());
                let is_closed = token.len() > 1 && token.first() == token.last();
                Span::new(place.start() + 1, place.end() - usize::from(is_closed))
            }
        }

        fn ends_rule(token: &Token<'_>) -> bool {
            matches!(token, Token::Semicolon | Token::CurlyBracketBlock)
        }
    }
}

//! Finds the references in CSS: `url()`, `src()`, `@import`, and the strings in `image-set()` and `image()`.
//!
//! cssparser tokenizes the text (CSS Syntax, section 4). Its parser skips nested blocks unless every block is parsed in
//! a nested call, and deep nesting could then overflow the stack. The parser is therefore restarted after each opening
//! bracket, which is cheap, and the open blocks are kept in a list here. Comments, other strings and names of
//! namespaces are not links.

use cssparser::{Parser, Token};
use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::lossless;
use super::nested::Nested;
use crate::model::Origin;
use crate::sink::Sink;

/// Reads a style sheet, or the declarations of a `style` attribute.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let css = lossless::text(document);
    let mut sheet = Sheet { css: &css, blocks: Vec::new(), rule: Rule::None, sink };
    let mut at = 0;
    while let Some(next) = sheet.tokens(at) {
        at = next;
    }
}

/// Reads CSS that is inside another document.
pub(super) fn read_run(run: &TextRun<'_>, sink: &mut dyn Sink) {
    read(run.text(), &mut Nested::new(run.map(), sink));
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

/// The at-rule whose prelude is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    None,
    /// `@import`, which is followed by its reference.
    Import,
    /// `@namespace`, in which the URL or string is a name and not a link.
    Namespace,
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
                Token::ParenthesisBlock | Token::SquareBracketBlock | Token::CurlyBracketBlock => {
                    Block::Other
                }
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
                self.link(value, self.inside_url(place), if is_import { "@import" } else { "url" });
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
            Token::CloseParenthesis | Token::CloseSquareBracket | Token::CloseCurlyBracket => {
                self.blocks.pop();
            }
            _ => {}
        }
        self.rule = match token {
            Token::AtKeyword(name) if name.eq_ignore_ascii_case("import") => Rule::Import,
            Token::AtKeyword(name) if name.eq_ignore_ascii_case("namespace") => Rule::Namespace,
            // The string in `@import url("a.css")` is the reference of the rule.
            Token::Function(_) => self.rule,
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
    use super::super::testing::links;
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
}

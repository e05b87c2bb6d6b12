//! Finds the target in the `content` of `<meta http-equiv=refresh content="5; url=/next">` (HTML standard, 4.2.5.3,
//! "shared declarative refresh steps").

use crate::span::Span;

/// The position of the reference in `content`; `None` if `content` reloads the page itself or is invalid.
pub(super) fn refresh(content: &[u8]) -> Option<Span> {
    let text = Text(content);
    let mut at = text.skip(0, |byte| byte.is_ascii_whitespace());
    let delay = at;
    at = text.skip(at, |byte| byte.is_ascii_digit() || byte == b'.');
    if delay == at {
        return None;
    }
    let gap = at;
    at = text.blanks(at);
    if text.is(at, b";,") {
        at = text.blanks(at + 1);
    } else if gap == at {
        return None;
    }
    let target = text.target(at).trimmed(content);
    (!target.is_empty()).then_some(target)
}

struct Text<'c>(&'c [u8]);

impl Text<'_> {
    /// The target in the text at `start`, where `url=` and quotes are optional.
    fn target(&self, start: usize) -> Span {
        let whole = Span::new(start, self.0.len());
        let (name, equals) = (self.letters(start), |at: usize| self.is(at, b"="));
        let at = match name {
            0 => start,
            3 if equals(self.blanks(start + 3)) => self.blanks(self.blanks(start + 3) + 1),
            // The text begins like `url=` but differs from it.
            _ => return whole,
        };
        if !self.is(at, b"\"'") {
            return Span::new(at, self.0.len());
        }
        let inside = Span::new(at + 1, self.0.len());
        let quote = self.0.get(at).copied().unwrap_or_default();
        let end = inside.of(self.0).iter().position(|&byte| byte == quote);
        Span::new(inside.start(), end.map_or(inside.end(), |end| inside.start() + end))
    }

    /// The number of letters of `url` at `at`; their case is ignored.
    fn letters(&self, at: usize) -> usize {
        let rest = self.0.get(at..).unwrap_or_default();
        rest.iter().zip(b"url").take_while(|(byte, one)| byte.eq_ignore_ascii_case(one)).count()
    }

    fn blanks(&self, at: usize) -> usize {
        self.skip(at, |byte| byte.is_ascii_whitespace())
    }

    fn skip(&self, at: usize, of: fn(u8) -> bool) -> usize {
        at + self.0.get(at..).unwrap_or_default().iter().take_while(|&&byte| of(byte)).count()
    }

    fn is(&self, at: usize, one_of: &[u8]) -> bool {
        self.0.get(at).is_some_and(|byte| one_of.contains(byte))
    }
}

#[cfg(test)]
mod tests {
    use super::refresh;

    fn read(content: &str) -> Option<&str> {
        refresh(content.as_bytes()).map(|span| &content[span.range()])
    }

    #[test]
    fn the_target_follows_the_delay() {
        for content in [
            "5; url=/a",
            "0;URL=/a",
            " 5.5 , uRl = '/a' ",
            "5 /a",
            "5;/a ",
            "5; \"/a\"",
            ".5;url='/a'x",
            "5;url=\"/a",
        ] {
            assert_eq!(read(content), Some("/a"), "{content}");
        }
    }

    #[test]
    fn text_that_only_begins_like_url_is_a_target() {
        assert_eq!(read("5; urn:a"), Some("urn:a"));
        assert_eq!(read("5; url"), Some("url"));
        assert_eq!(read("5; url '/a'"), Some("url '/a'"));
        assert_eq!(read("5; u'a'"), Some("u'a'"));
    }

    #[test]
    fn content_without_a_delay_or_a_target_has_no_reference() {
        for content in ["", "5", "5;", "5; url=", "5x;url=/a", "url=/a", ";url=/a", "5; url=''"] {
            assert_eq!(read(content), None, "{content}");
        }
    }
}

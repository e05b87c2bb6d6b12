//! Finds the target in the `content` of `<meta http-equiv=refresh content="5; url=/next">` (HTML standard, 4.2.5.3,
//! "shared declarative refresh steps").

use crate::span::Span;

/// The position of the reference in `content`; `None` if `content` reloads the page itself or is invalid.
pub(super) fn refresh(content: &[u8]) -> Option<Span> {
    let text = content.trim_ascii_start();
    let delay = text.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    let gap = text.get(delay..).filter(|_| delay > 0)?;
    let value = match gap.trim_ascii_start() {
        [b';' | b',', rest @ ..] => after_name(rest.trim_ascii_start()),
        rest if rest.len() < gap.len() => after_name(rest),
        _ => return None,
    };
    let (value, end) = match value {
        [quote @ (b'"' | b'\''), inside @ ..] => (inside, memchr::memchr(*quote, inside)),
        _ => (value, None),
    };
    let start = content.len() - value.len();
    let end = start + end.unwrap_or(value.len());
    Some(Span::new(start, end).trimmed(content)).filter(|target| !target.is_empty())
}

/// The text after `url=`, which is optional.
fn after_name(text: &[u8]) -> &[u8] {
    let (name, rest) = text.split_at_checked(3).unwrap_or_default();
    match rest.trim_ascii_start() {
        [b'=', value @ ..] if name.eq_ignore_ascii_case(b"url") => value.trim_ascii_start(),
        _ => text,
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

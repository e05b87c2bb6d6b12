//! The tokenizer: separates tags and comments from text, following the states of the HTML standard, 13.2.5.

use crate::span::Span;

/// Whether a tag is the start tag or the end tag of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Start,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag<'s> {
    pub(super) edge: Edge,
    /// The name as written.
    pub(super) name: &'s [u8],
    /// The attributes: from the end of the name to the `>`.
    pub(super) attributes: Span,
}

/// The tag that begins at `at`, and its end, or the end of a comment, a doctype or a processing instruction. (In HTML, the
/// beginning of a CDATA section is a comment too.) `None` if none of these begins there, or if it does not end.
pub(super) fn token(html: &[u8], at: usize) -> Option<(Option<Tag<'_>>, usize)> {
    match html.get(at..)? {
        [b'<', b'/', letter, ..] if letter.is_ascii_alphabetic() => tag(html, at + 2, Edge::End),
        [b'<', letter, ..] if letter.is_ascii_alphabetic() => tag(html, at + 1, Edge::Start),
        [b'<', b'!', b'-', b'-', ..] => Some((None, comment(html, at + 4)?)),
        [b'<', b'!' | b'?' | b'/', ..] => {
            Some((None, at + 3 + memchr::memchr(b'>', html.get(at + 2..)?)?))
        }
        _ => None,
    }
}

/// The end of the text that begins at `start`: where a token begins, or the end of the document.
pub(super) fn text_end(html: &[u8], start: usize) -> usize {
    let rest = html.get(start..).unwrap_or_default();
    let mut marks = memchr::memchr_iter(b'<', rest).map(|at| start + at);
    let begins_token = |at: &usize| {
        let next = html.get(at + 1);
        next.is_none_or(|next| next.is_ascii_alphabetic() || b"/!?".contains(next))
    };
    marks.find(begins_token).unwrap_or(html.len())
}

/// The tag whose name begins at `start`.
fn tag(html: &[u8], start: usize, edge: Edge) -> Option<(Option<Tag<'_>>, usize)> {
    let is_name = |byte: &u8| !is_space(*byte) && *byte != b'/' && *byte != b'>';
    let len = html.get(start..)?.iter().take_while(|byte| is_name(byte)).count();
    let name = html.get(start..start + len)?;
    let is_over = html.get(start + len) == Some(&b'>');
    let end = if is_over { start + len } else { tag_end(html, start + len)? };
    let attributes = Span::new(start + len, end);
    Some((Some(Tag { edge, name, attributes }), end + 1))
}

/// The end of the tag whose name ends at `start`.
///
/// Nearly every tag has attributes of the form `name="value"`, whose ends are found by a search; all others are read
/// state by state.
fn tag_end(html: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        let hit = at + memchr::memchr3(b'>', b'"', b'\'', html.get(at..)?)?;
        let quote = *html.get(hit)?;
        let before = html.get(at..hit)?;
        if quote == b'>' {
            return Some(hit);
        }
        if !opens_value(before) {
            let mut attributes = Attributes { html, at: start };
            while attributes.next()?.is_some() {}
            return Some(attributes.at);
        }
        at = hit + 1;
        at += memchr::memchr(quote, html.get(at..)?)? + 1;
    }
}

/// Whether the quote directly after `before` begins the value of an attribute; `before` itself begins outside any value.
/// `false` if this is not certain: `before` must end in white space and `name=`, and the text before that must not end
/// in the `=` of another name.
fn opens_value(before: &[u8]) -> bool {
    let Some(before) = before.strip_suffix(b"=") else { return false };
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-_:.".contains(byte);
    let len = before.iter().rev().take_while(is_name).count();
    let head = before.get(..before.len() - len).unwrap_or_default();
    len > 0 && head.last().is_some_and(|&byte| is_space(byte)) && !head.trim_ascii().ends_with(b"=")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attribute {
    pub(super) name: Span,
    /// The value without its quotes.
    pub(super) value: Option<Span>,
}

/// Reads the attributes between the name of a tag and its `>`.
struct Attributes<'s> {
    html: &'s [u8],
    at: usize,
}

impl Attributes<'_> {
    /// The next attribute; `Some(None)` at the `>`, and `None` if the text ends before the `>`.
    #[expect(clippy::option_option, reason = "separates the end of the tag from the end of text")]
    fn next(&mut self) -> Option<Option<Attribute>> {
        self.skip(|byte| is_space(byte) || byte == b'/');
        if *self.html.get(self.at)? == b'>' {
            return Some(None);
        }
        let start = self.at;
        // A leading `=` is part of the name.
        self.at += 1;
        self.skip(|byte| !is_space(byte) && !b"/>=".contains(&byte));
        let name = Span::new(start, self.at);
        self.skip(is_space);
        if *self.html.get(self.at)? != b'=' {
            return Some(Some(Attribute { name, value: None }));
        }
        self.at += 1;
        self.skip(is_space);
        let value = Some(self.value()?);
        Some(Some(Attribute { name, value }))
    }

    fn value(&mut self) -> Option<Span> {
        let quote = *self.html.get(self.at)?;
        if quote == b'"' || quote == b'\'' {
            let start = self.at + 1;
            let len = memchr::memchr(quote, self.html.get(start..)?)?;
            self.at = start + len + 1;
            return Some(Span::new(start, start + len));
        }
        let start = self.at;
        self.skip(|byte| !is_space(byte) && byte != b'>');
        Some(Span::new(start, self.at))
    }

    fn skip(&mut self, of: impl Fn(u8) -> bool) {
        let rest = self.html.get(self.at..).unwrap_or_default();
        self.at += rest.iter().take_while(|&&byte| of(byte)).count();
    }
}

pub(super) fn attributes(html: &[u8], span: Span) -> impl Iterator<Item = Attribute> {
    // The attributes end at the `>` after `span`.
    let mut attributes = Attributes { html, at: span.start() };
    core::iter::from_fn(move || attributes.next().flatten())
}

/// The end of the comment whose text begins at `start`.
fn comment(html: &[u8], start: usize) -> Option<usize> {
    let text = html.get(start..)?;
    if text.starts_with(b">") {
        return Some(start + 1);
    }
    if text.starts_with(b"->") {
        return Some(start + 2);
    }
    let mut at = 0;
    loop {
        at += memchr::memchr(b'>', text.get(at..)?)?;
        let before = text.get(..at)?;
        if before.ends_with(b"--") || before.ends_with(b"--!") {
            return Some(start + at + 1);
        }
        at += 1;
    }
}

/// The end of the raw text that begins at `at`, in an element with this name, in lower case; `None` if it has no end tag.
pub(super) fn raw_end(html: &[u8], at: usize, name: &[u8]) -> Option<usize> {
    let rest = html.get(at..)?;
    match name {
        b"plaintext" => None,
        b"script" => script_end(rest),
        _ => memchr::memmem::find_iter(rest, b"</").find(|&end| names(rest, end + 2, name)),
    }
    .map(|end| at + end)
}

/// The end of a script. In a comment in a script, a `<script>` has its own end tag (HTML standard, 13.2.5.20 to 31).
fn script_end(text: &[u8]) -> Option<usize> {
    let (mut is_comment, mut is_inner) = (false, false);
    memchr::memchr2_iter(b'<', b'>', text).find(|&at| {
        let here = text.get(at..).unwrap_or_default();
        if here.starts_with(b"</") && names(text, at + 2, b"script") {
            return !core::mem::take(&mut is_inner);
        }
        if here.starts_with(b"<!--") {
            is_comment = true;
        } else if here.starts_with(b">") && text.get(..at).is_some_and(|text| text.ends_with(b"--"))
        {
            (is_comment, is_inner) = (false, false);
        }
        is_inner |= is_comment && here.starts_with(b"<") && names(text, at + 1, b"script");
        false
    })
}

/// Whether `name` is at `at`, in any case, and ends there.
fn names(text: &[u8], at: usize, name: &[u8]) -> bool {
    let rest = text.get(at..).and_then(|rest| rest.split_at_checked(name.len()));
    rest.is_some_and(|(found, after)| {
        let is_over = after.first().is_some_and(|&byte| is_space(byte) || b"/>".contains(&byte));
        is_over && found.eq_ignore_ascii_case(name)
    })
}

/// `name` in lower case, truncated to the length of the buffer. The result is only compared with names that are shorter
/// than the buffer.
pub(super) fn lower<'b>(name: &[u8], buffer: &'b mut [u8; 32]) -> &'b [u8] {
    let mut len = 0;
    for (byte, place) in name.iter().zip(buffer.iter_mut()) {
        *place = byte.to_ascii_lowercase();
        len += 1;
    }
    buffer.get(..len).unwrap_or_default()
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(html: &str) -> Option<(Option<Tag<'_>>, usize)> {
        token(html.as_bytes(), 0)
    }

    fn named(html: &str) -> (String, usize) {
        match read(html) {
            Some((Some(tag), end)) => (String::from_utf8_lossy(tag.name).into_owned(), end),
            other => panic!("{html}: {other:?}"),
        }
    }

    #[test]
    fn tags_end_where_the_standard_says() {
        assert_eq!(named("<B>x"), ("B".to_owned(), 3));
        assert_eq!(named("</a href='>'>"), ("a".to_owned(), 13));
        assert_eq!(named("<a title=\">\" b='>'c=d/>e"), ("a".to_owned(), 23));
        assert_eq!(named("<a b=\"x\"/>"), ("a".to_owned(), 10));
        assert_eq!(named("<a b=x\"y>z\">"), ("a".to_owned(), 9));
        assert_eq!(named("<a =\">x"), ("a".to_owned(), 6));
        assert_eq!(named("<a b= c=\"x>y\">"), ("a".to_owned(), 11));
        assert_eq!(named("<a b=?c=\"x>y\">"), ("a".to_owned(), 11));
        assert_eq!(named("<a b=\"\"c=\">\">"), ("a".to_owned(), 13));
        assert_eq!(named("<br/>"), ("br".to_owned(), 5));
        assert_eq!(named("<br / >"), ("br".to_owned(), 7));
        assert_eq!(read("<a b=\"x>"), None);
        assert_eq!(read("< a>"), None);
        assert_eq!(read("text"), None);
    }

    /// Compares the two ways to find the end of a tag, for every text of six characters from a small alphabet.
    #[test]
    fn the_fast_search_agrees_with_the_states_of_the_standard() {
        const ALPHABET: &[u8; 8] = b"ab=\"' />";
        for number in 0..8_usize.pow(6) {
            let mut html = b"<a ".to_vec();
            html.extend((0..6).map(|place| ALPHABET[number / 8_usize.pow(place) % 8]));
            html.extend(b">\">'>");
            let mut states = Attributes { html: &html, at: 2 };
            let end = loop {
                match states.next() {
                    Some(Some(_)) => {}
                    Some(None) => break Some(states.at),
                    None => break None,
                }
            };
            assert_eq!(tag_end(&html, 2), end, "{}", String::from_utf8_lossy(&html));
        }
    }

    #[test]
    fn comments_and_declarations_are_skipped_as_other_tokens() {
        for html in [
            "<!-- > -- -->",
            "<!-->",
            "<!--->",
            "<!----!>",
            "<!doctype html>",
            "<?x?>",
            "</>",
            "</ x>",
            "<!x>",
            "<![CDATA[>",
        ] {
            assert_eq!(read(html), Some((None, html.len())), "{html}");
        }
        assert_eq!(read("<!-- x"), None);
        assert_eq!(read("<!--x->->--"), None);
    }

    #[test]
    fn raw_text_ends_at_its_end_tag() {
        let end = |name: &str, text: &str| raw_end(text.as_bytes(), 0, name.as_bytes());
        assert_eq!(end("title", "a</titles></b></TITLE x>"), Some(14));
        assert_eq!(end("title", "a</title"), None);
        assert_eq!(end("plaintext", "a</plaintext>"), None);
        assert_eq!(end("script", "<script></script>"), Some(8));
        assert_eq!(end("script", "<!--</script>"), Some(4));
        assert_eq!(end("script", "<!--<script></script></script>"), Some(21));
        assert_eq!(end("script", "<!--<script>--></script>"), Some(15));
        assert_eq!(end("script", "<!--><script></script>"), Some(13));
        assert_eq!(end("script", "<!--<scripts></script>"), Some(13));
        assert_eq!(end("script", "<!--<script/</script/ </script>"), Some(22));
        assert_eq!(end("script", "<!--<script></script>"), None);
    }

    #[test]
    fn attributes_are_read() {
        let html = b"<a HREF=x  b = 'y' c d=\"\">";
        let (Some(tag), _) = token(html, 0).unwrap() else { panic!() };
        let text = |span: Span| String::from_utf8_lossy(span.of(html)).into_owned();
        let read: Vec<_> = attributes(html, tag.attributes)
            .map(|one| (text(one.name), one.value.map(text)))
            .collect();
        let value = |text: &str| Some(text.to_owned());
        let name = str::to_owned;
        assert_eq!(
            read,
            [
                (name("HREF"), value("x")),
                (name("b"), value("y")),
                (name("c"), None),
                (name("d"), value(""))
            ]
        );
    }
}

//! The encodings that documents declare.
//!
//! The functions take the beginning of a document, in an encoding that contains ASCII.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::charset::for_label;

/// An HTML page declares its encoding within this many bytes of its beginning (HTML, section 13.2.3.2).
const META: usize = 1024;

/// The encoding that an HTML page declares: in `<meta charset=...>`, in
/// `<meta http-equiv=content-type content="...; charset=...">`, or in an XML declaration, as in XHTML.
///
/// The first `<meta` tag with a `charset=` that names a known encoding determines the encoding. The complete algorithm
/// of the standard, which skips comments and other elements, is not implemented.
pub(crate) fn html(head: &[u8]) -> Option<&'static Encoding> {
    let head = head.get(..META).unwrap_or(head);
    let lower = head.to_ascii_lowercase();
    let mut rest: &[u8] = &lower;
    while let Some(at) = memchr::memmem::find(rest, b"<meta") {
        let tag = rest.get(at + 5..).unwrap_or_default();
        let end = memchr::memchr(b'>', tag).unwrap_or(tag.len());
        let (tag, after) = tag.split_at_checked(end).unwrap_or((tag, &[]));
        if let Some(encoding) = charset(tag) {
            return Some(encoding);
        }
        rest = after;
    }
    xml(head)
}

/// The encoding that a tag names in `charset = ...`.
fn charset(tag: &[u8]) -> Option<&'static Encoding> {
    let at = memchr::memmem::find(tag, b"charset")?;
    let rest = tag.get(at + 7..)?.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    quoted(rest).and_then(ascii_based)
}

/// The encoding of `<?xml version="1.0" encoding="..."?>` (XML 1.0, section 4.3.3).
pub(crate) fn xml(head: &[u8]) -> Option<&'static Encoding> {
    let declaration = head.trim_ascii_start().strip_prefix(b"<?xml")?;
    let end = memchr::memmem::find(declaration, b"?>")?;
    let declaration = declaration.get(..end)?;
    let at = memchr::memmem::find(declaration, b"encoding")?;
    let rest = declaration.get(at + 8..)?.trim_ascii_start().strip_prefix(b"=")?;
    quoted(rest.trim_ascii_start()).and_then(ascii_based)
}

/// The encoding of `@charset "...";` (CSS Syntax, section 3.2).
pub(crate) fn css(head: &[u8]) -> Option<&'static Encoding> {
    quoted(head.strip_prefix(b"@charset ")?).and_then(ascii_based)
}

/// The value at the beginning of `text`: in quotes, or up to white space or a delimiter.
fn quoted(text: &[u8]) -> Option<&str> {
    let (mark, rest) = text.split_first()?;
    let value = match mark {
        b'"' | b'\'' => rest.get(..memchr::memchr(*mark, rest)?)?,
        _ => {
            let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"\"';/>".contains(byte);
            text.get(..text.iter().position(is_end).unwrap_or(text.len()))?
        }
    };
    str::from_utf8(value).ok()
}

/// The encoding that `label` names. A document whose declaration is in ASCII is not UTF-16, so a label of UTF-16 means
/// UTF-8, as in the HTML standard.
fn ascii_based(label: &str) -> Option<&'static Encoding> {
    let encoding = for_label(label)?;
    Some(if [UTF_16BE, UTF_16LE].contains(&encoding) { UTF_8 } else { encoding })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_pages_declare_an_encoding() {
        let name = |head: &[u8]| html(head).map(Encoding::name);
        assert_eq!(name(b"<html><META charset=koi8-r>"), Some("KOI8-R"));
        assert_eq!(name(b"<meta name=x><meta charset = 'latin1'/>"), Some("windows-1252"));
        let old = b"<meta http-equiv=\"Content-Type\" content=\"text/html; charset=Big5\">";
        assert_eq!(name(old), Some("Big5"));
        assert_eq!(name(b"<?xml version='1.0' encoding='shift_jis'?><html>"), Some("Shift_JIS"));
        assert_eq!(name(b"<meta charset=utf-16>"), Some("UTF-8"));
        assert_eq!(name(b"<p>charset=koi8-r"), None);
        assert_eq!(name(b"<meta charset"), None);
    }

    #[test]
    fn xml_and_css_declare_an_encoding() {
        let name = |encoding: Option<&'static Encoding>| encoding.map(Encoding::name);
        assert_eq!(name(xml(b"<?xml version=\"1.0\" encoding = \"koi8-u\" ?>")), Some("KOI8-U"));
        assert_eq!(name(xml(b"<?xml version=\"1.0\"?><a encoding=\"koi8-u\"/>")), None);
        assert_eq!(name(css(b"@charset \"iso-8859-2\";")), Some("ISO-8859-2"));
        assert_eq!(name(css(b"a { }")), None);
    }
}

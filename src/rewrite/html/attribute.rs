//! Finds the URI-references in the values of HTML attributes.
//!
//! The caller first decodes the character references in a value, and the results are spans of the decoded value. XHTML
//! and SVG have the same attributes, so the readers of XML use this module too.
//!
//! ```
//! use linkwright::rewrite::html::attribute::Holds;
//!
//! let value = "/a.png 1x, /b,c.png 2x";
//! let holds = Holds::of("img", "srcset").unwrap();
//! let found: Vec<&str> = holds.references(value.as_bytes()).map(|span| &value[span.range()]).collect();
//! assert_eq!(found, ["/a.png", "/b,c.png"]);
//! assert_eq!(Holds::of("img", "alt"), None);
//! ```

use core::iter::FusedIterator;

use super::tag;
use crate::span::Span;

/// The way in which the value of an attribute contains URI-references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Holds {
    /// The value is one reference: `href`.
    One,
    /// The references are separated by white space: `ping`.
    Blanks,
    /// The references are separated by commas or white space: `archive` of `applet`.
    Commas,
    /// Image candidates, each of which may have a width or a density: `srcset`.
    Candidates,
    /// A delay, and at most one reference: `content` of `<meta http-equiv=refresh>`.
    Refresh,
    /// A list of declarations in CSS: `style`.
    Style,
    /// An HTML document: `srcdoc`.
    Document,
}

impl Holds {
    /// The way in which the attribute `attribute` of an element `element` contains references; `None` if it has no
    /// references. The case of both names is ignored.
    ///
    /// The table has the attributes of the HTML standard, obsolete attributes such as `lowsrc`, and `xlink:href`. It
    /// omits identifiers that are not links (`itemtype`, `xmlns`), and `content` of `meta`, whose meaning depends on
    /// the other attributes.
    pub fn of(element: &str, attribute: &str) -> Option<Holds> {
        let mut buffer = [0; 32];
        let is_on =
            |elements: &[&str]| elements.iter().any(|one| one.eq_ignore_ascii_case(element));
        Some(match tag::lower(attribute.as_bytes(), &mut buffer) {
            b"href" | b"src" | b"cite" | b"action" | b"formaction" | b"poster" | b"background"
            | b"longdesc" | b"usemap" | b"codebase" | b"xlink:href" | b"itemid" | b"lowsrc"
            | b"dynsrc" | b"pluginspage" | b"pluginurl" | b"classid" => Holds::One,
            b"data" if is_on(&["object"]) => Holds::One,
            b"manifest" if is_on(&["html"]) => Holds::One,
            b"icon" if is_on(&["menuitem", "command"]) => Holds::One,
            b"ping" | b"attributionsrc" => Holds::Blanks,
            b"profile" if is_on(&["head"]) => Holds::Blanks,
            b"archive" if is_on(&["object"]) => Holds::Blanks,
            b"archive" if is_on(&["applet"]) => Holds::Commas,
            b"srcset" | b"imagesrcset" => Holds::Candidates,
            b"style" => Holds::Style,
            b"srcdoc" if is_on(&["iframe"]) => Holds::Document,
            _ => return None,
        })
    }

    /// The spans of the references in `value`, in bytes and in order, without the white space around them.
    ///
    /// Empty for [`Style`](Holds::Style) and [`Document`](Holds::Document), which have separate readers. An empty value
    /// of the kind [`One`](Holds::One) is one empty reference, which refers to the document itself; empty items of a
    /// list are skipped.
    pub fn references(self, value: &[u8]) -> impl FusedIterator<Item = Span> {
        let one = match self {
            Holds::One => Some(Span::new(0, value.len()).trimmed(value)),
            Holds::Refresh => refresh(value),
            _ => None,
        };
        let is_border: Option<fn(u8) -> bool> = match self {
            Holds::Blanks => Some(|byte| byte.is_ascii_whitespace()),
            Holds::Commas => Some(|byte| byte == b',' || byte.is_ascii_whitespace()),
            _ => None,
        };
        let list = is_border.map(|is_border| split(value, is_border)).into_iter().flatten();
        let images = (self == Holds::Candidates).then(|| candidates(value)).into_iter().flatten();
        one.into_iter().chain(list).chain(images).fuse()
    }
}

/// The spans between the bytes for which `is_border` is true.
fn split(value: &[u8], is_border: fn(u8) -> bool) -> impl Iterator<Item = Span> {
    let mut at = 0;
    value.split(move |&byte| is_border(byte)).filter_map(move |part| {
        let span = Span::new(at, at + part.len());
        at = span.end() + 1;
        (!span.is_empty()).then_some(span)
    })
}

/// The position of the reference in `content` of `<meta http-equiv=refresh content="5; url=/next">`; `None` if `content`
/// reloads the page itself or is invalid (HTML standard, 4.2.5.3, "shared declarative refresh steps").
fn refresh(content: &[u8]) -> Option<Span> {
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

/// The positions of the references in `bytes`, a list of image candidates (HTML standard, 4.8.4.2.1, "parse a srcset
/// attribute").
///
/// A candidate with invalid descriptors is included: a browser does not load it, but the author wrote a link.
fn candidates(bytes: &[u8]) -> impl Iterator<Item = Span> {
    let mut at = 0;
    core::iter::from_fn(move || {
        at += count(bytes, at, |byte| byte == b',' || byte.is_ascii_whitespace());
        let len = count(bytes, at, |byte| !byte.is_ascii_whitespace());
        let word = Span::new(at, at + len);
        let commas = word.of(bytes).iter().rev().take_while(|&&byte| byte == b',').count();
        at = word.end();
        if commas == 0 {
            at += descriptors(bytes, at);
        }
        let candidate = Span::new(word.start(), word.end() - commas);
        (!candidate.is_empty()).then_some(candidate)
    })
}

/// The length in bytes of the descriptors at `at`. They end before a comma outside parentheses, and parentheses do not
/// nest.
fn descriptors(bytes: &[u8], at: usize) -> usize {
    let mut is_inside = false;
    count(bytes, at, |byte| {
        match byte {
            b'(' => is_inside = true,
            b')' => is_inside = false,
            b',' => return is_inside,
            _ => {}
        }
        true
    })
}

/// The number of bytes from `at` that satisfy `is_part`.
fn count(bytes: &[u8], at: usize, mut is_part: impl FnMut(u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().take_while(|&&byte| is_part(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::{Holds, refresh};

    fn read(holds: Holds, value: &str) -> Vec<&str> {
        holds.references(value.as_bytes()).map(|span| &value[span.range()]).collect()
    }

    fn images(value: &str) -> Vec<&str> {
        read(Holds::Candidates, value)
    }

    #[test]
    fn attributes_are_recognized_in_any_case_and_only_on_their_elements() {
        assert_eq!(Holds::of("A", "HREF"), Some(Holds::One));
        assert_eq!(Holds::of("amp-img", "src"), Some(Holds::One));
        assert_eq!(Holds::of("object", "data"), Some(Holds::One));
        assert_eq!(Holds::of("div", "data"), None);
        assert_eq!(Holds::of("applet", "archive"), Some(Holds::Commas));
        assert_eq!(Holds::of("object", "archive"), Some(Holds::Blanks));
        assert_eq!(Holds::of("div", "archive"), None);
        assert_eq!(Holds::of("use", "xlink:href"), Some(Holds::One));
        assert_eq!(Holds::of("a", "data-href"), None);
        assert_eq!(Holds::of("div", "itemtype"), None);
        assert_eq!(Holds::of("a", "href-with-a-longer-name"), None);
    }

    #[test]
    fn each_kind_of_value_yields_its_references() {
        assert_eq!(read(Holds::One, " /a b "), ["/a b"]);
        assert_eq!(read(Holds::One, " "), [""]);
        assert_eq!(read(Holds::Blanks, " /a\t/b,c "), ["/a", "/b,c"]);
        assert_eq!(read(Holds::Blanks, " "), [""; 0]);
        assert_eq!(read(Holds::Commas, "a.jar, b.jar"), ["a.jar", "b.jar"]);
        assert_eq!(read(Holds::Refresh, "5; url=/a"), ["/a"]);
        assert_eq!(read(Holds::Style, "a: url(b)"), [""; 0]);
        assert_eq!(read(Holds::Document, "<a href=b>"), [""; 0]);
    }

    fn target(content: &str) -> Option<&str> {
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
            assert_eq!(target(content), Some("/a"), "{content}");
        }
    }

    #[test]
    fn text_that_only_begins_like_url_is_a_target() {
        assert_eq!(target("5; urn:a"), Some("urn:a"));
        assert_eq!(target("5; url"), Some("url"));
        assert_eq!(target("5; url '/a'"), Some("url '/a'"));
        assert_eq!(target("5; u'a'"), Some("u'a'"));
    }

    #[test]
    fn content_without_a_delay_or_a_target_has_no_reference() {
        for content in ["", "5", "5;", "5; url=", "5x;url=/a", "url=/a", ";url=/a", "5; url=''"] {
            assert_eq!(target(content), None, "{content}");
        }
    }

    #[test]
    fn candidates_are_separated_by_commas() {
        assert_eq!(images("a.png"), ["a.png"]);
        assert_eq!(images(" a.png 1x , b.png 2x"), ["a.png", "b.png"]);
        assert_eq!(images("a.png, b.png"), ["a.png", "b.png"]);
        assert_eq!(images("a.png 100w 50h,b.png 2x"), ["a.png", "b.png"]);
    }

    #[test]
    fn a_comma_inside_a_reference_belongs_to_it() {
        assert_eq!(images("a,b.png 1x,c.png"), ["a,b.png", "c.png"]);
        assert_eq!(images("data:,x 1x"), ["data:,x"]);
        assert_eq!(images("a,b"), ["a,b"]);
    }

    #[test]
    fn commas_at_the_end_are_not_candidates() {
        assert_eq!(images("a.png,,, b.png,"), ["a.png", "b.png"]);
        assert_eq!(images(",, ,"), [""; 0]);
        assert_eq!(images(""), [""; 0]);
    }

    #[test]
    fn commas_in_parentheses_do_not_separate_candidates() {
        assert_eq!(images("a x(1,2) y, b"), ["a", "b"]);
        assert_eq!(images("a x(1,(2), b"), ["a", "b"]);
        assert_eq!(images("a x(1, b 2x"), ["a"]);
    }
}

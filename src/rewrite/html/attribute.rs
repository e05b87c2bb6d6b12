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

use super::refresh::refresh;
use super::srcset::candidates;
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
        let mut buffer = [0; 16];
        let name = lower(attribute, &mut buffer)?;
        let is_on =
            |elements: &[&str]| elements.iter().any(|one| one.eq_ignore_ascii_case(element));
        Some(match name {
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
        let (mut one, mut list, mut images) = (None, None, None);
        match self {
            Holds::One => one = Some(Span::new(0, value.len()).trimmed(value)),
            Holds::Refresh => one = refresh(value),
            Holds::Blanks => list = Some(split(value, |byte| byte.is_ascii_whitespace())),
            Holds::Commas => {
                list = Some(split(value, |byte| byte == b',' || byte.is_ascii_whitespace()));
            }
            Holds::Candidates => images = Some(candidates(value)),
            Holds::Style | Holds::Document => {}
        }
        let lists = list.into_iter().flatten().chain(images.into_iter().flatten());
        one.into_iter().chain(lists).fuse()
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

/// `name` in lower case; `None` if it is longer than every name in the table.
fn lower<'b>(name: &str, buffer: &'b mut [u8; 16]) -> Option<&'b [u8]> {
    let lower = buffer.get_mut(..name.len())?;
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    Some(lower)
}

#[cfg(test)]
mod tests {
    use super::Holds;

    fn read(holds: Holds, value: &str) -> Vec<&str> {
        holds.references(value.as_bytes()).map(|span| &value[span.range()]).collect()
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
}

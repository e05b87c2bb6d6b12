//! Lists and classes of elements that are treated in the same way. All names are in lower case.

/// Whether a tag is the start tag or the end tag of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Start,
    End,
}

/// The name of an element, in lower case, if it is one of the inline elements through which a URI continues if they open
/// and close inside it. `sup` and `sub` are excluded: a footnote mark is not a part of the word before it. `mark` is
/// excluded because a URI continues through its tags wherever they are: they highlight the words of a search, which may be
/// any part of a URI.
pub(super) fn continued(name: &[u8]) -> Option<&'static str> {
    Some(match name {
        b"b" => "b",
        b"em" => "em",
        b"font" => "font",
        b"i" => "i",
        b"strong" => "strong",
        b"u" => "u",
        _ => return None,
    })
}

/// The way in which an element is closed (HTML standard, 13.2.6.4.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A formatting element: parsers reopen it in the following elements until its end tag.
    Formatting,
    /// Its end tag closes it, unless a table cell or another scope element is open inside.
    Special,
    /// Its end tag closes it, unless any special element is open inside.
    Ordinary,
    /// Its end tag always closes it.
    Template,
}

pub(super) fn class(name: &[u8]) -> Class {
    match name {
        b"template" => Class::Template,
        // The standard lists `noscript` as special, but has no rule for its end tag.
        b"noscript" => Class::Ordinary,
        _ if is_one_of(FORMATTING, name) => Class::Formatting,
        _ if is_one_of(SPECIAL, name) => Class::Special,
        _ => Class::Ordinary,
    }
}

#[rustfmt::skip]
const FORMATTING: &[&str] = &[
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];

/// The special elements of the standard, with those of `MathML` and SVG.
#[rustfmt::skip]
const SPECIAL: &[&str] = &[
    "address", "applet", "area", "article", "aside", "base", "basefont", "bgsound", "blockquote",
    "body", "br", "button", "caption", "center", "col", "colgroup", "dd", "details", "dialog",
    "dir", "div", "dl", "dt", "embed", "fieldset", "figcaption", "figure", "footer", "form",
    "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "hr",
    "html", "iframe", "img", "input", "keygen", "li", "link", "listing", "main", "marquee", "math",
    "menu", "meta", "nav", "noembed", "noframes", "object", "ol", "p", "param",
    "plaintext", "pre", "script", "search", "section", "select", "source", "style", "summary",
    "svg", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "title", "tr", "track", "ul",
    "wbr", "xmp",
];

/// Whether the element keeps the end tags in it from closing formatting elements and blocks outside of it ("has an
/// element in scope").
pub(super) fn is_scope(name: &[u8]) -> bool {
    #[rustfmt::skip]
    const SCOPES: &[&str] = &[
        "table", "td", "th", "caption", "object", "applet", "marquee", "template", "foreignobject",
        "desc", "mi", "mo", "mn", "ms", "mtext", "annotation-xml",
    ];
    is_one_of(SCOPES, name)
}

/// Whether the element has neither content nor an end tag.
pub(super) fn is_void(name: &[u8]) -> bool {
    #[rustfmt::skip]
    const VOID: &[&str] = &[
        "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
        "keygen", "link", "meta", "param", "source", "track", "wbr",
    ];
    is_one_of(VOID, name)
}

/// Whether the next element of the same kind ends the element even without an end tag.
pub(super) fn ends_with_next(name: &[u8]) -> bool {
    #[rustfmt::skip]
    const WITHOUT_END: &[&str] = &["dd", "dt", "li", "optgroup", "option", "p", "rp", "rt"];
    is_one_of(WITHOUT_END, name) || is_table_part(name)
}

pub(super) fn is_table_part(name: &[u8]) -> bool {
    #[rustfmt::skip]
    const PARTS: &[&str] = &[
        "td", "th", "caption", "tr", "tbody", "thead", "tfoot", "colgroup", "col",
    ];
    is_one_of(PARTS, name)
}

/// Whether the tokenizer reads the content of the element as text.
pub(super) fn is_raw(name: &[u8]) -> bool {
    #[rustfmt::skip]
    const RAW: &[&str] = &[
        "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext",
    ];
    is_one_of(RAW, name)
}

pub(super) fn is_one_of(names: &[&str], name: &[u8]) -> bool {
    names.iter().any(|one| one.as_bytes() == name)
}

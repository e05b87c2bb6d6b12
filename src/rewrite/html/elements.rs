//! Lists and classes of elements that are treated in the same way. All names are in lower case.

include!("elements.in");

/// The name of an element, as a constant, if a URI continues through it.
pub(super) fn continued(name: &[u8]) -> Option<&'static str> {
    CONTINUED.iter().copied().find(|one| one.as_bytes() == name)
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
        _ if is_one_of(FORMATTING, name) => Class::Formatting,
        _ if is_one_of(SPECIAL, name) => Class::Special,
        _ => Class::Ordinary,
    }
}

pub(super) fn ends_with_next(name: &[u8]) -> bool {
    is_one_of(WITHOUT_END, name) || is_one_of(TABLE_PARTS, name)
}

pub(super) fn is_one_of(names: &[&str], name: &[u8]) -> bool {
    names.iter().any(|one| one.as_bytes() == name)
}

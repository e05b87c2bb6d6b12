//! The elements of HTML in which no link is written.

/// The elements without links by default: links, code, text that is not shown on the page, and elements in which a link
/// cannot be followed.
#[rustfmt::skip]
pub(crate) const WITHOUT_LINKS: &[&str] = &[
    "a", "code", "pre", "script", "style", "textarea", "title", "button", "select", "option",
    "svg", "math", "noscript", "template", "iframe", "kbd", "samp",
];

/// The elements that never have links, whatever the settings are. An `<a>` in a link would close that link. In the
/// other elements, parsers ignore `<a>`, create a different element for it, or keep it out of the page. Elements with
/// raw text, such as `script`, never have links either.
#[cfg(feature = "html")]
const ALWAYS_WITHOUT: &[&str] = &["a", "select", "svg", "math", "template"];

/// The elements of the default settings.
pub(crate) fn default() -> Vec<String> {
    WITHOUT_LINKS.iter().map(|&name| name.to_owned()).collect()
}

/// The elements of a caller's list, in lower case, and those that never have links.
#[cfg(feature = "html")]
pub(crate) fn compiled(names: &[String]) -> Vec<Box<str>> {
    let always = ALWAYS_WITHOUT.iter().map(|&name| name.to_owned());
    let mut all: Vec<Box<str>> = Vec::new();
    for name in names.iter().map(|name| name.to_ascii_lowercase()).chain(always) {
        if !all.iter().any(|known| **known == *name) {
            all.push(name.into());
        }
    }
    all
}

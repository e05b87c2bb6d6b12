//! The elements of HTML in which no link is written.

/// The elements without links: links, code, text that is not on the page, and elements in which a link cannot be
/// followed.
#[rustfmt::skip]
pub(crate) const WITHOUT_LINKS: &[&str] = &[
    "a", "code", "pre", "script", "style", "textarea", "title", "button", "select", "option",
    "svg", "math", "noscript", "template", "iframe", "kbd", "samp",
];

/// The elements that have no links whatever the settings: a link in a link would close it, and the standard restricts
/// the content of the others. Raw text has no links either.
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

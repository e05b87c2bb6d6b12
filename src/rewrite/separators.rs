//! The elements of HTML that separate text.
//!
//! A reader sees `a.example<wbr>.b.example` as one host, and `a.example<br>b` as two texts. The linkers of HTML and of
//! Markdown and the readers of the texts of links ask the same question.

/// Whether a reader sees the text before and after a tag of the element `name`, in any case, as separate: a block, a line
/// break, a part of a table or a list, a picture or a control, and `sup`, `sub`, `q` and `rt`. Browsers show all other
/// elements, also unknown ones, inside of a line (HTML, 15.3).
pub fn separates_text(name: &[u8]) -> bool {
    const SEPARATORS: &[&str] = include!("separators.in");
    SEPARATORS.iter().any(|one| one.as_bytes().eq_ignore_ascii_case(name))
}

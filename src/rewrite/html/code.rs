//! Determines from the open elements whether text is code.

use super::elements::{CODE, Class, TABLE_PARTS, VOID, class, ends_with_next, is_one_of};

/// Whether the text of an element with this name, in lower case, is code: `code`, `kbd`, `pre`, `samp`, `tt`, and
/// `listing` and `xmp`, the former names of `pre`.
///
/// ```
/// use linkwright::rewrite::html::is_code_element;
///
/// assert!(is_code_element("samp"));
/// assert!(!is_code_element("blockquote"));
/// ```
pub fn is_code_element(name: &str) -> bool {
    CODE.contains(&name)
}

/// The maximum number of open elements that are tracked. This limit keeps the time linear.
const DEEPEST: usize = 64;

/// The code elements that are open, and the elements inside them.
///
/// An element is closed by its own end tag, and by the end tag of the block in which it opened: an author who forgets
/// `</code>` does not intend the rest of the page to be code. (Browsers reopen the element in the next paragraph.)
#[derive(Debug, Default)]
pub(super) struct CodeElements<'s> {
    /// The open elements, starting with the outermost code element; empty outside of code. The names are in the case of
    /// the document.
    open: Vec<&'s [u8]>,
}

impl<'s> CodeElements<'s> {
    /// Whether text at the current position is code.
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Processes the start tag of an element. `written` is its name as it is in the document, and `name` is the same
    /// name in lower case.
    pub(super) fn start(&mut self, name: &[u8], written: &'s [u8]) {
        let has = |wanted: &[u8]| self.open.iter().any(|one| one.eq_ignore_ascii_case(wanted));
        if is_one_of(TABLE_PARTS, name) && !has(b"table") {
            self.open.clear();
        }
        let is_code = is_one_of(CODE, name);
        if !is_code && self.open.is_empty() || is_one_of(VOID, name) || self.open.len() == DEEPEST {
            return;
        }
        let is_next = self.open.last().is_some_and(|last| last.eq_ignore_ascii_case(name));
        if !(is_next && ends_with_next(name)) {
            self.open.push(written);
        }
    }

    /// Processes the end tag of an element; `name` is in lower case.
    pub(super) fn end(&mut self, name: &[u8]) {
        let place = self.open.iter().rposition(|one| one.eq_ignore_ascii_case(name));
        match (place, class(name)) {
            (Some(place), Class::Formatting) => {
                self.open.remove(place);
            }
            (Some(place), _) => self.open.truncate(place),
            (None, Class::Special | Class::Template) if !is_one_of(VOID, name) => self.open.clear(),
            (None, _) => {}
        }
        let is_code =
            |one: &&[u8]| CODE.iter().any(|code| one.eq_ignore_ascii_case(code.as_bytes()));
        if !self.open.iter().any(is_code) {
            self.open.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tag::{Edge, token};
    use super::CodeElements;

    /// Whether text after `html`, which consists of tags, is code.
    fn is_code(html: &str) -> bool {
        let mut code = CodeElements::default();
        let mut at = 0;
        while let Some((token, end)) = token(html.as_bytes(), at) {
            match token {
                Some(tag) if tag.edge == Edge::Start => {
                    code.start(&tag.name.to_ascii_lowercase(), tag.name);
                }
                Some(tag) => code.end(&tag.name.to_ascii_lowercase()),
                None => {}
            }
            at = end;
        }
        assert_eq!(at, html.len(), "{html}");
        code.is_open()
    }

    #[test]
    fn text_in_code_elements_is_code() {
        for html in [
            "<PRE>",
            "<code><b></b>",
            "<code><b></B><i>",
            "<pre><code></code>",
            "<pre><p><p></p>",
            "<kbd><table><td></td></table>",
            "<samp></b></a></br>",
            "<div><tt>",
            "<code><code></code>",
            "<xmp>",
            "<listing><br><img>",
        ] {
            assert!(is_code(html), "{html}");
        }
    }

    #[test]
    fn text_after_code_elements_is_not_code() {
        for html in [
            "",
            "<p><b>",
            "<pre></PRE>",
            "<code><b></code>",
            "<pre><code></pre>",
            "<p><code></p>",
            "<div><pre></div>",
            "<table><td><code><td>",
            "<code></td>",
            "<pre><span></pre></span>",
            "</code>",
            "<codex>",
        ] {
            assert!(!is_code(html), "{html}");
        }
        assert!(!is_code(&("<pre>".repeat(1000) + &"</pre>".repeat(64))));
    }
}

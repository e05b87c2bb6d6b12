//! Reads raw HTML in Markdown, to determine whether text is inside an element in which nothing is linked.

/// The elements that are open, according to the tags so far.
///
/// This is not an HTML parser. When in doubt, it treats an element as open, so that nothing is linked: an element is
/// open until its closing tag, or until the end of the block. An open link continues over blocks, as in browsers.
#[derive(Clone, Debug, Default)]
pub(super) struct RawHtml {
    /// Whether an `<a href>` is open.
    in_link: bool,
    /// The number of other elements that are open in this block, by kind.
    open: [u32; CLOSED.len()],
    /// Whether any of the elements in `open` may be open.
    is_any_open: bool,
}

/// The elements in which nothing is linked, as in HTML.
const CLOSED: [&str; 16] = [
    "code", "pre", "script", "style", "textarea", "title", "button", "select", "option", "svg",
    "math", "noscript", "template", "iframe", "kbd", "samp",
];

impl RawHtml {
    /// Whether text at this point must not be linked.
    pub(super) fn is_open(&self) -> bool {
        self.in_link || (self.is_any_open && self.open.iter().any(|open| *open > 0))
    }

    /// Records the tags in `html`.
    pub(super) fn read(&mut self, html: &str) {
        // Each `<` is examined once, up to the next one: the work is linear even if tags are not closed.
        for tag in html.split('<').skip(1) {
            let (is_end, rest) = match tag.strip_prefix('/') {
                Some(rest) => (true, rest),
                None => (false, tag),
            };
            let len = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
            let (name, attributes) = rest.split_at_checked(len).unwrap_or_default();
            self.read_tag(name, attributes, is_end);
        }
    }

    fn read_tag(&mut self, name: &str, attributes: &str, is_end: bool) {
        if name.eq_ignore_ascii_case("a") {
            self.in_link = !is_end && (self.in_link || has_href(attributes));
        }
        let row = CLOSED.iter().zip(&mut self.open);
        if let Some((_, open)) = row.into_iter().find(|(one, _)| one.eq_ignore_ascii_case(name)) {
            *open = if is_end { open.saturating_sub(1) } else { open.saturating_add(1) };
            self.is_any_open = true;
        }
    }

    /// Ends the block and closes the elements that it has opened.
    pub(super) fn end_block(&mut self) {
        if self.is_any_open {
            *self = RawHtml { in_link: self.in_link, ..RawHtml::default() };
        }
    }
}

/// Whether an anchor has a target. An anchor without one, as in `<a name="x">`, is often left open and may contain
/// links.
fn has_href(attributes: &str) -> bool {
    attributes.as_bytes().windows(4).any(|word| word.eq_ignore_ascii_case(b"href"))
}

#[cfg(test)]
mod tests {
    use super::RawHtml;

    #[test]
    fn elements_open_and_close() {
        let mut raw = RawHtml::default();
        for (html, is_open) in [
            ("<b>", false),
            ("<code>", true),
            ("</CODE>", false),
            ("</code>", false),
            ("<a name=x>", false),
            ("<A HREF='x'>", true),
            ("</a>", false),
            ("<abbr href>", false),
            ("<kbd><kbd>", true),
            ("</kbd>", true),
        ] {
            raw.read(html);
            assert_eq!(raw.is_open(), is_open, "{html}");
        }
        raw.end_block();
        assert!(!raw.is_open());
    }

    #[test]
    fn an_open_link_continues_over_blocks() {
        let mut raw = RawHtml::default();
        raw.read("<a\nhref=\"x\">");
        raw.end_block();
        assert!(raw.is_open());
    }
}

//! Reads raw HTML in Markdown, to determine whether text is inside an element in which nothing is linked.

use crate::link::WITHOUT_LINKS;

/// The elements that are open, according to the tags so far.
///
/// This is not an HTML parser. When in doubt, it treats an element as open, so that nothing is linked: an element is
/// open until its closing tag, or until the end of the block. An open link continues over blocks, as in browsers.
#[derive(Clone, Debug, Default)]
pub(super) struct RawHtml {
    /// Whether `<a/>` is an empty element, as in JSX. In HTML it begins an element.
    is_jsx: bool,
    /// The open link: `a`, or a component that has a target, and the number of elements of its name that are open.
    link: Option<(Box<str>, u32)>,
    /// The number of elements without links that are open in this block, by kind; `a` is not counted.
    open: [u32; WITHOUT_LINKS.len()],
}

impl RawHtml {
    /// The reader of JSX.
    pub(super) fn jsx() -> RawHtml {
        RawHtml { is_jsx: true, ..RawHtml::default() }
    }

    /// Whether text at this point must not be linked.
    pub(super) fn is_open(&self) -> bool {
        self.link.is_some() || self.open.iter().any(|open| *open > 0)
    }

    /// Records the tags in `html`.
    pub(super) fn read(&mut self, html: &str) {
        let mut rest = html;
        while let Some((_, tag)) = rest.split_once('<') {
            let Some(end) = end_of_tag(tag) else {
                // Each `<` may begin a tag. As the rest is not read again, the work is linear.
                return tag.split('<').for_each(|tag| self.read_tag(tag));
            };
            let (tag, after) = tag.split_at_checked(end).unwrap_or((tag, ""));
            self.read_tag(tag);
            rest = after;
        }
    }

    /// Records a tag, without its `<` and `>`.
    pub(super) fn read_tag(&mut self, tag: &str) {
        let (is_end, tag) = match tag.strip_prefix('/') {
            Some(tag) => (true, tag),
            None => (false, tag),
        };
        let len = tag.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let (name, attributes) = tag.split_at_checked(len).unwrap_or_default();
        let is_a = name.eq_ignore_ascii_case("a");
        let is_empty = attributes.ends_with('/');
        if let Some((open, depth)) = &mut self.link
            && open.eq_ignore_ascii_case(name)
        {
            // An `<a>` in an `<a>` ends it.
            *depth += u32::from(!is_end && !is_a && !is_empty);
            *depth -= u32::from(is_end);
            self.link.take_if(|(_, depth)| *depth == 0);
            return;
        }
        if is_empty && self.is_jsx {
            return;
        }
        let is_linking = is_a || is_component(name) && !is_empty;
        if is_linking && !is_end && self.link.is_none() && has_target(attributes, is_a) {
            self.link = Some((name.into(), 1));
            return;
        }
        if is_a {
            return;
        }
        // The component of site generators for code.
        let name = if name == "CodeBlock" { "code" } else { name };
        let row = WITHOUT_LINKS.iter().zip(&mut self.open);
        let is_empty = is_empty && ["svg", "math"].contains(&name);
        if let Some((_, open)) = row.into_iter().find(|(one, _)| one.eq_ignore_ascii_case(name))
            && !is_empty
        {
            *open = if is_end { open.saturating_sub(1) } else { open.saturating_add(1) };
        }
    }

    /// Ends the block and closes the elements that it has opened.
    pub(super) fn end_block(&mut self) {
        self.open = Default::default();
    }
}

/// The offset of the `>` that ends `tag`, a text after `<`: not one in the quoted value of an attribute.
fn end_of_tag(tag: &str) -> Option<usize> {
    let (mut quote, mut before) = (None, b' ');
    for (at, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if open == byte => quote = None,
            (None, b'"' | b'\'') if before == b'=' => quote = Some(byte),
            (None, b'>') => return Some(at),
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
    }
    None
}

/// Whether a name is that of a component of MDX, such as `NavLink`, and not one of HTML in capitals.
fn is_component(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.contains(|c: char| c.is_ascii_lowercase())
}

/// Whether an anchor or a component has a target. An anchor without one, as in `<a name="x">`, is often left open and may
/// contain links.
fn has_target(attributes: &str, is_a: bool) -> bool {
    let is_to = |word: &str| word.starts_with("to=");
    attributes.as_bytes().windows(4).any(|word| word.eq_ignore_ascii_case(b"href"))
        || !is_a && attributes.split_ascii_whitespace().any(is_to)
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
            ("<img alt=\"<script>\" title = '<a href=x>'>", false),
            ("<svg/>", false),
            ("<b title=\"x", false),
            ("<kbd><kbd>", true),
            ("</kbd>", true),
            ("<b title=\"x <a href=y>", true),
            ("</a></kbd>", false),
        ] {
            raw.read(html);
            assert_eq!(raw.is_open(), is_open, "{html}");
        }
        raw.end_block();
        assert!(!raw.is_open());
    }

    #[test]
    fn an_empty_element_of_jsx_is_closed() {
        for html in ["<a href=\"x\"/>", "<A href={x} />", "<code />", "<Code/>", "<CodeBlock />"] {
            let (mut raw, mut jsx) = (RawHtml::default(), RawHtml::jsx());
            raw.read(html);
            jsx.read(html);
            assert_eq!((raw.is_open(), jsx.is_open()), (true, false), "{html}");
        }
    }

    #[test]
    fn an_open_link_continues_over_blocks() {
        let mut raw = RawHtml::default();
        raw.read("<a\nhref=\"x\">");
        raw.end_block();
        assert!(raw.is_open());
    }
}

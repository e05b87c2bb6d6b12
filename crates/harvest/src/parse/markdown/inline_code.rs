//! Detects whether text is inside an inline HTML element for code, as in `<code>http://a.example</code>`.

use linkwright::rewrite::html::is_code_element;

/// Which elements are open in a block after the tags that have been read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InlineCode {
    open: u32,
    /// Whether the text is in an anchor (`<a>`), and therefore belongs to a link.
    is_in_anchor: bool,
}

impl InlineCode {
    /// Whether the text after the tags that have been read is code.
    pub(super) const fn is_open(self) -> bool {
        self.open > 0 && !self.is_in_anchor
    }

    /// Reads a tag or a comment.
    pub(super) fn tag(&mut self, tag: &str) {
        let Some(tag) = tag.strip_prefix('<') else { return };
        let (is_end, tag) = tag.strip_prefix('/').map_or((false, tag), |tag| (true, tag));
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric();
        let len = tag.bytes().take_while(is_part).count();
        let name = tag.get(..len).unwrap_or_default().to_ascii_lowercase();
        if name == "a" {
            self.is_in_anchor = !is_end && tag.contains('=');
        } else if is_code_element(&name) {
            self.open =
                if is_end { self.open.saturating_sub(1) } else { self.open.saturating_add(1) };
        }
    }

    /// Resets the state at the end of a block, because inline elements do not extend beyond the block.
    pub(super) fn end_block(&mut self) {
        *self = InlineCode::default();
    }
}

#[cfg(test)]
mod tests {
    use super::InlineCode;

    #[test]
    fn tags_open_and_close_elements() {
        let mut code = InlineCode::default();
        for (tag, is_open) in [
            ("<b>", false),
            ("<CODE class='x'>", true),
            ("<kbd>", true),
            ("</kbd >", true),
            ("<!-- </code> -->", true),
            ("</code>", false),
            ("</code>", false),
            ("<codes>", false),
            ("<a href=x>", false),
            ("<tt>", false),
            ("</a>", true),
            ("<", true),
        ] {
            code.tag(tag);
            assert_eq!(code.is_open(), is_open, "{tag}");
        }
        code.end_block();
        assert!(!code.is_open());
    }
}

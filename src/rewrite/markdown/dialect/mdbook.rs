//! Directives of mdBook: `{{#include file.rs}}`, `{{#template file.md path=https://example.com/}}`.

use super::directive::{Block, DirectiveKind, Effect, Extent, always};
use super::set::Dialects;

/// Text in these delimiters is a directive even after a backslash, with which mdBook prints the directive literally.
pub(super) const DIRECTIVE: DirectiveKind = DirectiveKind {
    dialects: Dialects::MDBOOK,
    open: "{{#",
    close: "}}",
    effect: Effect::Prints,
    extent: Extent::Any,
    block: |_| Block::None,
    fits: always,
};

#[cfg(test)]
mod tests {
    use super::super::directives::testing::directives;
    use super::*;

    #[test]
    fn directives_have_a_number_sign() {
        let template = "{{#template a.md path=http://a.example}}";
        assert_eq!(directives(Dialects::MDBOOK, &format!("a \\{template} b")), [template]);
        assert_eq!(directives(Dialects::MDBOOK, "{{a}} {#b} {{ #c }} {{#d}"), [""; 0]);
    }
}

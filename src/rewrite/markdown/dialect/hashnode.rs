//! Hashnode embeds: `%[https://example.com/]`, alone on a line.

use super::directive::{Block, DirectiveKind, Effect, Extent, always};
use super::set::Dialects;

pub(super) const EMBED: DirectiveKind = DirectiveKind {
    dialects: Dialects::HASHNODE,
    open: "%[",
    close: "]",
    effect: Effect::Ends,
    extent: Extent::Line,
    block: |_| Block::None,
    fits: always,
};

#[cfg(test)]
mod tests {
    use super::super::directives::testing::directives;
    use super::*;

    #[test]
    fn an_embed_is_alone_on_its_line() {
        for (source, expected) in [
            ("%[http://a.example]", &["%[http://a.example]"][..]),
            ("a\n\n  %[http://a.example]  \r\nb", &["%[http://a.example]"]),
            ("a\n%[]\n", &["%[]"]),
            ("100%[http://a.example]", &[]),
            ("%[a](http://a.example)", &[]),
            ("%[a] http://a.example", &[]),
            ("%[a\nhttp://a.example]", &[]),
            ("    %[http://a.example]", &[]),
            ("a %[http://a.example]", &[]),
        ] {
            assert_eq!(directives(Dialects::AUTO, source), expected, "{source}");
        }
    }
}

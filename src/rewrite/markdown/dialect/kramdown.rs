//! Attributes and extensions of kramdown: `{: .class key="value"}`, `{::options key="value" /}`.

use super::directive::{Block, DirectiveKind, Effect, Extent, always};
use super::set::Dialects;

/// `{: .class}`, and an attribute definition `{:name: .class}`.
pub(super) const ATTRIBUTES: DirectiveKind = DirectiveKind {
    dialects: Dialects::KRAMDOWN,
    open: "{:",
    close: "}",
    effect: Effect::Ends,
    extent: Extent::Paragraph,
    block: |inner| match inner.strip_prefix('/') {
        Some(name) if name.is_empty() || RAW.contains(&name) => Block::Closes(name),
        _ => Block::None,
    },
    fits: always,
};

/// `{::comment}` and `{::comment /}`.
pub(super) const EXTENSION: DirectiveKind = DirectiveKind { open: "{::", block, ..ATTRIBUTES };

/// The extensions whose content is neither text nor Markdown.
const RAW: &[&str] = &["comment", "nomarkdown"];

fn block(inner: &str) -> Block<'_> {
    let name = inner.split_ascii_whitespace().next().unwrap_or_default();
    if RAW.contains(&name) && !inner.ends_with('/') { Block::Opens(name) } else { Block::None }
}

#[cfg(test)]
mod tests {
    use super::super::directives::testing::directives;
    use super::*;

    #[test]
    fn attributes_and_extensions_are_directives() {
        for (source, expected) in [
            ("*a*{: .b link=\"http://a.example\"} c", &["{: .b link=\"http://a.example\"}"][..]),
            ("a\n{:.b}", &["{:.b}"]),
            ("{:c: #d .e}", &["{:c: #d .e}"]),
            ("{::options a=\"http://a.example\" /}", &["{::options a=\"http://a.example\" /}"]),
            (
                "{::comment}\nhttp://a.example\n\nb\n{:/comment} c",
                &["{::comment}\nhttp://a.example\n\nb\n{:/comment}"],
            ),
            ("{::nomarkdown}http://a.example{:/}", &["{::nomarkdown}http://a.example{:/}"]),
            ("{::comment /}http://a.example{:/}", &["{::comment /}", "{:/}"]),
        ] {
            assert_eq!(directives(Dialects::KRAMDOWN, source), expected, "{source}");
        }
    }

    #[test]
    fn other_braces_are_text() {
        for source in [
            "{http://a.example}",
            "{ : http://a.example}",
            "{: a\n\nhttp://a.example}",
            "{#a} {.b}",
        ] {
            assert_eq!(directives(Dialects::KRAMDOWN, source), [""; 0], "{source}");
        }
    }
}

//! Shortcodes of Hugo and Quarto: `{{< figure src="a.png" >}}` and `{{% note %}}`.
//!
//! Shortcodes also occur in the destinations of links, as in `[a]({{< ref "a.md" >}})`. A word always ends before a
//! shortcode.

use super::directive::{Block, DirectiveKind, Effect, Extent, always};
use super::set::Dialects;

/// A shortcode that receives its content unrendered.
pub(super) const SHORTCODE: DirectiveKind = DirectiveKind {
    dialects: Dialects::HUGO,
    open: "{{<",
    close: ">}}",
    effect: Effect::Ends,
    extent: Extent::Any,
    block,
    fits: always,
};

/// A shortcode whose output is Markdown.
pub(super) const MARKDOWN_SHORTCODE: DirectiveKind =
    DirectiveKind { open: "{{%", close: "%}}", ..SHORTCODE };

/// The shortcodes whose content is neither text nor Markdown.
const RAW: &[&str] = &[
    "chart",
    "chem",
    "code",
    "codeblock",
    "goat",
    "graphviz",
    "highlight",
    "html",
    "katex",
    "math",
    "mermaid",
    "plantuml",
    "raw",
    "rawhtml",
];

fn block(inner: &str) -> Block<'_> {
    let (is_end, inner) = match inner.trim_start().strip_prefix('/') {
        Some(rest) => (true, rest),
        None => (false, inner),
    };
    let name = inner.split_ascii_whitespace().next().unwrap_or_default();
    match RAW.contains(&name) {
        true if is_end => Block::Closes(name),
        // `{{< raw />}}` has no content.
        true if !inner.ends_with('/') => Block::Opens(name),
        _ => Block::None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::directives::testing::directives;
    use super::*;

    #[test]
    fn shortcodes_are_directives() {
        for (source, expected) in [
            ("a {{< b src=\"http://a.example\" >}}", &["{{< b src=\"http://a.example\" >}}"][..]),
            ("{{% b %}}http://a.example{{% /b %}}", &["{{% b %}}", "{{% /b %}}"]),
            ("{{< b `http://a.example` >}}", &["{{< b `http://a.example` >}}"]),
            ("{{< b\n\nsrc=\"http://a.example\"\n>}}", &["{{< b\n\nsrc=\"http://a.example\"\n>}}"]),
            ("{{</* b http://a.example */>}}", &["{{</* b http://a.example */>}}"]),
            ("{{< tabs >}} http://a.example {{< /tabs >}}", &["{{< tabs >}}", "{{< /tabs >}}"]),
        ] {
            assert_eq!(directives(Dialects::HUGO, source), expected, "{source}");
        }
    }

    #[test]
    fn the_content_of_code_shortcodes_is_kept() {
        let code = "{{< highlight go >}} http://a.example {{< /highlight >}}";
        assert_eq!(directives(Dialects::HUGO, code), [code]);
        for source in [
            "{{< raw />}} http://a.example {{< /raw >}}",
            "{{< raw >}} http://a.example",
            "{{< raw >}} http://a.example {{% /raw %}}",
            "{{< raw >}}\n```\nhttp://a.example {{< /raw >}}",
        ] {
            assert!(
                directives(Dialects::HUGO, source)[0].ends_with("raw >}}")
                    || source.contains("/>}}")
            );
            assert!(
                directives(Dialects::HUGO, source).iter().all(|one| !one.contains("http")),
                "{source}"
            );
        }
    }

    #[test]
    fn marks_of_other_dialects_are_text() {
        assert_eq!(directives(Dialects::HUGO, "{{ a }} {% b %} {: .c} {{< d }}"), [""; 0]);
    }
}

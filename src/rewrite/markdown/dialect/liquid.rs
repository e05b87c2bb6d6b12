//! Tags and output of Liquid, Jinja, Nunjucks and Handlebars; `GitBook` has the same tags.
//!
//! The tags inside `{% raw %}` are directives as well. They are usually examples in a page about templates, and must
//! not change.

use super::directive::{Block, DirectiveKind, Effect, Extent, always};
use super::set::Dialects;

/// `{{ page.url }}`
pub(super) const OUTPUT: DirectiveKind = DirectiveKind {
    dialects: Dialects::LIQUID,
    open: "{{",
    close: "}}",
    effect: Effect::Prints,
    extent: Extent::Paragraph,
    block: |_| Block::None,
    fits: always,
};

/// `{% if a %}`
pub(super) const TAG: DirectiveKind = DirectiveKind {
    dialects: Dialects::LIQUID.union(Dialects::GITBOOK),
    open: "{%",
    close: "%}",
    effect: Effect::Ends,
    extent: Extent::Any,
    block,
    fits: always,
};

/// The tags whose content is neither text nor Markdown: code and comments.
const RAW: &[&str] = &[
    "code",
    "codeblock",
    "comment",
    "doc",
    "graphviz",
    "highlight",
    "javascript",
    "math",
    "mermaid",
    "plantuml",
    "schema",
    "style",
    "stylesheet",
];

fn block(inner: &str) -> Block<'_> {
    let tag = inner.trim_start_matches(['-', '+', '~']);
    let name = tag.split_ascii_whitespace().next().unwrap_or_default();
    let name = name.trim_end_matches(['-', '+', '~']);
    match name.strip_prefix("end") {
        Some(name) if RAW.contains(&name) => Block::Closes(name),
        _ if RAW.contains(&name) => Block::Opens(name),
        _ => Block::None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::directives::testing::directives;
    use super::*;

    #[test]
    fn tags_and_output_are_directives() {
        for (source, expected) in [
            (
                "a {{ page.url | append: \"http://a.example\" }}",
                &["{{ page.url | append: \"http://a.example\" }}"][..],
            ),
            ("{%- if a -%}http://a.example{% endif %}", &["{%- if a -%}", "{% endif %}"]),
            ("{% raw %}http://a.example{% endraw %}", &["{% raw %}", "{% endraw %}"]),
            (
                "{% include a.html\n\nurl=\"http://a.example\" %}",
                &["{% include a.html\n\nurl=\"http://a.example\" %}"],
            ),
            ("{{{ html }}} b", &["{{{ html }}}"]),
            ("[a]({% link b.md %})", &["{% link b.md %}"]),
        ] {
            assert_eq!(directives(Dialects::LIQUID, source), expected, "{source}");
        }
        let embed = "{% embed url=\"http://a.example\" %}";
        assert_eq!(directives(Dialects::GITBOOK, &format!("{embed} {{{{ a }}}}")), [embed]);
    }

    #[test]
    fn the_content_of_code_and_comments_is_kept() {
        for source in [
            "{% comment %} http://a.example {% endcomment %}",
            "{%- highlight html -%}\n```\nhttp://a.example\n```\n{%-endhighlight-%}",
            "{% comment %} {% if a %} http://a.example {{ b }} {% endcomment %}",
        ] {
            assert_eq!(directives(Dialects::LIQUID, source), [source]);
        }
    }

    #[test]
    fn only_the_opening_tag_of_an_unclosed_block_is_a_directive() {
        let source = "{% comment %} http://a.example {% endhighlight %} {% comment";
        assert_eq!(directives(Dialects::LIQUID, source), ["{% comment %}", "{% endhighlight %}"]);
    }

    #[test]
    fn marks_of_other_dialects_are_text() {
        assert_eq!(
            directives(Dialects::LIQUID, "{: .a} {::b} {c}\n%[http://a.example]\n"),
            [""; 0]
        );
    }
}

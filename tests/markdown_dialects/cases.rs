//! Tests the output for documents in each dialect.

use linkwright::rewrite::markdown::Dialect;

use super::rewritten;

/// The directives are recognized, and the output is the same if the dialect is set.
fn check(dialect: Dialect, cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        assert_eq!(rewritten(dialect, source), *expected, "{dialect:?}");
        assert_eq!(rewritten(Dialect::Auto, source), *expected, "auto");
    }
}

#[test]
fn front_matter_stays_and_the_text_is_linked() {
    let cases = [
        (
            "---\na: http://b.example\n---\nhttp://c.example",
            "---\na: http://b.example\n---\n<http://c.example>",
        ),
        (
            "\u{FEFF}---\r\na: http://b.example\r\n---\r\nhttp://c.example",
            "\u{FEFF}---\r\na: http://b.example\r\n---\r\n<http://c.example>",
        ),
        (
            "+++\na = 'http://b.example'\n+++\n\nhttp://c.example",
            "+++\na = 'http://b.example'\n+++\n\n<http://c.example>",
        ),
        (
            "{\n\"a\": \"http://b.example\"\n}\n\nhttp://c.example",
            "{\n\"a\": \"http://b.example\"\n}\n\n<http://c.example>",
        ),
    ];
    check(Dialect::Auto, &cases);
    for (source, _) in &cases[3..] {
        assert_ne!(rewritten(Dialect::None, source), rewritten(Dialect::Auto, source));
    }
}

#[test]
fn mdx_is_linked_between_its_directives() {
    let import = "import A from \"https://a.example\"\nexport const b = \"https://b.example\"\n\n";
    let cases = [
        ("See http://c.example.\n", "See [http://c.example](http://c.example).\n"),
        (
            "{\"https://c.example\"} {`${\"https://d.example\"}`}\n",
            "{\"https://c.example\"} {`${\"https://d.example\"}`}\n",
        ),
        (
            "<Card href={\"https://c.example\"}>http://d.example</Card>",
            "<Card href={\"https://c.example\"}>http://d.example</Card>",
        ),
        (
            "<Tab\n  title=\"https://c.example\"\n>\nhttp://d.example\n</Tab>",
            "<Tab\n  title=\"https://c.example\"\n>\nhttp://d.example\n</Tab>",
        ),
        (
            "<div>\n\nhttp://c.example\n\n</div>",
            "<div>\n\n[http://c.example](http://c.example)\n\n</div>",
        ),
        ("{/* http://c.example */}http://d.example", "{/* http://c.example */}http://d.example"),
        ("http://c.example/{d} {d}.example.com", "http://c.example/{d} {d}.example.com"),
    ];
    for (source, expected) in cases {
        check(Dialect::Mdx, &[(&format!("{import}{source}"), &format!("{import}{expected}"))]);
    }
}

#[test]
fn shortcodes_stay() {
    check(
        Dialect::Auto,
        &[
            (
                "{{< a src=\"https://a.example\" >}} http://b.example{{< /a >}}",
                "{{< a src=\"https://a.example\" >}} <http://b.example>{{< /a >}}",
            ),
            (
                "[a]({{< ref \"http://a.example\" >}}) http://b.example",
                "[a]({{< ref \"http://a.example\" >}}) <http://b.example>",
            ),
            (
                "[http://a.example]({{< ref \"b.md\" >}}#c)",
                "[http://a.example]({{< ref \"b.md\" >}}#c)",
            ),
            (
                "{{< highlight go >}}\nhttp://a.example\n{{< /highlight >}}",
                "{{< highlight go >}}\nhttp://a.example\n{{< /highlight >}}",
            ),
            ("{{<http://a.example", "{{<<http://a.example>"),
            ("{{http://a.example", "{{[http://a.example](http://a.example)"),
        ],
    );
}

#[test]
fn tags_and_output_stay() {
    check(
        Dialect::Auto,
        &[
            ("http://a.example/x{% endraw %} b", "<http://a.example/x>{% endraw %} b"),
            ("http://a.example/{% id %}/x", "http://a.example/{% id %}/x"),
            ("http://a.example/{{< id >}}/x", "http://a.example/{{< id >}}/x"),
            ("http://a.example/{{< /id >}}", "<http://a.example/>{{< /id >}}"),
            (
                "{% raw %}\nhttp://a.example {{ b }}\n{% endraw %}",
                "{% raw %}\n<http://a.example> {{ b }}\n{% endraw %}",
            ),
            (
                "{% embed https://a.example %}\n\nhttp://b.example",
                "{% embed https://a.example %}\n\n<http://b.example>",
            ),
            ("{{ \"https://a.example\" | b }}", "{{ \"https://a.example\" | b }}"),
            ("http://a.example/{{ b }} c", "http://a.example/{{ b }} c"),
            ("http://a.example {{ b }}", "<http://a.example> {{ b }}"),
            ("{{ b }}, http://a.example", "{{ b }}, <http://a.example>"),
            ("http://a.example, {{ b }}", "<http://a.example>, {{ b }}"),
            ("{% if b %}http://a.example", "{% if b %}http://a.example"),
            (
                "{% comment %} http://a.example {% endcomment %}",
                "{% comment %} http://a.example {% endcomment %}",
            ),
        ],
    );
}

#[test]
fn other_directives_stay() {
    check(
        Dialect::Auto,
        &[
            (
                "http://a.example/b{: .c link=\"http://d.example\"}",
                "<http://a.example/b>{: .c link=\"http://d.example\"}",
            ),
            ("http://a.example\n{: .b}", "<http://a.example>\n{: .b}"),
        ],
    );
    check(
        Dialect::Auto,
        &[(
            "{{#template a.md b=https://a.example}} http://b.example",
            "{{#template a.md b=https://a.example}} <http://b.example>",
        )],
    );
    check(
        Dialect::Auto,
        &[("{% embed url=\"https://a.example\" %}", "{% embed url=\"https://a.example\" %}")],
    );
}

#[test]
fn attributes_of_pandoc_stay() {
    check(
        Dialect::Auto,
        &[
            (
                "[a](b){.c link=\"http://d.example\"} http://e.example",
                "[a](b){.c link=\"http://d.example\"} <http://e.example>",
            ),
            (
                "::: {.c link=\"http://d.example\"}\nhttp://e.example\n:::",
                "::: {.c link=\"http://d.example\"}\n<http://e.example>\n:::",
            ),
            (
                "```{=html}\n<b>http://d.example</b>\n```\n\nhttp://e.example",
                "```{=html}\n<b>http://d.example</b>\n```\n\n<http://e.example>",
            ),
            (
                "[http://d.example]{.c src=http://d.example} `e`{=html}",
                "[<http://d.example>]{.c src=http://d.example} `e`{=html}",
            ),
            (
                "# http://d.example {#e link=http://f.example}",
                "# <http://d.example> {#e link=http://f.example}",
            ),
            ("[a]{http://d.example}", "[a]{<http://d.example>}"),
            ("a {b=http://d.example}", "a {b=http://d.example}"),
        ],
    );
    let text = "[a](b){.c link=\"http://d.example\"}";
    assert_ne!(rewritten(Dialect::None, text), text);
}

#[test]
fn braces_in_prose_are_prose() {
    for (source, expected) in [
        ("{http://a.example} { http://b.example }", "{<http://a.example>} { <http://b.example> }"),
        ("import duties: http://a.example", "import duties: <http://a.example>"),
        ("export it to http://a.example", "export it to <http://a.example>"),
        ("100 % of http://a.example {%", "100 % of <http://a.example> {%"),
        ("`{{` and `}}`, http://a.example", "`{{` and `}}`, <http://a.example>"),
        ("`<A b={c}/>` http://a.example", "`<A b={c}/>` <http://a.example>"),
        ("a % http://a.example [b]", "a % <http://a.example> [b]"),
    ] {
        assert_eq!(rewritten(Dialect::Auto, source), expected);
        assert_eq!(rewritten(Dialect::None, source), expected);
    }
}

#[test]
fn without_a_dialect_directives_are_text() {
    assert_eq!(
        rewritten(Dialect::None, "{% embed https://a.example %} {{ http://b.example }}"),
        "{% embed <https://a.example> %} {{ <http://b.example> }}"
    );
}

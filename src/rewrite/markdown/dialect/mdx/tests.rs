//! Documents in MDX, and Markdown that looks like it.

use super::super::set::Dialects;
use super::super::templates::testing::directives;

#[test]
fn modules_tags_and_expressions_are_directives() {
    for (source, expected) in [
        (
            "import A from \"http://a.example\"\nexport const b = {\n\n}\n\nhttp://c.example",
            &["import A from \"http://a.example\"\nexport const b = {\n\n}"][..],
        ),
        (
            "<Card\n  title=\"http://a.example\"\n>\nhttp://b.example\n</Card>",
            &["<Card\n  title=\"http://a.example\"\n>", "</Card>"],
        ),
        ("a {\"http://a.example\"} b", &["{\"http://a.example\"}"]),
        ("a {`${{b: \"}\"}}`} c", &["{`${{b: \"}\"}}`}"]),
        ("{/* http://a.example */}", &["{/* http://a.example */}"]),
        ("<b>http://a.example</b>", &["<b>", "</b>"]),
        ("<A/>\nimport B from 'b'\n", &["<A/>", "import B from 'b'"]),
        ("`{` {a} \\{ ``{``", &["{a}"]),
        ("```\n{a\n```\n{b}", &["{b}"]),
        ("- ```\n  {a\n{b}", &["{b}"]),
        ("> ```\n> {a\n\n{b}", &["{b}"]),
        ("<!-- {a --> {b}", &["{b}"]),
        ("a < b {c} <http://a.example>", &["{c}"]),
    ] {
        assert_eq!(directives(Dialects::MDX, source), expected, "{source}");
    }
}

#[test]
fn links_and_code_are_directives_with_their_content() {
    for source in [
        "<a href=\"b\">http://a.example</a>",
        "<Link to={b}>http://a.example</Link>",
        "<Card href=\"b\">\n<Card>c</Card>\n\nhttp://a.example {d}\n</Card>",
        "<pre>\n`http://a.example`\n</pre>",
        "<Button>http://a.example</Button>",
    ] {
        assert_eq!(directives(Dialects::MDX, &format!("{source} http://b.example")), [source]);
    }
    let open = "a <a href=\"b\">\n\nhttp://a.example {c} <b>";
    assert_eq!(directives(Dialects::MDX, open), [&open[2..]]);
}

#[test]
fn what_is_not_closed_takes_the_rest() {
    assert_eq!(
        directives(Dialects::MDX, "a {b http://a.example\n\nc"),
        ["{b http://a.example\n\nc"]
    );
    // Not JavaScript, but in braces.
    assert_eq!(directives(Dialects::MDX, "a {don't} b {c)} d"), ["{don't}", "{c)}"]);
}

#[test]
fn the_content_shows_mdx() {
    for source in [
        "import A from 'a'\n\n# B",
        "---\na: b\n---\n\nexport const c = 1\n",
        "# A\n\n<B c={1} />",
        "<A.B {...c}>",
        "a {/* b */} c",
    ] {
        assert!(Dialects::AUTO.directives(source).is_mdx(), "{source}");
    }
    for source in [
        "import duties, see http://a.example",
        "import it from http://a.example or {http://b.example}",
        "export of http://a.example",
        "```js\nimport A from 'a'\n```",
        "    import A from 'a'",
        "a\nimport A from 'a'",
        "`<A b={c} />` and `{/* d */}`",
        "<a b={c}>",
        "<A b=\"c\">",
        "{ http://a.example }",
        "f = {a: {b: 1}}",
        "",
    ] {
        assert!(!Dialects::AUTO.directives(source).is_mdx(), "{source}");
        assert_eq!(directives(Dialects::AUTO, source), [""; 0], "{source}");
    }
}

#[test]
fn hostile_documents_take_no_longer() {
    let units = [
        "{",
        "{}",
        "{a",
        "{`",
        "{`}",
        "{/*",
        "{/*}",
        "<a {",
        "<a b={",
        "<a b=\"",
        "<a b='<c d=\"",
        "<a>",
        "<a href=b>",
        "</a>",
        "`",
        "``a`",
        "```\n",
        "- ```\n",
        "`\n\n",
        "{<a>",
        "{(",
        "{'",
        "\n\nexport const a = {",
        "\n\nimport {",
        "<!--",
        "\\",
        "{/",
        "> ",
        "- ",
        "{'}",
        "{)}",
        "\n",
    ];
    for unit in units {
        for end in ["", "}", "`}", ">", "*/}", "\""] {
            let source = unit.repeat(8_000) + end;
            for dialects in [Dialects::MDX, Dialects::AUTO] {
                assert_eq!(dialects.directives(&source).masked().len(), source.len());
            }
        }
    }
}

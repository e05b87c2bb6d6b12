//! Tests each kind of existing link: the properties that a closure gets, and the output.

use linkwright::link::{Context, Link};
use linkwright::rewrite::markdown::{GITHUB, MarkdownLinker};

use super::{plain, safe, treated};

fn all_to(source: &str, href: &str) -> String {
    treated(&plain(), source, |link| link.set_href(href).expect("the target is a reference"))
}

fn all_removed(source: &str) -> String {
    treated(&plain(), source, |link| {
        link.remove();
    })
}

#[test]
fn a_closure_gets_the_link_unchanged() {
    let source = "[*a* `b`\nc![d](e)](/f?g&amp;h \"I\\\"\") <URL:http://j.example> <k@l.example> ![m](n)\n\
                  [o][P] [p] [p][] [[q]] \\[r](s) `[t](u)` [<http://v.example>](w)\n\n[p]: <x y> 'Z'\n[unused]: /\n";
    let mut seen = Vec::new();
    let out = treated(&plain(), source, |link| {
        assert!(link.is_existing() && link.kind().is_none());
        assert_eq!(link.context(), Context::Markdown);
        let title = link.attribute("title").unwrap_or_default().to_owned();
        seen.push((link.href().to_owned(), link.text().to_owned(), title));
    });
    assert_eq!(out, source);
    let seen: Vec<_> = seen.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect();
    assert_eq!(
        seen,
        [
            ("/f?g&h", "a b\nc", "I\""),
            ("http://j.example", "URL:http://j.example", ""),
            ("mailto:k@l.example", "k@l.example", ""),
            ("x y", "o", "Z"),
            ("x y", "p", "Z"),
            ("x y", "p", "Z"),
            ("http://v.example", "http://v.example", ""),
        ]
    );
}

#[test]
fn a_destination_is_all_that_changes() {
    for (source, expected) in [
        ("[*a*](/b \"c\")", "[*a*](/n \"c\")"),
        ("[a](</b c>  'd'  )", "[a](/n  'd'  )"),
        ("> [a](\n> /b\n> 'c')", "> [a](\n> /n\n> 'c')"),
        ("[a]()", "[a](/n)"),
        ("<http://a_b_.example/*>", "[http://a_b&#95;.example/&#42;](/n)"),
        ("a<b@c.example>!", "a[b@c.example](/n)!"),
        ("[a] [A][] [b][a]\n\n[a]: /b \"c\"\n", "[a] [A][] [b][a]\n\n[a]: /n \"c\"\n"),
        ("[a]\n\n> [a]:\n> </b>\n> 'c'\n", "[a]\n\n> [a]:\n> /n\n> 'c'\n"),
        ("[a] ![a]\n\n[a]: /b 'c'\n", "[a](/n \"c\") ![a]\n\n[a]: /b 'c'\n"),
        ("![a](b) [[c]] <d>", "![a](b) [[c]] <d>"),
        (
            "| [a](/b) |\n|-|\n| <http://c.example> |\n",
            "| [a](/n) |\n|-|\n| [http://c.example](/n) |\n",
        ),
        ("[![a](b)](c)", "[![a](b)](/n)"),
        // The text of a link cannot be written in another form.
        ("[<http://a.example>](b)", "[<http://a.example>](b)"),
    ] {
        assert_eq!(all_to(source, "/n"), expected, "{source}");
    }
    assert_eq!(all_to("[a](b)", "/c(d)e)f"), "[a](/c\\(d\\)e\\)f)");
    assert_eq!(all_to("[a](b 'c')", ""), "[a](<> 'c')");
}

/// If all links to a definition change in the same way, the definition changes; otherwise the changed links become
/// inline links.
#[test]
fn a_reference_changes_separately_from_its_definition() {
    let source = "[a] [b][a] [c][a]\n\n[a]: /d 'E'\n";
    let changed = |decide: fn(&mut Link<'_>)| treated(&plain(), source, decide);
    assert_eq!(
        changed(|link| match link.text() {
            "a" => link.remove(),
            _ => link.set_href("/n").expect("the target is a reference"),
        }),
        "a [b][a] [c][a]\n\n[a]: /n 'E'\n"
    );
    assert_eq!(
        changed(|link| match link.text() {
            "a" => {}
            "b" => link.set_href("/n").expect("the target is a reference"),
            _ => link.remove_attribute("title"),
        }),
        "[a] [b](/n \"E\") [c](/d)\n\n[a]: /d 'E'\n"
    );
    assert_eq!(
        changed(|link| link.set_label(link.text().to_uppercase() + "*")),
        "[A&#42;][a] [B&#42;][a] [C&#42;][a]\n\n[a]: /d 'E'\n"
    );
    assert_eq!(
        changed(|link| {
            link.set_label("x");
            link.set_attribute("title", "n").expect("links have titles");
        }),
        "[x][a] [x][a] [x][a]\n\n[a]: /d \"n\"\n"
    );
}

#[test]
fn titles_and_labels_are_written_and_other_attributes_have_no_effect() {
    let source = "[*a*](/b) [c](/d 'e') <http://f.example>";
    let titled = treated(&plain(), source, |link| {
        link.set_attribute("title", "\"N\"").expect("links have titles");
        link.set_attribute("rel", "nofollow").expect("the name is an attribute");
    });
    let title = "\"&#34;N&#34;\"";
    assert_eq!(
        titled,
        format!("[*a*](/b {title}) [c](/d {title}) [http://f.example](http://f.example {title})")
    );
    let untitled = treated(&plain(), source, |link| link.remove_attribute("title"));
    assert_eq!(untitled, "[*a*](/b) [c](/d) <http://f.example>");
    let related = treated(&plain(), source, |link| {
        link.set_attribute("rel", "nofollow").expect("the name is an attribute");
    });
    assert_eq!(related, source);
    let labelled = treated(&plain(), source, |link| link.set_label("[x]"));
    assert_eq!(labelled, "[&#91;x&#93;](/b) [&#91;x&#93;](/d 'e') [&#91;x&#93;](http://f.example)");
}

#[test]
fn links_are_unwrapped() {
    for (source, expected) in [
        ("a [*b* `c`](/d \"e\") f", "a *b* `c` f"),
        ("<http://a.example/*b*>", "http://a.example/&#42;b&#42;"),
        ("[a] [b][a] [A][]\n\n[a]: /c\n", "a b A\n\n[a]: /c\n"),
        ("[![a](b)](c)", "![a](b)"),
        // Without the brackets, the rest would be read as other markup.
        ("[# a](b)", "[# a](b)"),
        ("[[a](b)](c)", "[[a](b)](c)"),
        ("*[a*](b)", "*[a*](b)"),
        ("[<http://a.example>](b)", "[http://a.example](b)"),
    ] {
        assert_eq!(all_removed(source), expected, "{source}");
    }
}

/// The schemes and hazards of the policy apply to existing links.
#[test]
fn unsafe_links_are_unwrapped_and_doubtful_ones_are_marked() {
    for (source, expected) in [
        ("[a](javascript:x) [b](JavaScript&colon;x)", "a b"),
        ("<javascript:x>", "javascript:x"),
        ("[a](file:///etc/passwd) [b][c]\n\n[c]: data:,x\n", "a b\n\n[c]: data:,x\n"),
        ("[a](http://paypal.com@evil.example/)", "a"),
        ("[a](mailto:b@c.example?attach=/d)", "[a](mailto:b@c.example)"),
        ("[a](/b) [c](#d) [e](f.md)", "[a](/b) [c](#d) [e](f.md)"),
        ("http://a.example [b](http://c.example)", "<http://a.example> [b](http://c.example)"),
    ] {
        assert_eq!(safe().rewrite(source), expected, "{source}");
    }
    let marked = safe().rewrite("[bank.example.com](http://evil.example/)").into_owned();
    assert!(marked.starts_with("[bank.example.com](http://evil.example/ \"Caution: "), "{marked}");
}

#[test]
fn a_refused_change_is_reported() {
    let mut builder = MarkdownLinker::builder(&linkwright::Finder::new());
    builder.extensions(GITHUB).existing(true);
    let linker = builder
        .decide(|link| {
            link.remove();
        })
        .build()
        .expect("the options are valid");
    let source = "[- a](/b) and [c](/d)";
    let mut refused = Vec::new();
    let out = linker.rewrite_reporting(
        source,
        |_| {},
        |one| {
            if one.is_refused() {
                let written = &source[one.span().range()];
                refused.push((one.is_existing(), one.uri().to_owned(), written));
            }
        },
    );
    assert_eq!(out, "[- a](/b) and c");
    assert_eq!(refused, [(true, "/b".to_owned(), "[- a](/b)")]);
}

#[test]
fn directives_stay() {
    let page = "[a]({{< ref \"b\" >}}) [c {{ d }}](/e) {% link [f](/g) %} [h][i]\n\n[i]: {{ j }}\n";
    assert_eq!(
        all_to(page, "/n"),
        "[a]({{< ref \"b\" >}}) [c {{ d }}](/n) {% link [f](/g) %} [h][i]\n\n[i]: {{ j }}\n"
    );
    let mut seen = Vec::new();
    let labelled = treated(&plain(), page, |link| {
        seen.push(link.text().to_owned());
        link.set_label("x");
    });
    assert_eq!(labelled, page, "a label would replace a directive");
    assert_eq!(seen, ["c {{ d }}"]);
    let mdx = "import A from 'a'\n\n<B>[b {c}](/d)</B> [e](/f)\n";
    assert_eq!(all_to(mdx, "/n"), "import A from 'a'\n\n<B>[b {c}](/n)</B> [e](/n)\n");
}

/// The closure is called in the order of the document, for new and existing links.
#[test]
fn links_are_decided_in_document_order() {
    let source = "[1](/a) http://2.example <http://3.example> [4]\n\n- http://5.example [6](/b)\n\n[4]: /c\n";
    let mut seen = Vec::new();
    let out = treated(&safe(), source, |link| {
        seen.push(link.text().trim_start_matches("http://").chars().next());
        link.set_label(format!("{}", seen.len()));
    });
    assert_eq!(seen, [Some('1'), Some('2'), Some('3'), Some('4'), Some('5'), Some('6')]);
    assert_eq!(
        out,
        "[1](/a) [2](http://2.example) [3](http://3.example) [4][4]\n\n- [5](http://5.example) [6](/b)\n\n[4]: /c\n"
    );
    let failed =
        safe().try_rewrite(source, |link| if link.text() == "4" { Err(4) } else { Ok(()) });
    assert_eq!(failed, Err(4));
}

//! Tests that links and asides of every kind are found in Markdown.

use super::super::testing::{links, notes, places, survives};
use super::{is_markdown, read};

#[test]
fn links_of_all_kinds_are_reported_in_order() {
    let text =
        b"[a](/b) ![c](d.png \"e\") <http://f.example> http://g.example/h_i [j] www.k.example\n\n\
                 [j]: /l\n";
    let expected = [
        "/b@link",
        "d.png@image",
        "http://f.example@autolink",
        "http://g.example/h_i",
        "http://www.k.example",
        "/l@definition",
    ];
    assert_eq!(links(read, text), expected);
    assert_eq!(places(read, text)[5], "/l");
}

#[test]
fn urls_in_code_have_the_origin_code() {
    let text =
        b"`http://a.example/` and ``x ` http://b.example``\n\n```sh\ncurl http://c.example/d\n\
                 ```\n\n> ~~~\n> http://e.example/\n> f\n> ~~~\n\n    http://g.example\n";
    let expected = [
        "http://a.example/",
        "http://b.example",
        "http://c.example/d",
        "http://e.example/",
        "http://g.example",
    ];
    assert_eq!(links(read, text), expected.map(|link| format!("`{link}`")));
    assert_eq!(places(read, text), expected);
}

#[test]
fn text_next_to_code_has_the_origin_text() {
    let text = b"http://a.example `http://b.example` http://c.example\n\n```\nhttp://d.example\n```\n\
                 http://e.example\n\n    http://f.example\n\nhttp://g.example $http://h.example/$\n";
    let expected = [
        "http://a.example",
        "`http://b.example`",
        "http://c.example",
        "`http://d.example`",
        "http://e.example",
        "`http://f.example`",
        "http://g.example",
        "http://h.example/",
    ];
    assert_eq!(links(read, text), expected);
}

#[test]
fn code_in_raw_html_has_the_origin_code() {
    let text = b"<code>http://a.example/?b&amp;c</code> <kbd>x</kbd> http://d.example <tt>http://e.example</tt>\n\n\
                 <samp>http://f.example\n\nhttp://g.example\n\n<pre>\nhttp://h.example\n</pre>\n\n\
                 <code><a href=/i>j</a> http://k.example</code>\n";
    let expected = [
        "`http://a.example/?b&c`",
        "http://d.example",
        "`http://e.example`",
        "`http://f.example`",
        "http://g.example",
        "`http://h.example`",
        "/i@href",
        "`http://k.example`",
    ];
    assert_eq!(links(read, text), expected);
}

#[test]
fn raw_html_is_read_as_html() {
    let text = b"<p align=center>\n<img src=\"/a?b&amp;c\"> http://d.example\n</p>\n\n\
                 x <a href='/e'>http://f.example</a> <br> <!-- <a href=g> -->\n\n> <div>\n> <a\n> href=h>\n";
    let expected = ["/a?b&c@src", "http://d.example", "/e@href", "h@href"];
    let found = links(read, text);
    assert_eq!(found.iter().filter(|link| !link.contains("//f.")).collect::<Vec<_>>(), expected);
}

#[test]
fn the_text_of_a_link_is_reported_if_it_names_another_target() {
    let text = b"[http://a.example/b](http://a.example/b) [http://c.example](/d) [`http://e.example/`](/f)\
                 [![http://g.example](h)](i)";
    let expected = [
        "http://a.example/b@link",
        "http://c.example",
        "/d@link",
        "`http://e.example/`",
        "/f@link",
        "http://g.example",
        "h@image",
        "i@link",
    ];
    assert_eq!(links(read, text), expected);
}

#[test]
fn front_matter_and_mathematics_are_text() {
    let text =
        b"---\nhome: http://a.example/\n---\n\n$\\href{http://b.example/}{x}$ http\\://c.example\n";
    assert_eq!(links(read, text), ["http://a.example/", "http://b.example/"]);
}

#[test]
fn a_second_definition_of_a_label_is_read_as_text() {
    let text =
        b"[a]: http://b.example/\n[a]: http://c.example/\n\n- x\n\n  [A]: <http://d.example/>\n\n\
                 [a]\n\n> [a]: http://e.example/\n\n[f]: /g\n";
    let expected = [
        "http://b.example/@definition",
        "http://c.example/",
        "http://d.example/",
        "http://e.example/",
        "/g@definition",
    ];
    assert_eq!(links(read, text), expected);
}

#[test]
fn documents_are_recognized_by_a_link_and_a_heading() {
    assert!(is_markdown(b"Tea\n\n# Pots\n\nSee [this](http://a.example)\n"));
    assert!(is_markdown(b"```\nx\n```\n[a](#b)"));
    assert!(!is_markdown(b"#!/bin/sh\n#comment [a](b)\n"));
    assert!(!is_markdown(b"# A comment\nhttp://a.example\n"));
    assert!(!is_markdown(b"See [this](http://a.example)\n"));
}

#[test]
fn broken_documents_are_read() {
    survives(
        read,
        b"---\na: b\n---\n[a](<b c> 'd') `e` <i f=g>\n\n```\nhttp://h.example\n> <p\n[j]: k\n$l$ \xFF",
    );
    assert_eq!(notes(read, b"").links, [""; 0]);
}

/// A URI ends before a directive, and each directive is searched once.
#[test]
fn directives_are_searched_separately() {
    let text = b"\xEF\xBB\xBF---\na: http://a.example\n---\nhttp://b.example/x{% endraw %} {{ \"http://c.example\" }}\n\
                 `{{ http://d.example }}` [e](http://e.example/{{ f }}) [g]({{< ref \"http://g.example\" >}}#h)\n\n\
                 import I from \"http://i.example\"\n";
    let expected = [
        "http://a.example",
        "http://b.example/x",
        "http://c.example",
        "`http://d.example`",
        "http://e.example/@link",
        "http://g.example",
        "http://i.example",
    ];
    assert_eq!(links(read, text), expected);
}

/// An inline anchor of HTML is read with its text, each link of which is reported once.
#[test]
fn inline_anchors_have_their_texts() {
    let text = b"x <a href=\"http://a.example\"><img src=http://b.example>`http://c.example` http://d.example</a> \
                 http://e.example <a href=/i>[j](http://j.example)</a> <a href=http://f.example>no end\n\n<a href=/h>http://h.example\n\n</a>\n";
    let expected = [
        "http://a.example@href",
        "http://b.example@src",
        "http://c.example",
        "http://d.example",
        "http://e.example",
        "/i@href",
        "http://j.example@link",
        "http://f.example@href",
        "/h@href",
    ];
    assert_eq!(links(read, text), expected);
}

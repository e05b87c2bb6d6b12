//! Tests of `--pattern` in all subcommands: the resulting links, and the patterns that are refused.

use serde_json::{Value, json};

use super::{HELP, Run, run};

/// Runs `linkify` on `text` with the flags in `patterns` and the output format `to`.
fn linkify(patterns: &[&str], to: &str, text: &[u8]) -> Run {
    // Only links in HTML have a `rel`.
    let plain = if to == "html" { &["--rel", ""][..] } else { &[] };
    run(&[&["linkify", "--to", to], plain, patterns].concat(), text)
}

/// The answer of `pipe` to `text` with `options`.
fn pipe(text: &str, options: &Value) -> Value {
    let line = json!({"id": 1, "text": text, "options": options}).to_string();
    let run = run(&["pipe"], line);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    run.json().remove(0)
}

const USER: [&str; 4] = ["--pattern", "u", r"@(\w+)", "/users/$1"];

#[test]
fn a_root_relative_template_is_a_link_in_html_and_markdown() {
    let html = linkify(&USER, "html", b"ask @ann\n");
    assert_eq!(html, Run::new(0, "ask <a href=\"/users/ann\">@ann</a>\n", ""));
    let markdown = [&["linkify", "--from", "markdown"], &USER[..]].concat();
    assert_eq!(run(&markdown, "ask @ann\n"), Run::new(0, "ask [@ann](/users/ann)\n", ""));
    let page = [&["linkify", "--from", "html", "--rel", ""], &USER[..]].concat();
    let linked = "<p>ask <a href=\"/users/ann\">@ann</a>\n";
    assert_eq!(run(&page, "<p>ask @ann\n"), Run::new(0, linked, ""));
}

#[test]
fn a_base_makes_the_target_absolute() {
    let base = [&USER[..], &["--base", "https://h.example/a/b"]].concat();
    let html = linkify(&base, "html", b"@ann");
    assert_eq!(html.stdout, "<a href=\"https://h.example/users/ann\">@ann</a>");
    let extract = [&["extract"], &base[..]].concat();
    assert_eq!(run(&extract, "@ann").stdout, "https://h.example/users/ann\n");
}

/// A terminal has no base URI, so it cannot resolve a relative reference.
#[test]
fn terminal_links_are_never_relative() {
    assert_eq!(linkify(&USER, "terminal", b"@ann").stdout, "@ann");
    let base = [&USER[..], &["--base", "https://h.example/"]].concat();
    let link = "\x1b]8;;https://h.example/users/ann\x1b\\@ann\x1b]8;;\x1b\\";
    assert_eq!(linkify(&base, "terminal", b"@ann").stdout, link);
}

#[test]
fn a_reference_without_a_base_is_reported_as_a_reference() {
    let extract = [&["extract", "--format", "jsonl"], &USER[..]].concat();
    let record = run(&extract, "ask @ann").json().remove(0);
    let members =
        ["kind", "pattern", "uri", "reference", "scheme", "host"].map(|name| &record[name]);
    let expected =
        [json!("pattern"), json!("u"), Value::Null, json!("/users/ann"), Value::Null, Value::Null];
    assert_eq!(members, expected.each_ref());
    let bare = [&["extract"], &USER[..]].concat();
    assert_eq!(run(&bare, "ask @ann").stdout, "/users/ann\n");
    let options = json!({"patterns": [{"name": "u", "pattern": r"@(\w+)", "href": "/users/$1"}]});
    let answer = pipe("ask @ann", &options);
    let link = &answer["links"][0];
    assert_eq!([&link["uri"], &link["reference"]], [&Value::Null, &json!("/users/ann")]);
    assert_eq!(pipe("http://e.x/", &json!({}))["links"][0]["pattern"], Value::Null);
}

#[test]
fn a_relative_reference_of_a_document_is_both_uri_and_reference() {
    let args = ["extract", "--from", "html", "--relative", "--format", "jsonl"];
    let record = run(&args, "<a href='/a'>x</a>").json().remove(0);
    assert_eq!([&record["uri"], &record["reference"]], [&json!("/a"), &json!("/a")]);
}

#[test]
fn a_line_of_pipe_can_set_the_base() {
    let patterns = json!([{"name": "u", "pattern": r"#(\d+)", "href": "/issues/$1"}]);
    let options = json!({"patterns": patterns, "base": "https://h.example"});
    assert_eq!(pipe("#12 x", &options)["links"][0]["uri"], json!("https://h.example/issues/12"));
}

/// Regression test: with each of these templates the search did not terminate.
#[test]
fn a_search_with_an_unusual_template_terminates() {
    let cases: [(&[&str], &str, &str); 5] = [
        (&["b", r"#(\d+)", "/issues/$1"], "#12 x", "<a href=\"/issues/12\">#12</a> x"),
        (
            &["w", r"\[\[(.+?)\]\]", "https://$1.example/"],
            "see [[Some page]] x",
            "see [[Some page]] x",
        ),
        (&["w", r"@(\w+)", "https://h.example:$1/"], "@jane:x", "@jane:x"),
        (
            &["m", "BUG-.", "https://h.example/"],
            "BUG-é",
            "<a href=\"https://h.example/\">BUG-</a>é",
        ),
        (&["m", r"(?-u:\xA9)", "https://h.example/"], "é", "é"),
    ];
    for (pattern, text, html) in cases {
        let flags = [&["--pattern"], pattern].concat();
        assert_eq!(linkify(&flags, "html", text.as_bytes()), Run::new(0, html, ""), "{pattern:?}");
        let extract = run(&[&["extract"], &flags[..]].concat(), text);
        let links = html.matches("<a ").count();
        assert_eq!(
            (extract.status, extract.stdout.lines().count()),
            (i32::from(links == 0), links)
        );
        let named = json!({"name": pattern[0], "pattern": pattern[1], "href": pattern[2]});
        let answer = pipe(text, &json!({"patterns": [named]}));
        assert_eq!(answer["links"].as_array().map(Vec::len), Some(links));
    }
}

/// Invalid patterns and templates, with the expected messages.
const WRONG: &[(&str, &str, &str)] = &[
    (
        "a",
        "$9",
        "`m`: a group cannot be in the scheme: the template must begin with a scheme and \
                     `:`, or with `/`, `?` or `#`\n  $9\n  ^",
    ),
    ("a", "/x/$9", "`m`: the pattern has no group `9`\n  /x/$9\n     ^^"),
    (
        "(a)",
        "/$1x",
        "`m`: the pattern has no group `1x`; if letters follow a group, write it as \
                         `${1}`\n  /$1x\n   ^^^",
    ),
    ("(a)", "/${1:up}", "`m`: only `:raw` can follow the group, not `:up`\n  /${1:up}\n   ^^^^^^^"),
    ("a", "/${1", "`m`: `${` has no `}`\n  /${1\n   ^^^"),
    ("a(b", "/x", "`m`: unclosed group\n  a(b\n   ^"),
    ("a*", "/x", "`m`: the pattern can match the empty text\n  a*\n  ^^"),
    (r"\b", "/x", "`m`: the pattern can match the empty text\n  \\b\n  ^^"),
    (
        "a",
        "x.txt",
        "`m`: the template is not a URI and does not begin with `/`, `?` or `#`\n  x.txt\n       ^",
    ),
    ("a", "", "`m`: the template is not a URI and does not begin with `/`, `?` or `#`\n  \n  ^"),
    (
        "a",
        "x$0:y",
        "`m`: a group cannot be in the scheme: the template must begin with a scheme and \
                        `:`, or with `/`, `?` or `#`\n  x$0:y\n   ^",
    ),
    ("a", "http:/x", "`m`: the host is missing\n  http:/x\n       ^"),
    (
        "a",
        "https://h.example/a b",
        "`m`: expected a path character in path-abempty\n  https://h.example/a b\n                     ^",
    ),
    (
        "a",
        "https://h.example/$0?[]",
        "`m`: expected a query character in query\n  https://h.example/$0?[]\n                       ^",
    ),
];

#[test]
fn an_invalid_pattern_is_refused_with_the_position_of_the_error() {
    for (pattern, href, message) in WRONG {
        for verb in ["extract", "linkify", "explain", "pipe"] {
            let run = run(&[verb, "--pattern", "m", pattern, href], "a");
            let expected = format!("linkwright: --pattern: {message}{HELP}");
            assert_eq!(run, Run::new(2, "", &expected), "{verb} {pattern} {href}");
        }
        let named = json!({"name": "m", "pattern": pattern, "href": href});
        let answer = pipe("a", &json!({"patterns": [named]}));
        assert_eq!(answer["error"], json!(format!("option patterns: {message}")));
    }
}

#[test]
fn a_base_without_a_root_is_refused() {
    let extract =
        |base: &str| run(&[&["extract", "--base", base], &USER[..]].concat(), "@ann").stderr;
    assert_eq!(
        extract("mailto:a@b.example"),
        format!("linkwright: --base: `mailto:a@b.example` has no path that begins with `/`{HELP}")
    );
    assert_eq!(extract("https:/x"), format!("linkwright: --base: `https:/x` has no host{HELP}"));
    assert!(extract("x y").starts_with("linkwright: --base: "));
}

#[test]
fn explain_names_the_pattern_of_a_link() {
    let run = run(&[&["explain"], &USER[..]].concat(), "ask @ann");
    for part in ["/users/ann", "pattern    u", "found by   \"pattern\" at byte 4"] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let nowhere =
        super::run(&["explain", "--pattern", "p", "@(\\w+)", "https://h.example:$1/"], "@ann");
    assert!(
        nowhere.stdout.contains("the template of the pattern does not produce a URI"),
        "{nowhere:?}"
    );
    assert_eq!(nowhere.status, 1);
}

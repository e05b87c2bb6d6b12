//! `linkwright uri`.

use serde_json::json;

use crate::{Run, run};

#[test]
fn parse_for_people() {
    let expected = "http://me@example.com:80/a?b#\n  scheme    http\n  userinfo  me\n  \
                    host      example.com (reg-name)\n  port      80\n  path      /a\n  \
                    query     b\n  fragment  \n";
    let run = run(&["uri", "parse", "http://me@example.com:80/a?b#"], "");
    assert_eq!(run, Run::new(0, expected, ""));
}

#[test]
fn a_caret_under_the_place() {
    let run = run(&["uri", "parse", "--as", "iri"], "http://日本/a b\n");
    let expected = "http://日本/a b\n             ^\n\
                    expected a path character in path-abempty at byte 15\n\
                    the first 15 bytes are valid\n";
    assert_eq!(run, Run::new(1, expected, ""));
}

#[test]
fn controls_are_shown_and_not_sent() {
    let run = run(&["uri", "parse", "http://a/\x1b[31m"], "");
    assert!(run.stdout.starts_with("http://a/␛[31m\n         ^\n"), "{}", run.stdout);
}

#[test]
fn parse_as_json() {
    let run = run(&["uri", "parse", "--json", "http://[::1]:/?", "x y"], "");
    assert_eq!(run.status, 1);
    let answers = run.json();
    assert_eq!(
        answers[0],
        json!({
            "text": "http://[::1]:/?", "valid": true, "scheme": "http", "userinfo": null,
            "host": "[::1]", "host_kind": "ipv6", "port": "", "path": "/", "query": "",
            "fragment": null,
        })
    );
    assert_eq!(answers[1]["valid"], json!(false));
    assert_eq!(answers[1]["valid_prefix"], json!(null));
    assert_eq!(answers[1]["error"]["at"], json!(1));
    assert_eq!(answers[1]["error"]["rule"], json!("scheme"));
    assert!(answers[1]["error"]["message"].as_str().unwrap().ends_with("in scheme at byte 1"));
}

#[test]
fn json_lines_in_and_out() {
    let input = "\"http://a\"\n{\"text\": \"b\\nc\"}\n{\"txt\": 1}\n\"\"\n";
    let run = run(&["uri", "parse", "--json", "--ndjson", "--as", "uri-reference"], input);
    let answers = run.json();
    assert_eq!(run.status, 2);
    assert_eq!(answers[0]["host"], json!("a"));
    assert_eq!((&answers[1]["text"], &answers[1]["valid"]), (&json!("b\nc"), &json!(false)));
    assert_eq!(answers[1]["valid_prefix"], json!(1));
    assert!(answers[2]["error"].as_str().unwrap().starts_with("the line is neither"));
    assert_eq!((&answers[3]["path"], &answers[3]["valid"]), (&json!(""), &json!(true)));
}

#[test]
fn every_grammar() {
    let grammars = [
        ("uri", "a:b#c", true),
        ("absolute-uri", "a:b#c", false),
        ("uri-reference", "b", true),
        ("relative-ref", "a:b", false),
        ("iri", "a:é", true),
        ("absolute-iri", "a:é", true),
        ("iri-reference", "é", true),
        ("irelative-ref", "é", true),
    ];
    for (grammar, text, is_valid) in grammars {
        let run = run(&["uri", "parse", "--as", grammar, text], "");
        assert_eq!(run.status == 0, is_valid, "{grammar} {text}");
    }
}

#[test]
fn bytes_that_are_no_utf8_are_no_uri() {
    let run = run(&["uri", "parse", "--json", "--as", "iri"], b"http://a/\xFF\n");
    assert_eq!(run.json()[0]["error"]["at"], json!(9));
}

#[test]
fn a_grammar_that_is_wrong_is_named() {
    let run = run(&["uri", "parse", "--as", "url", "x"], "");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("'url' for '--as"), "{}", run.stderr);
}

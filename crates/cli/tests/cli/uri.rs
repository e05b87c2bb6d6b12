//! Tests of `linkwright uri`.

use serde_json::json;

use crate::{Run, file, run};

#[test]
fn parse_shows_the_components_as_text() {
    let expected = "http://me@example.com:80/a?b#\n  scheme    http\n  userinfo  me\n  \
                    host      example.com (reg-name)\n  port      80\n  path      /a\n  \
                    query     b\n  fragment  \n";
    let run = run(&["uri", "parse", "http://me@example.com:80/a?b#"], "");
    assert_eq!(run, Run::new(0, expected, ""));
}

#[test]
fn a_parse_error_is_marked_with_a_caret() {
    let run = run(&["uri", "parse", "--as", "iri"], "http://日本/a b\n");
    let expected = "http://日本/a b\n             ^\n\
                    expected a path character in path-abempty at byte 15\n\
                    the character is space: spaces appear and disappear when a URI is copied or \
                    typeset (RFC 2396, 2.4.3)\n\
                    the first 15 bytes are valid\n";
    assert_eq!(run, Run::new(1, expected, ""));
}

#[test]
fn control_characters_are_escaped() {
    let run = run(&["uri", "parse", "http://a/\x1b[31m"], "");
    assert!(run.stdout.starts_with("http://a/␛[31m\n         ^\n"), "{}", run.stdout);
}

#[test]
fn parse_writes_json_on_request() {
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
fn json_lines_are_read_and_answered() {
    let input = "\"http://a\"\n{\"text\": \"b\\nc\"}\n{\"txt\": 1}\n\"\"\n";
    let run = run(&["uri", "parse", "--json", "--ndjson", "--as", "uri-reference"], input);
    let answers = run.json();
    assert_eq!(run.status, 2);
    assert_eq!(answers[0]["host"], json!("a"));
    assert_eq!((&answers[1]["text"], &answers[1]["valid"]), (&json!("b\nc"), &json!(false)));
    assert_eq!(answers[1]["valid_prefix"], json!(1));
    assert_eq!(answers[2]["error"], json!("expected a JSON string or {\"text\": ...}"));
    assert_eq!((&answers[3]["path"], &answers[3]["valid"]), (&json!(""), &json!(true)));
}

#[test]
fn a_line_without_the_required_members_is_refused() {
    let refs = "an object with \"ref\" or \"target\", and with \"base\" if --base is not given";
    for (args, line, wanted) in [
        (&["compare"][..], r#"{"a":"x"}"#, "an object with \"a\" and \"b\""),
        (&["compare"], r#"{"b":"x"}"#, "an object with \"a\" and \"b\""),
        (&["compare"], "x", "an object with \"a\" and \"b\""),
        (&["resolve"], r#"{"ref":"x"}"#, refs),
        (&["resolve", "--base", "http://a.example/"], r#"{"reff":"x"}"#, refs),
        (&["relativize"], r#"{"base":"http://a.example/"}"#, refs),
        (&["parse"], r#"{"txt":"x"}"#, "a JSON string or {\"text\": ...}"),
    ] {
        let done = run(&[&["uri"], args, &["--ndjson"]].concat(), format!("{line}\n"));
        assert_eq!(done.status, 2, "{args:?}");
        assert_eq!(done.json(), [json!({"error": format!("expected {wanted}")})], "{args:?}");
    }
    for (args, line) in [
        (&["compare"][..], r#"{"a":"x","b":"x"}"#),
        (&["resolve"], r#"{"ref":"x","base":"http://a.example/"}"#),
        (&["resolve", "--base", "http://a.example/"], r#"{"ref":"x"}"#),
        (&["normalize"], r#"{"text":"x"}"#),
    ] {
        let done = run(&[&["uri"], args, &["--ndjson"]].concat(), format!("{line}\n"));
        assert!(done.status == 0 && !done.stdout.contains("expected"), "{args:?}: {done:?}");
    }
}

#[test]
fn compare_takes_two_texts() {
    let usage = "Usage: linkwright uri compare [OPTIONS] [A] [B]\n";
    assert!(run(&["uri", "compare", "--help"], "").stdout.contains(usage));
    for (args, why) in [
        (&["x"][..], "the following required arguments were not provided:\n  <B>\n"),
        (&[], "the following required arguments were not provided:\n  <A>\n  <B>\n"),
        (&["x", "y", "z"], "unexpected argument 'z' found\n"),
        (&["x", "y", "--ndjson"], "cannot be used with"),
        (&["x", "--ndjson"], "cannot be used with"),
    ] {
        let done = run(&[&["uri", "compare"], args].concat(), "");
        assert!(done.status == 2 && done.stderr.contains(why), "{args:?}: {}", done.stderr);
    }
}

#[test]
fn a_text_is_parsed_by_the_selected_grammar() {
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
fn bytes_that_are_not_utf8_are_not_a_uri() {
    let run = run(&["uri", "parse", "--json", "--as", "iri"], b"http://a/\xFF\n");
    assert_eq!(run.json()[0]["error"]["at"], json!(9));
}

#[test]
fn a_wrong_grammar_is_reported() {
    let run = run(&["uri", "parse", "--as", "url", "x"], "");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("'url' for '--as"), "{}", run.stderr);
}

#[test]
fn normalize_texts() {
    let run = run(&["uri", "normalize", "HTTP://H:80/a/../%7e", "../%7e"], "");
    assert_eq!(run, Run::new(0, "http://h/~\n../~\n", ""));
}

#[test]
fn normalization_stops_at_the_selected_rung() {
    for (rung, expected) in [
        ("string", "HTTP://H:80/a/../%7e\n"),
        ("case", "http://h:80/a/../%7E\n"),
        ("percent", "http://h:80/a/../~\n"),
        ("path", "http://h:80/~\n"),
        ("scheme", "http://h/~\n"),
    ] {
        let run = run(&["uri", "normalize", "--rung", rung], "HTTP://H:80/a/../%7e\n");
        assert_eq!(run, Run::new(0, expected, ""));
    }
    assert_eq!(run(&["uri", "normalize", "--rung", "protocol", "s:"], "").status, 2);
}

#[test]
fn only_uris_can_be_normalized() {
    let texts = ["uri", "normalize", "http://h/|x", "s:"];
    let expected = "http://h/|x\n         ^\n\
                    expected a path character in path-abempty at byte 9\n\
                    the character is unwise: gateways are known to modify it, or it is used as a \
                    delimiter (RFC 2396, 2.4.3)\ns:\n";
    assert_eq!(run(&texts, ""), Run::new(1, expected, ""));
    let answers = run(&[&texts[..], &["--json"]].concat(), "").json();
    assert_eq!(answers[0]["error"]["at"], json!(9));
    assert_eq!(answers[1], json!({ "uri": "s:" }));
    let run = run(&["uri", "normalize", "--json"], b"s:\xFF\n");
    assert_eq!((run.status, &run.json()[0]["error"]["at"]), (1, &json!(2)));
}

#[test]
fn iris_are_mapped_to_uris() {
    let found = run(&["uri", "normalize", "http://Bücher.example/é", "?alpha=α"], "");
    assert_eq!(found, Run::new(0, "http://xn--bcher-kva.example/%C3%A9\n?alpha=%CE%B1\n", ""));
    let found = run(&["uri", "normalize", "--rung", "string", "http://h/é"], "");
    assert_eq!(found, Run::new(0, "http://h/é\n", ""));
    let found = run(&["uri", "resolve", "--base", "http://h/é", "x", "?ü"], "");
    assert_eq!(found, Run::new(0, "http://h/x\nhttp://h/%C3%A9?%C3%BC\n", ""));
}

#[test]
fn compare_prints_the_first_equal_rung() {
    let compare = |a: &str, b: &str| run(&["uri", "compare", a, b], "");
    assert_eq!(compare("http://h", "HTTP://H:80/"), Run::new(0, "scheme\n", ""));
    assert_eq!(compare("s:a", "s:a"), Run::new(0, "string\n", ""));
    assert_eq!(compare("s:a", "s:A"), Run::new(1, "different\n", ""));
    assert_eq!(compare("s:a", " ").status, 1);
    assert_eq!(run(&["uri", "compare", "s:a"], "").status, 2);
}

#[test]
fn compare_and_explain() {
    let run = run(&["uri", "compare", "--explain", "S:%7e", "s:~"], "");
    let expected = "string     S:%7e\n         ≠ s:~\niri        S:%7e\n         ≠ s:~\n\
                    case       s:%7E\n         ≠ s:~\n\
                    percent    s:~\n         = s:~\npath       s:~\n         = s:~\n\
                    scheme     s:~\n         = s:~\npercent\n";
    assert_eq!(run, Run::new(0, expected, ""));
}

#[test]
fn compare_iris() {
    let compare = |a: &str, b: &str| run(&["uri", "compare", a, b], "").stdout;
    assert_eq!(compare("http://h/%C3%A9", "http://h/é"), "iri\n");
    assert_eq!(compare("http://h/é", "http://h/é"), "string\n");
    assert_eq!(compare("http://bücher.example/", "http://b%C3%BCcher.example/"), "iri\n");
    assert_eq!(compare("http://Bücher.example/", "http://xn--bcher-kva.example/"), "scheme\n");
}

#[test]
fn compare_against_a_base_and_without_fragments() {
    let compare = |args: &[&str]| run(&[&["uri", "compare"], args].concat(), "");
    assert_eq!(compare(&["a/b", "a/./b"]), Run::new(0, "path\n", ""));
    assert_eq!(compare(&["a/b", "/x/a/b"]), Run::new(1, "different\n", ""));
    let base = ["--base", "http://h/x/é"];
    assert_eq!(compare(&[&base[..], &["a/b", "/x/a/b"]].concat()), Run::new(0, "string\n", ""));
    assert_eq!(compare(&[&base[..], &["é", "http://h/x/%C3%A9"]].concat()).stdout, "iri\n");
    assert_eq!(compare(&["s:a#b", "s:a#c"]).stdout, "different\n");
    assert_eq!(compare(&["--without-fragment", "s:a#b", "s:a#c"]).stdout, "string\n");
    assert_eq!(compare(&["--base", "a b", "c", "d"]).status, 1);
    let input = "{\"a\": \"..\", \"b\": \"/\", \"base\": \"http://h/x/y\"}\n";
    let found = run(&["uri", "compare", "--json", "--ndjson"], input);
    assert_eq!(found.json(), [json!({ "rung": "string" })]);
}

#[test]
fn delimiters_and_white_space_are_removed_on_request() {
    let found = run(&["uri", "parse", "--json", "--delimited", " <URL:http://h/\n a>"], "");
    assert_eq!((found.status, &found.json()[0]["path"]), (0, &json!("/a")));
    assert_eq!(run(&["uri", "parse", "<http://h/>"], "").status, 1);
}

#[test]
fn compare_lines_of_json() {
    let input = "{\"a\": \"s:\", \"b\": \"S:\"}\n{\"a\": \"s:a\", \"b\": \"s:b\"}\n[]\n\
                 {\"a\": \"s:\", \"b\": \"s \"}\n";
    let run = run(&["uri", "compare", "--json", "--ndjson"], input);
    let answers = run.json();
    assert_eq!(run.status, 2);
    assert_eq!(answers[0], json!({ "rung": "case" }));
    assert_eq!(answers[1], json!({ "rung": null }));
    assert!(answers[2]["error"].is_string());
    assert_eq!(answers[3]["error"]["at"], json!(1));
}

#[test]
fn compare_with_aliases() {
    let aliases = "http://a/1 http://a/2\nhttp://a/2\thttps://b/x,y\n\n http://c  http://a/1\r\n";
    let path = file("compare_with_aliases", "aliases.txt", aliases);
    let args = ["uri", "compare", "--aliases", &path, "http://c/", "https://b/x,y"];
    assert_eq!(run(&args, ""), Run::new(0, "protocol\n", ""));
    let path = file("compare_with_aliases", "wrong.txt", "http://a/ http://b/\nhttp://a\n");
    let wrong = run(&["uri", "compare", "--aliases", &path, "s:a", "s:b"], "");
    assert_eq!(wrong.status, 2);
    assert!(
        wrong.stderr.ends_with("wrong.txt:2: expected two URIs, as `from to`\n"),
        "{}",
        wrong.stderr
    );
    assert_eq!(run(&["uri", "compare", "--aliases", "/no/such", "s:a", "s:b"], "").status, 2);
}

#[test]
fn resolve_references() {
    let base = "http://a/b/c/d;p?q";
    let found = run(&["uri", "resolve", "--base", base, "../g", "http:g", ""], "");
    assert_eq!(found, Run::new(0, "http://a/b/g\nhttp:g\nhttp://a/b/c/d;p?q\n", ""));
    let found = run(&["uri", "resolve", "--base", base, "--lenient"], "http:g\n");
    assert_eq!(found, Run::new(0, "http://a/b/c/g\n", ""));
    let input = "{\"base\": \"s:a/b\", \"ref\": \"../c\"}\n{\"ref\": \"x\"}\n";
    let found = run(&["uri", "resolve", "--json", "--ndjson"], input);
    assert_eq!((found.status, &found.json()[0]), (2, &json!({ "uri": "s:/c" })));
    let found = run(&["uri", "resolve", "--json", "--ndjson", "--base", base], input);
    assert_eq!((found.status, &found.json()[1]), (0, &json!({ "uri": "http://a/b/c/x" })));
    assert_eq!(run(&["uri", "resolve", "--base", "a b", "c"], "").status, 1);
    assert_eq!(run(&["uri", "resolve", "c"], "").status, 2);
}

#[test]
fn relativize_uris() {
    let base = "http://a/b/c";
    let texts = ["http://a/b/d#e", "http://x/", "https://x/"];
    let found = run(&[&["uri", "relativize", "--base", base], &texts[..]].concat(), "");
    assert_eq!(found, Run::new(1, "d#e\n//x/\nhttps://x/\n", ""));
    let input = "{\"base\": \"http://a/b\", \"target\": \"http://a/c\"}\n\
                 {\"base\": \"http://a/b\", \"target\": \"https://b/\"}\n";
    let found = run(&["uri", "relativize", "--json", "--ndjson"], input);
    assert_eq!(found.json(), [json!({ "uri": "c" }), json!({ "uri": null })]);
}

#[test]
fn hazards_are_shown_as_text() {
    let found = run(&["uri", "hazards", "http://me@127.1/"], "");
    let expected = "http://me@127.1/\n       ^^\nwarn userinfo: the part before the `@` is not the \
                    host (RFC 3986, 7.6)\n\
                    http://me@127.1/\n          ^^^^^\n\
                    warn rare-ip: an IPv4 address in a form that only some programs recognize: \
                    127.0.0.1 (RFC 3986, 7.4)\n\
                    http://me@127.1/\n          ^^^^^\n\
                    info private-ip: an address of the local machine or network: 127.0.0.1 \
                    (RFC 3986, 7.4)\n\
                    a browser opens http://me@127.0.0.1/\n";
    assert_eq!(found, Run::new(0, expected, ""));
    let found = run(&["uri", "hazards", "http://example.com/"], "");
    assert_eq!(found, Run::new(1, "http://example.com/\n", ""));
}

#[test]
fn hazards_as_json() {
    let args = ["uri", "hazards", "--json", "--severity", "empty-port=danger"];
    let found = run(&args, "http://h:/\nhttp://h/\nx y\n");
    let answers = found.json();
    assert_eq!(found.status, 2);
    assert_eq!(
        answers[0],
        json!({
            "text": "http://h:/",
            "hazards": [{
                "code": "empty-port", "severity": "danger", "span": [8, 9],
                "section": "RFC 3986, 6.2.3", "message": "the port is empty",
            }],
            "browser": "http://h/",
        })
    );
    assert_eq!(answers[1]["hazards"], json!([]));
    assert_eq!((&answers[2]["error"]["at"], &answers[2]["browser"]), (&json!(1), &json!(null)));
}

/// With `--fail-on`, the status is 2 for a text that is not a URI, and 1 for a URI with a hazard of at least the given
/// severity.
#[test]
fn fail_on_sets_the_exit_status() {
    let gate = |args: &[&str]| run(&[&["uri", "hazards"], args].concat(), "").status;
    assert_eq!(gate(&["--fail-on", "warn", "http://h/"]), 0);
    assert_eq!(gate(&["--fail-on", "warn", "http://h:80/"]), 0);
    assert_eq!(gate(&["--fail-on", "info", "http://h:80/"]), 1);
    assert_eq!(gate(&["--fail-on", "warn", "http://u@h/"]), 1);
    assert_eq!(gate(&["--fail-on", "danger", "http://u@h/"]), 0);
    assert_eq!(gate(&["--fail-on", "danger", "http://a.com@h/"]), 1);
    assert_eq!(gate(&["--fail-on", "danger", "--severity", "25=danger", "http://h:25/"]), 1);
    assert_eq!(gate(&["--fail-on", "warn", "--severity", "25=off", "http://h:25/"]), 0);
    assert_eq!(gate(&["--fail-on", "warn", "--paths-are-files", "http://h/aux"]), 1);
    assert_eq!(gate(&["--fail-on", "warn", "no uri"]), 2);
    assert_eq!(gate(&["no uri"]), 2);
    assert_eq!(gate(&["--fail-on", "no", "http://h/"]), 2);
}

#[test]
fn hazards_show_the_url_that_a_browser_opens() {
    let found = run(&["uri", "hazards", "http:\\\\evil.example/"], "");
    assert_eq!(found.status, 2);
    assert!(found.stdout.ends_with("a browser opens http://evil.example/\n"), "{}", found.stdout);
    let found = run(&["uri", "hazards", "http://B\u{fc}cher.example/"], "");
    assert!(!found.stdout.contains("browser"), "{}", found.stdout);
}

#[test]
fn wrong_severities_are_reported() {
    for (wrong, named) in [("x=info", "\"x\""), ("idn=no", "\"no\""), ("idn", "a severity")] {
        let run = run(&["uri", "hazards", "--severity", wrong, "s:"], "");
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains(named), "{}", run.stderr);
    }
    let run = run(&["uri", "hazards", "--severity", "empty-port=off", "http://h:/"], "");
    assert_eq!(run.status, 1);
}

#[test]
fn repair_texts() {
    let found = run(&["uri", "repair", "http://h/a b?{c}&100%", "http://h|h/"], "");
    assert_eq!(found.status, 1);
    assert!(found.stdout.starts_with("http://h/a%20b?%7Bc%7D&100%25\n"), "{}", found.stdout);
    let found = run(&["uri", "repair", "--json", "--as", "iri", "s:é|"], "").json();
    assert_eq!(found[0]["uri"], json!("s:é%7C"));
    assert_eq!(
        (&found[0]["edits"][0]["at"], &found[0]["edits"][0]["original"]),
        (&json!(4), &json!("|"))
    );
    assert!(found[0]["edits"][0]["reason"].as_str().unwrap().starts_with("unwise"));
    assert_eq!(run(&["uri", "repair"], b"s:\xFF\n").status, 1);
}

#[test]
fn split_texts() {
    let found = run(&["uri", "split", "no scheme://ho st/ü?q"], "");
    let expected = "no scheme://ho st/ü?q\n  scheme    no scheme\n  authority ho st\n  \
                    path      /ü\n  query     q\n";
    assert_eq!(found, Run::new(0, expected, ""));
    let found = run(&["uri", "split", "--json", "#"], "").json();
    assert_eq!((&found[0]["path"], &found[0]["fragment"]), (&json!(""), &json!("")));
    assert_eq!(found[0]["scheme"], json!(null));
}

#[test]
fn encode_and_decode() {
    let encode = |args: &[&str]| run(&[&["uri", "encode"], args].concat(), "").stdout;
    assert_eq!(encode(&["a/b c%41é"]), "a%2Fb%20c%2541%C3%A9\n");
    assert_eq!(encode(&["--component", "path", "a/b:c?"]), "a/b:c%3F\n");
    assert_eq!(encode(&["--component", "segment", "a/b:c?"]), "a%2Fb:c%3F\n");
    assert_eq!(encode(&["--decode", "a%2Fb%2541"]), "a/b%41\n");
    assert_eq!(encode(&["--json", "--decode", "%0A"]), "{\"text\":\"\\n\"}\n");
    let wrong = run(&["uri", "encode", "--decode", "%FF"], "");
    assert_eq!(wrong, Run::new(1, "%FF: the octets are not UTF-8\n", ""));
}

#[test]
fn format_writes_one_uri_for_each_line() {
    let input = "https://h.example/caf%C3%A9\r\nhttps://h.example/%20a%2Fb%29.\nhttp://[x/%C3%A9\n//h/%C3%A9\nhttp://h.example/?%E5%AD%97";
    let expected = "https://h.example/café\nhttps://h.example/%20a%2Fb%29%2E\n\
                    http://[x/%C3%A9\n        ^\nexpected an IPv6 address or \"v\" in IP-literal at byte 8\n\
                    //h/%C3%A9\n^\nexpected a letter in scheme at byte 0\nhttp://h.example/?字\n";
    assert_eq!(run(&["uri", "format"], input), Run::new(1, expected, ""));
    let texts = ["uri", "format", "--medial", "http://h.example/%E5%AD%97%2E", "a:%41"];
    assert_eq!(run(&texts, ""), Run::new(0, "http://h.example/字.\na:%41\n", ""));
}

#[test]
fn format_shows_hosts_as_browsers_do() {
    let input = "http://xn--bcher-kva.example:8080/%41\nhttp://xn--80ak6aa92e.com/\nhttp://xn--a.example/\n";
    let expected =
        "http://bücher.example:8080/A\nhttp://xn--80ak6aa92e.com/\nhttp://xn--a.example/\n";
    assert_eq!(run(&["uri", "format"], input), Run::new(0, expected, ""));
}

#[test]
fn format_writes_json_on_request() {
    let input = b"http://h.example/%22a\nhttp://h.example/\xFF\n";
    let run = run(&["uri", "format", "--json"], input);
    assert_eq!(run.status, 1);
    let answers = run.json();
    assert_eq!(answers[0], json!({ "uri": "http://h.example/\"a" }));
    assert_eq!(answers[1]["error"]["at"], json!(17));
}

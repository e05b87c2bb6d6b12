//! Tests of `linkwright pipe`.

use std::io::{BufRead as _, BufReader, Write as _};

use serde_json::{Value, json};

use crate::{command, run, run_and_hang_up};

fn joined(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().concat()
}

fn answers(args: &[&str], lines: &[Value]) -> Vec<Value> {
    let input = joined(lines.iter().map(|line| format!("{line}\n")));
    let run = run(&[&["pipe"], args].concat(), input);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    run.json()
}

fn answer(line: Value) -> Value {
    answers(&[], &[line]).remove(0)
}

fn texts(answer: &Value) -> Vec<&str> {
    answer["links"].as_array().unwrap().iter().map(|link| link["text"].as_str().unwrap()).collect()
}

#[test]
fn the_record_of_a_link_has_all_its_properties() {
    let answer = answer(json!({"id": 7, "text": "see <URL:http://example.com/a> now"}));
    assert_eq!(answer["id"], json!(7));
    let link = &answer["links"][0];
    assert_eq!(link["text"], json!("http://example.com/a"));
    assert_eq!(link["uri"], json!("http://example.com/a"));
    assert_eq!((&link["start"], &link["end"]), (&json!(9), &json!(29)));
    assert_eq!(link["pieces"], json!([[9, 29]]));
    assert_eq!(link["kind"], json!("uri"));
    assert_eq!((&link["scheme"], &link["host"]), (&json!("http"), &json!("example.com")));
    assert_eq!(link["delimiter"], json!("angle"));
    assert_eq!((&link["prefix"], &link["wrapper"]), (&json!([5, 9]), &json!([4, 30])));
    assert_eq!(link["origin"], json!("text"));
}

#[test]
fn unwrapped_uris_are_written_on_request() {
    const REDIRECT: &str = "https://www.google.com/url?q=https%3A%2F%2Fa.example%2F&sa=D";
    let text = format!("{REDIRECT} https://b.example/");
    let target = json!("https://a.example/");
    let of = |found: &Value| [0, 1].map(|at| found["links"][at]["unwrapped"].clone());
    let line = json!({"text": text});
    let typed = &answers(&["--unwrap"], core::slice::from_ref(&line))[0];
    assert_eq!(of(typed), [target.clone(), Value::Null]);
    assert_eq!(typed["links"][0]["uri"], json!(REDIRECT));
    let bare = &answers(&[], &[line])[0];
    assert!(bare["links"][0].as_object().unwrap().get("unwrapped").is_none());
    for (from, text) in [
        ("text", text.clone()),
        ("html", format!("<a href=\"{REDIRECT}\">x</a> https://b.example/")),
        ("markdown", format!("[x]({REDIRECT}) https://b.example/")),
    ] {
        let line = json!({"text": text, "from": from, "options": {"unwrap": true, "www": true}});
        assert_eq!(of(&answer(line)), [target.clone(), Value::Null], "{from}");
    }
    let line = json!({"text": text, "options": {"unwrap": "yes"}});
    assert_eq!(answer(line)["error"], json!("unwrap: expected true or false"));
}

#[test]
fn a_uri_on_two_lines_has_two_pieces() {
    let answer = answer(json!({"text": "<http://example.com/foo-\nbar>"}));
    let link = &answer["links"][0];
    assert_eq!(link["uri"], json!("http://example.com/foo-bar"));
    assert_eq!(link["pieces"], json!([[1, 24], [25, 28]]));
    assert_eq!(link["joins"], json!([{"gap": [24, 25], "reason": "delimited", "confidence": 1.0}]));
    assert_eq!(link["alternates"][0]["uri"], json!("http://example.com/foobar"));
    assert_eq!(link["alternates"][0]["why"], json!("hyphen-dropped"));
    assert_eq!(link["flags"][0], json!("joined"));
}

#[test]
fn a_link_has_a_confidence() {
    let answer = answer(json!({
        "text": "user.name = x; In article <396B9950.238A1A8F@example.org>, see http://example.org",
        "preset": "archive", "options": {"readings": "best"},
    }));
    let confidence = |at: usize| answer["links"][at]["confidence"].as_f64().unwrap();
    assert!(confidence(0) < 0.1 && confidence(1) < 0.1, "{answer}");
    assert!(confidence(2) > 0.99, "{answer}");
}

#[test]
fn a_message_id_is_an_alternate_of_an_address() {
    let answer = answer(json!({"text": "news:<a$1@example.org>", "preset": "archive"}));
    let [address, message] = &answer["links"].as_array().unwrap()[..] else { panic!("{answer}") };
    assert_eq!(address["alternates"][0]["why"], json!("message-id"));
    assert_eq!(message["uri"], json!("news:a$1@example.org"));
    assert_eq!(message["confidence"], address["alternates"][0]["confidence"]);
}

#[test]
fn an_answer_repeats_the_id_exactly_as_written() {
    let ids = ["1.0", "12345678901234567890123", "\"a\\u0062\"", "{\"b\": [1, null]}", "null"];
    let input = joined(ids.iter().map(|id| format!("{{\"id\": {id}, \"text\": \"\"}}\n")));
    let expected = joined(ids.iter().map(|id| format!("{{\"id\":{id},\"links\":[]}}\n")));
    assert_eq!(run(&["pipe"], input).stdout, expected);
    assert_eq!(run(&["pipe"], "{\"text\": \"\"}").stdout, "{\"id\":null,\"links\":[]}\n");
}

#[test]
fn preset_and_options_of_a_line_override_the_flags() {
    let text = "me@example.com and example.org";
    let lines = [
        json!({"id": 0, "text": text}),
        json!({"id": 1, "text": text, "preset": "chat"}),
        json!({"id": 2, "text": text, "options": {"emails": true}}),
        json!({"id": 3, "text": text, "preset": "chat", "options": {"emails": true, "domains": null}}),
        json!({"id": 4, "text": text}),
    ];
    let answers = answers(&["--set", "emails=no"], &lines);
    let found: Vec<Vec<&str>> = answers.iter().map(texts).collect();
    assert_eq!(found[0], Vec::<&str>::new());
    assert_eq!(found[1], ["example.org"]);
    assert_eq!(found[2], ["me@example.com"]);
    assert_eq!(found[3], ["me@example.com", "example.org"]);
    assert_eq!(found[4], found[0]);
}

#[test]
fn a_line_can_set_options_of_every_kind() {
    let text = "mailto:a@example.com http://example.com BUG-7";
    let find = |options: Value| {
        let answer = answer(json!({"text": text, "options": options}));
        texts(&answer).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(find(json!({"schemes": ["mailto"]})), ["mailto:a@example.com"]);
    assert_eq!(find(json!({"bare": false})), Vec::<String>::new());
    assert_eq!(find(json!({"max_len": 17})), Vec::<String>::new());
    let patterns = json!([{"name": "bug", "pattern": "BUG-[0-9]+", "href": "http://b.example/$0"}]);
    assert_eq!(
        find(json!({"patterns": patterns, "schemes": ["mailto"], "emails": false})).last().unwrap(),
        "BUG-7"
    );
    let today = json!({"flowed": true, "delsp": false, "folds": "off", "page_breaks": false, "wrap": "mail"});
    assert_eq!(find(today).len(), 2);
}

#[test]
fn bytes_that_are_not_utf8_are_sent_as_base64() {
    // The bytes FF FE 20 and then `http://e.x/`. The first text ends with another FF, and the last text has no padding.
    for base64 in ["//4gaHR0cDovL2UueC//", "//4gaHR0cDovL2UueC8=", "//4gaHR0cDovL2UueC8"] {
        let answer = answer(json!({"base64": base64}));
        assert_eq!(answer["links"][0]["text"], json!("http://e.x/"));
        assert_eq!(answer["links"][0]["start"], json!(3));
    }
}

#[test]
fn an_invalid_line_gets_an_error_and_the_next_line_is_read() {
    let bad: [(&str, &str); 18] = [
        ("", "the line is not a JSON object"),
        ("nonsense", "the line is not a JSON object"),
        ("[1]", "the line is not a JSON object"),
        ("{\"id\": 1", "the line is not a JSON object: EOF"),
        ("{\"text\": 3}", "text: "),
        ("{}", "there is neither \"text\" nor \"base64\""),
        (
            "{\"text\": \"a\", \"base64\": \"\"}",
            "there are both \"text\" and \"base64\"; only one is allowed",
        ),
        ("{\"base64\": \"?\"}", "base64: "),
        (
            "{\"text\": \"\", \"from\": \"pdf\"}",
            "from: expected text, html or markdown, found \"pdf\"",
        ),
        (
            "{\"text\": \"\", \"to\": \"pdf\"}",
            "to: expected links, html, markdown or terminal, found \"pdf\"",
        ),
        (
            "{\"text\": \"\", \"preset\": \"nope\"}",
            "preset: no preset is named \"nope\"; the names are rfc, mail",
        ),
        ("{\"text\": \"\", \"options\": []}", "options: "),
        ("{\"text\": \"\", \"options\": {\"wwww\": 1}}", "option wwww: unknown option"),
        (
            "{\"text\": \"\", \"options\": {\"www\": 1}}",
            "option www: expected true or false, found 1",
        ),
        (
            "{\"text\": \"\", \"options\": {\"delsp\": 1}}",
            "option delsp: expected true or false, found 1",
        ),
        (
            "{\"text\": \"\", \"options\": {\"folds\": \"some\"}}",
            "option folds: expected \"off\", \"conservative\" or \"eager\"",
        ),
        ("{\"text\": \"\", \"options\": {\"schemes\": [\"a b\"]}}", "option schemes: "),
        ("{\"text\": \"\", \"options\": {\"max_len\": 1}}", "option max_len: "),
    ];
    let good = "{\"id\": 5, \"text\": \"http://e.x/\"}\n";
    let input = joined(bad.iter().map(|(line, _)| format!("{line}\n{good}")));
    let run = run(&["pipe"], input);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let answers = run.json();
    assert_eq!(answers.len(), 2 * bad.len());
    for (pair, (line, error)) in answers.chunks(2).zip(bad) {
        assert!(pair[0]["error"].as_str().unwrap().starts_with(error), "{line}: {}", pair[0]);
        assert_eq!((&pair[1]["id"], texts(&pair[1]).len()), (&json!(5), 1));
    }
}

#[test]
fn a_line_that_is_not_utf8_gets_an_error() {
    let run = run(&["pipe"], b"{\"text\": \"\xFF\"}\n{\"text\": \"\\u0000 http://e.x/\"}\n");
    let answers = run.json();
    assert!(answers[0]["error"].as_str().unwrap().starts_with("the line is not UTF-8"));
    assert_eq!(answers[1]["links"][0]["start"], json!(2));
}

#[test]
fn an_error_keeps_the_id() {
    let answer = answer(json!({"id": {"a": 1}, "text": "", "options": {"nope": 1}}));
    assert_eq!(answer["id"], json!({"a": 1}));
}

#[test]
fn each_line_is_answered_before_the_next_is_written() {
    let mut child = command(&["pipe"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for n in 0..3 {
        writeln!(stdin, "{{\"id\": {n}, \"text\": \"http://e.x/\"}}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"id\":{n},")), "{line}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn an_invalid_flag_ends_the_run() {
    let run = run(&["pipe", "--max-len", "1"], "{\"text\": \"\"}\n");
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.starts_with("linkwright: --max-len: "));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let line = "{\"text\": \"http://example.com/a http://example.com/b\"}\n";
    assert_eq!(run_and_hang_up(&["pipe"], line, 20_000), (0, String::new()));
}

/// The answer to a line that is too long is an error, and the next line is answered.
#[test]
fn a_line_that_is_too_long_is_answered_with_an_error() {
    let long = "x".repeat(9 << 20);
    let input =
        format!("{{\"text\":\"{long}\"}}\n{{\"id\":1,\"text\":\"http://a.example/\"}}\n{long}");
    let run = run(&["pipe"], input);
    let answers = run.json();
    let why = json!({"id": null, "error": "the line is longer than 8388608 bytes"});
    assert_eq!((run.status, &answers[0], &answers[2]), (0, &why, &why));
    assert_eq!((answers.len(), texts(&answers[1])), (3, vec!["http://a.example/"]));
}

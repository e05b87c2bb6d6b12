//! Tests of the messages about invalid command lines.

use std::fs;

use crate::{Run, empty_folder, file, run};

/// Invalid arguments, and a part of the expected message.
type Wrong = (Vec<String>, &'static str);

fn owned<'a>(cases: impl IntoIterator<Item = (Vec<&'a str>, &'static str)>) -> Vec<Wrong> {
    let owned = |(args, names): (Vec<&str>, &'static str)| {
        (args.into_iter().map(str::to_owned).collect(), names)
    };
    cases.into_iter().map(owned).collect()
}

/// Invalid arguments that involve files: journals, folders, and words that are mistaken for files.
fn wrong_files(test: &str) -> Vec<Wrong> {
    let folder = empty_folder(test);
    let path = |name: &str| folder.join(name).into_os_string().into_string().unwrap();
    let [good, journal, other] = ["good", "journal", "other"].map(path);
    fs::write(&good, "http://e.x/").unwrap();
    fs::write(&other, "{\"journal\":2,\"folder\":\"x\",\"output\":\"x\",\"options\":[\"None\"]}\n")
        .unwrap();
    let resumed =
        ["extract", "--format", "jsonl", "-o", &path("rows"), "--resume", &journal, &good];
    assert_eq!(run(&[&resumed[..], &["--host", "e.x"]].concat(), ""), Run::new(0, "", ""));
    owned([
        ([&resumed[..], &["--host", "a.example"]].concat(), "other options"),
        (resumed.to_vec(), "is the journal of a run in another folder, with another output, other"),
        ([&resumed[..], &["--host", "e.x", "--relative"]].concat(), "other options"),
        (
            vec!["extract", "--format", "jsonl", "-o", "x", "--resume", &other, &good],
            "another version; repeat",
        ),
        (
            vec!["linkify", "--check", folder.to_str().unwrap()],
            ": is a folder: name its files, as in FOLDER/*.md\n",
        ),
        (
            vec!["linkify", folder.to_str().unwrap()],
            ": is a folder: name its files, as in FOLDER/*.md\n",
        ),
        (vec!["linkify", "in.mbox"], "in.mbox: is mail, which `extract` reads"),
    ])
}

/// All invalid arguments, with a part of each expected message.
fn wrong(test: &str) -> impl Iterator<Item = Wrong> {
    wrong_files(test).into_iter().chain(wrong_options())
}

/// Invalid options of most subcommands.
fn wrong_options() -> Vec<Wrong> {
    let mut cases = Vec::new();
    for verb in ["extract", "linkify", "explain", "pipe"] {
        cases.extend([
            (vec![verb, "--max-len", "3"], "--max-len: "),
            (vec![verb, "--scheme", "ht!tp"], "--scheme: "),
            (vec![verb, "--default-scheme", "1"], "--default-scheme: "),
            (vec![verb, "--without-rule", "nope"], "--without-rule"),
            (vec![verb, "--pattern", "x", "(", "http://b/"], "--pattern: "),
            (vec![verb, "--wrap", "on"], "--wrap"),
            (vec![verb, "--preset", "none"], "--preset"),
            (vec![verb, "--nope"], "--nope"),
            (vec![verb, "--max-len"], "--max-len"),
            (vec![verb, "--color", "blue"], "--color"),
        ]);
    }
    for (flag, value) in [
        ("--from", "xls"),
        ("--format", "xml"),
        ("--encoding", "nope"),
        ("--base", "x y"),
        ("--include", "("),
        ("--kind", "url"),
        ("--origin", "x"),
        ("--by", "x"),
        ("--jobs", "x"),
        ("--limit", "held=1T"),
        ("--limit", "depth=17"),
        ("--set", "wwww=no"),
        ("--unique=x", "-"),
        ("--context", "x"),
        ("--files-from", "no-such-list"),
        ("--output", "no/such/folder"),
    ] {
        cases.push((vec!["extract", flag, value], flag.split('=').next().unwrap()));
    }
    cases.extend([
        (vec!["linkify", "--attr", "onclick=x"], "onclick"),
        (vec!["linkify", "--from", "html", "--to", "terminal"], "cannot convert html to terminal"),
        (vec!["linkify", "no-such-file"], "no-such-file: "),
        (vec!["uri", "resolve", "x"], "--base"),
        (vec!["uri", "parse", "--as", "x", "y"], "--as"),
        (vec!["man", "nope"], "nope"),
        (vec!["completions", "nope"], "nope"),
        (vec!["nope"], "nope"),
    ]);
    owned(cases)
}

#[test]
fn an_error_names_the_option_as_typed() {
    for (args, names) in wrong("messages-flags") {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let done = run(&args, "");
        assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{args:?}: {done:?}");
        // A message about a path names the path instead of the flag.
        let names = match names {
            "--files-from" => "no-such-list: ",
            "--output" => "no/such/folder: ",
            names => names,
        };
        assert!(done.stderr.contains(names), "{args:?}: {done:?}");
        assert!(
            !done.stderr.contains("option max_") && !done.stderr.contains("schemes:"),
            "{done:?}"
        );
    }
}

#[test]
fn errors_do_not_expose_internals_of_the_program() {
    for (args, _) in wrong("messages-inside") {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let said = run(&args, "").stderr;
        for inside in ["{", "}", "None", "Some(", "Ok(", "Err(", "::", "panicked", "Args"] {
            assert!(!said.contains(inside), "{args:?}: {inside}: {said}");
        }
    }
}

#[test]
fn an_error_of_pipe_names_the_key() {
    for (line, error) in [
        (r#"{"id":1,"text":"","txt":1}"#, "unknown field `txt`"),
        (r#"{"id":1,"option":{},"text":""}"#, "unknown field `option`"),
        (r#"{"id":1,"text":"","text":""}"#, "duplicate field `text`"),
        (
            r#"{"id":1,"text":"","options":{"max_len":3}}"#,
            "option max_len: expected a number from 16 to 65536, found 3",
        ),
        (
            r#"{"id":1,"text":"","options":{"schemes":["ht!tp"]}}"#,
            r#"option schemes: "ht!tp" is not a scheme: a scheme is a letter, followed by letters, digits, `+`, `-` and `.`"#,
        ),
        (
            r#"{"id":1,"text":"","options":{"scheme":[]}}"#,
            "option scheme: unknown option; did you mean schemes?",
        ),
    ] {
        let answer = run(&["pipe"], format!("{line}\n")).json().remove(0);
        let said = answer["error"].as_str().unwrap();
        assert!(answer["id"] == 1 && said.starts_with(error), "{line}: {answer}");
    }
    // Keys may contain escapes, and a key with the value `null` counts as absent.
    let line = r#"{"te\u0078t":"http://e.x/","options":null}"#;
    assert_eq!(run(&["pipe"], line).json()[0]["links"][0]["uri"], "http://e.x/");
}

#[test]
fn a_pattern_with_all_three_values_can_be_followed_by_a_file() {
    let text = file("messages-rule", "a.txt", "BUG-1");
    let found =
        run(&["extract", "--pattern", "bug", "BUG-([0-9])", "http://b.example/$1", &text], "");
    assert_eq!(found, Run::new(0, "http://b.example/1\n", ""));
}

//! Tests of `check` and `fix`: rules, levels, switches, formats, and what is changed.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};

use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::{Value, json};

use crate::{Run, empty_folder, file, run};

fn check(format: &str, args: &[&str], input: &str) -> Run {
    run(&[&["check", "--from", format], args].concat(), input)
}

/// The rules that `input` breaks, with the level of each finding.
fn broken(format: &str, args: &[&str], input: &str) -> Vec<String> {
    let found = check(format, &[&["--format", "jsonl"], args].concat(), input);
    let name = |one: &Value| {
        format!("{} {}", one["level"].as_str().unwrap(), one["rule"].as_str().unwrap())
    };
    found.json().iter().map(name).collect()
}

/// For each rule a text that breaks it and one that does not.
#[test]
fn each_rule_has_a_text_that_breaks_it_and_one_that_does_not() {
    for (format, rule, wrong, right) in [
        ("markdown", "error invalid", "[a]([https://a.example/b)", "[a](https://a.example/[b])"),
        (
            "html",
            "error invalid",
            r"<a href='http://a.example\b'>",
            "<a href='http://a.example/b'>",
        ),
        ("markdown", "error invalid", "[a](b_c:/d)", "[a](b_c::d) [e](macro@f::g) [h](//{{i}}/)"),
        (
            "markdown",
            "warning unbalanced",
            "[a](https://a.example/b])",
            "[a](https://a.example/b_(c))",
        ),
        ("html", "warning unbalanced", "<a href='/(a'>", "<a href='/(a)'>"),
        (
            "markdown",
            "note bare",
            "https://a.example/",
            "<https://a.example/> `https://b.example/`",
        ),
        ("html", "note bare", "https://a.example/", "<code>https://a.example/</code>"),
        (
            "markdown",
            "warning unparsed",
            "[a](http://a.example/b c)",
            "---\nfrom: '[a](http://a.example/b)'\n---\n[a](http://a.example/b) `[a](http://a.example/b c)`",
        ),
        (
            "markdown",
            "warning joined",
            "See https://archive.example.org/collections/mailing-lists/1994-2004/by-sender/\nada/README.html",
            "See https://archive.example.org/collections/mailing-lists/1994-2004/by-sender/\nor not",
        ),
        ("text", "warning joined", "<http://a.example/b-\nc>", "<http://a.example/b-c>"),
        ("text", "warning incomplete", "see https://www\nand", "see https://www.example\nand"),
        ("text", "warning nested-start", "http://http://a.example/", "http://a.example/http://"),
        (
            "markdown",
            "warning text-mismatch",
            "[http://a.example/](http://b.example/)",
            "[http://a.example/x](http://a.example/y) [picloud.com](http://a.example/)",
        ),
        ("markdown", "warning local-file", "[a](file:///etc/b)", "see file:/etc/b"),
        (
            "markdown",
            "error userinfo-looks-like-host",
            "<http://a.com@b.example/>",
            "<http://b.example/a.com@>",
        ),
        (
            "text",
            "error unknown-rule",
            "# linkwright-disable bares",
            "# linkwright-disable bare -- why",
        ),
    ] {
        let (wrong, right) = (broken(format, &[], wrong), broken(format, &[], right));
        assert!(wrong.iter().any(|name| name == rule), "{rule}: {wrong:?}");
        assert!(!right.iter().any(|name| name == rule), "{rule}: {right:?}");
    }
}

#[test]
fn code_and_joins_of_mail_are_no_findings() {
    let code = "`http://a.com@b.example/`\n\n    http://a.example\\b\n";
    assert_eq!(broken("markdown", &[], code), [""; 0]);
    let mail = "Subject: a\n\nsee <http://a.example/b-\nc>\n";
    assert_eq!(broken("mail", &[], mail), [""; 0]);
}

#[test]
fn levels_decide_what_is_shown_and_what_fails() {
    let bare = "https://a.example/";
    let status = |args: &[&str]| check("markdown", args, bare).status;
    assert_eq!(status(&[]), 0);
    assert_eq!(status(&["--level", "note"]), 1);
    assert_eq!(status(&["--rule", "bare=error"]), 1);
    assert_eq!(status(&["--rule", "bare=warning", "--level", "error"]), 0);
    assert_eq!(
        check("markdown", &["--rule", "bare=off", "--level", "note"], bare),
        Run::new(0, "", "")
    );
    assert_eq!(status(&["--rule", "bares=off"]), 2);
    assert_eq!(status(&["--level", "off"]), 2);
}

#[test]
fn a_found_configuration_sets_levels_and_is_named() {
    let root = empty_folder("check-config");
    let write = |text: &str| fs::write(root.join("linkwright.toml"), text).unwrap();
    let checked = || {
        let mut command = crate::command(&["check", "--from", "markdown", "-"]);
        crate::finish(command.current_dir(&root), "https://a.example/")
    };
    write("[check]\nbare = \"error\"\n");
    let run = checked();
    assert_eq!(run.status, 1);
    assert!(
        run.stderr.contains("linkwright.toml decides the levels of rules: it sets bare"),
        "{run:?}"
    );
    for (text, why) in [
        ("[check]\nbares = \"off\"\n", "there is no rule \"bares\"; did you mean bare?"),
        ("[check]\nbare = \"loud\"\n", "unknown level \"loud\""),
        ("[check]\nbare = true\n", "the levels are off, note, warning, error"),
        ("[link]\nrel = \"x\"\n", "cannot set rel"),
    ] {
        write(text);
        let run = checked();
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains(why), "{run:?}");
    }
}

#[test]
fn switches_turn_rules_off_in_their_lines() {
    let text = "https://a.example/ <!-- linkwright-disable-line bare -->\n\n\
        <!-- linkwright-disable-next-line -->\nhttps://b.example/\n\n\
        <!-- linkwright-disable userinfo -->\n\nhttps://c.example/\n";
    let found = check("markdown", &["--format", "jsonl"], text).json();
    assert_eq!(found.iter().map(|one| &one["text"]).collect::<Vec<_>>(), ["https://c.example/"]);
    assert_eq!(found[0]["line"], json!(8));
}

/// `check`, `fix` and `linkify` agree about the links that a switch forbids.
#[test]
fn linkify_obeys_the_switches_of_the_rule_for_bare_uris() {
    let html = "<!-- linkwright-disable-line bare -->http://a.example\n<p>http://b.example";
    let written = run(&["linkify", "--from", "html", "--rel", ""], html).stdout;
    assert_eq!(
        written,
        html.replace("<p>http://b.example", "<p><a href=\"http://b.example\">http://b.example</a>")
    );
    assert_eq!(broken("html", &[], html), ["note bare"]);
    let markdown = "http://a.example <!-- linkwright-disable-line invalid\n\nhttp://b.example <!-- linkwright-disable-line\n";
    let written = run(&["linkify", "--from", "markdown"], markdown).stdout;
    assert_eq!(written, markdown.replace("http://a.example", "<http://a.example>"));
    let wrapped = "<p>&lt;http://a.example/b-\nc&gt;";
    let found = check("html", &["--format", "jsonl", "--rule", "joined=off"], wrapped).json();
    assert_eq!(found[0]["fix"].as_array().map(Vec::len), Some(4));
}

#[test]
fn an_input_that_cannot_be_read_or_checked_is_named_and_the_rest_goes_on() {
    let bad = file("check-bad", "bad.md", b"a \xFF https://a.example/");
    let good = file("check-bad", "good.md", "[a](https://a.example/])");
    let run = run(&["check", "nowhere.md", &bad, &good], "");
    assert_eq!(run.status, 2);
    for part in ["nowhere.md: ", "bad.md: the Markdown is not UTF-8"] {
        assert!(run.stderr.contains(part), "{run:?}");
    }
    assert!(run.stdout.contains("good.md:1:5: warning: "), "{run:?}");
}

const SOME: &str = "日本 https://a.example/ and [b](http://\u{1b}x.example/c])\n";

#[test]
fn text_has_the_place_the_line_and_a_mark() {
    let text = check("markdown", &[], SOME).stdout;
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "-:1:4: note: the URI is text, and can be a link [bare]");
    assert_eq!(lines[1], "  日本 https://a.example/ and [b](http://␛x.example/c])");
    assert_eq!(lines[2], "       ^^^^^^^^^^^^^^^^^^");
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn json_lines_have_the_changes() {
    let lines = check("markdown", &["--format", "jsonl"], SOME).json();
    assert_eq!(
        lines[0]["fix"],
        json!([{ "start": 7, "end": 7, "text": "<" }, { "start": 25, "end": 25, "text": ">" }])
    );
}

/// The action makes workflow commands and a log of SARIF of the findings.
#[cfg(unix)]
#[test]
fn the_action_shows_the_findings() {
    if crate::jobs::is_missing("jq") {
        eprintln!("skipped because jq is not installed");
        return;
    }
    let action = fs::read_to_string(root("action.yml")).unwrap();
    let made = |args: [&str; 1], name: &str, findings: &str| {
        let (_, program) = action.split_once(&format!("{name}: |\n")).unwrap();
        let lines = program.lines().take_while(|line| line.starts_with("          "));
        let program = lines.collect::<Vec<_>>().join("\n");
        let mut jq = Command::new("jq");
        jq.args(args).arg(program);
        jq.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        crate::finish(&mut jq, findings)
    };
    let found = check("markdown", &["--format", "jsonl"], SOME).stdout;
    let shown = made(["-r"], "COMMANDS", &found);
    let lines: Vec<&str> = shown.stdout.lines().collect();
    assert_eq!(
        lines[0],
        "::notice title=linkwright bare,file=-,line=1::the URI is text, and can be a link: https://a.example/",
        "{shown:?}"
    );
    assert_eq!(lines.len(), found.lines().count());
    let log = made(["-s"], "LOG", &found.replace("\"-\"", "\"./a b.md\""));
    let log: Value = serde_json::from_str(&log.stdout).unwrap();
    let run = &log["runs"][0];
    assert_eq!(log["version"], json!("2.1.0"));
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["id"] == json!("bare")), "{log}");
    assert!(rules.iter().all(|rule| rule["shortDescription"]["text"].is_string()), "{log}");
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), lines.len());
    let first = &results[0];
    assert_eq!((&first["ruleId"], &first["level"]), (&json!("bare"), &json!("note")));
    let place = &first["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], json!("a%20b.md"));
    assert_eq!(place["region"], json!({ "startLine": 1 }));
    // A log without results is a log.
    let none: Value = serde_json::from_str(&made(["-s"], "LOG", "").stdout).unwrap();
    assert_eq!(none["runs"][0]["results"], json!([]));
}

/// What a reader sees of a document: its text, and its links with their targets.
fn seen(source: &str) -> (String, Vec<String>) {
    let (mut text, mut links) = (String::new(), Vec::new());
    for event in Parser::new_ext(source, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                links.push(dest_url.to_string());
            }
            Event::Text(part) | Event::Code(part) | Event::InlineHtml(part) | Event::Html(part) => {
                text.push_str(&part);
            }
            Event::SoftBreak | Event::HardBreak => text.push('\n'),
            _ => {}
        }
    }
    (text, links)
}

/// Documents of pieces that are difficult together, by a fixed sequence of numbers.
fn documents() -> Vec<String> {
    const PIECES: &[&str] = &[
        "http://a.example/b_c",
        "www.d.example",
        "e@f.example",
        " ",
        "\n",
        "\n\n",
        "*",
        "**",
        "_",
        "`",
        "[",
        "](",
        ")",
        "](/g)",
        "<",
        ">",
        "&amp;",
        "\\",
        "- ",
        "# ",
        "    ",
        "| ",
        "~~",
        "h",
        "日本",
        "<b>",
        "</b>",
        "![",
        "<!-- linkwright-disable-line -->",
    ];
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(state >> 40).unwrap()
    };
    (0..400)
        .map(|_| (0..4 + next() % 16).map(|_| PIECES[next() % PIECES.len()]).collect())
        .collect()
}

#[test]
fn fix_keeps_the_text_and_the_links_and_a_second_run_changes_nothing() {
    let documents = documents();
    for preset in ["mail", "chat", "gfm"] {
        let root = empty_folder(&format!("fix-{preset}"));
        let path = |n: usize| root.join(format!("{n}.md"));
        for (n, document) in documents.iter().enumerate() {
            fs::write(path(n), document).unwrap();
        }
        let folder = root.to_str().unwrap();
        let fix = || run(&["fix", "--preset", preset, folder], "").status;
        let all = || (0..documents.len()).map(|n| fs::read_to_string(path(n)).unwrap());
        assert_eq!(fix(), 0);
        let fixed: Vec<String> = all().collect();
        for (before, after) in documents.iter().zip(&fixed) {
            let ((text, links), (new_text, new_links)) = (seen(before), seen(after));
            assert_eq!(text, new_text, "{preset}: {before:?}\n{after:?}");
            let mut new_links = new_links.iter();
            let is_kept = links.iter().all(|link| new_links.any(|new| new == link));
            assert!(is_kept, "{preset}: {before:?}\n{after:?}");
        }
        assert!(
            documents.iter().zip(&fixed).filter(|(before, after)| before != after).count() > 50
        );
        assert_eq!(fix(), 0);
        assert!(all().eq(fixed));
        // What is left is no finding.
        let left = run(&["check", "--preset", preset, "--format", "jsonl", folder], "").json();
        assert!(left.iter().all(|one| one["rule"] != json!("bare")), "{left:?}");
    }
}

#[test]
fn fix_names_what_it_does_not_change() {
    let root = empty_folder("fix-refuses");
    let write = |name: &str, text: &[u8]| fs::write(root.join(name), text).unwrap();
    write("a.md", b"***b*http://c.example/**d*.\n");
    write("b.md", b"\xFF http://a.example/");
    write("c.txt", b"http://a.example/");
    write("d.html", b"<p>http://a.example/");
    let fix = |paths: &[&str]| {
        let mut command = crate::command(&[&["fix"], paths].concat());
        crate::finish(command.current_dir(&root), "")
    };
    let run = fix(&["."]);
    assert_eq!(run.status, 2);
    for part in
        ["a.md:1:6: http://c.example/**d was not linked: ", "b.md: the Markdown is not UTF-8"]
    {
        assert!(run.stderr.contains(part), "{run:?}");
    }
    assert!(!run.stderr.contains("c.txt"));
    assert!(fs::read_to_string(root.join("d.html")).unwrap().starts_with("<p><a href="));
    let named = fix(&["c.txt", "nowhere", "-"]);
    assert_eq!((named.status, named.stderr.lines().count()), (2, 3));
    assert_eq!(fix(&["a.md"]).status, 0);
}

#[test]
fn hostile_markdown_is_checked() {
    // Quadratic time would take minutes.
    for piece in
        ["[", "<", "](", "`", "http://a.example/ ", "#linkwright-disable x ", "[a](http://x\\\\y) "]
    {
        let text = piece.repeat(300_000 / piece.len());
        let path = file("check-hostile", "a.md", &text);
        assert!(run(&["check", "--format", "jsonl", &path], "").status <= 2);
        assert!(run(&["fix", &path], "").status <= 2);
    }
}

/// In Markdown a link cannot go on in the next line, and half of a URI is no link.
#[test]
fn fix_links_no_half_of_a_uri() {
    let half = "https://archive.example.org/collections/mailing-lists/1994-2004/by-sender/";
    let path = file(
        "check-half",
        "a.md",
        format!("See {half}\nada/README.html\n\nSee {half}\nand more.\n"),
    );
    let fixed = run(&["fix", &path], "");
    assert!(
        fixed.stderr.contains("a.md:1:5: https://archive") && fixed.stderr.contains("goes on"),
        "{fixed:?}"
    );
    let expected = format!("See {half}\nada/README.html\n\nSee <{half}>\nand more.\n");
    assert_eq!((fixed.status, fs::read_to_string(&path).unwrap()), (0, expected));
}

/// A glob that selects nothing is no clean repository.
#[test]
fn a_selection_without_files_is_an_error() {
    let path = file("check-nothing", "a.md", "x\n");
    let folder = Path::new(&path).parent().unwrap().to_str().unwrap();
    for verb in ["check", "fix"] {
        let none = run(&[verb, "-g", "*.mdd", folder], "");
        assert_eq!((none.status, none.stderr.as_str()), (2, "linkwright: no file was selected\n"));
        assert_eq!(run(&[verb, "-g", "*.md", folder], "").status, 0);
    }
}

/// The rows of the page are those of `--list-rules`.
#[test]
fn the_page_has_the_rules() {
    let page = fs::read_to_string(root("docs/check.md")).unwrap();
    let listed = run(&["check", "--list-rules"], "").stdout;
    let lines: Vec<&str> = listed.lines().collect();
    let rows: Vec<String> = lines
        .chunks(2)
        .map(|rule| {
            let (level, about) = rule[1].trim().split_once(": ").unwrap();
            format!("| `{}` | {level} | {about} |", rule[0])
        })
        .collect();
    let end = rows.iter().position(|row| row.starts_with("| `unknown-rule`")).unwrap() + 1;
    assert!(
        page.contains(&format!("|---|---|---|\n{}\n\n", rows[..end].join("\n"))),
        "{}",
        rows[..end].join("\n")
    );
}

fn root(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The hooks and the action use options that the commands have.
#[test]
fn the_hooks_and_the_action_call_the_command() {
    let hooks = fs::read_to_string(root(".pre-commit-hooks.yaml")).unwrap();
    let action = fs::read_to_string(root("action.yml")).unwrap();
    let entries = hooks.lines().filter_map(|line| line.trim().strip_prefix("entry: "));
    let calls = action.lines().map(str::trim).filter(|line| line.starts_with("linkwright "));
    let calls: Vec<&str> = entries.chain(calls).collect();
    assert_eq!(calls.len(), 3);
    for call in calls {
        let mut words = call.split_whitespace().skip(1);
        let help = run(&[words.next().unwrap(), "--help"], "").stdout;
        for option in words.filter(|word| word.starts_with("--") && *word != "--") {
            assert!(help.contains(&format!("{option} ")), "{call}: {option}");
        }
    }
    let ids: Vec<&str> = hooks.lines().filter_map(|line| line.strip_prefix("- id: ")).collect();
    assert_eq!(ids, ["linkwright-check", "linkwright-fix"]);
    let page = fs::read_to_string(root("docs/check.md")).unwrap();
    assert!(ids.iter().all(|id| page.contains(&format!("- id: {id}\n"))));
}

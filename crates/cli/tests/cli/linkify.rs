//! Tests of `linkwright linkify`, and of `to` in `pipe`.

use std::fs;

use serde_json::{Value, json};

use crate::{HELP, Run, file, folder, run};

const PLAIN: &[&str] = &["linkify", "--rel", ""];

fn linkify(args: &[&str], input: impl AsRef<[u8]>) -> Run {
    // Only links in HTML have a `rel`.
    let is_html =
        !args.contains(&"terminal") && (!args.contains(&"markdown") || args.contains(&"html"));
    let plain = if is_html { PLAIN } else { &PLAIN[..1] };
    run(&[plain, args].concat(), input)
}

fn answer(line: &Value) -> Value {
    let run = run(&["pipe", "--rel", ""], format!("{line}\n"));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    run.json().remove(0)
}

#[test]
fn text_becomes_html() {
    let run = run(&["linkify"], "a < http://a.example/?b&c\n");
    let html = "a &lt; <a href=\"http://a.example/?b&amp;c\" rel=\"noopener noreferrer nofollow\">\
                http://a.example/?b&amp;c</a>\n";
    assert_eq!(run, Run::new(0, html, ""));
}

#[test]
fn html_is_unchanged_except_for_links() {
    let path =
        file("linkify", "page.HTM", "<P >1 < 2 <code>http://a.example</code>http://b.example");
    let html =
        "<P >1 < 2 <code>http://a.example</code><a href=\"http://b.example\">http://b.example</a>";
    assert_eq!(linkify(&[&path], ""), Run::new(0, html, ""));
}

#[test]
fn terminals_get_hyperlinks() {
    let out = "\x1b]8;;http://a.example\x1b\\http://a.example\x1b]8;;\x1b\\ ␛c";
    assert_eq!(linkify(&["--to", "terminal"], "http://a.example \x1bc"), Run::new(0, out, ""));
}

#[test]
fn options_set_the_attributes_of_links() {
    let args = [
        "--attr",
        "data-x=<1>",
        "--attr",
        "lang=en",
        "--target",
        "_blank",
        "--class",
        "auto",
        "--set",
        "strip_scheme=true",
        "--truncate",
        "16",
    ];
    let html = "<a href=\"http://a.example/b/c/d.html\" target=\"_blank\" class=\"auto\" \
                data-x=\"&lt;1&gt;\" lang=\"en\">a.example/…/d.html</a>";
    let run = linkify(&args[..], "http://a.example/b/c/d.html");
    assert_eq!(run.stdout, html.replace("a.example/…/d.html", "a.example/…/d…"));
    let run = linkify(&["--attr", "onclick=x"], "");
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("it would run code"), "{}", run.stderr);
}

#[test]
fn schemes_that_run_code_are_not_linked() {
    let text = "javascript://a.example/%0aalert(1) x";
    assert_eq!(linkify(&["--scheme", "javascript"], text), Run::new(0, text, ""));
    let line = json!({"text": text, "to": "html", "options": {"schemes": ["javascript"]}});
    assert_eq!(answer(&line)["output"], json!(text));
}

#[test]
fn a_check_lists_files_that_would_change() {
    let changes = file("linkify-check", "a.html", "http://a.example");
    let stays = file("linkify-check", "b.html", "<a>http://a.example</a>");
    assert_eq!(linkify(&["--check", &stays], ""), Run::new(0, "", ""));
    let run = linkify(&["--check", &stays, &changes], "");
    assert_eq!(run, Run::new(1, &format!("{changes}\n"), ""));
    assert_eq!(fs::read_to_string(&changes).unwrap(), "http://a.example");
    let run = linkify(&["--check", "--from", "text"], "");
    assert_eq!(run.status, 2);
}

#[test]
fn a_diff_shows_what_would_change() {
    let path = file("linkify-diff", "a.html", "<p>\nhttp://a.example\n</p>\n");
    let diff = format!(
        "--- {path}\n+++ {path}\n@@ -1,3 +1,3 @@\n <p>\n-http://a.example\n\
         +<a href=\"http://a.example\">http://a.example</a>\n </p>\n"
    );
    assert_eq!(linkify(&["--diff", &path], ""), Run::new(0, &diff, ""));
    assert_eq!(linkify(&["--diff", "--check", &path], ""), Run::new(1, &diff, ""));
}

#[test]
fn files_are_replaced_completely() {
    let path = file("linkify-write", "a.html", b"\xFF http://a.example");
    assert_eq!(linkify(&["--write", &path], ""), Run::new(0, "", ""));
    let written: &[u8] = b"\xFF <a href=\"http://a.example\">http://a.example</a>";
    assert_eq!(fs::read(&path).unwrap(), written);
    // A second run changes nothing, and leaves no temporary file.
    assert_eq!(linkify(&["--write", &path], ""), Run::new(0, "", ""));
    assert_eq!(fs::read(&path).unwrap(), written);
    let names = fs::read_dir(folder("linkify-write")).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["a.html"]);
}

#[cfg(unix)]
#[test]
fn a_written_file_keeps_its_mode_and_a_symbolic_link_its_target() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let path = file("linkify-mode", "a.html", "http://a.example");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder("linkify-mode").join("link.html");
    let _ = fs::remove_file(&link);
    symlink(&path, &link).unwrap();
    let run = linkify(&["--write", link.to_str().unwrap()], "");
    assert_eq!(run, Run::new(0, "", ""));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::read_to_string(&path).unwrap().starts_with("<a href"));
}

#[test]
fn impossible_requests_are_errors() {
    let run = linkify(&["--write", "--from", "html"], "http://a.example");
    let why =
        "linkwright: --write needs file names; without --write the result goes to standard output";
    assert_eq!(run, Run::new(2, "", &format!("{why}{HELP}")));
    let run = linkify(&["--from", "html", "--to", "terminal"], "");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("cannot convert html to terminal"), "{}", run.stderr);
    let good = file("linkify-missing", "a.html", "x");
    let run = linkify(&["no-such-file.html", &good], "");
    assert_eq!((run.status, run.stdout.as_str()), (2, "x"));
}

/// Link options in a line of `pipe` override the flags.
#[test]
fn a_line_of_pipe_sets_the_attributes_of_links() {
    let options =
        json!({"rel": "me", "shorten": 10, "attributes": {"lang": "en"}, "style": "inline"});
    let line = json!({"text": "http://a.example/long/path", "to": "html", "options": options});
    assert_eq!(
        answer(&line)["output"],
        json!("<a href=\"http://a.example/long/path\" rel=\"me\" lang=\"en\">….example…</a>")
    );
    let style = json!({"style": "inline"});
    let line =
        json!({"text": "http://a.b", "from": "markdown", "to": "markdown", "options": style});
    assert_eq!(answer(&line)["output"], json!("[http://a.b](http://a.b)"));
    for (options, error) in [
        (json!({"rel": 1}), "option rel: expected a string, found 1"),
        (
            json!({"attributes": {"href": "x"}}),
            "option attributes: \"href\": the linker writes this attribute itself",
        ),
        (json!({"style": "x"}), "option style: expected \"autolink\" or \"inline\", found \"x\""),
    ] {
        let line = json!({"text": "", "to": "html", "options": options});
        assert_eq!(answer(&line)["error"], json!(error));
    }
}

#[test]
fn pipe_writes_html_and_terminal_text() {
    let html =
        answer(&json!({"id": 1, "text": "<p>http://a.example", "from": "html", "to": "html"}));
    let expected = "<p><a href=\"http://a.example\">http://a.example</a>";
    assert_eq!(html, json!({"id": 1, "output": expected}));
    let bytes = answer(&json!({"base64": "/yA8cD4=", "from": "html", "to": "html"}));
    assert_eq!(bytes, json!({"id": null, "base64": "/yA8cD4="}));
    let terminal = answer(&json!({"text": "\u{9b}x", "to": "terminal"}));
    assert_eq!(terminal["output"], json!("\u{FFFD}x"));
    let error = answer(&json!({"text": "", "to": "pdf"}));
    assert_eq!(
        error["error"],
        json!("to: expected links, html, markdown or terminal, found \"pdf\"")
    );
}

#[test]
fn pipe_lists_the_links_of_html() {
    let text = "http://a.example/?b&amp;c<wbr>d <a href=' /x '>http://in.example</a> \
                <img src=\"http://é.example/i.png\"> &lt;http://b.example>";
    let answer = answer(&json!({"text": text, "from": "html"}));
    let links = answer["links"].as_array().unwrap();
    let rows: Vec<Value> = links
        .iter()
        .map(|link| json!([link["text"], link["uri"], link["origin"], link["pieces"]]))
        .collect();
    assert_eq!(
        json!(rows),
        json!([
            ["http://a.example/?b&amp;cd", "http://a.example/?b&cd", "text", [[0, 25], [30, 31]]],
            ["http://in.example", "http://in.example", "text", [[47, 64]]],
            ["http://é.example/i.png", "http://xn--9ca.example/i.png", "attribute", [[79, 102]]],
            ["http://b.example", "http://b.example", "text", [[109, 125]]],
        ])
    );
}

#[test]
fn text_is_converted_as_it_arrives() {
    // The text is longer than one read, so some characters and URIs are split between two reads.
    let line = "é🍄 http://a.example/ü?b&c <d> \u{FFFD} jane@b.example\n";
    let text = [line.as_bytes(), b"\xE2\x80 \xFF\n"].concat().repeat(3000);
    let expected = "é🍄 <a href=\"http://a.example/%C3%BC?b&amp;c\">http://a.example/ü?b&amp;c</a> \
                    &lt;d&gt; \u{FFFD} <a href=\"mailto:jane@b.example\">jane@b.example</a>\n\
                    \u{FFFD} \u{FFFD}\n";
    let run = linkify(&[], text);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout == expected.repeat(3000), "{}", &run.stdout[..600]);
    // The input ends within a character, and then the input is empty.
    assert_eq!(linkify(&[], b"a\xE2\x80"), Run::new(0, "a\u{FFFD}", ""));
    assert_eq!(linkify(&[], ""), Run::new(0, "", ""));
}

#[test]
fn text_for_terminals_is_written_as_it_arrives() {
    let line = "é🍄 http://a.example/ü <d>\x1b\u{202E} jane@b.example\r\n";
    let text = [line.as_bytes(), b"\xE2\x80 \xFF\n"].concat().repeat(3000);
    let expected = "é🍄 \x1b]8;;http://a.example/%C3%BC\x1b\\http://a.example/ü\x1b]8;;\x1b\\ <d>␛\u{FFFD} \
                    \x1b]8;;mailto:jane@b.example\x1b\\jane@b.example\x1b]8;;\x1b\\\r\n\u{FFFD} \u{FFFD}\n";
    let run = linkify(&["--to", "terminal"], text);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout == expected.repeat(3000), "{:?}", &run.stdout[..600]);
    assert_eq!(linkify(&["--to", "terminal"], b"a\r\xE2\x80"), Run::new(0, "a␍\u{FFFD}", ""));
    assert_eq!(linkify(&["--to", "terminal"], ""), Run::new(0, "", ""));
}

#[test]
fn options_control_how_markdown_links_are_written() {
    let text = "http://a.example\n\n<http://b.example/\nc>\n";
    let inline = "[http://a.example](http://a.example)\n\n<http://b.example/\nc>\n";
    assert_eq!(linkify(&["--from", "markdown", "--dialect", "mdx"], text), Run::new(0, inline, ""));
    assert_eq!(
        linkify(&["--from", "markdown", "--set", "style=inline"], text),
        Run::new(0, inline, "")
    );
}

/// Template directives of the detected or selected dialect are not changed.
#[test]
fn template_directives_in_markdown_are_unchanged() {
    let text = "{% a http://a.example %} {{< b http://b.example >}}\n";
    let none = "{% a <http://a.example> %} {{< b <http://b.example> >}}\n";
    for (args, expected) in [(&[][..], text), (&["--dialect", "none"], none)] {
        let args = [&["--from", "markdown"], args].concat();
        assert_eq!(linkify(&args, text), Run::new(0, expected, ""));
    }
    let component = "<C b=\"http://a.example\">{\"http://b.example\"}</C>\n\nhttp://c.example\n";
    let linked = "<C b=\"http://a.example\">{\"http://b.example\"}</C>\n\n[http://c.example](http://c.example)\n";
    for name in ["a.mdx", "b.MDX"] {
        let path = file("directives", name, component);
        assert_eq!(run(&["linkify", &path], ""), Run::new(0, linked, ""));
    }
    let run = linkify(&["--dialect", "mdy", "--from", "markdown"], text);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("mdx"), "{}", run.stderr);
}

#[test]
fn binary_data_is_refused() {
    for (name, content, what) in [
        ("d.docx", &b"PK\x03\x04\x14\0 http://a.example"[..], "zip data"),
        ("d.html", b"PK\x03\x04\x14\0 http://a.example", "zip data"),
        ("d.txt.gz", b"\x1F\x8B\x08\0", "gzip data"),
        ("d.pdf", b"%PDF-1.7\nhttp://a.example", "a PDF document"),
        ("d", b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
        ("d.md", b"\x89PNG\r\n\x1A\n", "a PNG picture"),
        ("d.txt", b"\0\x01\x02\x03\xFF", "binary data"),
    ] {
        let path = file("linkify-data", name, content);
        let why = format!("is {what}, not text (--from text reads its bytes as text)");
        let good = file("linkify-data", "good.html", "x");
        assert_eq!(
            linkify(&[&path, &good], ""),
            Run::new(2, "x", &format!("linkwright: {path}: {why}\n"))
        );
        assert_eq!(linkify(&[], content), Run::new(2, "", &format!("linkwright: -: {why}\n")));
        assert_eq!(linkify(&["--from", "text", &path], "").stderr, "");
        if name.ends_with("html") {
            assert_eq!(linkify(&["--write", &path], "").status, 2);
            assert_eq!(fs::read(&path).unwrap(), content, "the refused file is unchanged");
        }
    }
}

#[test]
fn formats_are_detected_from_file_names_as_in_extract() {
    let html = "<p>http://a.example</p>";
    let linked = "<p><a href=\"http://a.example\">http://a.example</a></p>";
    for name in ["a.html", "a.htm", "a.shtml", "a.HTA", "a.xhtml", "a.xht"] {
        assert_eq!(linkify(&[&file("linkify-names", name, html)], "").stdout, linked, "{name}");
    }
    for name in ["a.md", "a.markdown", "a.mkdn", "a.qmd", "a.Rmd"] {
        let path = file("linkify-names", name, "http://a.example\n");
        assert_eq!(run(&["linkify", &path], "").stdout, "<http://a.example>\n", "{name}");
    }
    // MDX does not allow `<uri>`, so the link has the inline form.
    let path = file("linkify-names", "a.mdx", "http://a.example\n");
    assert_eq!(run(&["linkify", &path], "").stdout, "[http://a.example](http://a.example)\n");
    assert_eq!(run(&["extract", &path], "").stdout, "http://a.example\n");
}

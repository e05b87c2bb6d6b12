//! Tests of `--pre` with small scripts.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::{Run, command, empty_folder, finish};

/// A folder with a script that decodes base64, and with files.
fn place(test: &str, script: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = empty_folder(test);
    fs::create_dir(folder.join("in")).unwrap();
    let path = folder.join("convert");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    for (name, content) in files {
        fs::write(folder.join("in").join(name), content).unwrap();
    }
    folder
}

fn extract(folder: &Path, args: &[&str]) -> Run {
    let pre = folder.join("convert");
    let args = [&["extract", "--pre", pre.to_str().unwrap()], args].concat();
    finish(command(&args).current_dir(folder.join("in")), "see http://stdin.example/x")
}

const DECODE: &str = "base64 -d \"$1\"";
/// `see http://a.example/x`
const PACKED: &str = "c2VlIGh0dHA6Ly9hLmV4YW1wbGUveAo=";

#[test]
fn the_output_of_the_command_is_searched() {
    let folder = place("pre-output", DECODE, &[("a.pdf", PACKED), ("b.txt", "http://b.example/y")]);
    assert_eq!(extract(&folder, &["a.pdf"]), Run::new(0, "http://a.example/x\n", ""));
    // The name of the file is that of the file, not of the output, and standard input is not passed.
    let found = extract(&folder, &["-Hn", "a.pdf", "-"]);
    assert_eq!(found.stdout, "a.pdf:1:5: http://a.example/x\n-:1:5: http://stdin.example/x\n");
    let only = extract(&folder, &["--pre-glob", "*.pdf", "."]);
    assert_eq!(only, Run::new(0, "http://a.example/x\nhttp://b.example/y\n", ""));
    let but = extract(&folder, &["--pre-glob", "!*.txt", "."]);
    assert_eq!(but, only);
}

#[test]
fn the_format_of_the_output_is_detected_or_named() {
    let script = "echo '<a href=\"/x\">http://a.example/y</a>'";
    let folder = place("pre-format", script, &[("a.txt", "")]);
    let rows = |args: &[&str]| {
        extract(&folder, &[args, &["--base", "http://b.example/", "a.txt"]].concat())
    };
    assert_eq!(rows(&["--from", "html"]).stdout, "http://b.example/x\nhttp://a.example/y\n");
    assert_eq!(rows(&["--from", "text"]).stdout, "http://a.example/y\n");
}

#[test]
fn a_command_that_fails_is_named_and_the_rest_is_read() {
    let script = "case $1 in *bad*) echo 'http://half.example/z'; echo \"cannot read $1\" >&2; exit 3;; esac\ncat \"$1\"";
    let files = [("bad", ""), ("good", "http://a.example/x")];
    let folder = place("pre-failure", script, &files);
    let found = extract(&folder, &["bad", "good"]);
    assert_eq!((found.status, &*found.stdout), (2, "http://half.example/z\nhttp://a.example/x\n"));
    assert!(
        found.stderr.starts_with("cannot read bad\nlinkwright: bad: --pre ")
            && found.stderr.ends_with(" failed (exit status: 3)\n"),
        "{}",
        found.stderr
    );
    // A command that does not exist is an error for each file. No shell interprets it.
    let args = ["extract", "--pre", "echo http://a.example; true", "good"];
    let none = finish(command(&args).current_dir(folder.join("in")), "");
    assert_eq!((none.status, none.stdout.as_str()), (2, ""));
    assert!(none.stderr.contains("good: --pre echo http://a.example; true: "), "{}", none.stderr);
}

#[test]
fn a_path_is_never_an_option_of_the_command() {
    let folder = place("pre-dash", "echo \"http://a.example/$1\"", &[("-rf", "")]);
    assert_eq!(extract(&folder, &["--", "-rf"]).stdout, "http://a.example/./-rf\n");
    assert_eq!(extract(&folder, &["."]).stdout, "http://a.example/./-rf\n");
}

#[test]
fn endless_output_is_bounded() {
    let folder = place("pre-endless", "exec yes http://a.example/x", &[("a", "0123456789")]);
    let found = extract(&folder, &["--unique", "--limit", "decompressed=1M", "a"]);
    assert_eq!((found.status, found.stdout.as_str()), (2, "http://a.example/x\n"));
    assert!(found.stderr.contains("has more than 1048576 bytes"), "{}", found.stderr);
    // The command is stopped when no more links are needed, which is no failure.
    assert_eq!(extract(&folder, &["-m", "1", "a"]), Run::new(0, "http://a.example/x\n", ""));
}

#[test]
fn a_configuration_file_cannot_start_a_command() {
    let folder = place("pre-config", "echo http://a.example/x", &[("a", "")]);
    fs::write(folder.join("in/linkwright.toml"), "pre = '../convert'\n").unwrap();
    let refused = finish(command(&["extract", "a"]).current_dir(folder.join("in")), "");
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("option pre: unknown option"), "{}", refused.stderr);
    assert_eq!(extract(&folder, &["--pre-glob", "x"]).status, 2);
}

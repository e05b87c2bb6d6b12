//! What is left in a file: whole rows, whatever ends the run.

use core::time::Duration;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::Child;

use serde_json::Value;

use crate::{Run, command, empty_folder, run};

const TEXT: &str = "http://e.x/1 http://e.x/2";

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).into_os_string().into_string().unwrap()
}

#[test]
fn lines_are_appended_and_other_formats_replace() {
    let folder = empty_folder("output");
    let output = path(&folder, "links");
    let write = |format| run(&["extract", "--format", format, "--output", &output], TEXT);
    for lines in [2, 4] {
        assert_eq!(write("jsonl"), Run::new(0, "", ""));
        assert_eq!(fs::read_to_string(&output).unwrap().lines().count(), lines);
    }
    for _ in 0..2 {
        assert_eq!(write("csv"), Run::new(0, "", ""));
        assert_eq!(fs::read_to_string(&output).unwrap().lines().count(), 3);
    }
    assert_eq!(write("text"), Run::new(0, "", ""));
    assert_eq!(fs::read_to_string(&output).unwrap(), "http://e.x/1\nhttp://e.x/2\n");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let nowhere = path(&folder, "none/links");
    let failed = run(&["extract", "--format", "csv", "--output", &nowhere], TEXT);
    assert!(failed.status == 2 && failed.stderr.contains("none/links: "), "{failed:?}");
}

#[test]
fn part_of_a_line_is_cut_off_before_more_is_appended() {
    let folder = empty_folder("torn");
    let output = path(&folder, "links");
    for (before, kept) in [("{\"v\":1}\n{\"v\":1,\"sou", 1), ("{\"v\":", 0), ("", 0)] {
        fs::write(&output, before).unwrap();
        run(&["extract", "--format", "jsonl", "--output", &output], TEXT);
        assert_eq!(rows(&output).len(), kept + 2, "{before}");
    }
}

/// The lines of a file, each of which has to be JSON.
fn rows(path: &str) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The URIs in a file of JSON lines; each only once.
fn uris(path: &str) -> BTreeSet<String> {
    let rows = rows(path);
    let uris: BTreeSet<String> =
        rows.iter().map(|row| row["uri"].as_str().unwrap().to_owned()).collect();
    assert_eq!(uris.len(), rows.len(), "a row was written twice");
    uris
}

/// A folder with so many files of so many links each, all different.
fn documents(test: &str, files: usize, links: usize) -> PathBuf {
    let folder = empty_folder(test);
    let documents = folder.join("in");
    fs::create_dir(&documents).unwrap();
    for file in 0..files {
        let line = |link| format!("see http://e.x/{file}/{link}\n");
        let text: String = (0..links).map(line).collect();
        fs::write(documents.join(format!("{file:04}")), text).unwrap();
    }
    folder
}

/// Waits until a run has done what can be seen, or gives up after a minute.
fn wait_until(mut is_done: impl FnMut() -> bool) {
    for _ in 0..6000 {
        if is_done() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("nothing happened");
}

/// The arguments of a run that writes a journal: a folder, and then standard input, which keeps it
/// waiting.
fn resumable<'a>(input: &'a str, output: &'a str, journal: &'a str) -> Vec<&'a str> {
    vec!["extract", "--format", "jsonl", "--output", output, "--resume", journal, "-j2", input, "-"]
}

#[test]
fn a_run_that_was_killed_and_resumed_gives_what_one_run_gives() {
    let folder = documents("killed", 600, 40);
    let [input, output, journal, whole] =
        ["in", "links", "journal", "whole"].map(|name| path(&folder, name));
    let args = resumable(&input, &output, &journal);
    let mut child = command(&args).spawn().unwrap();
    // Two checkpoints, and standard input is still open.
    wait_until(|| {
        fs::read_to_string(&journal).is_ok_and(|text| text.matches("\"done\"").count() >= 3)
    });
    child.kill().unwrap();
    child.wait().unwrap();
    // The output after the last checkpoint is written again, torn or not.
    let mut torn = fs::OpenOptions::new().append(true).open(&output).unwrap();
    torn.write_all(b"{\"v\":1,\"sou").unwrap();
    let done = fs::read_to_string(&journal).unwrap();
    let mut torn = fs::OpenOptions::new().append(true).open(&journal).unwrap();
    torn.write_all(b"{\"done\":[\"never").unwrap();

    let resumed = run(&args, "http://e.x/stdin\n");
    assert_eq!(resumed, Run::new(0, "", ""));
    assert!(fs::read_to_string(&journal).unwrap().starts_with(&done));
    let one = run(
        &["extract", "--format", "jsonl", "--output", &whole, &input, "-"],
        "http://e.x/stdin\n",
    );
    assert_eq!(one, Run::new(0, "", ""));
    assert_eq!(uris(&output).len(), 600 * 40 + 1);
    assert_eq!(uris(&output), uris(&whole));

    // All is done: the same command finds nothing to do, and then only what is new.
    let before = fs::read(&output).unwrap();
    assert_eq!(run(&args, "http://e.x/unread\n"), Run::new(0, "", ""));
    assert_eq!(fs::read(&output).unwrap(), before);
    fs::write(folder.join("in/0000.new"), "http://e.x/new").unwrap();
    assert_eq!(run(&args, ""), Run::new(0, "", ""));
    assert_eq!(uris(&output).len(), 600 * 40 + 2);
}

#[test]
fn a_run_that_was_killed_at_once_begins_anew() {
    let folder = documents("at-once", 3, 2);
    let [input, output, journal] = ["in", "links", "journal"].map(|name| path(&folder, name));
    fs::write(&output, "{\"uri\":\"http://e.x/before\"}\n").unwrap();
    let args = resumable(&input, &output, &journal);
    let mut child = command(&args).spawn().unwrap();
    // The journal is there, and nothing is done: that takes 256 files, a MiB or a second.
    wait_until(|| fs::read_to_string(&journal).is_ok_and(|text| text.contains("\"done\"")));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(run(&args, "").status, 0);
    // What the file had before stays.
    assert_eq!(uris(&output).len(), 1 + 3 * 2);
}

#[test]
fn a_journal_belongs_to_one_run() {
    let folder = documents("belongs", 2, 2);
    let [input, output, journal] = ["in", "links", "journal"].map(|name| path(&folder, name));
    let args = resumable(&input, &output, &journal);
    assert_eq!(run(&args, "").status, 0);
    let with = |more: &[&str]| run(&[args.as_slice(), more].concat(), "");
    let again = with(&[]);
    assert_eq!(again, Run::new(0, "", ""));
    let other = with(&["--scheme", "https"]);
    assert!(
        other.status == 2
            && other.stderr.ends_with("is the journal of a run without --scheme https\n"),
        "{other:?}"
    );
    // What decides nothing may change.
    assert_eq!(with(&["--progress", "never", "--summary"]).status, 0);
    fs::write(&output, "").unwrap();
    let shorter = with(&[]);
    assert!(shorter.status == 2 && shorter.stderr.contains("the journal tells of"), "{shorter:?}");
    fs::write(&journal, "no journal\n").unwrap();
    let none = with(&[]);
    assert!(none.status == 2 && none.stderr.contains("journal:1: no journal"), "{none:?}");
}

#[test]
fn a_resumed_run_remembers_that_something_failed() {
    let folder = documents("remembers", 2, 2);
    let [input, output, journal] = ["in", "links", "journal"].map(|name| path(&folder, name));
    let args = resumable(&input, &output, &journal);
    let small = [args.as_slice(), &["--max-filesize", "1"]].concat();
    assert_eq!(run(&small, "").status, 2);
    let again = run(&small, "");
    assert_eq!((again.status, again.stderr.as_str()), (2, ""));
}

/// A mailbox of so many messages, each with a link.
fn mailbox(messages: usize) -> String {
    let message = |n| {
        format!("From a@b Thu Jan  1 00:00:00 1970\nSubject: {n}\n\nsee http://e.x/{n} there\n\n")
    };
    (0..messages).map(message).collect()
}

#[test]
fn a_mailbox_is_gone_on_with_behind_a_message() {
    let folder = empty_folder("mailbox-resumed");
    let [input, output, journal] = ["a.mbox", "links", "journal"].map(|name| path(&folder, name));
    fs::write(&input, mailbox(8000)).unwrap();
    let args = ["extract", "--format", "jsonl", "--output", &output, "--resume", &journal, &input];
    assert_eq!(run(&args, ""), Run::new(0, "", ""));
    let (whole, told) = (fs::read(&output).unwrap(), fs::read_to_string(&journal).unwrap());
    let lines: Vec<&str> = told.split_inclusive('\n').collect();
    let len = |line: &str| serde_json::from_str::<Value>(line).unwrap()["len"].as_u64().unwrap();
    // On a busy machine the last one may be at the end of the output.
    let is_inside =
        |line: &&str| line.contains("\"parts\"") && len(line) + 100 <= whole.len() as u64;
    assert!(lines.iter().copied().filter(is_inside).count() >= 2, "{told}");
    // Killed after each checkpoint, with a torn row.
    for killed in (0..lines.len()).filter(|&at| is_inside(&lines[at])) {
        fs::write(&journal, lines[..=killed].concat()).unwrap();
        fs::write(&output, [&whole[..whole.len() - 100], b"{\"v\":1,\"s"].concat()).unwrap();
        assert_eq!(run(&args, ""), Run::new(0, "", ""));
        assert!(fs::read(&output).unwrap() == whole, "{}", lines[killed]);
    }
    // What came to it is read; another mailbox is not.
    fs::write(&journal, lines[..3].concat()).unwrap();
    fs::write(&input, mailbox(8001)).unwrap();
    assert_eq!(run(&args, ""), Run::new(0, "", ""));
    assert_eq!(uris(&output).len(), 8001);
    fs::write(&journal, lines[..3].concat()).unwrap();
    fs::write(&input, mailbox(8000).split_off(7)).unwrap();
    let changed = run(&args, "");
    assert!(
        changed.status == 2 && changed.stderr.contains("has changed: no message"),
        "{changed:?}"
    );
}

/// Asks the child kindly to end.
#[cfg(unix)]
fn terminate(child: &Child) {
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
}

/// Text after a link that is longer than anything that may decide about it.
const REST: &str = "and so on, and so on, and so on\n";
const LINES: usize = 4000;

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_whole_rows() {
    let folder = empty_folder("interrupted");
    let output = path(&folder, "links");
    let mut child =
        command(&["extract", "--format", "jsonl", "--output", &output]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    write!(stdin, "{TEXT}\n{} http://e.x/3", REST.repeat(LINES)).unwrap();
    wait_until(|| fs::read_to_string(&output).is_ok_and(|text| text.lines().count() == 2));
    terminate(&child);
    assert_eq!(child.wait().unwrap().code(), Some(143));
    assert_eq!(uris(&output).len(), 2);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_the_file_that_it_would_replace() {
    let folder = empty_folder("interrupted-csv");
    let output = path(&folder, "links.csv");
    fs::write(&output, "old").unwrap();
    let mut child = command(&["extract", "--format", "csv", "--output", &output]).spawn().unwrap();
    // More than a pipe holds: when it is written, the run reads, and listens before it reads.
    let mut stdin = child.stdin.take().unwrap();
    write!(stdin, "{TEXT}\n{}", REST.repeat(10 * LINES)).unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    terminate(&child);
    child.wait().unwrap();
    assert_eq!(fs::read_to_string(&output).unwrap(), "old");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn links_come_while_the_input_is_still_open() {
    let mut child = command(&["extract"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for number in 0..3 {
        write!(stdin, "see http://e.x/{number} now\n{}", REST.repeat(LINES)).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, format!("http://e.x/{number}\n"));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

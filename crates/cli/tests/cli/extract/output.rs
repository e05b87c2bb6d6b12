//! Checks that the output file has only complete rows, however the run ends.

use core::time::Duration;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
#[cfg(unix)]
use std::process::Child;

use serde_json::Value;

use crate::{Run, command, empty_folder, run};

const TEXT: &str = "http://e.x/1 http://e.x/2";

pub(super) fn path(folder: &Path, name: &str) -> String {
    folder.join(name).into_os_string().into_string().unwrap()
}

#[test]
fn every_format_replaces_the_file() {
    let folder = empty_folder("output");
    let output = path(&folder, "links");
    let write = |format| run(&["extract", "--format", format, "--output", &output], TEXT);
    for (format, lines) in [("jsonl", 2), ("csv", 3), ("text", 2)] {
        for _ in 0..2 {
            assert_eq!(write(format), Run::new(0, "", ""));
            assert_eq!(fs::read_to_string(&output).unwrap().lines().count(), lines);
        }
    }
    assert_eq!(fs::read_to_string(&output).unwrap(), "http://e.x/1\nhttp://e.x/2\n");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let nowhere = path(&folder, "none/links");
    let failed = run(&["extract", "--format", "csv", "--output", &nowhere], TEXT);
    assert!(failed.status == 2 && failed.stderr.contains("none/links: "), "{failed:?}");
}

#[test]
fn rows_are_appended_only_to_whole_lines() {
    let folder = empty_folder("torn");
    let [output, journal] = ["links", "journal"].map(|name| path(&folder, name));
    let args = ["extract", "--format", "jsonl", "--output", &output, "--resume", &journal];
    fs::write(&output, "first\nmy notes").unwrap();
    let why = "its last line has no line feed; nothing was appended";
    assert_eq!(run(&args, TEXT), Run::new(2, "", &format!("linkwright: {output}: {why}\n")));
    assert_eq!(fs::read_to_string(&output).unwrap(), "first\nmy notes");
    fs::write(&output, "{\"v\":1}\n").unwrap();
    assert_eq!(run(&args, TEXT), Run::new(0, "", ""));
    assert_eq!(rows(&output).len(), 3);
}

/// Reads a file of JSON lines.
pub(super) fn rows(path: &str) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The URIs in a file of JSON lines. Fails if a URI occurs twice.
pub(super) fn uris(path: &str) -> BTreeSet<String> {
    let rows = rows(path);
    let uris: BTreeSet<String> =
        rows.iter().map(|row| row["uri"].as_str().unwrap().to_owned()).collect();
    assert_eq!(uris.len(), rows.len(), "a URI was written twice");
    uris
}

/// Waits until `is_done` returns `true`. Fails after a minute.
pub(super) fn wait_until(mut is_done: impl FnMut() -> bool) {
    for _ in 0..6000 {
        if is_done() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the condition did not become true within a minute");
}

/// Sends SIGTERM to the child process.
#[cfg(unix)]
fn terminate(child: &Child) {
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
}

/// Text after a link. `LINES` repetitions are more text than the finder needs to decide where the link ends.
const REST: &str = "and so on, and so on, and so on\n";
const LINES: usize = 4000;

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_complete_rows() {
    let folder = empty_folder("interrupted");
    let [output, journal] = ["links", "journal"].map(|name| path(&folder, name));
    let args = ["extract", "--format", "jsonl", "--output", &output, "--resume", &journal];
    let mut child = command(&args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    write!(stdin, "{TEXT}\n{} http://e.x/3", REST.repeat(LINES)).unwrap();
    wait_until(|| fs::read_to_string(&output).is_ok_and(|text| text.lines().count() == 2));
    terminate(&child);
    assert_eq!(child.wait().unwrap().code(), Some(143));
    assert_eq!(uris(&output).len(), 2);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_the_old_output_file() {
    let folder = empty_folder("interrupted-csv");
    let output = path(&folder, "links.csv");
    fs::write(&output, "old").unwrap();
    let mut child = command(&["extract", "--format", "csv", "--output", &output]).spawn().unwrap();
    // The text is longer than the buffer of the pipe. Once it is written completely, the run must have begun to read,
    // so its signal handlers are installed.
    let mut stdin = child.stdin.take().unwrap();
    write!(stdin, "{TEXT}\n{}", REST.repeat(10 * LINES)).unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    terminate(&child);
    child.wait().unwrap();
    assert_eq!(fs::read_to_string(&output).unwrap(), "old");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn links_are_written_while_the_input_is_still_open() {
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

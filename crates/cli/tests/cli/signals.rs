//! Checks that after a signal, all rows are complete and the exit status is 128 plus the signal number.

use core::sync::atomic::AtomicBool;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use crate::{command, empty_folder};

const SIGNALS: [(&str, i32); 3] = [("HUP", 129), ("INT", 130), ("TERM", 143)];

/// Makes the child processes of the tests start with the default action for each signal.
///
/// A child ignores the signals that its parent ignores, for example under `nohup`, and the command does not change
/// that. A signal that the parent handles has the default action in the child. So the test process handles these
/// signals; they still end the test process.
fn start_children_with_default_actions() {
    for (_, status) in SIGNALS {
        let always = Arc::new(AtomicBool::new(true));
        signal_hook::flag::register_conditional_default(status - 128, always).unwrap();
    }
}

fn kill(signal: &str, child: &Child) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
}

/// Commands that answer line by line, with an input line and the beginning of its answer.
const VERBS: &[(&[&str], &str, &str)] = &[
    (&["extract", "--line-buffered"], "http://e.x/\n", "http://e.x/"),
    (&["extract", "--line-buffered", "--format", "jsonl"], "http://e.x/\n", "{\"v\":1"),
    (&["linkify", "--line-buffered"], "http://e.x/\n", "<a href"),
    (&["pipe"], "{\"text\": \"http://e.x/\"}\n", "{\"id\""),
    (&["uri", "normalize"], "http://e.x/\n", "http://e.x/"),
    (&["uri", "parse", "--json"], "http://e.x/\n", "{\"text\""),
];

#[test]
fn the_exit_status_tells_which_signal_arrived() {
    start_children_with_default_actions();
    for (args, line, answer) in VERBS {
        for (signal, status) in SIGNALS {
            let mut child = command(args).spawn().unwrap();
            let mut stdin = child.stdin.take().unwrap();
            let mut stdout = BufReader::new(child.stdout.take().unwrap());
            // Once the answer has arrived, the signal handlers are installed.
            stdin.write_all(line.as_bytes()).unwrap();
            let mut row = String::new();
            stdout.read_line(&mut row).unwrap();
            assert!(row.starts_with(answer) && row.ends_with('\n'), "{args:?}: {row}");
            kill(signal, &child);
            let mut rest = String::new();
            stdout.read_to_string(&mut rest).unwrap();
            assert_eq!(rest, "", "{args:?}");
            let ended = child.wait_with_output().unwrap();
            assert_eq!(ended.status.code(), Some(status), "{args:?}, SIG{signal}");
            assert_eq!(ended.stderr, b"", "{args:?}, SIG{signal}");
        }
    }
}

#[test]
fn rows_are_complete_when_a_signal_interrupts_much_output() {
    start_children_with_default_actions();
    for (args, line, answer) in VERBS {
        let mut child = command(args).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || while stdin.write_all(line.as_bytes()).is_ok() {});
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..1000 {
            stdout.read_until(b'\n', &mut Vec::new()).unwrap();
        }
        kill("TERM", &child);
        let mut rest = Vec::new();
        stdout.read_to_end(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(143), "{args:?}");
        writer.join().unwrap();
        let is_whole = |row: &[u8]| row.starts_with(answer.as_bytes()) && row.ends_with(b"\n");
        assert!(rest.split_inclusive(|byte| *byte == b'\n').all(is_whole), "{args:?}");
    }
}

#[test]
fn a_signal_that_was_ignored_at_the_start_remains_ignored() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$0\" pipe", env!("CARGO_BIN_EXE_linkwright")]);
    let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..2 {
        stdin.write_all(b"{\"text\": \"\"}\n").unwrap();
        let mut row = String::new();
        stdout.read_line(&mut row).unwrap();
        assert_eq!(row, "{\"id\":null,\"links\":[]}\n");
        kill("HUP", &child);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_signal_leaves_no_temporary_file() {
    start_children_with_default_actions();
    for (signal, status) in SIGNALS {
        let folder = empty_folder("signal-draft");
        let output = folder.join("links.csv");
        fs::write(&output, "old").unwrap();
        let name = output.to_str().unwrap();
        let mut child = command(&["extract", "--format", "csv", "-o", name]).spawn().unwrap();
        // The text is longer than the buffer of the pipe. Once it is written completely, the run must have begun to
        // read, so its signal handlers are installed.
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all("http://e.x/ and so on\n".repeat(20_000).as_bytes()).unwrap();
        kill(signal, &child);
        assert_eq!(child.wait().unwrap().code(), Some(status));
        assert_eq!(fs::read_to_string(&output).unwrap(), "old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
    // A run ends even if its output is never read.
    let mut child = command(&["pipe"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let line = "{\"text\": \"http://e.x/ http://e.x/ http://e.x/\"}\n";
    let writer = std::thread::spawn(move || while stdin.write_all(line.as_bytes()).is_ok() {});
    let mut first = [0; 1];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    kill("TERM", &child);
    assert_eq!(child.wait().unwrap().code(), Some(143));
    writer.join().unwrap();
}

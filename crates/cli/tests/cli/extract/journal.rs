//! Tests of `--resume`. Checks that a run that is killed and resumed produces the same rows as a single run. If a file
//! has changed, all its rows are appended, and the rows of its former content are kept.

use core::time::Duration;
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::SystemTime;

use super::output::{path, rows, uris, wait_until};
use crate::{Run, command, empty_folder, run};

/// Creates a folder with `files` files of `links` links each. All links are different.
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

/// The arguments of a run that writes a journal. It reads a folder and then waits for standard input.
fn resumable<'a>(input: &'a str, output: &'a str, journal: &'a str) -> Vec<&'a str> {
    vec!["extract", "--format", "jsonl", "--output", output, "--resume", journal, "-j2", input, "-"]
}

#[test]
fn a_killed_and_resumed_run_produces_the_rows_of_one_run() {
    let folder = documents("killed", 600, 40);
    let [input, output, journal, whole] =
        ["in", "links", "journal", "whole"].map(|name| path(&folder, name));
    let args = resumable(&input, &output, &journal);
    let mut child = command(&args).spawn().unwrap();
    // Wait until the run has written two checkpoints in addition to the empty first checkpoint. The run cannot end
    // before it is killed, because it waits for standard input.
    wait_until(|| {
        fs::read_to_string(&journal).is_ok_and(|text| text.matches("\"done\"").count() >= 3)
    });
    child.kill().unwrap();
    child.wait().unwrap();
    // Append an incomplete line to both files, as if the run had been killed during a write.
    let mut torn = OpenOptions::new().append(true).open(&output).unwrap();
    torn.write_all(b"{\"v\":1,\"sou").unwrap();
    let done = fs::read_to_string(&journal).unwrap();
    let mut torn = OpenOptions::new().append(true).open(&journal).unwrap();
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

    // After a complete run, the same command finds nothing new. If a file is added, it reads only that file.
    let before = fs::read(&output).unwrap();
    assert_eq!(run(&args, "http://e.x/unread\n"), Run::new(0, "", ""));
    assert_eq!(fs::read(&output).unwrap(), before);
    fs::write(folder.join("in/0000.new"), "http://e.x/new").unwrap();
    assert_eq!(run(&args, ""), Run::new(0, "", ""));
    assert_eq!(uris(&output).len(), 600 * 40 + 2);
}

#[test]
fn a_run_that_was_killed_at_once_starts_over() {
    let folder = documents("at-once", 3, 2);
    let [input, output, journal] = ["in", "links", "journal"].map(|name| path(&folder, name));
    fs::write(&output, "{\"uri\":\"http://e.x/before\"}\n").unwrap();
    let args = resumable(&input, &output, &journal);
    let mut child = command(&args).spawn().unwrap();
    // The journal has only the empty first checkpoint, because the next one is written after 256 files, 1 MiB or one
    // second.
    wait_until(|| fs::read_to_string(&journal).is_ok_and(|text| text.contains("\"done\"")));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(run(&args, "").status, 0);
    // The earlier content of the output is kept.
    assert_eq!(uris(&output).len(), 1 + 3 * 2);
}

#[test]
fn a_journal_is_accepted_only_for_the_same_run() {
    let folder = documents("belongs", 2, 400);
    let [input, output, journal] = ["in", "links", "journal"].map(|name| path(&folder, name));
    let args = resumable(&input, &output, &journal);
    assert_eq!(run(&args, "").status, 0);
    let with = |more: &[&str]| run(&[args.as_slice(), more].concat(), "");
    let again = with(&[]);
    assert_eq!(again, Run::new(0, "", ""));
    let other = with(&["--scheme", "https"]);
    assert!(
        other.status == 2
            && other
                .stderr
                .contains("is the journal of a run in another folder, with another output"),
        "{other:?}"
    );
    let fields =
        ["extract", "--fields", "uri", "--kind", "uri", "--include", "e", "--format=jsonl", &input];
    let [other, second] = ["other", "second"].map(|name| path(&folder, name));
    for _ in 0..2 {
        let args = [&fields[..], &["-o", &other, "--resume", &second]].concat();
        assert_eq!(run(&args, ""), Run::new(0, "", ""));
    }
    // Options that do not affect the rows may differ between the runs.
    assert_eq!(with(&["--summary"]).status, 0);
    fs::write(&output, "").unwrap();
    let shorter = with(&[]);
    assert!(shorter.status == 2 && shorter.stderr.contains("the journal records"), "{shorter:?}");
    fs::write(&journal, "no journal\n").unwrap();
    let none = with(&[]);
    assert!(
        none.status == 2 && none.stderr.contains("journal:1: not a journal of linkwright"),
        "{none:?}"
    );
}

#[test]
fn a_resumed_run_remembers_that_an_input_failed() {
    let folder = documents("remembers", 2, 2);
    let [input, output, journal] = ["in", "links", "journal"].map(|name| path(&folder, name));
    let args = resumable(&input, &output, &journal);
    let small = [args.as_slice(), &["--limit", "filesize=1"]].concat();
    assert_eq!(run(&small, "").status, 2);
    let again = run(&small, "");
    let why =
        "linkwright: an earlier run could not read a part of an input that has not changed since\n";
    assert_eq!((again.status, again.stderr.as_str()), (2, why));
}

/// A folder with a subfolder `in` for inputs, an output and a journal.
struct Journalled {
    folder: PathBuf,
}

impl Journalled {
    fn new(test: &str) -> Journalled {
        let folder = empty_folder(test);
        fs::create_dir(folder.join("in")).unwrap();
        Journalled { folder }
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let file = self.folder.join("in").join(name);
        fs::write(&file, content).unwrap();
        file
    }

    fn args(&self) -> [String; 8] {
        let [input, output, journal] =
            ["in", "rows", "journal"].map(|name| path(&self.folder, name));
        let fixed = |text: &str| text.to_owned();
        [
            fixed("extract"),
            input,
            fixed("--format=jsonl"),
            fixed("--output"),
            output,
            fixed("--resume"),
            journal,
            fixed("-j2"),
        ]
    }

    /// Runs the command, and returns the exit status and the messages.
    fn run(&self, more: &[&str]) -> (i32, String) {
        let args = self.args();
        let args: Vec<&str> = args.iter().map(String::as_str).chain(more.iter().copied()).collect();
        let Run { status, stdout, stderr } = run(&args, "");
        assert_eq!(stdout, "");
        (status, stderr)
    }

    /// The rows of the output, sorted.
    fn rows(&self) -> Vec<String> {
        sorted(&fs::read_to_string(self.folder.join("rows")).unwrap())
    }

    /// The rows of a single run without a journal, sorted.
    fn rows_of_one_run(&self) -> Vec<String> {
        let input = path(&self.folder, "in");
        sorted(&run(&["extract", "--format", "jsonl", &input], "").stdout)
    }

    fn assert_like_one_run(&self, what: &str) {
        let (rows, expected) = (self.rows(), self.rows_of_one_run());
        if rows == expected {
            return;
        }
        let [here, there] = [&rows, &expected].map(|rows| rows.iter().collect::<BTreeSet<_>>());
        let (lost, stale) = (there.difference(&here).next(), here.difference(&there).next());
        panic!(
            "{what}: missing {lost:?}, unexpected {stale:?}, {} of {} rows",
            rows.len(),
            expected.len()
        );
    }
}

fn sorted(text: &str) -> Vec<String> {
    assert!(text.is_empty() || text.ends_with('\n'));
    let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
    rows.sort();
    rows
}

fn message(n: usize) -> String {
    format!(
        "From a@b Thu Jan  1 00:00:00 1970\nSubject: {n}\n\nsee http://e.x/{n} or <http://e.x/\n {n}>\n\n"
    )
}

#[test]
fn a_run_is_resumed_after_each_checkpoint() {
    let here = Journalled::new("journal-checkpoints");
    // The checkpoints are written after 256 and 512 files, and at the end.
    for file in 0..600 {
        here.write(&format!("{file:04}"), format!("http://e.x/{file} http://e.x/{file}/b"));
    }
    let [output, journal] = ["rows", "journal"].map(|name| here.folder.join(name));
    assert_eq!(here.run(&[]), (0, String::new()));
    let (whole, told) = (fs::read(&output).unwrap(), fs::read_to_string(&journal).unwrap());
    let lines: Vec<&str> = told.split_inclusive('\n').collect();
    assert!(lines.len() >= 4, "{told}");
    // Simulate a run that was killed after each checkpoint, while it wrote a row.
    for killed in 1..lines.len() {
        fs::write(&journal, lines[..=killed].concat()).unwrap();
        let is_last = killed + 1 == lines.len();
        let written = if is_last { &whole[..] } else { &whole[..whole.len() - 100] };
        fs::write(&output, [written, b"{\"v\":1,\"s"].concat()).unwrap();
        assert_eq!(here.run(&[]), (0, String::new()));
        assert!(fs::read(&output).unwrap() == whole, "{}", lines[killed]);
    }
}

#[test]
fn a_changed_file_is_read_again_as_a_whole() {
    let here = Journalled::new("journal-changed");
    let numbers = || -> String {
        let rows = rows(&path(&here.folder, "rows"));
        let end = |row: &serde_json::Value| {
            row["uri"].as_str().unwrap()["http://e.x/".len()..].to_owned()
        };
        rows.iter().map(end).collect::<Vec<_>>().join(" ")
    };
    let run = || assert_eq!(here.run(&[]), (0, String::new()));
    let file = here.write("a.txt", "http://e.x/1 http://e.x/2");
    run();
    assert_eq!(numbers(), "1 2");
    // The file grows.
    let mut grown = OpenOptions::new().append(true).open(&file).unwrap();
    grown.write_all(b"3\nhttp://e.x/4\n").unwrap();
    run();
    assert_eq!(numbers(), "1 2 1 23 4");
    // The file is truncated, like a log that is rotated in place.
    here.write("a.txt", "http://e.x/5");
    run();
    assert_eq!(numbers(), "1 2 1 23 4 5");
    // The content is replaced by one of the same size.
    here.write("a.txt", "http://e.x/6");
    let later = SystemTime::now() + Duration::from_secs(9);
    File::options().write(true).open(&file).unwrap().set_modified(later).unwrap();
    run();
    assert_eq!(numbers(), "1 2 1 23 4 5 6");
    // A copy with the same size and modification time takes the place of the file.
    let copy = here.folder.join("copy");
    fs::write(&copy, "http://e.x/6").unwrap();
    File::options().write(true).open(&copy).unwrap().set_modified(later).unwrap();
    fs::rename(&copy, &file).unwrap();
    run();
    assert_eq!(numbers(), "1 2 1 23 4 5 6");
    // A file that was removed keeps its rows.
    here.write("b.txt", "");
    fs::rename(&file, here.folder.join("in/b.txt")).unwrap();
    run();
    assert_eq!(numbers(), "1 2 1 23 4 5 6 6");
}

#[test]
fn an_input_that_could_not_be_read_is_retried() {
    let here = Journalled::new("journal-failed");
    here.write("there", "http://e.x/1");
    let late = path(&here.folder, "late");
    let (status, messages) = here.run(&[&late]);
    assert!(status == 2 && messages.contains("late: "), "{messages}");
    fs::write(&late, "http://e.x/2").unwrap();
    assert_eq!(here.run(&[&late]), (0, String::new()));
    assert_eq!(uris(&path(&here.folder, "rows")).len(), 2);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;

        let denied = here.write("denied", "http://e.x/3");
        fs::set_permissions(&denied, fs::Permissions::from_mode(0o000)).unwrap();
        if File::open(&denied).is_ok() {
            eprintln!("skipped: this user can read files without read permission");
        } else {
            let (status, messages) = here.run(&[&late]);
            assert!(status == 2 && messages.contains("denied: "), "{messages}");
        }
        fs::set_permissions(&denied, fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(here.run(&[&late]), (0, String::new()));
        assert_eq!(uris(&path(&here.folder, "rows")).len(), 3);
    }
}

#[test]
fn a_second_run_on_the_same_journal_is_refused() {
    let here = Journalled::new("journal-locked");
    here.write("a", "http://e.x/1");
    let args = here.args();
    let args: Vec<&str> = args.iter().map(String::as_str).chain(["-"]).collect();
    // The first run waits for standard input.
    let mut first = command(&args).spawn().unwrap();
    let journal = here.folder.join("journal");
    wait_until(|| fs::read_to_string(&journal).is_ok_and(|text| text.contains("\"done\"")));
    let before = fs::read(&journal).unwrap();
    let skipped = path(&here.folder, "skipped");
    let (status, messages) = here.run(&["--skipped", &skipped]);
    assert_eq!(status, 2);
    assert!(messages.contains("journal: another run has this journal open"), "{messages}");
    assert!(fs::read(&journal).unwrap() == before && !Path::new(&skipped).exists());
    let mut stdin = first.stdin.take().unwrap();
    stdin.write_all(b"http://e.x/2").unwrap();
    drop(stdin);
    assert!(first.wait().unwrap().success());
    assert_eq!(uris(&path(&here.folder, "rows")).len(), 2);
}

/// Creates inputs of several formats that take some time to read.
fn mixed(here: &Journalled) {
    for file in 0..300 {
        let line = |link| format!("see http://e.x/{file}/{link}\n");
        here.write(&format!("{file:04}"), (0..30).map(line).collect::<String>().trim_end());
    }
    here.write("a.mbox", (0..1200).map(message).collect::<String>());
    let line = |n| format!("10:00 GET http://e.x/log/{n} <http://e.x/{n}\n /b>\n");
    here.write("b.log", (0..3000).map(line).collect::<String>());
    let json = |n| format!("{{\"a\":\"http://e.x/json/{n}\"}}\n");
    here.write("c.jsonl", (0..3000).map(json).collect::<String>());
    let page = |n| format!("<p><a href='http://e.x/page/{n}'>\n");
    here.write("d.html", (0..3000).map(page).collect::<String>());
}

#[test]
fn runs_killed_at_any_moment_produce_the_rows_of_one_run() {
    let here = Journalled::new("journal-killed");
    mixed(&here);
    let args = here.args();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let began = std::time::Instant::now();
    assert_eq!(run(&["extract", args[1]], "").status, 0);
    // The run is killed at moments that are spread over slightly more than the duration of one run.
    let step = began.elapsed() / 10;
    let mut killed = 0;
    for kill in 0..24_u32 {
        let mut child = command(&args).spawn().unwrap();
        thread::sleep(step * (kill % 12 + 1) + Duration::from_micros(u64::from(kill) * 137));
        child.kill().unwrap();
        if child.wait().unwrap().success() {
            here.assert_like_one_run("a run that ended before it was killed");
            // A complete run leaves nothing to interrupt, so the next one starts from the beginning.
            for name in ["journal", "rows"] {
                fs::remove_file(here.folder.join(name)).unwrap();
            }
        } else {
            killed += 1;
        }
    }
    assert!(killed >= 10, "only {killed} runs were killed");
    assert_eq!(here.run(&[]), (0, String::new()));
    here.assert_like_one_run("after kills");
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_rows() {
    let here = Journalled::new("journal-full");
    mixed(&here);
    let args = here.args();
    // The file size limit, in units of 512 bytes.
    for blocks in [0, 1, 3, 40, 900, 5000] {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let mut limited = std::process::Command::new("sh");
        limited.args(["-c", &script, env!("CARGO_BIN_EXE_linkwright")]).args(&args);
        let output = limited.output().unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2), "{blocks}: {messages}");
        assert!(messages.contains("too large"), "{blocks}: {messages}");
    }
    assert_eq!(here.run(&[]), (0, String::new()));
    here.assert_like_one_run("after full disks");
    // The journal cannot be a device.
    let [input, output] = ["in", "other"].map(|name| path(&here.folder, name));
    let full =
        run(&["extract", &input, "--format=jsonl", "-o", &output, "--resume", "/dev/full"], "");
    assert_eq!(full.status, 2, "{full:?}");
}

#[cfg(unix)]
#[test]
fn an_input_that_failed_in_the_middle_repeats_no_row() {
    use std::os::unix::fs::PermissionsExt as _;

    let here = Journalled::new("journal-middle");
    here.write("a", "http://e.x/1\nhttp://e.x/2\n");
    let command = here.folder.join("half");
    // The first time, the command fails at once, and then after the first line.
    let script = "#!/bin/sh\nif test -e \"$0.was\"; then head -n 1 \"$1\"; fi\n\
        : > \"$0.was\"; exit 1\n";
    fs::write(&command, script).unwrap();
    fs::set_permissions(&command, fs::Permissions::from_mode(0o700)).unwrap();
    let pre = ["--pre", command.to_str().unwrap()];
    for (rows, why) in [(0, "failed"), (1, "failed"), (1, "an earlier run could not read")] {
        let (status, messages) = here.run(&pre);
        assert!(status == 2 && messages.contains(why), "{messages}");
        assert_eq!(uris(&path(&here.folder, "rows")).len(), rows);
    }
}

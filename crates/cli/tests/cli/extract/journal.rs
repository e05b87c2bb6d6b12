//! Tests of `--resume`. Checks that a run that is killed and resumed, or repeated after its inputs have changed,
//! produces the same rows as a single run. If a file was replaced, the rows of its former content must also be kept.

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
            && other.stderr.contains("is the journal of a run without --scheme https; repeat"),
        "{other:?}"
    );
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
fn a_mailbox_is_resumed_after_each_checkpoint() {
    let here = Journalled::new("journal-mailbox");
    let mailbox: String = (0..4000).map(message).collect();
    here.write("a.mbox", &mailbox);
    let [output, journal] = ["rows", "journal"].map(|name| here.folder.join(name));
    assert_eq!(here.run(&[]), (0, String::new()));
    let (whole, told) = (fs::read(&output).unwrap(), fs::read_to_string(&journal).unwrap());
    let lines: Vec<&str> = told.split_inclusive('\n').collect();
    let is_inside = |line: &&str| line.contains("\"reading\"");
    assert!(lines.iter().copied().filter(is_inside).count() >= 2, "{told}");
    // Simulate a run that was killed after each checkpoint, while it wrote a row.
    for killed in (0..lines.len()).filter(|&at| is_inside(&lines[at])) {
        fs::write(&journal, lines[..=killed].concat()).unwrap();
        fs::write(&output, [&whole[..whole.len() - 100], b"{\"v\":1,\"s"].concat()).unwrap();
        assert_eq!(here.run(&[]), (0, String::new()));
        assert!(fs::read(&output).unwrap() == whole, "{}", lines[killed]);
    }
    // Simulate a mailbox that grows between two runs.
    fs::write(&journal, lines[..3].concat()).unwrap();
    here.write("a.mbox", mailbox + &message(4000));
    assert_eq!(here.run(&[]), (0, String::new()));
    here.assert_like_one_run("a mailbox that has grown");
}

#[test]
fn files_grow_at_any_byte() {
    let here = Journalled::new("journal-grows");
    let log = "10:00 GET http://e.x/a\n10:01 <http://e.x/b\n /c.html> – für http://e.x/d\n\
        (see http://e.x/e)\nhttp://e.x/f http://e.x/g\nno link\n日本 http://e.x/h\n";
    let json = "{\"a\":\"http://e.x/1\"}\n{\"b\":[\"see http:\\/\\/e.x\\/2\",\"http://e.x/3\"]}\n";
    let mailbox: String = (0..3).map(message).collect();
    let files = [("a.log", log.to_owned()), ("b.jsonl", json.repeat(3)), ("c.mbox", mailbox)];
    let last = files.iter().map(|(_, content)| content.len()).max().unwrap();
    for cut in (0..last + 3).step_by(3) {
        for (name, content) in &files {
            here.write(name, &content.as_bytes()[..cut.min(content.len())]);
        }
        // The result is ignored, because truncated JSON causes a message and status 2.
        here.run(&[]);
        here.assert_like_one_run(&format!("{cut} bytes"));
    }
    // If nothing has changed, the output is unchanged.
    let before = fs::read(here.folder.join("rows")).unwrap();
    assert_eq!(here.run(&[]), (0, String::new()));
    assert_eq!(fs::read(here.folder.join("rows")).unwrap(), before);
}

#[test]
fn the_rows_of_a_replaced_file_are_appended() {
    let here = Journalled::new("journal-replaced");
    let numbers = || -> String {
        let rows = rows(&path(&here.folder, "rows"));
        let mut ends: Vec<_> = rows
            .iter()
            .map(|row| row["uri"].as_str().unwrap().replace("http://e.x/", ""))
            .collect();
        ends.sort();
        ends.join(" ")
    };
    let file = here.write("a.txt", "http://e.x/1 http://e.x/2\nhttp://e.x/3");
    assert_eq!(here.run(&[]), (0, String::new()));
    assert_eq!(numbers(), "1 2 3");
    // The new file has the same size and modification time.
    let time = fs::metadata(&file).unwrap().modified().unwrap();
    here.write("a.txt", "http://e.x/4 http://e.x/5\nhttp://e.x/6");
    File::options().write(true).open(&file).unwrap().set_modified(time).unwrap();
    assert_eq!(here.run(&[]), (0, String::new()));
    assert_eq!(numbers(), "1 2 3 4 5 6");
    // The file is truncated, like a log that is rotated in place.
    here.write("a.txt", "http://e.x/7");
    assert_eq!(here.run(&[]), (0, String::new()));
    assert_eq!(numbers(), "1 2 3 4 5 6 7");
    // The file grows at its end, so its only row is replaced. The rows of its former contents are kept.
    here.write("a.txt", "http://e.x/78\nhttp://e.x/9 there\n");
    assert_eq!(here.run(&[]), (0, String::new()));
    assert_eq!(numbers(), "1 2 3 4 5 6 78 9");
    // A document without resume points is read again as a whole.
    here.write("b.html", "<a href='http://e.x/b'>");
    assert_eq!(here.run(&[]), (0, String::new()));
    here.write("b.html", "<a href='http://e.x/b'><a href='http://e.x/c'>");
    assert_eq!(here.run(&[]), (0, String::new()));
    assert_eq!(numbers(), "1 2 3 4 5 6 78 9 b b c");
    // First only the modification time changes, and then the file is removed.
    File::options().write(true).open(&file).unwrap().set_modified(SystemTime::now()).unwrap();
    assert_eq!((here.run(&[]), numbers().len()), ((0, String::new()), 22));
    fs::remove_file(file).unwrap();
    assert_eq!((here.run(&[]), numbers().len()), ((0, String::new()), 22));
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
fn a_damaged_row_of_a_journal_is_refused() {
    let folder = empty_folder("journal-damaged");
    let name = |name: &str| folder.join(name).display().to_string();
    let [path, output, journal] = ["a.txt", "out", "journal"].map(name);
    fs::write(&path, "http://a.example/x").unwrap();
    let args = ["extract", "--format", "jsonl", "-o", &output, "--resume", &journal, &path];
    assert_eq!(run(&args, "").status, 0);
    let whole = fs::read_to_string(&journal).unwrap();
    let rows = fs::read(&output).unwrap();
    assert!(whole.contains("a.example/x"));
    fs::write(&journal, whole.replace("a.example/x", "a.example/y")).unwrap();
    let refused = run(&args, "");
    assert!(refused.status == 2 && refused.stderr.contains("checksum"), "{refused:?}");
    assert_eq!(fs::read(&output).unwrap(), rows);
    fs::write(&journal, whole).unwrap();
    assert_eq!(run(&args, ""), Run::new(0, "", ""));
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
    let state = || ["journal", "rows"].map(|name| fs::read(here.folder.join(name)).ok());
    let before = state();
    let skipped = path(&here.folder, "skipped");
    let (status, messages) = here.run(&["--skipped", &skipped]);
    assert_eq!(status, 2);
    assert!(messages.contains("journal: another run has this journal open"), "{messages}");
    assert!(state() == before && !Path::new(&skipped).exists());
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
    assert_eq!(run(&["extract", "--count", args[1]], "").status, 0);
    // The run is killed at moments that are spread over slightly more than the duration of one run.
    let step = began.elapsed() / 10;
    let (mut killed, mut grown) = (0, 0);
    for kill in 0..24_u32 {
        let mut child = command(&args).spawn().unwrap();
        thread::sleep(step * (kill % 12 + 1) + Duration::from_micros(u64::from(kill) * 137));
        child.kill().unwrap();
        killed += u32::from(!child.wait().unwrap().success());
        // Between the runs, a log grows.
        let mut log = OpenOptions::new().append(true).open(here.folder.join("in/b.log")).unwrap();
        write!(log, "10:01 http://e.x/late/{kill}{}", if kill % 2 == 0 { "\n" } else { "" })
            .unwrap();
        grown += 1;
    }
    assert!(killed >= 10 && grown == 24, "only {killed} runs were killed");
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

//! Tests of the command as a whole: the standard output, standard error and exit status of its subcommands.

mod check;
mod config;
mod explain;
mod extract;
#[cfg(unix)]
mod jobs;
mod linkify;
mod live;
mod mdbook;
mod messages;
mod options;
mod patterns;
mod pipe;
mod readme;
mod safety;
#[cfg(unix)]
mod schema;
mod shell;
#[cfg(unix)]
mod signals;
mod site;
mod uri;
#[cfg(unix)]
mod write;
mod wrong;

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The end of every message about an invalid command line.
const HELP: &str = "\n\nFor more information, try '--help'.\n";

/// The result of a run of the command.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    status: i32,
    stdout: String,
    stderr: String,
}

impl Run {
    fn new(status: i32, stdout: &str, stderr: &str) -> Run {
        Run { status, stdout: stdout.to_owned(), stderr: stderr.to_owned() }
    }

    /// The lines of standard output as JSON.
    fn json(&self) -> Vec<serde_json::Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_linkwright"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    // The configuration of the user who runs the tests must not affect them.
    for name in ["XDG_CONFIG_HOME", "APPDATA"] {
        command.env(name, env!("CARGO_TARGET_TMPDIR"));
    }
    command
}

/// Runs the command with `input` as its standard input.
fn run(args: &[&str], input: impl AsRef<[u8]>) -> Run {
    finish(&mut command(args), input)
}

/// Runs a prepared command with `input` as its standard input.
fn finish(command: &mut Command, input: impl AsRef<[u8]>) -> Run {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // A command that ends early closes the pipe, which is not an error.
    let writer = std::thread::spawn(move || stdin.write_all(&input).ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The folder for the files of a test, created if necessary.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The folder for the files of a test, emptied of files of an earlier run.
fn empty_folder(test: &str) -> PathBuf {
    let folder = folder(test);
    fs::remove_dir_all(&folder).unwrap();
    fs::create_dir(&folder).unwrap();
    folder
}

/// Creates a file in the folder of a test, and returns its path.
fn file(test: &str, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder(test).join(name);
    fs::write(&path, content).unwrap();
    path.into_os_string().into_string().unwrap()
}

/// Runs the command with `input`, but keeps its standard input open. Returns its status and standard error.
fn run_until_exit(args: &[&str], input: &str) -> (i32, String) {
    let mut child = command(args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    let status = child.wait().unwrap();
    drop(stdin);
    let mut errors = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut errors).unwrap();
    (status.code().unwrap(), errors)
}

/// Runs the command, closes its standard output after the first bytes, and returns its status and standard error. The
/// input is `input`, repeated `times` times.
fn run_and_hang_up(args: &[&str], input: &'static str, times: usize) -> (i32, String) {
    use std::io::Read as _;

    let mut child = command(args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        for _ in 0..times {
            if stdin.write_all(input.as_bytes()).is_err() {
                break;
            }
        }
    });
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 4]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

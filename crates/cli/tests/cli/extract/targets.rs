//! Tests of the target of `--output`: files, devices, pipes, symbolic links, and inputs.

use std::fs;
use std::path::Path;

use crate::{Run, empty_folder, run};

const TEXT: &str = "http://e.x/1 http://e.x/2";
const ROWS: &str = "http://e.x/1\nhttp://e.x/2\n";

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).into_os_string().into_string().unwrap()
}

fn extract(args: &[&str], input: &str) -> Run {
    run(&[&["extract"], args].concat(), input)
}

#[test]
fn a_dash_is_standard_output() {
    let folder = empty_folder("dash");
    for name in ["-", "/dev/stdout"] {
        if name == "-" || cfg!(unix) {
            assert_eq!(extract(&["-o", name], TEXT), Run::new(0, ROWS, ""), "{name}");
            let lines = extract(&["-o", name, "--format", "jsonl"], TEXT);
            assert_eq!(lines.json().len(), 2, "{name}");
        }
    }
    assert!(!Path::new("-").exists());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn a_run_without_input_leaves_the_output_unchanged() {
    let folder = empty_folder("no-input");
    let [good, gone, none] = ["good.csv", "gone", "none"].map(|name| path(&folder, name));
    fs::write(&good, "good\n").unwrap();
    fs::create_dir(&none).unwrap();
    let kept = format!("linkwright: {good}: left unchanged, because no input was read\n");
    for (args, status) in [(&[&*gone][..], 2), (&[&none], 2), (&["--files-from", "-"], 1), (&[], 1)]
    {
        let args = [&["-o", &good, "--format", "csv"], args].concat();
        let done = extract(&args, "");
        assert_eq!((done.status, done.stdout.as_str()), (status, ""), "{args:?}");
        assert!(done.stderr.ends_with(&kept), "{args:?}: {done:?}");
        assert_eq!(fs::read_to_string(&good).unwrap(), "good\n", "{args:?}");
    }
    // An input without links replaces the output, even if the input is an empty file.
    let empty = path(&folder, "empty");
    fs::write(&empty, "").unwrap();
    for args in [&["-o", &*good][..], &["-o", &good, &empty]] {
        fs::write(&good, "good\n").unwrap();
        assert_eq!(extract(args, "no link"), Run::new(1, "", ""));
        assert_eq!(fs::read_to_string(&good).unwrap(), "");
    }
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let folder = empty_folder("both");
    let [file, other] = ["x", "y"].map(|name| path(&folder, name));
    fs::write(&file, TEXT).unwrap();
    fs::write(&other, TEXT).unwrap();
    let soft = path(&folder, "soft");
    #[cfg(unix)]
    std::os::unix::fs::symlink("x", &soft).unwrap();
    let names = [Some(file.clone()), Some(path(&folder, "./x")), cfg!(unix).then_some(soft)];
    let names: Vec<String> = names.into_iter().flatten().collect();
    for name in &names {
        for format in ["text", "jsonl", "json", "csv"] {
            let done = extract(&["--format", format, "-o", &file, &other, name], "");
            let why = format!("linkwright: {name}: is both an input and the output\n");
            assert_eq!(done, Run::new(2, "", &why), "{format}");
            assert_eq!(fs::read_to_string(&file).unwrap(), TEXT);
        }
        // The names in a list are not known in advance, so an input that is the output is skipped with a message.
        let listed = extract(&["-o", &file, "--files-from", "-"], &format!("{other}\n{name}\n"));
        let why = format!("linkwright: {name}: is the output, so it is not read\n");
        assert_eq!(listed, Run::new(2, "", &why));
        assert_eq!(fs::read_to_string(&file).unwrap(), ROWS);
        fs::write(&file, TEXT).unwrap();
    }
    #[cfg(unix)]
    {
        let hard = path(&folder, "hard");
        fs::hard_link(&file, &hard).unwrap();
        let why = format!("linkwright: {hard}: is both an input and the output\n");
        assert_eq!(extract(&["-o", &file, &other, &hard], ""), Run::new(2, "", &why));
    }
}

#[test]
fn an_output_that_is_a_list_or_a_journal_is_refused() {
    let folder = empty_folder("roles");
    let [list, input] = ["list", "in"].map(|name| path(&folder, name));
    fs::write(&input, TEXT).unwrap();
    fs::write(&list, format!("{input}\n")).unwrap();
    let done = extract(&["-o", &list, "--files-from", &list], "");
    assert_eq!(
        done,
        Run::new(2, "", &format!("linkwright: {list}: is both a file to read and the output\n"))
    );
    let args = ["--format", "jsonl", "-o", &list, "--resume", &list, &input];
    let why = format!("linkwright: {list}: is both the output and the journal\n");
    assert_eq!(extract(&args, ""), Run::new(2, "", &why));
    assert_eq!(fs::read_to_string(&list).unwrap(), format!("{input}\n"));
}

#[test]
fn an_output_in_a_searched_folder_is_left_out_and_counted() {
    let folder = empty_folder("counted");
    let [input, output] = ["in", "links"].map(|name| path(&folder, name));
    fs::write(&input, TEXT).unwrap();
    fs::write(&output, "http://e.x/old").unwrap();
    // The temporary output file that a killed run left in the folder is not read.
    fs::write(folder.join(".linkwright-1-0.tmp"), "http://e.x/draft").unwrap();
    let folder = path(&folder, "");
    let done = extract(&["--hidden", "--summary", "-o", &output, &folder], "");
    assert_eq!((done.status, fs::read_to_string(&output).unwrap().as_str()), (0, ROWS));
    for line in ["1 × own output", "1 × unfinished output"] {
        assert!(done.stderr.contains(line), "{done:?}");
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};
    use std::process::Command;
    use std::thread;

    use super::*;

    fn make_pipe(path: &str) {
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    #[test]
    fn devices_are_written_in_place() {
        let folder = empty_folder("devices");
        for format in ["text", "jsonl", "csv", "json"] {
            let done = extract(&["-o", "/dev/null", "--format", format], TEXT);
            assert_eq!(done, Run::new(0, "", ""), "{format}");
            // A symbolic link to a device is not replaced by a file.
            let link = path(&folder, format);
            symlink("/dev/null", &link).unwrap();
            assert_eq!(extract(&["-o", &link, "--format", format], TEXT), Run::new(0, "", ""));
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }

    #[test]
    fn rows_can_be_written_to_a_named_pipe() {
        let folder = empty_folder("pipe");
        let pipe = path(&folder, "pipe");
        make_pipe(&pipe);
        for format in ["text", "jsonl"] {
            let reader = thread::spawn({
                let pipe = pipe.clone();
                move || fs::read_to_string(pipe).unwrap()
            });
            assert_eq!(extract(&["-o", &pipe, "--format", format], TEXT), Run::new(0, "", ""));
            assert_eq!(reader.join().unwrap().lines().count(), 2, "{format}");
            assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    /// Runs a shell script, in which `$0` is the command.
    fn shell(script: &str, args: &[&str]) -> Run {
        let mut shell = Command::new("bash");
        let output = shell.arg("-c").arg(script).arg(env!("CARGO_BIN_EXE_linkwright")).args(args);
        let output = output.output().unwrap();
        Run {
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    #[test]
    fn rows_can_be_written_to_a_process_substitution() {
        let script = "echo 'http://e.x/1 http://e.x/2' | \"$0\" extract -o >(sed s/^/got:/) | cat";
        let done = shell(script, &[]);
        assert_eq!(done, Run::new(0, "got:http://e.x/1\ngot:http://e.x/2\n", ""));
    }

    #[test]
    fn rows_are_appended_to_an_open_descriptor() {
        let folder = empty_folder("descriptor");
        let file = path(&folder, "log");
        fs::write(&file, "before\n").unwrap();
        let script = "echo http://e.x/1 | \"$0\" extract -o /dev/fd/3 3>>\"$1\"";
        assert_eq!(shell(script, &[&file]), Run::new(0, "", ""));
        assert_eq!(fs::read_to_string(&file).unwrap(), "before\nhttp://e.x/1\n");
    }

    #[test]
    fn an_input_that_is_also_standard_output_is_refused() {
        let folder = empty_folder("stdout");
        let file = path(&folder, "x");
        fs::write(&file, TEXT).unwrap();
        for (verb, script) in [
            ("extract", "\"$0\" extract \"$1\" >> \"$1\""),
            ("extract", "\"$0\" extract - < \"$1\" >> \"$1\""),
            ("linkify", "\"$0\" linkify \"$1\" >> \"$1\""),
        ] {
            let done = shell(script, &[&file]);
            let why = "is both an input and standard output\n";
            assert!(done.status == 2 && done.stderr.ends_with(why), "{verb}: {done:?}");
            assert_eq!(fs::read_to_string(&file).unwrap(), TEXT);
        }
    }

    #[test]
    fn symbolic_links_are_kept_and_hard_links_are_refused() {
        let folder = empty_folder("through");
        let [file, soft, hard, dangling, made] =
            ["file", "soft", "hard", "dangling", "made"].map(|name| path(&folder, name));
        fs::write(&file, "old, and longer than the rows that are written over it\n").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("file", &soft).unwrap();
        assert_eq!(extract(&["-o", &soft], TEXT), Run::new(0, "", ""));
        assert!(fs::symlink_metadata(&soft).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), ROWS);
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o640);
        // A rename would take the file from its other names.
        fs::hard_link(&file, &hard).unwrap();
        let why = format!(
            "linkwright: {hard}: has several hard links, of which only this one would change\n"
        );
        assert_eq!(extract(&["-o", &hard], "http://e.x/3"), Run::new(2, "", &why));
        assert_eq!(fs::read_to_string(&file).unwrap(), ROWS);
        assert_eq!(fs::metadata(&file).unwrap().nlink(), 2);
        // Writing through a symbolic link to a missing file creates that file.
        symlink("made", &dangling).unwrap();
        assert_eq!(extract(&["-o", &dangling], TEXT), Run::new(0, "", ""));
        assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&made).unwrap(), ROWS);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 5);
    }

    #[test]
    fn a_full_device_is_reported() {
        for format in ["text", "jsonl", "csv", "json"] {
            let done = extract(&["-o", "/dev/full", "--format", format], TEXT);
            let why = "linkwright: /dev/full: No space left on device (os error 28)\n";
            assert_eq!(done, Run::new(2, "", why), "{format}");
        }
        let script = "echo http://e.x/1 | \"$0\" extract > /dev/full";
        let why = "linkwright: standard output: No space left on device (os error 28)\n";
        assert_eq!(shell(script, &[]), Run::new(2, "", why));
    }

    /// A file size limit simulates a full disk. It works for every user and needs no separate disk.
    #[test]
    fn a_failed_write_leaves_the_old_file_unchanged() {
        let folder = empty_folder("full");
        let [input, output] = ["in", "links"].map(|name| path(&folder, name));
        let text: String = "http://e.x/a/b/c\n".repeat(20_000);
        fs::write(&input, text).unwrap();
        let script =
            "trap '' XFSZ; ulimit -f 64; exec \"$0\" extract --format \"$1\" -o \"$2\" \"$3\"";
        let formats = ["text", "jsonl", "json", "csv", "tsv"].into_iter();
        let built = [("parquet", cfg!(feature = "parquet")), ("sqlite", cfg!(feature = "sqlite"))];
        let built = built.into_iter().filter(|(_, is_built)| *is_built).map(|(name, _)| name);
        for format in formats.chain(built) {
            fs::write(&output, "old").unwrap();
            let done = shell(script, &[format, &output, &input]);
            assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{format}: {done:?}");
            assert!(done.stderr.starts_with(&format!("linkwright: {output}: ")), "{done:?}");
            assert_eq!(done.stderr.lines().count(), 1);
            assert_eq!(fs::read_to_string(&output).unwrap(), "old", "{format}");
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "{format}");
        }
    }

    #[test]
    fn a_folder_is_refused_as_an_output() {
        let folder = empty_folder("is-folder");
        let name = path(&folder, "");
        let why = format!("linkwright: {name}: is a folder\n");
        assert_eq!(extract(&["-o", &name], TEXT), Run::new(2, "", &why));
    }

    #[test]
    fn a_closed_pipe_ends_the_run_quietly() {
        let script = "yes 'see http://e.x/1 now' | \"$0\" extract -o >(head -1 >&2) | cat; exit ${PIPESTATUS[1]}";
        let done = shell(script, &[]);
        assert_eq!(done, Run::new(0, "", "http://e.x/1\n"));
    }
}

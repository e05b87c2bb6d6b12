//! Tests of which files are read, and in which order.

use std::fs;
use std::path::Path;

use crate::{Run, empty_folder, run};

/// Creates files with these names in an empty folder. Every file has one link, which contains the name of the file.
fn tree(test: &str, names: &[&str]) -> String {
    let root = empty_folder(test);
    for name in names {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("see http://e.x/{name}\n")).unwrap();
    }
    root.into_os_string().into_string().unwrap()
}

/// The names of the files whose links were found.
fn names(run: &Run) -> Vec<&str> {
    run.stdout.lines().map(|line| line.strip_prefix("http://e.x/").unwrap()).collect()
}

fn write(root: &str, name: &str, content: &str) {
    fs::write(Path::new(root).join(name), content).unwrap();
}

#[test]
fn a_folder_is_read_in_name_order() {
    let root = tree("order", &["b/1", "a/2", "c", "a/1/x", "a.txt", "B"]);
    let found = run(&["extract", &root], "");
    assert_eq!((found.status, found.stderr.as_str()), (0, ""));
    assert_eq!(names(&found), ["B", "a/1/x", "a/2", "a.txt", "b/1", "c"]);
}

#[test]
fn arguments_are_read_in_the_given_order() {
    let root = tree("named", &["b", "a", "d/x"]);
    let [a, b, d] = ["a", "b", "d"].map(|name| format!("{root}/{name}"));
    let found = run(&["extract", &d, &b, "-", &a], "http://e.x/stdin");
    assert_eq!(names(&found), ["d/x", "b", "stdin", "a"]);
}

#[test]
fn ignored_and_hidden_files_are_read_only_on_request() {
    let root = tree("ignored", &["kept", "left.out", "deep/left.out", ".dot", ".d/x", "git.out"]);
    write(&root, ".ignore", "left.out\n");
    // Git's rules apply only in a repository, so the folder is made to look like one.
    write(&root, ".gitignore", "git.out\n");
    fs::create_dir(format!("{root}/.git")).unwrap();
    let found = |args: &[&str]| run(&[&["extract", &root], args].concat(), "");
    assert_eq!(names(&found(&[])), ["kept"]);
    assert_eq!(names(&found(&["--no-ignore"])), ["deep/left.out", "git.out", "kept", "left.out"]);
    assert_eq!(names(&found(&["--hidden"])), [".d/x", ".dot", "kept"]);
    // A file named on the command line is read even if an ignore rule excludes it.
    let named = format!("{root}/left.out");
    assert_eq!(names(&run(&["extract", &named], "")), ["left.out"]);
}

#[test]
fn files_can_be_named_in_a_list() {
    let root = tree("lists", &["a", "b_c", "d/x", "d/y"]);
    let list = |end: &str| {
        ["b_c", "gone", "", "d", "a"].map(|name| match name {
            "" => end.to_owned(),
            name => format!("{root}/{name}{end}"),
        })
    };
    let expected = ["b_c", "d/x", "d/y", "a"];
    for (args, end) in [
        (["--files-from", "-"], "\n"),
        (["--files-from", "-"], "\r\n"),
        (["--files-from", "-"], "\0"),
    ] {
        let found = run(&["extract", args[0], args[1]], list(end).concat());
        assert_eq!((found.status, names(&found)), (2, expected.to_vec()), "{args:?} {end:?}");
        assert!(found.stderr.contains("/gone: "), "{found:?}");
        assert_eq!(found.stderr.lines().count(), 1);
    }
    let file = format!("{root}/list");
    fs::write(&file, list("\n").concat()).unwrap();
    let named = format!("{root}/a");
    let found = run(&["extract", &named, "--files-from", &file], "http://e.x/stdin");
    assert_eq!(names(&found), [["a"].as_slice(), expected.as_slice()].concat());
    let gone = run(&["extract", "--files-from", &format!("{root}/none")], "");
    assert!(gone.status == 2 && gone.stderr.contains("/none: "), "{gone:?}");
}

#[test]
fn several_workers_write_the_same_output_as_one_worker() {
    let root = empty_folder("workers");
    for number in 0..300 {
        // Large files are mixed with small files, so that workers overtake each other.
        let links = if number % 17 == 0 { 700 } else { number % 3 };
        let line = |link| format!("see http://e.x/{number}/{link}\n");
        fs::write(root.join(format!("{number:03}")), (0..links).map(line).collect::<String>())
            .unwrap();
    }
    let root = root.into_os_string().into_string().unwrap();
    for format in ["text", "jsonl"] {
        let found = |jobs| run(&["extract", "-j", jobs, "--format", format, &root], "");
        let one = found("1");
        assert!(one.stdout.lines().count() > 12_000 && one.status == 0);
        for jobs in ["2", "7", "0"] {
            assert!(found(jobs) == one, "{format}, {jobs}");
        }
    }
}

#[test]
fn the_output_file_is_not_read_as_an_input() {
    let root = tree("own", &["a", "b"]);
    for format in ["text", "jsonl", "csv"] {
        let output = format!("{root}/links");
        for _ in 0..2 {
            let done = run(&["extract", "--format", format, "--output", &output, &root], "");
            assert_eq!(done, Run::new(0, "", ""), "{format}");
        }
        let lines = fs::read_to_string(&output).unwrap().lines().count();
        assert_eq!(lines, if format == "csv" { 3 } else { 2 });
        fs::remove_file(&output).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn symbolic_links_on_the_command_line_are_followed() {
    use std::os::unix::fs::symlink;

    let root = tree("links", &["in/a", "out/b"]);
    symlink(format!("{root}/out"), format!("{root}/in/folder")).unwrap();
    symlink(format!("{root}/out/b"), format!("{root}/in/file")).unwrap();
    symlink("nowhere", format!("{root}/in/gone")).unwrap();
    let found = run(&["extract", &format!("{root}/in")], "");
    assert_eq!((found.status, names(&found)), (0, vec!["in/a"]));
    let line = "linkwright: not searched: 3 symbolic links (--skipped FILE lists them)\n";
    assert_eq!(found.stderr, line);
    for name in ["in/folder", "in/file"] {
        assert_eq!(names(&run(&["extract", &format!("{root}/{name}")], "")), ["out/b"]);
    }
    assert_eq!(run(&["extract", &format!("{root}/in/gone")], "").status, 2);
    let told = run(&["extract", "--summary", &format!("{root}/in")], "");
    assert!(told.stderr.contains("3 × symbolic link"), "{told:?}");
}

#[test]
fn files_that_are_too_large_are_reported() {
    let root = tree("large", &["a", "c"]);
    write(&root, "b", &"http://e.x/b\n".repeat(1000));
    let found = run(&["extract", "--limit", "filesize=1K", &root], "");
    assert_eq!((found.status, names(&found)), (2, vec!["a", "c"]));
    assert!(found.stderr.starts_with(&format!("linkwright: {root}/b: has 13000 bytes")));
}

#[test]
fn a_summary_is_printed_on_request() {
    let root = tree("summary", &["a", "b"]);
    let found = run(&["extract", "--summary", &root, &format!("{root}/gone")], "");
    assert_eq!(names(&found), ["a", "b"]);
    let lines: Vec<&str> = found.stderr.lines().collect();
    assert!(lines[0].contains("/gone: "), "{lines:?}");
    assert!(lines[1].starts_with("linkwright: 2 files, 34 B, "), "{lines:?}");
    assert!(lines[1].contains(", 2 links in "), "{lines:?}");
    let counts = ["linkwright: 3 inputs: 2 read, 0 partly read, 1 skipped", "linkwright: 1 × io"];
    assert_eq!(lines[2..], counts);
}

#[test]
fn globs_and_types_select_files_in_folders() {
    let root = tree("globs", &["a.md", "b.txt", "c/d.md", "c/e.html", "f.eml"]);
    write(&root, "f.eml", "Subject: x\n\nsee http://e.x/f.eml\n");
    let found = |args: &[&str]| {
        let run = run(&[&["extract", &root], args].concat(), "");
        names(&run).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(found(&["-g", "*.md"]), ["a.md", "c/d.md"]);
    assert_eq!(found(&["-g", "!*.md"]), ["b.txt", "c/e.html", "f.eml"]);
    assert_eq!(found(&["-g", "*.md", "-g", "!d.md"]), ["a.md"]);
    assert_eq!(found(&["-t", "md"]), ["a.md", "c/d.md"]);
    assert_eq!(found(&["-t", "md,html"]), ["a.md", "c/d.md", "c/e.html"]);
    // A file named on the command line is read even if its type is not selected.
    let named = format!("{root}/b.txt");
    assert_eq!(names(&run(&["extract", "-t", "md", &named], "")), ["b.txt"]);
    // Files that are not selected are no inputs. A folder without selected files is not an error.
    let none = run(&["extract", &root, "-t", "rust", "--skipped", "-", "-o", "/dev/null"], "");
    assert_eq!((none.status, none.stdout.as_str()), (1, ""));
}

#[test]
fn wrong_globs_and_types_are_reported() {
    for (args, why) in [
        (["-g", "["], "--glob [: "),
        (["-t", "markdwn"], "a similar value exists: 'markdown'"),
        (["-t", "x y"], "`linkwright extract -t list` lists the names"),
    ] {
        let found = run(&["extract", args[0], args[1], "."], "");
        assert_eq!((found.status, found.stderr.contains(why)), (2, true), "{}", found.stderr);
    }
    let list = run(&["extract", "-t", "list"], "");
    assert!(list.status == 0 && list.stdout.contains("\nmarkdown: "));
}

#[cfg(unix)]
#[test]
fn symbolic_links_in_folders_are_followed_on_request() {
    let root = tree("followed", &["real/x"]);
    let elsewhere = tree("followed-elsewhere", &["y"]);
    std::os::unix::fs::symlink(&elsewhere, format!("{root}/link")).unwrap();
    std::os::unix::fs::symlink(&root, format!("{root}/loop")).unwrap();
    assert_eq!(names(&run(&["extract", &root], "")), ["real/x"]);
    let found = run(&["extract", "-L", &root], "");
    assert_eq!(names(&found), ["y", "real/x"]);
    assert!(found.stderr.contains("loop"), "{}", found.stderr);
}

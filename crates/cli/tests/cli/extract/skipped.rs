//! Checks that nothing is skipped silently: inputs on the command line are reported, and other inputs are counted and
//! listed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::{HELP, Run, empty_folder, file, run};

const PICTURE: &[u8] = b"\x89PNG\r\n\x1A\n http://e.x/hidden";
const ARCHIVE: &[u8] = b"7z\xBC\xAF\x27\x1C http://e.x/packed";
const DOCUMENT: &[u8] = b"AT&TFORM\0\0\0\x04DJVU http://e.x/packed";
const TEXT: &[u8] = b"see http://e.x/\n";

/// A name and a content. A name that ends with `/` is an empty folder.
type File<'f> = (&'f str, &'f [u8]);

/// Creates the files in an empty folder.
fn tree(test: &str, files: &[File<'_>]) -> String {
    let root = empty_folder(test);
    for (name, content) in files {
        let path = root.join(name);
        if name.ends_with('/') {
            fs::create_dir_all(path).unwrap();
        } else {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
    }
    root.into_os_string().into_string().unwrap()
}

#[test]
fn an_argument_that_is_not_searched_is_reported_with_the_reason() {
    let bytes = "--binary searches it";
    for (name, content, why) in [
        ("a.png", PICTURE, format!("a PNG picture, not searched ({bytes})")),
        ("a.7z", ARCHIVE, "a 7z archive, not opened".to_owned()),
        (
            "a.djvu",
            b"AT&TFORM\0\0\0\x04DJVU http://e.x/",
            format!("a DjVu document, not searched ({bytes})"),
        ),
        ("a.out", b"\x7FELF\x02\x01", format!("a program, not searched ({bytes})")),
        ("a", b"\x01\x02\x03\0\0\xFF\x05", format!("binary data, not searched ({bytes})")),
    ] {
        let path = file("skipped-named", name, content);
        let there = file("skipped-named", "there.txt", TEXT);
        let expected = format!("linkwright: {path}: {why}\n");
        assert_eq!(run(&["extract", &path], ""), Run::new(2, "", &expected));
        // The message is the same if another file has links, if the file is in a list, and if the data comes from
        // standard input.
        let both = Run::new(2, "http://e.x/\n", &expected);
        assert_eq!(run(&["extract", &path, &there], ""), both);
        let list = format!("{path}\n{there}\n");
        assert_eq!(run(&["extract", "--files-from", "-"], list), both);
        let piped = format!("linkwright: -: {why}\n");
        assert_eq!(run(&["extract"], content), Run::new(2, "", &piped));
        assert_eq!(run(&["extract", "--binary", &path], "").stderr, "");
    }
}

#[test]
fn a_folder_argument_without_files_to_read_is_reported() {
    let cases: [&[File<'_>]; 4] = [
        &[],
        &[("a/b/", b"")],
        &[(".a", TEXT), (".b/c", TEXT)],
        &[(".ignore", b"x\n"), ("x", TEXT)],
    ];
    let why = "is a folder without files to read (hidden and ignored files: try --hidden and \
               --no-ignore)";
    for files in cases {
        let root = tree("skipped-folder", files);
        assert_eq!(
            run(&["extract", &root], ""),
            Run::new(2, "", &format!("linkwright: {root}: {why}\n"))
        );
    }
    let root = tree("skipped-folder", &[(".a", TEXT)]);
    assert_eq!(run(&["extract", "--hidden", &root], ""), Run::new(0, "http://e.x/\n", ""));
    // An empty folder inside a folder argument is not reported.
    let root = tree("skipped-folder", &[("a/", b""), ("b", TEXT)]);
    assert_eq!(run(&["extract", &root], ""), Run::new(0, "http://e.x/\n", ""));
}

#[test]
fn unread_kinds_of_data_in_a_folder_are_counted_on_one_line() {
    let files = [("a.png", PICTURE), ("b", TEXT), ("c.djvu", DOCUMENT), ("d.png", PICTURE)];
    let root = tree("skipped-counted", &files);
    let line = "linkwright: not searched: 2 binary, 1 in a format that is not read \
                (--skipped FILE lists them, --binary searches them)\n";
    assert_eq!(run(&["extract", &root], ""), Run::new(0, "http://e.x/\n", line));
    assert_eq!(run(&["extract", "--strict", &root], ""), Run::new(2, "http://e.x/\n", line));
    let all = run(&["extract", "--binary", "--strict", &root], "");
    assert_eq!((all.status, all.stdout.lines().count(), all.stderr.as_str()), (0, 4, ""));
    // Hidden and ignored files are left out on purpose, so they are not failures.
    let root =
        tree("skipped-counted", &[(".a", TEXT), (".ignore", b"x\n"), ("x", TEXT), ("y", TEXT)]);
    assert_eq!(run(&["extract", "--strict", &root], ""), Run::new(0, "http://e.x/\n", ""));
    // The names of Maildir++ folders begin with a dot, but the folders do not count as hidden.
    let mail = [
        ("cur/a", TEXT),
        (".Archive.2020/cur/b", TEXT),
        (".Archive.2020/cur/.hidden", TEXT),
        (".Archive.2020/new/", b""),
        (".Sent/new/c", TEXT),
        (".Sent/cur/", b""),
        (".Old/cur/d", TEXT),
        (".Empty/new/", b""),
        (".Empty/cur/", b""),
        (".git/x", b""),
    ];
    let root = tree("skipped-counted", &mail);
    let found = run(&["extract", "-Hn", &root], "");
    let names = [".Archive.2020/cur/b", ".Old/cur/d", ".Sent/new/c", "cur/a"];
    let rows = names.map(|name| format!("{root}/{name}:1:5: http://e.x/\n")).concat();
    assert_eq!(found, Run::new(0, &rows, ""));
    let root = tree("skipped-counted", &mail[1..]);
    assert_eq!(run(&["extract", &root], "").stdout.lines().count(), 3);
}

#[test]
fn containers_in_a_folder_are_failures_and_encrypted_data_if_asked() {
    let armor = b"-----BEGIN PGP MESSAGE-----\n\nhQEMA\n";
    let files = [("a.7z", ARCHIVE), ("b", TEXT), ("c.asc", &armor[..]), ("d.djvu", DOCUMENT)];
    let root = tree("skipped-closed", &files);
    let list = file("skipped-closed-list", "list", "");
    let found = run(&["extract", "--skipped", &list, &root], "");
    let lines = format!(
        "linkwright: {root}/a.7z: a 7z archive, not opened\n\
         linkwright: {root}/c.asc: a PGP message, not opened\n\
         linkwright: not searched: 1 in a format that is not read (--binary searches them)\n"
    );
    assert_eq!(found, Run::new(2, "http://e.x/\n", &lines));
    assert_eq!(
        fs::read_to_string(&list).unwrap(),
        format!(
            "{root}/a.7z\tunsupported\ta 7z archive, not opened\n\
             {root}/c.asc\tencrypted\ta PGP message, not opened\n\
             {root}/d.djvu\tunread-format\ta DjVu document, not searched\n"
        )
    );
}

#[test]
fn encrypted_data_leaves_the_status_as_it_is() {
    let armor = &b"-----BEGIN PGP MESSAGE-----\n\nhQEMA\n"[..];
    let root = tree("skipped-encrypted", &[("b", TEXT), ("c.asc", armor)]);
    let line = format!("linkwright: {root}/c.asc: a PGP message, not opened\n");
    let status = |args: &[&str]| run(&[&["extract"], args].concat(), "").status;
    assert_eq!(run(&["extract", &root], ""), Run::new(0, "http://e.x/\n", &line));
    assert_eq!(status(&["--strict", &root]), 2);
    let alone = format!("{root}/c.asc");
    assert_eq!((status(&[&alone]), status(&["--strict", &alone])), (1, 2));

    // A second message tells of all other encrypted parts of a mailbox.
    let mail =
        "From a 1\nTo: b\nContent-Type: multipart/encrypted; boundary=x\n\n--x\n\n1\n--x--\n\n";
    let mailbox = file("skipped-encrypted-mail", "a.mbox", mail.repeat(3));
    let found = run(&["extract", &mailbox], "");
    let line = format!(
        "linkwright: {mailbox}#1: encrypted, not read\n\
         linkwright: {mailbox}: encrypted: also in 2 other places (--skipped FILE lists them)\n"
    );
    assert_eq!(found, Run::new(1, "", &line));
}

#[test]
fn members_and_parts_are_counted_and_listed() {
    let message = "From: a@a.example\nTo: b@b.example\nContent-Type: multipart/mixed; boundary=x\n\n\
        --x\n\nhttp://e.x/\n--x\nContent-Type: image/png\n\n\n--x\nContent-Type: application/x-djvu\n\
        Content-Transfer-Encoding: base64\n\nQVQmVEZPUk0AAAAEREpWVQ==\n--x--\n";
    let path = file("skipped-members", "a.eml", message);
    let list = file("skipped-members", "list", "");
    let found = run(&["extract", "--origin", "text", "--skipped", &list, &path], "");
    let line = "linkwright: not searched: 1 binary, 1 in a format that is not read \
                (--binary searches them)\n";
    assert_eq!(found, Run::new(0, "http://e.x/\n", line));
    assert_eq!(
        fs::read_to_string(&list).unwrap(),
        format!(
            "{path}/part 2\tbinary\timage/png, not searched\n\
             {path}/part 3\tunread-format\ta DjVu document, not searched\n"
        )
    );
    // The archive on the command line has only a picture, so nothing in it is searched.
    let header = |name: &str, len: usize| {
        let mut block = vec![0_u8; 512];
        block[..name.len()].copy_from_slice(name.as_bytes());
        block[124..135].copy_from_slice(format!("{len:011o}").as_bytes());
        block[156..157].copy_from_slice(b"0");
        block[257..263].copy_from_slice(b"ustar\0");
        block[148..156].copy_from_slice(b"        ");
        let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
        block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        block
    };
    let mut content = PICTURE.to_vec();
    content.resize(512, 0);
    let tar = [header("a.png", PICTURE.len()), content, vec![0; 1024]].concat();
    let path = file("skipped-members", "a.tar", tar);
    let found = run(&["extract", "--skipped", &list, &path], "");
    let named = format!("linkwright: {path}: nothing in it was searched\n");
    let counted = "linkwright: not searched: 1 binary (--binary searches them)\n";
    assert_eq!(found, Run::new(2, "", &format!("{named}{counted}")));
    assert_eq!(
        fs::read_to_string(&list).unwrap(),
        format!(
            "{path}!/a.png\tbinary\ta PNG picture, not searched\n\
             {path}\tnothing to read\tnothing in it was searched\n"
        )
    );
}

#[cfg(unix)]
#[test]
fn special_files_are_counted_in_folders_and_read_as_arguments() {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    let root = tree("skipped-special", &[("a", TEXT)]);
    let _socket = std::os::unix::net::UnixListener::bind(format!("{root}/s")).unwrap();
    assert!(Command::new("mkfifo").arg(format!("{root}/p")).status().unwrap().success());
    symlink("a", format!("{root}/l")).unwrap();
    let line = "linkwright: not searched: 1 symbolic link, 2 special files \
                (--skipped FILE lists them)\n";
    let found = run(&["extract", &root], "");
    assert_eq!(found, Run::new(0, "http://e.x/\n", line));
    assert_eq!(run(&["extract", "--strict", &root], "").status, 2);
    let list = file("skipped-special-list", "list", "");
    run(&["extract", "--skipped", &list, &root], "");
    assert_eq!(
        fs::read_to_string(&list).unwrap(),
        format!(
            "{root}/l\tsymbolic link\ta symbolic link, not followed\n\
             {root}/p\tspecial file\tnot a regular file, not read\n\
             {root}/s\tspecial file\tnot a regular file, not read\n"
        )
    );
    assert_eq!(run(&["extract", &format!("{root}/l")], ""), Run::new(0, "http://e.x/\n", ""));
    let socket = run(&["extract", &format!("{root}/s")], "");
    assert!(socket.status == 2 && socket.stderr.starts_with(&format!("linkwright: {root}/s: ")));
}

// Some other systems refuse file names that are not UTF-8.
#[cfg(target_os = "linux")]
#[test]
fn escaped_names_in_the_list_can_be_restored() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let root = tree("skipped-names", &[]);
    let name = OsStr::from_bytes(b"a\tb\n\\\x1B\xFF");
    fs::write(Path::new(&root).join(name), PICTURE).unwrap();
    let list = file("skipped-names-list", "list", "");
    run(&["extract", "--skipped", &list, &root], "");
    let line = fs::read_to_string(&list).unwrap();
    let escaped = r"a\tb\n\\\u{1B}\xFF";
    assert_eq!(line, format!("{root}/{escaped}\tbinary\ta PNG picture, not searched\n"));
}

/// Two names that are not UTF-8 may look the same; their bytes tell them apart.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_have_their_bytes_in_json() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let root = tree("json-names", &[]);
    for name in [&b"a\xFE.txt"[..], b"a\xFF.txt", b"b.txt"] {
        fs::write(Path::new(&root).join(OsStr::from_bytes(name)), "http://a.example/").unwrap();
    }
    let rows = run(&["extract", "--format", "jsonl", &root], "").json();
    let bytes: Vec<_> = rows.iter().map(|row| row["source"]["path_bytes"].as_array()).collect();
    let end = |at: usize| bytes[at].unwrap().iter().rev().nth(4).unwrap().as_u64();
    assert_eq!((end(0), end(1), bytes[2]), (Some(0xFE), Some(0xFF), None));
    assert_eq!(rows[0]["source"]["path"], rows[1]["source"]["path"]);
}

#[test]
fn the_list_goes_to_standard_output_only_if_the_rows_do_not() {
    let path = file("skipped-stdout", "a.png", PICTURE);
    let refused = run(&["extract", "--skipped", "-", &path], "");
    let why = "linkwright: --skipped - needs --output: the links are written to standard output";
    assert_eq!(refused, Run::new(2, "", &format!("{why}{HELP}")));
    let links = file("skipped-stdout", "links", "");
    let listed =
        run(&["extract", "--skipped", "-", "-o", &links, &path, &format!("{path}.gone")], "");
    let lines: Vec<&str> = listed.stdout.lines().collect();
    assert_eq!(lines[0], format!("{path}\tbinary\ta PNG picture, not searched"));
    assert!(lines[1].starts_with(&format!("{path}.gone\tio\t")), "{lines:?}");
    assert_eq!((listed.status, lines.len()), (2, 2));
}

#[cfg(unix)]
#[test]
fn unreadable_files_and_folders_are_reported() {
    use std::os::unix::fs::PermissionsExt as _;

    let message = b"From: a@b\nTo: a@b\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\n-";
    let files = [("a", TEXT), ("cut.eml", message), ("cut.gz", b"\x1F\x8B\x08"), ("shut/x", TEXT)];
    let root = tree("skipped-shut", &files);
    let shut = format!("{root}/shut");
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o0)).unwrap();
    let found = run(&["extract", "--summary", &root], "");
    let is_privileged = fs::read_dir(&shut).is_ok();
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(found.status, 2);
    for cut in ["cut.eml", "cut.gz"] {
        assert!(found.stderr.contains(&format!("linkwright: {root}/{cut}: ")), "{found:?}");
    }
    // Root can read every file.
    assert!(is_privileged || found.stderr.contains(&format!("linkwright: {shut}: ")), "{found:?}");
    let (read, skipped) = if is_privileged { (2, 1) } else { (1, 2) };
    let account = format!("4 inputs: {read} read, 1 partly read, {skipped} skipped\n");
    assert!(found.stderr.contains(&account), "{found:?}");
}

/// A generator of pseudo-random numbers that are the same in every run.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// Generates a folder, and returns the number of inputs in it: all entries that are no folders, not hidden and not ignored.
fn grow(folder: &Path, depth: u32, numbers: &mut Numbers) -> u64 {
    fs::create_dir_all(folder).unwrap();
    let mut entries = 0;
    for index in 0..numbers.below(7) {
        let prefix = [".", "", "", "out"][usize::try_from(numbers.below(4)).unwrap()];
        let is_out = !prefix.is_empty();
        if depth > 0 && numbers.below(3) == 0 {
            let inside = grow(&folder.join(format!("{prefix}d{index}")), depth - 1, numbers);
            entries += if is_out { 0 } else { inside };
            continue;
        }
        let path = folder.join(format!("{prefix}f{index}"));
        entries += u64::from(!is_out);
        match numbers.below(7) {
            0 => fs::write(path, PICTURE).unwrap(),
            1 => fs::write(path, ARCHIVE).unwrap(),
            2 => fs::write(path, b"\x1F\x8B\x08\0").unwrap(),
            3 => fs::write(path, b"").unwrap(),
            #[cfg(unix)]
            4 => std::os::unix::fs::symlink("nowhere", path).unwrap(),
            _ => fs::write(path, TEXT).unwrap(),
        }
    }
    entries
}

/// The numbers in the summary, by the words after them. The letter `s` is removed from the words, so that singular and
/// plural are equal.
fn account(run: &Run) -> BTreeMap<String, u64> {
    let line = run.stderr.lines().find(|line| line.contains(" partly read, ")).unwrap();
    let line =
        line.trim_start_matches("linkwright: ").replace(['s', ':'], "").replace("input", "input,");
    let parts = line.split(',').map(str::trim).filter(|part| !part.is_empty());
    let pairs = parts.map(|part| part.split_once(' ').unwrap());
    pairs.map(|(count, word)| (word.to_owned(), count.parse().unwrap())).collect()
}

#[test]
fn every_file_is_read_partly_read_or_skipped() {
    for seed in 0..25 {
        let root = empty_folder("skipped-trees");
        let (root, list) = (root.join("tree"), root.join("list"));
        let mut numbers = Numbers(seed);
        let entries = grow(&root, 3, &mut numbers);
        fs::write(root.join(".ignore"), "out*\n").unwrap();
        let [root, list] = [&root, &list].map(|path| path.to_str().unwrap());
        let found = run(&["extract", "--summary", "--skipped", list, root], "");
        let account = account(&found);
        assert_eq!(account["input"], entries, "seed {seed}: {found:?}");
        let parts = account["read"] + account["partly read"] + account["kipped"];
        assert_eq!(parts, entries, "seed {seed}");
        // The list has a line for each file that is skipped or partly read.
        let list = fs::read_to_string(list).unwrap();
        let listed =
            list.lines().filter(|line| !line.contains("\tnothing to read\t")).count() as u64;
        assert_eq!(listed, account["kipped"] + account["partly read"], "seed {seed}: {list}");
        let links = file("skipped-trees", "links", "");
        let jobs = run(&["extract", "-j", "1", "--skipped", "-", "-o", &links, root], "");
        assert_eq!(jobs.stdout, list, "seed {seed}: the list is in the order of the inputs");
    }
}

#[test]
fn output_files_in_the_folder_count_as_skipped() {
    let root = tree("skipped-own", &[("a", TEXT)]);
    let out = fs::File::create(format!("{root}/out")).unwrap();
    let list = format!("{root}/list");
    let mut command = crate::command(&["extract", "--summary", "--skipped", &list, &root]);
    let child = command.stdout(out).spawn().unwrap();
    let errors = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert_eq!(fs::read_to_string(format!("{root}/out")).unwrap(), "http://e.x/\n");
    let listed = fs::read_to_string(&list).unwrap();
    // On Unix, the list contains `out`, which is standard output. The list itself is a temporary file during the run
    // and is not counted.
    assert!(
        listed.lines().all(|line| line.ends_with("\town output\twritten by this run")),
        "{listed}"
    );
    let own = listed.lines().count();
    let account = format!("{} inputs: 1 read, 0 partly read, {own} skipped", own + 1);
    assert!(errors.contains(&account), "{errors}");
}

/// An archive that contains `archives` archives, each with one text file.
#[cfg(unix)]
fn archive_of_archives(archives: usize) -> Vec<u8> {
    use std::io::{Cursor, Write as _};
    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    let pack = |names: &mut dyn Iterator<Item = String>, content: &[u8]| {
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for name in names {
            zip.start_file(name, stored).unwrap();
            zip.write_all(content).unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    let inner = pack(&mut core::iter::once("a.txt".to_owned()), TEXT);
    pack(&mut (0..archives).map(|number| format!("{number:03}.zip")), &inner)
}

#[cfg(unix)]
#[test]
fn a_limit_that_is_exceeded_a_thousand_times_causes_two_messages() {
    let path = file("limit-lines", "a.zip", archive_of_archives(1000));
    let args = ["extract", "--limit", "depth=1", &path];
    let why = format!(
        "{path}!/000.zip: containers nested more than 1 deep, not opened (--limit depth=N changes this)"
    );
    let line = format!("linkwright: {why}\nlinkwright: {path}: too-deep: also in 999 other places");
    let plain = run(&args, "");
    assert_eq!(plain, Run::new(2, "", &format!("{line} (--skipped FILE lists them)\n")));
    // The list and the summary count all places.
    let listed = run(&[&args[..], &["--output", "/dev/null", "--skipped", "-"]].concat(), "");
    assert_eq!(listed.stderr, format!("{line}\n"));
    assert_eq!(listed.stdout.matches("\ttoo-deep\t").count(), 1000);
    assert!(listed.stdout.contains(&format!("{path}!/999.zip\ttoo-deep\t")));
    let summary = run(&[&args[..], &["--summary"]].concat(), "").stderr;
    assert!(summary.contains("\nlinkwright: 1,000 × too-deep\n"), "{summary}");
    // Every file has its own messages.
    let other = file("limit-lines", "b.zip", archive_of_archives(2));
    let both = run(&["extract", "--limit", "depth=1", &path, &other], "").stderr;
    assert_eq!(both.lines().count(), 4);
    assert!(both.contains("b.zip!/000.zip") && both.contains("also in 1 other place ("));
}

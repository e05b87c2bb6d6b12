//! Checks on random folder trees that every entry is read, partly read or skipped exactly once, or is left out by the
//! options that select entries.
//!
//! Every text file contains a unique URI. The test walks the tree without the help of the command, and requires that
//! every entry that the options select is in the list of skipped inputs or that its URI is in the output.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::skipped::Numbers;
use crate::{command, empty_folder};

/// The options that select entries.
const OPTIONS: &[&[&str]] = &[
    &[],
    &["-L"],
    &["--hidden"],
    &["--no-ignore"],
    &["--hidden", "--no-ignore"],
    &["-L", "--hidden", "--no-ignore"],
    &["-g", "*.md"],
    &["-g", "!d*/**", "--hidden"],
    &["-t", "md"],
    &["-L", "--hidden", "-j", "2"],
];

#[test]
fn every_entry_is_accounted_for_once() {
    for seed in 0..12 {
        let folder = empty_folder("trees");
        let root = folder.join("tree");
        let mut tree = Tree { root: root.clone(), numbers: Numbers(seed), files: 0 };
        tree.grow(&root, 4);
        fs::write(root.join(".ignore"), "out*\n").unwrap();
        for options in OPTIONS {
            let account = Account::of(&root, &folder.join("list"), options);
            account.check(&root, &format!("seed {seed} {}", options.join(" ")));
        }
    }
}

/// A generated tree.
struct Tree {
    root: PathBuf,
    numbers: Numbers,
    files: u32,
}

impl Tree {
    fn grow(&mut self, folder: &Path, depth: u32) {
        fs::create_dir_all(folder).unwrap();
        for index in 0..self.numbers.below(7) {
            let path = folder.join(self.name(index));
            match self.numbers.below(4) {
                0 if depth > 0 => self.grow(&path, depth - 1),
                1 if depth > 0 && index == 0 => self.mail(&folder.join(".Sent")),
                _ => self.file(&path),
            }
        }
    }

    /// A name that is unique in its folder.
    fn name(&mut self, index: u64) -> OsString {
        let prefixes = [&b"."[..], b"", b"", b"d", b"out", b"-n ", b"a!", b"\xFF\n\t\"#"];
        let prefix = prefixes[usize::try_from(self.numbers.below(8)).unwrap()];
        let ending = ["", ".md", ".txt", ".zip"][usize::try_from(self.numbers.below(4)).unwrap()];
        OsString::from_vec([prefix, format!("{index}{ending}").as_bytes()].concat())
    }

    /// Creates a Maildir++ folder with one message.
    fn mail(&mut self, folder: &Path) {
        for sub in ["cur", "new", "tmp"] {
            fs::create_dir_all(folder.join(sub)).unwrap();
        }
        let content = format!("From: a@b\nTo: a@b\nSubject: c\n\n{}", self.text());
        fs::write(folder.join("cur/1:2,S"), content).unwrap();
    }

    fn text(&mut self) -> String {
        self.files += 1;
        format!("see http://e.x/{}/\n", self.files)
    }

    fn file(&mut self, path: &Path) {
        let content = match self.numbers.below(12) {
            0 => b"\x89PNG\r\n\x1A\n".to_vec(),
            1 => b"7z\xBC\xAF\x27\x1C".to_vec(),
            2 => b"\x1F\x8B\x08\0".to_vec(),
            3 => Vec::new(),
            4 => return symlink("nowhere", path).unwrap(),
            // The first link points to the parent folder, which makes a loop. The second link points to a name that may
            // belong to a file, a folder or nothing.
            5 => return symlink("..", path).unwrap(),
            6 => return symlink(self.root.join("d0"), path).unwrap(),
            7 => {
                assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
                return;
            }
            8 => tar(&self.text()),
            // An archive that is cut off inside its member.
            9 => tar(&self.text())[..516].to_vec(),
            _ => self.text().into_bytes(),
        };
        fs::write(path, content).unwrap();
    }
}

/// A tar archive with one member.
fn tar(text: &str) -> Vec<u8> {
    let mut block = vec![0_u8; 512];
    block[..5].copy_from_slice(b"a.txt");
    block[124..135].copy_from_slice(format!("{:011o}", text.len()).as_bytes());
    block[156..157].copy_from_slice(b"0");
    block[257..263].copy_from_slice(b"ustar\0");
    block[148..156].copy_from_slice(b"        ");
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    block.extend_from_slice(text.as_bytes());
    block.resize(2048, 0);
    block
}

/// Asserts that the reason for a skipped entry fits its name and the options.
fn assert_reason(path: &Path, reason: &str, shown: &str) {
    let is_right = match reason {
        "symbolic link" => path.is_symlink() && !shown.contains("-L"),
        _ => true,
    };
    assert!(is_right, "{shown}: {} {reason}", visible(path));
}

/// Whether the options leave the entry out, so that it is not an input.
fn is_left_out(path: &Path, shown: &str) -> bool {
    let name = path.file_name().unwrap().as_bytes();
    let is_folder = path.is_dir() && (shown.contains("-L") || !path.is_symlink());
    let is_markdown = name.ends_with(b".md");
    let is_mail = ["cur", "new"].iter().all(|sub| path.join(sub).is_dir());
    let is_ignored = name.starts_with(b"out") && !shown.contains("--no-ignore");
    let is_hidden = name.starts_with(b".") && !shown.contains("--hidden") && !is_mail;
    if shown.contains("-g *.md") && (is_markdown || !is_folder) {
        return !is_markdown;
    }
    if shown.contains("-t md") && !is_folder {
        return !is_markdown || is_ignored;
    }
    is_ignored || is_hidden
}

/// The path with escaped control characters.
fn visible(path: &Path) -> String {
    path.to_string_lossy().escape_debug().to_string()
}

/// The bytes of a path in the list of skipped inputs.
fn unescaped(field: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = field;
    while let Some((before, escape)) = rest.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        let (kind, tail) = escape.split_at(1);
        rest = tail;
        match kind {
            "x" => {
                let (digits, tail) = tail.split_at(2);
                bytes.push(u8::from_str_radix(digits, 16).unwrap());
                rest = tail;
            }
            "u" => {
                let (digits, tail) = tail[1..].split_once('}').unwrap();
                let c = char::from_u32(u32::from_str_radix(digits, 16).unwrap()).unwrap();
                bytes.extend_from_slice(c.to_string().as_bytes());
                rest = tail;
            }
            "t" => bytes.push(b'\t'),
            "n" => bytes.push(b'\n'),
            "r" => bytes.push(b'\r'),
            other => bytes.extend_from_slice(other.as_bytes()),
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// What a run reports about its inputs.
struct Account {
    inputs: u64,
    /// The sum of the numbers of inputs that were read, partly read and skipped.
    parts: u64,
    /// The paths in the list of skipped inputs, with their reasons.
    listed: BTreeMap<Vec<u8>, Vec<String>>,
    /// The number of occurrences of each URI.
    links: BTreeMap<String, u64>,
}

impl Account {
    fn of(root: &Path, list: &Path, options: &[&str]) -> Account {
        let [root, list_name] = [root, list].map(|path| path.to_str().unwrap());
        let mut command = command(&["extract", "-0", "--summary", "--skipped", list_name]);
        let output = command.args(options).arg(root).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let line = errors.lines().find(|line| line.contains(" partly read, ")).expect(&errors);
        let words = line.split([' ', ',']).filter_map(|word| word.parse().ok());
        let figures: Vec<u64> = words.collect();
        let mut listed: BTreeMap<Vec<u8>, Vec<String>> = BTreeMap::new();
        for line in fs::read_to_string(list).unwrap().lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            if fields[1] != "nothing to read" {
                listed.entry(unescaped(fields[0])).or_default().push(fields[1].to_owned());
            }
        }
        let mut links = BTreeMap::new();
        for uri in String::from_utf8_lossy(&output.stdout).split_terminator('\0') {
            *links.entry(uri.to_owned()).or_default() += 1;
        }
        Account { inputs: figures[0], parts: figures[1..].iter().sum(), listed, links }
    }

    fn check(mut self, root: &Path, shown: &str) {
        assert_eq!(self.inputs, self.parts, "{shown}");
        let mut inputs = 0;
        self.walk(root, &mut inputs, shown);
        assert_eq!(self.inputs, inputs, "{shown}: inputs");
        self.links.retain(|_, count| *count > 0);
        assert!(self.links.is_empty(), "{shown}: links that are not in the tree: {:?}", self.links);
        assert!(
            self.listed.is_empty(),
            "{shown}: listed paths that do not exist: {:?}",
            self.listed
        );
    }

    /// Walks a folder, and removes its entries from the account.
    fn walk(&mut self, folder: &Path, inputs: &mut u64, shown: &str) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let shown_path = visible(&path);
            if let Some(reasons) = self.listed.remove(path.as_os_str().as_bytes()) {
                assert_eq!(reasons.len(), 1, "{shown}: {shown_path} {reasons:?}");
                assert_reason(&path, &reasons[0], shown);
                *inputs += 1;
                // A damaged file may have been read in part.
                self.take(&path, false, shown);
                continue;
            }
            if is_left_out(&path, shown) {
                continue;
            }
            if path.is_dir() {
                self.walk(&path, inputs, shown);
                continue;
            }
            *inputs += 1;
            let is_listed = self.take_members(&path);
            let is_file = path.metadata().is_ok_and(|metadata| metadata.is_file());
            assert!(is_file || is_listed, "{shown}: {shown_path} is neither read nor listed");
            self.take(&path, !is_listed, shown);
        }
    }

    /// Removes the members of the archive `path` from the list, and returns whether there were any.
    fn take_members(&mut self, path: &Path) -> bool {
        let before = self.listed.len();
        let prefix = [path.as_os_str().as_bytes(), b"!/"].concat();
        self.listed.retain(|listed, _| !listed.starts_with(&prefix));
        self.listed.len() < before
    }

    /// Removes the URI of the file at `path` from the found links, if the file contains a URI. If `is_read`, the URI
    /// must have been found.
    fn take(&mut self, path: &Path, is_read: bool, shown: &str) {
        if !path.metadata().is_ok_and(|metadata| metadata.is_file()) {
            return;
        }
        let content = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
        let Some((_, rest)) = content.split_once("see ") else { return };
        let uri = rest.split(['\n', '\0']).next().unwrap();
        let shown_path = visible(path);
        match self.links.get_mut(uri).filter(|count| **count > 0) {
            Some(count) if is_read => *count -= 1,
            None if is_read => panic!("{shown}: {shown_path} is neither read nor listed"),
            _ => {}
        }
    }
}

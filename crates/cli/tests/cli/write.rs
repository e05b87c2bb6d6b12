//! Tests of the file properties that `linkify --write` preserves.

use core::time::Duration;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
use std::process::Command;
use std::time::SystemTime;

use crate::{Run, empty_folder, run};

const PAGE: &str = "<p>http://a.example and then some";
const LINKED: &str = "<p><a href=\"http://a.example\">http://a.example</a> and then some";

fn write(path: &str) -> Run {
    run(&["linkify", "--rel", "", "--write", path], "")
}

fn page(test: &str) -> (std::path::PathBuf, String) {
    let folder = empty_folder(test);
    let path = folder.join("a.html");
    fs::write(&path, PAGE).unwrap();
    (folder, path.into_os_string().into_string().unwrap())
}

#[test]
fn the_mode_is_kept_and_the_modification_time_is_updated() {
    let (folder, path) = page("write-mode");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o604)).unwrap();
    let old = SystemTime::now() - Duration::from_secs(1_000_000);
    fs::File::options().write(true).open(&path).unwrap().set_modified(old).unwrap();
    assert_eq!(write(&path), Run::new(0, "", ""));
    let metadata = fs::metadata(&path).unwrap();
    assert_eq!(metadata.mode() & 0o7777, 0o604);
    assert!(metadata.modified().unwrap() > old + Duration::from_secs(1));
    assert_eq!(fs::read_to_string(&path).unwrap(), LINKED);
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
}

#[test]
fn the_owner_is_kept() {
    let (_, path) = page("write-owner");
    // Only root can change the owner of a file. For other users, the test checks that the owner is still the same.
    let is_root = chown(&path, Some(65534), Some(65534)).is_ok();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o4755)).unwrap();
    let before = fs::metadata(&path).unwrap();
    assert_eq!(write(&path), Run::new(0, "", ""));
    let after = fs::metadata(&path).unwrap();
    let owner = |metadata: &fs::Metadata| (metadata.uid(), metadata.gid(), metadata.mode());
    assert_eq!(owner(&after), owner(&before));
    assert!(!is_root || after.uid() == 65534);
    assert_ne!(after.ino(), before.ino(), "the file must be replaced rather than overwritten");
}

#[test]
fn a_file_with_several_hard_links_is_left_alone() {
    let (folder, path) = page("write-links");
    let [hard, soft] = ["b.html", "c.html"].map(|name| folder.join(name));
    fs::hard_link(&path, &hard).unwrap();
    symlink("b.html", &soft).unwrap();
    let soft = soft.to_str().unwrap();
    let why = format!(
        "linkwright: {soft}: not changed: has several hard links, of which only this one would change\n"
    );
    assert_eq!(write(soft), Run::new(2, "", &why));
    assert_eq!(fs::read_to_string(&path).unwrap(), PAGE);
    fs::remove_file(&path).unwrap();
    assert_eq!(write(soft), Run::new(0, "", ""));
    assert_eq!(fs::read_to_string(&hard).unwrap(), LINKED);
    assert!(fs::symlink_metadata(soft).unwrap().is_symlink());
    assert_eq!(fs::read_dir(folder).unwrap().count(), 2);
}

#[test]
fn extended_attributes_are_kept() {
    let (_, path) = page("write-attributes");
    // Some file systems do not support extended attributes.
    if xattr::set(&path, "user.origin", b"http://a.example/page").is_err() {
        return;
    }
    assert_eq!(write(&path), Run::new(0, "", ""));
    let kept = xattr::get(&path, "user.origin").unwrap();
    assert_eq!(kept.as_deref(), Some(&b"http://a.example/page"[..]));
}

#[test]
fn a_full_disk_does_not_change_the_page() {
    let (folder, path) = page("write-full");
    let page = PAGE.repeat(4000);
    fs::write(&path, &page).unwrap();
    let script = "ulimit -f 64; exec \"$0\" linkify --write \"$1\"";
    let mut shell = Command::new("bash");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_linkwright"), &path]);
    let done = shell.output().unwrap();
    let why = format!("linkwright: {path}: not changed: File too large (os error 27)\n");
    assert_eq!((done.status.code(), String::from_utf8(done.stderr).unwrap()), (Some(2), why));
    assert_eq!(fs::read_to_string(&path).unwrap(), page);
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
}

#[test]
fn only_regular_files_can_be_rewritten() {
    let done = run(&["linkify", "--write", "--from", "html", "/dev/stdin"], PAGE);
    let why = "linkwright: /dev/stdin: --write needs a regular file\n";
    assert_eq!(done, Run::new(2, "", why));
}

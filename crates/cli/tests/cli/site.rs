//! Checks that every page of the documentation is in the summary, and that the targets of relative links exist.
//!
//! The tests extract the links with the command itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::run;

/// Pages in the root of the repository, which do not belong to the site.
const ROOT_PAGES: [&str; 5] =
    ["README.md", "CONTRIBUTING.md", "SECURITY.md", "PROMISES.md", "CHANGELOG.md"];

fn root() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap()
}

fn is_page(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "md")
}

/// The pages in `docs`, except for the summary.
fn pages() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    add_pages(&root().join("docs"), "", &mut found);
    found.remove("SUMMARY.md");
    found
}

/// Adds the pages in a folder and its subfolders, with `prefix` before their names.
fn add_pages(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            add_pages(&path, &format!("{name}/"), found);
        } else if is_page(&name) {
            found.insert(name);
        }
    }
}

/// The links in the markup of the Markdown file `page`. Relative references are returned as written.
fn links(page: &Path) -> Vec<String> {
    let page = page.to_str().unwrap();
    let args = ["--relative", "--from", "markdown", "--origin", "markdown", "--format", "jsonl"];
    let run = run(&[&["extract"], &args[..], &[page]].concat(), "");
    assert_eq!(run.stderr, "", "{page}");
    let row =
        |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("the row is JSON");
    let link = |row: serde_json::Value| {
        let written = row["reference"].as_str().or(row["uri"].as_str());
        written.expect("the row has a reference or a URI").to_owned()
    };
    run.stdout.lines().map(row).map(link).collect()
}

/// The identifiers of the headings of a page, as mdBook and GitHub derive them from the text.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut is_code = false;
    let mut used = BTreeMap::<String, usize>::new();
    let mut anchors = BTreeSet::new();
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        let Some((marks, heading)) = line.split_once(' ').filter(|_| !is_code) else { continue };
        if marks.is_empty() || marks.bytes().any(|byte| byte != b'#') {
            continue;
        }
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let anchor: String = kept.collect::<String>().to_lowercase().replace(' ', "-");
        let count = used.entry(anchor.clone()).or_default();
        anchors.insert(if *count == 0 { anchor } else { format!("{anchor}-{count}") });
        *count += 1;
    }
    anchors
}

/// The Markdown file that `page` includes, if any. Its links also appear on the site.
fn included(page: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(page).unwrap();
    let (_, rest) = text.split_once("{{#include ")?;
    let name = rest.split([':', '}']).next()?;
    is_page(name).then(|| page.parent().unwrap().join(name))
}

/// What is wrong with the relative reference `link` in the file `page`; `None` if its target exists.
fn problem(page: &Path, link: &str) -> Option<String> {
    let (path, fragment) = link.split_once('#').map_or((link, None), |(path, f)| (path, Some(f)));
    let target = if path.is_empty() { page.to_owned() } else { page.parent()?.join(path) };
    let Ok(target) = fs::canonicalize(target) else { return Some("no such file".to_owned()) };
    let docs = root().join("docs");
    if page.starts_with(&docs) && !target.starts_with(&docs) {
        return Some("the target is not a part of the site".to_owned());
    }
    let fragment = fragment?;
    let text = fs::read_to_string(target).unwrap_or_default();
    (!anchors(&text).contains(fragment)).then(|| "no such heading".to_owned())
}

#[test]
fn every_page_is_in_the_summary() {
    let listed: BTreeSet<String> = links(&root().join("docs/SUMMARY.md")).into_iter().collect();
    assert_eq!(listed, pages(), "docs/SUMMARY.md must list every page in docs");
}

#[test]
fn links_between_pages_have_targets() {
    let site = pages().into_iter().map(|page| root().join("docs").join(page));
    let mut problems = Vec::new();
    let mut relative = 0;
    for page in site.chain(ROOT_PAGES.map(|page| root().join(page))) {
        let included = included(&page).map_or(Vec::new(), |file| links(&file));
        for link in links(&page).into_iter().chain(included).filter(|link| !link.contains(':')) {
            relative += 1;
            let found = problem(&page, &link);
            problems.extend(found.map(|why| format!("{}: {link}: {why}", page.display())));
        }
    }
    assert_eq!(problems, Vec::<String>::new());
    assert!(relative > 50, "only {relative} relative links were found");
}

#[test]
fn links_without_a_target_are_reported() {
    let page = root().join("docs/joins.md");
    assert_eq!(problem(&page, "names.md"), None);
    assert_eq!(problem(&page, "#e-mail-addresses"), None);
    assert_eq!(problem(&page, "performance.md#method"), None);
    assert_eq!(problem(&page, "none.md").unwrap(), "no such file");
    assert_eq!(problem(&page, "names.md#none").unwrap(), "no such heading");
    assert_eq!(problem(&page, "../README.md").unwrap(), "the target is not a part of the site");
}

//! Reads the cases in `fixtures/**/*.md`.

use core::ops::Range;
use std::fs;
use std::path::{Path, PathBuf};

use super::drawing::Drawing;
use super::expect::Expectation;
use super::options::Options;

const FENCE: &str = "```";
const OPENING: &str = "```case ";

/// One case of a fixture file.
#[derive(Debug)]
pub(crate) struct Case {
    /// The path of the file without its extension, for example `rules/emphasis`.
    pub(crate) group: String,
    pub(crate) name: String,
    pub(crate) file: PathBuf,
    /// The number of the line with the opening fence, counted from 1.
    pub(crate) line: usize,
    /// The lines of the expectation, counted from 0.
    pub(crate) below: Range<usize>,
    pub(crate) options: Options,
    pub(crate) drawing: Drawing,
    pub(crate) expectation: Expectation,
}

impl Case {
    /// The name of the test, for example `rules/emphasis/emphasis-fires`.
    pub(crate) fn full_name(&self) -> String {
        format!("{}/{}", self.group, self.name)
    }
}

/// All cases, and the errors in cases that cannot be read.
#[derive(Debug, Default)]
pub(crate) struct Fixtures {
    pub(crate) cases: Vec<Case>,
    pub(crate) errors: Vec<String>,
}

impl Fixtures {
    pub(crate) fn load(root: &Path) -> Fixtures {
        let mut fixtures = Fixtures::default();
        for file in markdown_files(root) {
            let source = fs::read_to_string(&file).expect("a fixture file can be read");
            fixtures.file(root, &file, &source);
        }
        fixtures
    }

    fn file(&mut self, root: &Path, file: &Path, source: &str) {
        let group = file.strip_prefix(root).unwrap_or(file).with_extension("");
        let group = group.to_string_lossy().replace('\\', "/");
        let lines: Vec<&str> = source.split('\n').collect();
        for (opening, line) in lines.iter().enumerate() {
            let Some(header) = line.strip_prefix(OPENING) else { continue };
            match case(&lines, opening, header) {
                Ok(case) => {
                    self.cases.push(Case { group: group.clone(), file: file.into(), ..case });
                }
                Err(error) => {
                    self.errors.push(format!("{}:{}: {error}", file.display(), opening + 1));
                }
            }
        }
    }
}

fn case(lines: &[&str], opening: usize, header: &str) -> Result<Case, String> {
    let length = lines[opening + 1..].iter().position(|line| *line == FENCE);
    let closing = opening + 1 + length.ok_or("no closing fence")?;
    let length = lines[opening + 1..closing].iter().position(|line| *line == "---");
    let rule = opening + 1 + length.ok_or("no line `---`")?;
    if let Some(line) = lines[opening..rule].iter().find(|line| line.ends_with([' ', '\t'])) {
        return Err(format!("write a blank at the end of a line as \\s: {line:?}"));
    }
    let mut words = header.split_whitespace();
    let name = words.next().ok_or("no name")?.to_owned();
    let case = Case {
        group: String::new(),
        name,
        file: PathBuf::new(),
        line: opening + 1,
        below: rule + 1..closing,
        options: Options::parse(words)?,
        drawing: Drawing::parse(&lines[opening + 1..rule].join("\n"))?,
        expectation: Expectation::parse(lines[rule + 1..closing].iter().copied())?,
    };
    let (drawn, expected) = (case.drawing.matches.len(), case.expectation.groups.len());
    if drawn == expected || std::env::var_os("BLESS").is_some() {
        return Ok(case);
    }
    Err(format!("{drawn} matches are marked in the text, but {expected} are expected"))
}

/// Every Markdown file under `root` except `README.md`, which describes the format.
fn markdown_files(root: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a fixture folder can be read") {
            let path = entry.expect("a folder entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md")
                && !path.ends_with("README.md")
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

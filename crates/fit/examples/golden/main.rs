//! Writes every match that the finder makes in the given files, or compares the matches with those that another state
//! of the library wrote. A change that is not supposed to change results leaves the golden file equal.
//!
//! A golden file is a list of blocks. Each begins with the name of a text and of a configuration, and has a row for each
//! match: its pieces, its kind, its delimiter, its confidence, its flags, its rules, its URI and its alternates. The texts
//! are the files, or the values of `text` in each line of a file of JSON lines, or random pieces of these. Golden files
//! are large and are not kept in the repository.

mod random;

use core::error::Error;
use core::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use lexopt::prelude::*;
use linkwright::Finder;
use linkwright::find::{Folds, Input, Match, Preset, Readings, Schemes, Wrap};

const HELP: &str = "\
golden [--write FILE | --compare FILE | --count PRESET] [--random COUNT] PATH...

Finds the matches of every preset, and of a few other configurations, in files, in all files of folders, and in the
field `text` of each line of a file of JSON lines.

  --write FILE     write all matches to FILE
  --compare FILE   compare all matches with FILE, and print the rows that differ; exit status 1 if any differ
  --random COUNT   in place of the texts, take COUNT texts made of random pieces of them, each with random options
  --count PRESET   only search with one preset, and print the number of matches (to count instructions with a profiler)
";

enum Task {
    Write(PathBuf),
    Compare(PathBuf),
    Count(String),
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut task, mut paths, mut random) = (None, Vec::new(), None);
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("write") => task = Some(Task::Write(parser.value()?.into())),
            Long("compare") => task = Some(Task::Compare(parser.value()?.into())),
            Long("random") => random = Some(parser.value()?.parse()?),
            Long("count") => task = Some(Task::Count(parser.value()?.string()?)),
            Value(path) => files(Path::new(&path), &mut paths)?,
            _ => return Err(argument.unexpected().into()),
        }
    }
    let mut out = io::stdout().lock();
    match task {
        Some(Task::Write(file)) => {
            let mut golden = io::BufWriter::new(fs::File::create(file)?);
            blocks(&paths, random, &mut |block| golden.write_all(block.as_bytes()))?;
            golden.flush()?;
        }
        Some(Task::Compare(file)) => {
            let golden = fs::read_to_string(file)?;
            if !compare(&golden, &paths, random, &mut out)? {
                std::process::exit(1);
            }
        }
        Some(Task::Count(preset)) => count(&preset, &paths, &mut out)?,
        None => out.write_all(HELP.as_bytes())?,
    }
    Ok(())
}

/// Adds the files at `path` and below it, in the order of their names.
fn files(path: &Path, list: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        list.push(path.to_owned());
        return Ok(());
    }
    let mut entries =
        fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    entries.iter().try_for_each(|entry| files(entry, list))
}

/// The configurations: every preset, and options that no preset has.
fn finders() -> Result<Vec<(String, Finder)>, Box<dyn Error>> {
    let presets = Preset::ALL.iter().map(|&preset| (format!("{preset:?}"), Finder::preset(preset)));
    let mut finders: Vec<_> = presets.collect();
    let mut add = |name: &str, builder: &mut linkwright::find::FinderBuilder| {
        finders.push((name.to_owned(), builder.build()?));
        Ok::<_, Box<dyn Error>>(())
    };
    add("flowed", Finder::builder().flowed(true).delsp(true).folds(Folds::Eager))?;
    add("strict", Finder::builder().preset(Preset::Archive).ip(true).repair(false).domains(true))?;
    let web = &mut Finder::builder();
    add("web", web.schemes(["http", "https"]).emails(false).domains(false))?;
    let readings = &mut Finder::builder();
    add("readings", readings.readings(Readings::All).wrap(Wrap::Delimited).schemes(Schemes::Any))?;
    Ok(finders)
}

/// Calls `each` with the block of each text and configuration.
fn blocks(
    paths: &[PathBuf],
    random: Option<usize>,
    each: &mut dyn FnMut(String) -> io::Result<()>,
) -> Result<(), Box<dyn Error>> {
    if let Some(count) = random {
        return Ok(random_blocks(paths, count, each)?);
    }
    let finders = finders()?;
    for path in paths {
        let bytes = fs::read(path)?;
        for (number, text) in texts(path, bytes) {
            for (configuration, finder) in &finders {
                let name = format!("{}:{number} {configuration}", path.display());
                each(block(&name, finder, &text))?;
            }
        }
    }
    Ok(())
}

/// Calls `each` with the blocks of `count` texts, each with options of its own.
fn random_blocks(
    paths: &[PathBuf],
    count: usize,
    each: &mut dyn FnMut(String) -> io::Result<()>,
) -> io::Result<()> {
    let mut all = Vec::new();
    for path in paths {
        all.extend(texts(path, fs::read(path)?).into_iter().map(|(_, text)| text));
    }
    let mut numbers = random::Numbers(0x9E37_79B9_7F4A_7C15);
    for _ in 0..count {
        let ((options, finder), text) = (numbers.finder(), numbers.text(&all));
        each(block(&format!("{options} {:?}", String::from_utf8_lossy(&text)), &finder, &text))?;
    }
    Ok(())
}

fn block(name: &str, finder: &Finder, text: &[u8]) -> String {
    let rows: String = finder.find_iter(Input::from(text)).map(|found| row(&found)).collect();
    format!("# {name}\n{rows}")
}

/// The texts of a file, with their numbers: the values of `text` in a file of JSON lines, and otherwise all of it.
fn texts(path: &Path, bytes: Vec<u8>) -> Vec<(usize, Vec<u8>)> {
    if path.extension().is_none_or(|extension| extension != "jsonl") {
        return vec![(0, bytes)];
    }
    let lines = bytes.split(|&byte| byte == b'\n').enumerate();
    let values = lines.filter_map(|(number, line)| {
        let value: serde_json::Value = serde_json::from_slice(line).ok()?;
        Some((number + 1, value.get("text")?.as_str()?.as_bytes().to_vec()))
    });
    values.collect()
}

fn row(found: &Match<'_>) -> String {
    let mut row = String::new();
    for piece in found.pieces() {
        let _ = write!(row, "{}-{},", piece.start(), piece.end());
    }
    let (kind, delimiter, confidence) = (found.kind(), found.delimiter(), found.confidence());
    let _ = write!(row, " {kind:?} {delimiter:?} {confidence} {:x}", found.flags().bits());
    for rule in found.rules().iter() {
        let _ = write!(row, " {}", rule.name());
    }
    let _ = write!(row, " {}", found.uri());
    for other in found.alternates() {
        let _ = write!(row, " or {}", other.uri());
    }
    row.push('\n');
    row
}

/// Prints the rows that differ from `golden`, at most 20 for each block, and returns whether all are equal.
fn compare(
    golden: &str,
    paths: &[PathBuf],
    random: Option<usize>,
    out: &mut impl Write,
) -> Result<bool, Box<dyn Error>> {
    let mut rest = golden;
    let (mut count, mut differing) = (0_usize, 0_usize);
    blocks(paths, random, &mut |block| {
        count += 1;
        if let Some(next) = rest.strip_prefix(block.as_str()).filter(|next| is_block(next)) {
            rest = next;
            return Ok(());
        }
        differing += 1;
        let end = rest.find("\n# ").map_or(rest.len(), |at| at + 1);
        let (old, next) = rest.split_at(end);
        rest = next;
        print(old, &block, out)
    })?;
    writeln!(out, "{differing} of {count} blocks differ")?;
    if !rest.is_empty() {
        writeln!(out, "the golden file has more blocks")?;
    }
    Ok(differing == 0 && rest.is_empty())
}

fn is_block(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with("# ")
}

fn print(old: &str, new: &str, out: &mut impl Write) -> io::Result<()> {
    let (olds, news): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let known: std::collections::HashSet<&str> = olds.iter().copied().collect();
    let made: std::collections::HashSet<&str> = news.iter().copied().collect();
    writeln!(out, "{}", news.first().unwrap_or(&""))?;
    let gone = olds.iter().filter(|row| !made.contains(**row)).map(|row| ('-', row));
    let added = news.iter().filter(|row| !known.contains(**row)).map(|row| ('+', row));
    gone.chain(added).take(20).try_for_each(|(sign, row)| writeln!(out, "{sign} {row}"))
}

fn count(name: &str, paths: &[PathBuf], out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let preset = Preset::ALL.iter().find(|preset| format!("{preset:?}").eq_ignore_ascii_case(name));
    let finder = Finder::preset(*preset.ok_or("there is no such preset")?);
    let mut total = 0;
    for path in paths {
        for (_, text) in texts(path, fs::read(path)?) {
            total += finder.find_iter(Input::from(text.as_slice())).count();
        }
    }
    Ok(writeln!(out, "{total}")?)
}

//! Generates the table of the properties of UTS #58, checks that it is the one that the property files generate, and
//! runs the conformance test of formatting. Also runs the table of differences of `docs/uts58.md`.
//!
//! The files `LinkTerm.txt`, `LinkBracket.txt`, `LinkEmail.txt` and `LinkFormattingTest.txt` are not part of the
//! repository; the Unicode Consortium publishes them at <https://www.unicode.org/Public/17.0.0/linkification/> under
//! the licence Unicode-3.0. They are read from `suites/uts58` in the folder that `LINKWRIGHT_SHARED` names; the default is
//! `../shared`. Without them, nothing is compared.
//!
//! ```sh
//! LINKWRIGHT_SHARED=folder BLESS=1 cargo test --test link_terms
//! ```

use core::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

mod support {
    pub(crate) mod generated;
}

#[cfg(feature = "domains")]
#[path = "uts58/differences.rs"]
mod differences;
#[cfg(feature = "domains")]
#[path = "uts58/formatting.rs"]
mod formatting;

const TABLE: &str = "src/text/link_terms/table.in";

/// The values of `Link_Term`; the number of a value is its position.
const TERMS: [&str; 5] = ["Hard", "Include", "Soft", "Open", "Close"];

/// The bit of `Link_Email` in the class of a character. The other bits are the number of its `Link_Term`.
const EMAIL: u8 = 8;

/// The number of runs after which the table has an entry in its index.
const STRIDE: usize = 16;

#[test]
fn the_table_matches_the_property_files() {
    let names = ["LinkTerm.txt", "LinkBracket.txt", "LinkEmail.txt"].map(data);
    if let [Some(terms), Some(brackets), Some(email)] = names {
        support::generated::hold(TABLE, &table(&terms, &brackets, &email), "link_terms");
    }
}

/// The text of a file of the standard; `None` if the folder does not exist.
fn data(name: &str) -> Option<String> {
    let shared = env::var_os("LINKWRIGHT_SHARED")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let folder = shared.join("suites/uts58");
    if !folder.exists() {
        eprintln!("skipped: no files of UTS #58 in {}", folder.display());
        return None;
    }
    Some(fs::read_to_string(folder.join(name)).expect("the file can be read"))
}

fn table(terms: &str, brackets: &str, email: &str) -> String {
    let mut classes = vec![0_u8; 0x11_0000];
    for (range, fields) in rows(terms) {
        let term = TERMS.iter().position(|name| *name == fields[0]).expect("a known value");
        classes[range].fill(u8::try_from(term).expect("five values"));
    }
    for (range, _) in rows(email) {
        classes[range].iter_mut().for_each(|class| *class |= EMAIL);
    }
    let date = terms.lines().find_map(|line| line.strip_prefix("# Date: ")).unwrap_or_default();
    let date = date.split(',').next().unwrap_or_default();
    let mut out = format!(
        "// Generated from the property files of UTS #58, version 17.0.0 of {date}, by `tests/link_terms.rs`: do not\n\
         // edit.\n//\n// The properties are data of the Unicode Consortium, licensed under Unicode-3.0.\n\n",
    );
    let (runs, index) = runs(&classes);
    out +=
        "/// The first character of every sixteenth run, and the offset of that run in [`RUNS`].\n";
    writeln!(out, "const INDEX: [(u32, u16); {}] = [", index.len()).unwrap();
    fill(&mut out, index.iter().map(|(start, at)| format!("({start:#x}, {at}),")));
    out += "];\n\n/// The runs of characters of the same class. The low four bits of the first byte are the class; the other \
            bits are\n/// the length of the run, seven bits in a byte, with the low ones first and the bit 0x80 in every \
            byte but the last.\n";
    writeln!(out, "const RUNS: [u8; {}] = [", runs.len()).unwrap();
    fill(&mut out, runs.iter().map(|byte| format!("{byte},")));
    out += "];\n\n/// The closing brackets whose opening bracket is not the character directly before them, with that \
            bracket.\nconst PAIRS: &[(char, char)] = &[\n";
    let pairs = rows(brackets).into_iter().filter_map(|(range, fields)| {
        let opener = u32::from_str_radix(fields[0], 16).expect("a code point");
        let close = u32::try_from(range.start).expect("a code point");
        let show = |code| char::from_u32(code).expect("a character").escape_unicode();
        (opener + 1 != close).then(|| format!("('{}', '{}'),", show(close), show(opener)))
    });
    fill(&mut out, pairs);
    out += "];\n";
    out
}

/// The rows of a property file: a range of code points, and the fields after it.
fn rows(file: &str) -> Vec<(core::ops::Range<usize>, Vec<&str>)> {
    let data = file.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let rows = data.filter(|line| !line.is_empty()).map(|line| {
        let mut fields = line.split(';').map(str::trim);
        let range = fields.next().expect("a range");
        let (first, last) = range.split_once("..").unwrap_or((range, range));
        let code = |text| usize::from_str_radix(text, 16).expect("a code point");
        (code(first)..code(last) + 1, fields.collect())
    });
    rows.collect()
}

/// The encoded runs of equal classes, and their index.
fn runs(classes: &[u8]) -> (Vec<u8>, Vec<(u32, u16)>) {
    let (mut bytes, mut index, mut start) = (Vec::new(), Vec::new(), 0);
    for (number, run) in classes.chunk_by(|a, b| a == b).enumerate() {
        if number % STRIDE == 0 {
            index.push((start, u16::try_from(bytes.len()).expect("a short table")));
        }
        let len = u32::try_from(run.len()).expect("a code point");
        start += len;
        let lowest = |bits: u32| bits.to_le_bytes()[0];
        let (mut byte, mut left) = (run[0] | (lowest(len) & 7) << 4, len >> 3);
        while left > 0 {
            bytes.push(byte | 0x80);
            (byte, left) = (lowest(left) & 0x7F, left >> 7);
        }
        bytes.push(byte);
    }
    (bytes, index)
}

/// Writes the items in lines of at most 120 characters.
fn fill(out: &mut String, items: impl Iterator<Item = String>) {
    let mut line = String::from("   ");
    for item in items {
        if line.len() + item.len() >= 120 {
            writeln!(out, "{line}").unwrap();
            line = String::from("   ");
        }
        line += " ";
        line += &item;
    }
    writeln!(out, "{line}").unwrap();
}

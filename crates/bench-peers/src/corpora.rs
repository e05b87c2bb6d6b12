//! What is searched: real files where there are some, generated texts otherwise.

use core::ops::Range;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crate::generate;

/// Where the file of each corpus is, and how it is measured.
struct Kind {
    name: &'static str,
    file: &'static str,
    unit: Unit,
    generate: fn() -> String,
}

/// What one measurement is given per.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// One haystack; MB/s.
    Bytes,
    /// One haystack a line; nanoseconds a line.
    Messages,
    /// One URI a line; nanoseconds a URI.
    Uris,
}

const KINDS: [Kind; 9] = [
    Kind { name: "mail", file: "mail.txt", unit: Unit::Bytes, generate: generate::mail },
    Kind { name: "prose", file: "prose.txt", unit: Unit::Bytes, generate: generate::prose },
    Kind { name: "links", file: "links.txt", unit: Unit::Bytes, generate: generate::links },
    Kind { name: "code", file: "code.txt", unit: Unit::Bytes, generate: generate::code },
    Kind {
        name: "nonascii",
        file: "nonascii.txt",
        unit: Unit::Bytes,
        generate: generate::nonascii,
    },
    Kind { name: "pages", file: "pages.html", unit: Unit::Bytes, generate: generate::pages },
    Kind { name: "readme", file: "readme.md", unit: Unit::Bytes, generate: generate::readme },
    Kind { name: "chat", file: "chat.txt", unit: Unit::Messages, generate: generate::chat },
    Kind { name: "uris", file: "links.txt", unit: Unit::Uris, generate: generate::links },
];

/// The names of the corpora, in the order of the table.
pub(crate) const NAMES: [&str; KINDS.len()] = {
    let mut names = [""; KINDS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = KINDS[at].name;
        at += 1;
    }
    names
};

/// A text, and which parts of it are searched one at a time.
#[derive(Debug)]
pub(crate) struct Corpus {
    pub(crate) name: &'static str,
    pub(crate) unit: Unit,
    text: String,
    /// Kept as ranges so that the parts lie in memory as they would in a file that was read.
    parts: Vec<Range<usize>>,
}

impl Corpus {
    fn new(kind: &Kind, text: String) -> Corpus {
        let parts = match kind.unit {
            Unit::Bytes => core::iter::once(0..text.len()).collect(),
            Unit::Messages => lines(&text),
            Unit::Uris => lines(&text).into_iter().map(|line| uri_of(&text, line)).collect(),
        };
        let parts = parts.into_iter().filter(|part: &Range<usize>| !part.is_empty()).collect();
        Corpus { name: kind.name, unit: kind.unit, text, parts }
    }

    /// The texts to search or parse, one after the other.
    pub(crate) fn haystacks(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| &self.text[part.clone()])
    }

    /// How many haystacks there are.
    pub(crate) fn len(&self) -> usize {
        self.parts.len()
    }

    /// How many bytes all haystacks have.
    pub(crate) fn bytes(&self) -> usize {
        self.parts.iter().map(ExactSizeIterator::len).sum()
    }

    /// Whether it is for the parsers.
    pub(crate) fn is_list_of_uris(&self) -> bool {
        self.unit == Unit::Uris
    }
}

fn lines(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let line = |piece: &str| {
        let start = at;
        at += piece.len();
        start..start + piece.trim_end_matches(['\r', '\n']).len()
    };
    text.split_inclusive('\n').map(line).collect()
}

/// The part of a line before the first blank or control character.
fn uri_of(text: &str, line: Range<usize>) -> Range<usize> {
    let ends = |c: char| c.is_whitespace() || c.is_control();
    let len = text[line.clone()].find(ends).unwrap_or(line.len());
    line.start..line.start + len
}

/// The corpora of these names (of all, if there are none), and where they come from.
pub(crate) fn all(only: &[String]) -> io::Result<(String, Vec<Corpus>)> {
    let folder = env::var_os("LINKWRIGHT_CORPORA").map(PathBuf::from);
    let source = match &folder {
        Some(folder) => folder.display().to_string(),
        None => "generated texts".to_owned(),
    };
    let wanted = |kind: &&Kind| only.is_empty() || only.iter().any(|name| name == kind.name);
    let corpora = KINDS.iter().filter(wanted).map(|kind| {
        let text = match &folder {
            Some(folder) => read(&folder.join(kind.file))?,
            None => (kind.generate)(),
        };
        Ok(Corpus::new(kind, text))
    });
    Ok((source, corpora.collect::<io::Result<_>>()?))
}

/// The file as a `str`, which is all that some peers take.
fn read(file: &Path) -> io::Result<String> {
    let named = |error: io::Error| {
        io::Error::new(error.kind(), format!("cannot read {}: {error}", file.display()))
    };
    Ok(String::from_utf8_lossy(&fs::read(file).map_err(named)?).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus(name: &str, text: &str) -> Corpus {
        let kind = KINDS.iter().find(|kind| kind.name == name).unwrap();
        Corpus::new(kind, text.to_owned())
    }

    #[test]
    fn lines_become_haystacks_where_the_unit_asks_for_it() {
        let text = "a b\r\n\nhttp://h/\0x\n";
        assert_eq!(corpus("mail", text).haystacks().collect::<Vec<_>>(), [text]);
        let chat: Vec<_> = corpus("chat", text).haystacks().map(str::to_owned).collect();
        assert_eq!(chat, ["a b", "http://h/\0x"]);
        let uris: Vec<_> = corpus("uris", text).haystacks().map(str::to_owned).collect();
        assert_eq!(uris, ["a", "http://h/"]);
    }

    #[test]
    fn generated_prose_has_no_link_and_the_list_many() {
        assert!(!generate::prose().contains("://"));
        let links = generate::links();
        assert_eq!(links, generate::links());
        assert!(links.lines().all(|line| line.starts_with("http")));
    }
}

//! The texts on which the contestants are measured. If the environment variable `LINKWRIGHT_CORPORA` names a folder,
//! the texts are read from files in that folder. Otherwise they are generated.

use core::ops::Range;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crate::generate;

/// A corpus: its name, its file, the way it is measured, and the function that generates its text.
struct Kind {
    name: &'static str,
    file: &'static str,
    unit: Unit,
    contest: Contest,
    generate: fn() -> String,
}

/// The task that is measured on a corpus; it determines the contestants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contest {
    /// Find links in the text.
    Find,
    /// Parse the URI in each line.
    Parse,
    /// Write the plain text as HTML with links.
    ToHtml,
    /// Add links to HTML.
    Html,
    /// Add links to Markdown.
    Markdown,
    /// Find links in the text, and compute their spans in bytes, in UTF-16 code units and in
    /// characters.
    Units,
}

/// How the text is divided into haystacks, and the unit in which its speed is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// The text is one haystack. The speed is in MB/s.
    Bytes,
    /// Each line is a haystack. The speed is in nanoseconds per line.
    Messages,
    /// Each line of 80 to 120 bytes without `:`, `@` and `.` is a haystack. No finder has anything to examine in it, so the
    /// speed is the cost of a call.
    QuietMessages,
    /// Each line has one URI. The speed is in nanoseconds per URI.
    Uris,
    /// Each page of HTML is a haystack. The speed is in MB/s.
    Pages,
    /// Like [`Unit::Pages`], with a link added to the last line of each page.
    LinkedPages,
}

impl Kind {
    /// The text of the file, or a generated text if no folder is named.
    fn text(&self) -> io::Result<String> {
        folder().map_or_else(|| Ok((self.generate)()), |folder| read(&folder.join(self.file)))
    }
}

const fn kind(
    name: &'static str,
    file: &'static str,
    (unit, contest): (Unit, Contest),
    generate: fn() -> String,
) -> Kind {
    Kind { name, file, unit, contest, generate }
}

/// A text that is searched for links as a whole.
const FOUND: (Unit, Contest) = (Unit::Bytes, Contest::Find);
/// A text that is converted to HTML as a whole.
const TO_HTML: (Unit, Contest) = (Unit::Bytes, Contest::ToHtml);

const KINDS: [Kind; 21] = [
    kind("mail", "mail.txt", FOUND, generate::mail),
    kind("prose", "prose.txt", FOUND, generate::prose),
    kind("links", "links.txt", FOUND, generate::links),
    kind("code", "code.txt", FOUND, generate::code),
    kind("nonascii", "nonascii.txt", FOUND, generate::nonascii),
    kind("pages", "pages.html", FOUND, generate::pages),
    kind("readme", "readme.md", FOUND, generate::readme),
    kind("chat", "chat.txt", (Unit::Messages, Contest::Find), generate::chat),
    kind("quiet", "chat.txt", (Unit::QuietMessages, Contest::Find), generate::chat),
    kind("uris", "links.txt", (Unit::Uris, Contest::Parse), generate::links),
    kind("mail-html", "mail.txt", TO_HTML, generate::mail),
    kind("prose-html", "prose.txt", TO_HTML, generate::prose),
    kind("links-html", "links.txt", TO_HTML, generate::links),
    kind("code-html", "code.txt", TO_HTML, generate::code),
    kind("nonascii-html", "nonascii.txt", TO_HTML, generate::nonascii),
    kind("chat-html", "chat.txt", (Unit::Messages, Contest::ToHtml), generate::chat),
    kind("html", "pages.html", (Unit::Pages, Contest::Html), generate::pages),
    kind("html-link", "pages.html", (Unit::LinkedPages, Contest::Html), generate::pages),
    kind("mail-units", "mail.txt", (Unit::Bytes, Contest::Units), generate::mail),
    kind("nonascii-units", "nonascii.txt", (Unit::Bytes, Contest::Units), generate::nonascii),
    kind("markdown", "readme.md", (Unit::Bytes, Contest::Markdown), generate::readme),
];

/// The names of all corpora, in the order in which they are measured.
pub(crate) const NAMES: [&str; KINDS.len()] = {
    let mut names = [""; KINDS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = KINDS[at].name;
        at += 1;
    }
    names
};

/// A text, and the parts of it that are searched separately.
#[derive(Debug)]
pub(crate) struct Corpus {
    pub(crate) name: &'static str,
    pub(crate) unit: Unit,
    pub(crate) contest: Contest,
    text: String,
    /// The range of each part in `text`. The parts are not copied, so they are adjacent in memory, like the lines of a
    /// file that a program has read.
    parts: Vec<Range<usize>>,
}

impl Corpus {
    fn new(kind: &Kind, text: String) -> Corpus {
        let text = if kind.unit == Unit::LinkedPages { linked(&text) } else { text };
        let parts = match kind.unit {
            Unit::Bytes => core::iter::once(0..text.len()).collect(),
            Unit::Messages => lines(&text),
            Unit::QuietMessages => {
                let is_quiet = |line: &Range<usize>| {
                    (80..=120).contains(&line.len())
                        && !text[line.clone()].contains([':', '@', '.'])
                };
                lines(&text).into_iter().filter(is_quiet).collect()
            }
            Unit::Uris => lines(&text).into_iter().map(|line| uri_of(&text, line)).collect(),
            Unit::Pages | Unit::LinkedPages => pages(&text),
        };
        let parts = parts.into_iter().filter(|part: &Range<usize>| !part.is_empty()).collect();
        Corpus { name: kind.name, unit: kind.unit, contest: kind.contest, text, parts }
    }

    /// The texts to search or parse.
    pub(crate) fn haystacks(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| &self.text[part.clone()])
    }

    /// The number of haystacks.
    pub(crate) fn len(&self) -> usize {
        self.parts.len()
    }

    /// The number of bytes in all haystacks.
    pub(crate) fn bytes(&self) -> usize {
        self.parts.iter().map(ExactSizeIterator::len).sum()
    }

    /// Whether the speed is shown as a time per haystack.
    pub(crate) fn is_per_haystack(&self) -> bool {
        matches!(self.unit, Unit::Messages | Unit::QuietMessages | Unit::Uris)
    }
}

/// The pages of a file; each begins with its doctype.
fn pages(text: &str) -> Vec<Range<usize>> {
    const DOCTYPE: &str = "<!doctype";
    let is_doctype = |at: &usize| {
        let here = text.as_bytes().get(*at..*at + DOCTYPE.len());
        here.is_some_and(|here| here.eq_ignore_ascii_case(DOCTYPE.as_bytes()))
    };
    let mut starts: Vec<usize> =
        text.match_indices('<').map(|(at, _)| at).filter(is_doctype).collect();
    if starts.is_empty() {
        starts.push(0);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| start..end).collect()
}

/// Adds a line with a link to the end of each page, so that no contestant can stop early.
fn linked(text: &str) -> String {
    let pages = pages(text).into_iter().map(|page| &text[page]);
    pages.map(|page| [page, "<p>See http://a.example/b for more.</p>\n"].concat()).collect()
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

/// The task for the corpus with this name.
pub(crate) fn contest(name: &str) -> Option<Contest> {
    KINDS.iter().find(|kind| kind.name == name).map(|kind| kind.contest)
}

/// The folder with real texts, if the environment variable names one.
pub(crate) fn folder() -> Option<PathBuf> {
    env::var_os("LINKWRIGHT_CORPORA").map(PathBuf::from)
}

/// The source of the texts, as reports name it: the folder, or [`GENERATED`].
pub(crate) fn source() -> String {
    folder().map_or_else(|| GENERATED.to_owned(), |folder| folder.display().to_string())
}

/// The name of the source if the texts are generated.
pub(crate) const GENERATED: &str = "generated texts";

/// The corpora with these names; all corpora if the list is empty.
pub(crate) fn all(only: &[String]) -> io::Result<Vec<Corpus>> {
    let wanted = |kind: &&Kind| only.is_empty() || only.iter().any(|name| name == kind.name);
    KINDS.iter().filter(wanted).map(|kind| Ok(Corpus::new(kind, kind.text()?))).collect()
}

/// Writes the texts to `folder`, so that other programs can be measured on the same texts.
pub(crate) fn save(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    files().try_for_each(|kind| fs::write(folder.join(kind.file), kind.text()?))
}

/// The names of the files, without duplicates.
pub(crate) fn file_names() -> Vec<&'static str> {
    files().map(|kind| kind.file).collect()
}

/// One corpus for each file.
fn files() -> impl Iterator<Item = &'static Kind> {
    let is_first =
        |at: usize| KINDS.iter().position(|kind| kind.file == KINDS[at].file) == Some(at);
    (0..KINDS.len()).filter(move |&at| is_first(at)).map(|at| &KINDS[at])
}

/// The text of a file. Invalid UTF-8 is replaced, because some peers accept only `str`.
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
    fn texts_are_divided_into_the_units_of_their_corpus() {
        let text = "a b\r\n\nhttp://h/\0x\n";
        assert_eq!(corpus("mail", text).haystacks().collect::<Vec<_>>(), [text]);
        let chat: Vec<_> = corpus("chat", text).haystacks().map(str::to_owned).collect();
        assert_eq!(chat, ["a b", "http://h/\0x"]);
        let pages = "<!DOCTYPE html>a<b>\n<!doctype html>c";
        let pages: Vec<_> = corpus("html", pages).haystacks().map(str::to_owned).collect();
        assert_eq!(pages, ["<!DOCTYPE html>a<b>\n", "<!doctype html>c"]);
        assert_eq!(corpus("html-link", "<p>x").haystacks().count(), 1);
        let uris: Vec<_> = corpus("uris", text).haystacks().map(str::to_owned).collect();
        assert_eq!(uris, ["a", "http://h/"]);
    }

    #[test]
    fn a_file_of_two_corpora_is_listed_once() {
        let mut names = file_names();
        assert!(names.contains(&"links.txt") && names.len() < KINDS.len());
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn generated_prose_has_no_link_and_each_generated_url_is_a_link() {
        assert!(!generate::prose().contains("://"));
        let links = generate::links();
        assert_eq!(links, generate::links());
        assert!(links.lines().all(|line| line.starts_with("http")));
    }
}

//! Markdown that people wrote, where it is there: `LINKWRIGHT_MARKDOWN` names a folder, which is searched.

use std::path::{Path, PathBuf};
use std::{env, fs};

use linkwright::rewrite::markdown::{Dialects, GITHUB};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::linker;

/// A second run inserts nothing; the rendered text stays, and so do the links.
#[test]
fn real_documents_stay() {
    let Some(folder) = env::var_os("LINKWRIGHT_MARKDOWN").map(PathBuf::from) else {
        eprintln!("skipped: LINKWRIGHT_MARKDOWN does not say where the documents are");
        return;
    };
    let mut documents = Vec::new();
    collect(&folder, &mut documents);
    let linker = linker(Dialects::AUTO);
    let (mut read, mut directives, mut mdx, mut links) = (0, 0, 0, 0);
    for path in documents {
        let Ok(source) = fs::read_to_string(&path) else { continue };
        let found = Dialects::AUTO.directives(&source);
        let output = linker.rewrite(&source);
        assert_eq!(linker.rewrite(&output), output, "{}", path.display());
        let (before, after) = (Read::of(&source), Read::of(&output));
        if !found.is_mdx() {
            assert_eq!(before.text, after.text, "{}", path.display());
            assert!(is_subsequence(&before.links, &after.links), "{}", path.display());
        }
        read += 1;
        directives += usize::from(found.spans().len() > 0);
        mdx += usize::from(found.is_mdx());
        links += after.links.len() - before.links.len();
    }
    eprintln!(
        "{read} documents, {directives} with directives, {mdx} in MDX; {links} links were inserted"
    );
}

/// The files below `folder` with an ending of Markdown; symbolic links are not followed.
fn collect(folder: &Path, documents: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
        let is_markdown = path
            .extension()
            .is_some_and(|ending| ending == "md" || ending == "mdx" || ending == "markdown");
        if kind.is_dir() {
            collect(&path, documents);
        } else if kind.is_file() && is_markdown {
            documents.push(path);
        }
    }
}

/// What a reader sees of a document, and where its links lead.
#[derive(Default)]
struct Read {
    text: String,
    links: Vec<String>,
}

impl Read {
    fn of(source: &str) -> Read {
        let mut read = Read::default();
        for event in Parser::new_ext(source, Options::from(GITHUB)) {
            match event {
                Event::Text(text)
                | Event::Code(text)
                | Event::Html(text)
                | Event::InlineHtml(text) => {
                    read.text.push_str(&text);
                }
                Event::Start(Tag::Link { dest_url, .. }) => read.links.push(dest_url.into_string()),
                Event::End(TagEnd::Paragraph | TagEnd::Item) | Event::SoftBreak => {
                    read.text.push('\n');
                }
                _ => {}
            }
        }
        // Marks inside a URI are text after it is linked.
        read.text.retain(|c| !"*_~".contains(c));
        read
    }
}

fn is_subsequence(part: &[String], whole: &[String]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|one| whole.any(|other| other == one))
}

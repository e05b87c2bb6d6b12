//! Markdown with the directives of other programs: the directives are unchanged, and the prose between them is linked.

#[path = "../support/corpus.rs"]
mod corpus;
#[path = "../support/dialects.rs"]
mod dialects;
#[path = "../support/directives.rs"]
mod directives;

mod cases;
mod corpora;
mod properties;
mod witness;

use linkwright::Finder;
use linkwright::rewrite::markdown::{Dialects, GITHUB, MarkdownLinker};

/// The linker of the command for Markdown, with these dialects.
fn linker(dialects: Dialects) -> MarkdownLinker {
    let mut builder = MarkdownLinker::builder(&Finder::new());
    builder.extensions(GITHUB).dialect(dialects).build().expect("the options are valid")
}

fn rewritten(dialects: Dialects, source: &str) -> String {
    linker(dialects).rewrite(source).into_owned()
}

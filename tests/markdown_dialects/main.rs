//! Tests linking in Markdown with directives for other programs: the directives are unchanged, and the prose between
//! them is linked.

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
use linkwright::rewrite::markdown::{Dialect, GITHUB, MarkdownLinker};

/// A linker like the one that the command uses for Markdown, with this dialect.
fn linker(dialect: Dialect) -> MarkdownLinker {
    let mut builder = MarkdownLinker::builder(&Finder::new());
    builder.extensions(GITHUB).dialect(dialect).build().expect("the options are valid")
}

fn rewritten(dialect: Dialect, source: &str) -> String {
    linker(dialect).rewrite(source).into_owned()
}

//! Tests the option that treats the existing links of a Markdown document like new links.

#[path = "../support/corpus.rs"]
mod corpus;
#[path = "../support/dialects.rs"]
mod dialects;
#[path = "../support/existing.rs"]
mod shared;

mod cases;
mod corpora;
mod events;
mod properties;

use linkwright::Finder;
use linkwright::link::{Link, Treatment};
use linkwright::options::OptionError;
use linkwright::rewrite::markdown::{GITHUB, MarkdownLinker};

/// A linker that makes no new links and permits every scheme, except those that run code.
fn plain() -> MarkdownLinker {
    shared::plain(GITHUB, linkwright::rewrite::markdown::Dialect::Auto)
}

/// A linker with the default policy on schemes and hazards, except that links with a warning are marked.
fn safe() -> MarkdownLinker {
    let mut builder = MarkdownLinker::builder(&Finder::new());
    builder.extensions(GITHUB).existing(true).on_warning(Treatment::Mark);
    builder.build().expect("the options are valid")
}

fn treated(linker: &MarkdownLinker, source: &str, mut decide: impl FnMut(&mut Link<'_>)) -> String {
    let done = linker.try_rewrite(source, |link| {
        decide(link);
        Ok::<(), OptionError>(())
    });
    done.expect("nothing fails").into_owned()
}

//! Properties that hold for directives in Markdown documents. The property tests and the fuzz target share this
//! function.

use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::rewrite::markdown::{Dialect, Directives, GITHUB, MarkdownLinker};

/// A document has the same directives before and after linking, and no link is inserted into a directive. A second run
/// inserts nothing.
pub(crate) fn directives_stay(source: &str, dialect: Dialect) {
    let mut builder = MarkdownLinker::builder(&Finder::preset(Preset::Chat));
    let builder = builder.extensions(GITHUB).dialect(dialect);
    let linker = builder.build().expect("the options are valid");
    let output = linker.rewrite(source);
    assert!(is_subsequence(source, &output), "{output:?}");
    let before = dialect.directives(source);
    let after = dialect.directives(&output);
    assert_eq!(before.masked().len(), source.len());
    assert_eq!(texts(source, &before), texts(&output, &after), "{output:?}");
    assert!(is_subsequence(before.masked(), after.masked()), "{output:?}");
    assert_eq!(linker.rewrite(&output), output);
}

/// The texts of the directives in `source`.
fn texts<'s>(source: &'s str, directives: &Directives<'_>) -> Vec<&'s str> {
    directives
        .spans()
        .map(|span| source.get(span.range()).expect("a directive is part of the document"))
        .collect()
}

fn is_subsequence(part: &str, whole: &str) -> bool {
    let mut whole = whole.bytes();
    part.bytes().all(|byte| whole.any(|other| other == byte))
}

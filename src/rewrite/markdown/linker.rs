//! Markdown in, Markdown out.

use std::borrow::Cow;

use pulldown_cmark::Parser;

use super::builder::{Config, MarkdownLinkerBuilder, Style};
use super::dialect::{Dialects, Directives};
use super::edit::Edit;
use super::extensions::Extensions;
use super::form::Forms;
use super::place::{self, Safety};
use super::run::Run;
use super::search::Search;
use super::verify;
use super::walk::{self, Visitor};
use super::wrapped;
use crate::find::{Finder, Match};
use crate::options::error::OptionError;
use crate::rewrite::splice::Splicer;

/// Makes links of the bare URIs in a Markdown document.
///
/// ```
/// use linkwright::{Finder, rewrite::markdown::MarkdownLinker};
///
/// let linker = MarkdownLinker::new(&Finder::new());
/// assert_eq!(
///     linker.rewrite("See http://example.com/a_b_ or `http://b.example`, www.c.example."),
///     "See <http://example.com/a_b_> or `http://b.example`, \
///      [www.c.example](http://www.c.example).",
/// );
/// ```
///
/// Untouched are code, links and images, definitions of references, HTML, mathematics, front matter, and the
/// directives of other programs ([`Dialects`](super::Dialects)). Marks of emphasis inside a URI's source belong to it, as in GFM. Nothing but markup is
/// inserted (see [`mend`](super::MarkdownLinkerBuilder::mend) for the exception), so that the byte order mark,
/// the line ends and everything else stay; and a second run changes nothing.
///
/// A URI stays bare if its neighbouring text would change how the inserted markup is read.
///
/// Only schemes that run code (`javascript`, `data`, `vbscript`, `blob`) and hosts or addresses that a program would take for
/// an option (`ssh://-oProxyCommand=x`) are never linked; every other scheme that the finder finds is. For text of strangers
/// give the finder a list ([`FinderBuilder::schemes`](crate::find::FinderBuilder::schemes)).
#[derive(Clone, Debug)]
pub struct MarkdownLinker {
    finder: Finder,
    search: Search,
    extensions: Extensions,
    dialect: Dialects,
    style: Style,
    mend: bool,
}

impl MarkdownLinkerBuilder {
    /// The linker.
    ///
    /// # Errors
    /// None in this version: every value of these options is valid.
    pub fn build(&self) -> Result<MarkdownLinker, OptionError> {
        Ok(MarkdownLinker::from_config(&self.finder, self.config))
    }
}

impl MarkdownLinker {
    /// A linker for what `finder` finds, in documents without extensions.
    pub fn new(finder: &Finder) -> MarkdownLinker {
        MarkdownLinker::from_config(finder, Config::default())
    }

    /// A builder of a linker for what `finder` finds.
    pub fn builder(finder: &Finder) -> MarkdownLinkerBuilder {
        MarkdownLinkerBuilder::new(finder)
    }

    fn from_config(finder: &Finder, config: Config) -> MarkdownLinker {
        MarkdownLinker {
            finder: finder.clone(),
            search: Search::new(finder),
            extensions: config.extensions,
            dialect: config.dialect,
            style: config.style,
            mend: config.mend,
        }
    }

    /// The document with its links; the input itself if nothing is to be linked.
    pub fn rewrite<'s>(&self, source: &'s str) -> Cow<'s, str> {
        if !self.search.is_hot(source) {
            return Cow::Borrowed(source);
        }
        let directives = self.directives(source);
        let Edits { mut made, bare } = self.edits(&directives);
        let output = spliced(source, &made);
        if self.is_sound(&directives, &made, &bare, &output) {
            return output;
        }
        made.retain(|edit| edit.safety == Safety::Safe);
        spliced(source, &made)
    }

    /// The directives of `source` in the dialects of this linker.
    pub fn directives<'s>(&self, source: &'s str) -> Directives<'s> {
        self.dialect.directives(source)
    }

    /// Whether `output` reads as it should, and a second run finds nothing more in it, be it a link
    /// or a URI that has to stay bare. Only where there is some doubt it is read again, which costs
    /// as much as the first time, and a little more.
    fn is_sound(
        &self,
        source: &Directives<'_>,
        made: &[Edit],
        bare: &[String],
        output: &str,
    ) -> bool {
        if made.iter().all(|edit| edit.safety == Safety::Safe) {
            return true;
        }
        let output = self.directives(output);
        let again = self.edits(&output);
        let options = self.extensions.options();
        again.made.is_empty()
            && again.bare == bare
            && verify::holds(&self.finder, options, source.masked(), made, output.masked())
    }

    fn edits(&self, directives: &Directives<'_>) -> Edits {
        let source = directives.masked();
        let mut editor = Editor { linker: self, directives, edits: Edits::default() };
        let parser = Parser::new_ext(source, self.extensions.options());
        walk::walk(&self.search, source, parser, &mut editor);
        editor.edits
    }

    fn edit(&self, run: &Run<'_>, found: &Match<'_>, forms: Forms) -> Option<Edit> {
        if found.pieces().len() > 1 {
            return self.mend.then(|| wrapped::mended(run, found)).flatten();
        }
        forms.edit(run, found)
    }
}

/// What becomes of the URIs of a document.
#[derive(Debug, Default)]
struct Edits {
    /// The changes that make links, in ascending order.
    made: Vec<Edit>,
    /// The URIs that stay as they are, because no markup would do.
    bare: Vec<String>,
}

/// Writes the links of a document as changes to it.
struct Editor<'l> {
    linker: &'l MarkdownLinker,
    directives: &'l Directives<'l>,
    edits: Edits,
}

impl<'s> Visitor<'s> for Editor<'_> {
    fn links(&mut self, run: &Run<'s>, links: &[Match<'_>]) {
        let mut forms = Forms {
            options: self.linker.extensions.options(),
            is_mdx: self.linker.style == Style::Inline || self.directives.is_mdx(),
            open_markup: place::open_markup(run.text()),
            linked: 0,
        };
        let Edits { made, bare } = &mut self.edits;
        let (before, bare_before) = (made.len(), bare.len());
        let is_whole =
            |found: &&Match<'_>| !self.directives.continues(run.source_span(found.span()));
        for found in links.iter().filter(is_whole) {
            match self.linker.edit(run, found, forms) {
                Some(edit) => {
                    forms.linked = found.span().end();
                    made.push(edit);
                }
                None => bare.push(found.href().to_owned()),
            }
        }
        let of_run = made.get_mut(before..).unwrap_or_default();
        // A URI that stays bare may be read otherwise when the text after it becomes part of a link.
        let least = if bare.len() > bare_before { Safety::Doubtful } else { Safety::Safe };
        // The edits of a run share their marks: if one of them is doubtful, so are the others.
        if let Some(safety) = of_run.iter().map(|edit| edit.safety.max(least)).max() {
            for edit in of_run {
                edit.safety = safety;
            }
        }
    }
}

/// Makes links of the bare URIs in `source`, a Markdown document that is read with `extensions`.
///
/// In short for [`MarkdownLinker`], which says what is never linked.
///
/// ```
/// use linkwright::{Finder, rewrite::markdown::{self, Extensions}};
///
/// let finder = Finder::new();
/// let output = markdown::rewrite(&finder, "See http://example.com/.", Extensions::NONE);
/// assert_eq!(output, "See <http://example.com/>.");
/// ```
pub fn rewrite<'s>(
    finder: &Finder,
    source: &'s str,
    extensions: impl Into<Extensions>,
) -> Cow<'s, str> {
    let config = Config { extensions: extensions.into(), ..Config::default() };
    MarkdownLinker::from_config(finder, config).rewrite(source)
}

fn spliced<'s>(source: &'s str, edits: &[Edit]) -> Cow<'s, str> {
    let mut splicer = Splicer::new(source);
    for (span, text) in edits.iter().flat_map(|edit| &edit.changes) {
        splicer.replace(*span, text);
    }
    splicer.finish()
}

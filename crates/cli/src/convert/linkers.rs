//! Builds the finder and the linkers of a conversion.

use linkwright::Finder;
use linkwright::find::FinderBuilder;
use linkwright::link::{HtmlLinker, TerminalLinker};
use linkwright::options::OptionError;
use linkwright::rewrite::markdown::MarkdownLinker;

use super::link_args::LinkArgs;

/// The finder and the linkers of a conversion, with the options that they were built from.
#[derive(Clone, Debug)]
pub(crate) struct Linkers {
    pub(crate) finder: Finder,
    pub(crate) html: HtmlLinker,
    pub(crate) markdown: MarkdownLinker,
    pub(crate) terminal: TerminalLinker,
    /// Whether records also contain the original URI of a link that a redirect service wrapped.
    pub(crate) unwraps: bool,
    /// Whether only links are made that leave the rendered text as it is. All edits that are refused are then reported.
    pub(crate) keeps_text: bool,
    builder: FinderBuilder,
    pub(crate) args: LinkArgs,
}

impl Linkers {
    /// Builds the linkers for a finder that `builder` builds.
    pub(crate) fn new(builder: FinderBuilder, args: &LinkArgs) -> Result<Linkers, OptionError> {
        let finder = builder.build()?;
        Ok(Linkers {
            html: args.html(&finder)?,
            markdown: args.markdown(&finder)?,
            // Most terminals make a link of every URI, so a URI with a hazard is marked.
            terminal: args.or("on_danger", "caution").terminal(&finder)?,
            finder,
            unwraps: false,
            keeps_text: false,
            builder,
            args: args.clone(),
        })
    }

    /// Rebuilds the linkers with the options for MDX, unless another dialect is set.
    pub(crate) fn mdx(&self) -> Result<Linkers, OptionError> {
        let args = self.args.or("dialect", "mdx");
        let mut mdx = Linkers::new(self.builder.clone(), &args)?;
        mdx.keeps_text = self.keeps_text;
        Ok(mdx)
    }
}

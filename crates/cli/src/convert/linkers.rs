//! Builds the finder and the linkers of a conversion.

use linkwright::Finder;
use linkwright::find::{FinderBuilder, Preset};
use linkwright::link::{HtmlLinker, TerminalLinker};
use linkwright::options::OptionError;
use linkwright::rewrite::markdown::MarkdownLinker;

use super::link_args::LinkArgs;
use crate::options::{self, Settings};

/// The finder and the linkers of a conversion, with the options that they were built from.
#[derive(Clone, Debug)]
pub(crate) struct Linkers {
    pub(crate) finder: Finder,
    pub(crate) html: HtmlLinker,
    pub(crate) markdown: MarkdownLinker,
    pub(crate) terminal: TerminalLinker,
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
            keeps_text: false,
            builder,
            args: args.clone(),
        })
    }

    /// Builds the linkers for options from JSON, of which those of links are added to `args`, and returns the builder of the
    /// finder as well.
    pub(crate) fn of_settings(
        preset: Preset,
        settings: Settings,
        args: LinkArgs,
    ) -> Result<(Linkers, FinderBuilder), String> {
        let (of_links, of_finder): (Settings, Settings) =
            settings.into_iter().partition(|(name, _)| options::is_link_option(name));
        for (name, value) in &of_links {
            options::check_link_option(name, value).map_err(|error| options::in_json(&error))?;
        }
        let builder = options::builder(preset, &of_finder);
        builder
            .and_then(|builder| Ok((Linkers::new(builder.clone(), &args.with(of_links))?, builder)))
            .map_err(|error| options::in_json(&error))
    }

    /// Rebuilds the linkers with the options for MDX, unless another dialect is set.
    pub(crate) fn mdx(&self) -> Result<Linkers, OptionError> {
        let args = self.args.or("dialect", "mdx");
        let mut mdx = Linkers::new(self.builder.clone(), &args)?;
        mdx.keeps_text = self.keeps_text;
        Ok(mdx)
    }
}

//! Builds the finder and the linkers of a conversion.

use std::borrow::Cow;
use std::path::Path;

use linkwright::Finder;
use linkwright::find::FinderBuilder;
use linkwright::link::{HtmlLinker, LinkStream, TerminalLinker};
use linkwright::options::OptionError;
use linkwright::rewrite::markdown::MarkdownLinker;

use super::format::{Conversion, ends_with};
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
    pub(crate) builder: FinderBuilder,
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

    /// Builds the linkers for options from JSON, of which those of links are added to `args`.
    pub(crate) fn of_settings(settings: Settings, args: LinkArgs) -> Result<Linkers, String> {
        options::preset(&settings).map_err(|error| format!("preset: {error}"))?;
        let (of_links, of_finder): (Settings, Settings) =
            settings.into_iter().partition(|(name, _)| options::is_link_option(name));
        for (name, value) in &of_links {
            options::check_link_option(name, value).map_err(|error| options::in_json(&error))?;
        }
        let builder = options::builder(&of_finder);
        builder
            .and_then(|builder| Linkers::new(builder, &args.with(of_links)))
            .map_err(|error| options::in_json(&error))
    }

    /// The linkers for the file at `path`: those with the options for MDX if it is MDX, unless another dialect is set.
    /// MDX is Markdown in which `<uri>` is not a link but an error.
    pub(crate) fn of_file(&self, path: &Path) -> Result<Cow<'_, Linkers>, OptionError> {
        if !ends_with(path, &["mdx"]) {
            return Ok(Cow::Borrowed(self));
        }
        let mut mdx = Linkers::new(self.builder.clone(), &self.args.or("dialect", "mdx"))?;
        mdx.keeps_text = self.keeps_text;
        Ok(Cow::Owned(mdx))
    }

    /// A stream that converts plain text chunk by chunk.
    pub(crate) fn stream(&self, conversion: Conversion) -> LinkStream<'_> {
        match conversion {
            Conversion::Terminal => self.terminal.stream(),
            _ => self.html.stream(),
        }
    }
}

//! Builds the finder, the linkers and the sanitizer of a conversion.

use std::sync::OnceLock;

use linkwright::Finder;
use linkwright::find::FinderBuilder;
use linkwright::link::{HtmlLinker, TerminalLinker};
use linkwright::options::OptionError;
use linkwright::rewrite::markdown::MarkdownLinker;
use linkwright_harvest::{Format, Harvester};

use super::link_args::LinkArgs;
use super::sanitizer::{Sanitizer, SanitizerArgs};

/// The finder, the linkers and the sanitizer of a conversion, with the options that they were built from.
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
    /// The mail reader. It is built on first use, because it builds three finders.
    mail: OnceLock<Harvester>,
    builder: FinderBuilder,
    pub(crate) args: LinkArgs,
    pub(super) sanitizer: Sanitizer,
    /// The linker for mail. It also judges existing links, unless the option `existing` is off: in mail the links of the
    /// sender are the dangerous ones. For this reason, it marks what it does not link.
    pub(super) mail_html: HtmlLinker,
    /// The linker for existing links of rendered Markdown, if the option `existing` is set. It adds no new links.
    pub(super) authors: Option<HtmlLinker>,
}

impl Linkers {
    /// Builds the linkers for a finder that `builder` builds.
    pub(crate) fn new(
        builder: FinderBuilder,
        args: &LinkArgs,
        sanitizer: &SanitizerArgs,
    ) -> Result<Linkers, OptionError> {
        let finder = builder.build()?;
        let nothing = || Finder::builder().kinds([]).build();
        let authors = args.treats_existing().then(|| args.html(&nothing()?)).transpose()?;
        Ok(Linkers {
            html: args.html(&finder)?,
            markdown: args.markdown(&finder)?,
            // Most terminals make a link of every URI, so a URI with a hazard is marked.
            terminal: args.or("on_danger", "caution").terminal(&finder)?,
            // Mail programs write quotations and signatures as `pre`; of the other elements, cleaning leaves these.
            mail_html: args
                .or("on_danger", "caution")
                .or("existing", true)
                .or("elements_without_links", ["code", "kbd", "samp"])
                .html(&finder)?,
            sanitizer: Sanitizer::new(sanitizer, args.look()),
            authors,
            finder,
            unwraps: false,
            keeps_text: false,
            mail: OnceLock::new(),
            builder,
            args: args.clone(),
        })
    }

    /// Rebuilds the linkers with the options for MDX, unless another dialect is set.
    pub(crate) fn mdx(&self) -> Result<Linkers, OptionError> {
        let args = self.args.or("dialect", "mdx");
        let mut mdx = Linkers::new(self.builder.clone(), &args, &self.sanitizer.args)?;
        mdx.keeps_text = self.keeps_text;
        Ok(mdx)
    }

    /// Rebuilds the linkers for text in `format=flowed` (RFC 3676).
    pub(super) fn flowed(&self, delsp: bool) -> Result<Linkers, String> {
        let mut builder = self.builder.clone();
        builder.flowed(true).delsp(delsp);
        Linkers::new(builder, &self.args, &self.sanitizer.args).map_err(|error| error.to_string())
    }

    /// The mail reader, built on the first call.
    pub(super) fn mail(&self) -> Result<&Harvester, String> {
        if let Some(mail) = self.mail.get() {
            return Ok(mail);
        }
        let mail = Harvester::builder().finder(&self.builder).format(Some(Format::Mail)).build();
        let mail = mail.map_err(|error| error.to_string())?;
        Ok(self.mail.get_or_init(|| mail))
    }
}

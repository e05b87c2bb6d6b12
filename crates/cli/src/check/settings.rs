//! What `check` and `fix` have in common: what a link is, and what configuration files set.

use super::rules::Level;
use crate::config::ConfigArgs;
use crate::convert::{LinkArgs, Linkers};
use crate::exit::Failure;
use crate::options::{self, FinderArgs};

/// The options of both commands.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CheckSettings {
    #[command(flatten)]
    pub(crate) finder: FinderArgs,

    #[command(flatten)]
    config: ConfigArgs,

    /// The options of links, from configuration files.
    #[arg(skip)]
    link: LinkArgs,

    /// The levels of rules, from configuration files.
    #[arg(skip)]
    pub(crate) levels: Vec<(&'static str, Level)>,
}

impl CheckSettings {
    /// Reads the configuration files.
    pub(crate) fn load(&mut self) -> Result<(), Failure> {
        let config = self.config.load()?;
        self.levels = config.levels();
        config.apply(&mut self.finder, Some(&mut self.link));
        Ok(())
    }

    /// The linkers whose changes are the findings of the rule for bare URIs.
    pub(crate) fn linkers(&self) -> Result<Linkers, Failure> {
        let link = self.link.clone().keeping_text();
        let linkers = Linkers::new(self.finder.builder()?, &link);
        let mut linkers = linkers.map_err(|error| Failure::Usage(options::typed(&error)))?;
        linkers.keeps_text = true;
        Ok(linkers)
    }
}

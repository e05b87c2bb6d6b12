//! `auto`, `always` or `never`.

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;

/// Something that depends on whether standard output is a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    Auto,
    Always,
    Never,
}

impl When {
    /// For colour: `auto` also heeds `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and `TERM`.
    pub(crate) fn is_wanted(self) -> bool {
        match self {
            When::Auto => AutoStream::choice(&std::io::stdout()) != ColorChoice::Never,
            When::Always => true,
            When::Never => false,
        }
    }
}

//! The options of the library's builders, for the command line and for the `options` of `pipe`.
//!
//! The library has tables of all options. `flag` turns each row into a flag and parses its values; `pipe` reads the
//! same values from JSON.

mod change;
mod configured;
mod error;
mod flag;
mod flags;
mod settings;
mod typed;

pub(crate) use change::{Change, Limits, changed};
pub(crate) use configured::{Configured, ConfiguredOptions, ConfiguredPreset, Origin};
pub(crate) use error::{in_json, message, typed};
pub(crate) use flag::{OptionFlag, flag, pattern_flag};
pub(crate) use flags::FinderArgs;
pub(crate) use settings::{Settings, builder, current};
pub(crate) use typed::Typed;

//! The options of the library's builders, for the command line and for the `options` of `pipe`.
//!
//! The library has tables of all options. `set` sets each of them by its name, `flag` gives a few of them a flag of
//! their own, and `pipe` reads the same values from JSON.

mod change;
mod error;
mod flag;
mod flags;
mod set;
mod settings;
mod untyped;

pub(crate) use change::Change;
pub(crate) use error::{in_json, message, typed};
pub(crate) use flag::{flag, flags, shown, typed_settings};
pub(crate) use flags::{Configured, FinderArgs};
pub(crate) use set::{check_link_option, defaults, is_link_option, link_options};
pub(crate) use settings::{PRESET, Settings, builder, preset};
pub(crate) use untyped::untyped;

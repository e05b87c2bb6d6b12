//! Options by name, for bindings, command lines and configuration files.
//!
//! Each builder has typed methods for its options, and a table with the name, kind of value, default and description of
//! each option. [`FinderBuilder::set`] sets an option by its name, [`FinderBuilder::set_text`] sets it from a string
//! such as the value of an environment variable, and [`FinderBuilder::get`] returns its value. The builders of the
//! linkers have the same three methods.
//!
//! ```
//! use linkwright::Finder;
//! use linkwright::find::{FinderBuilder, Preset};
//!
//! let mut builder = Finder::builder();
//! builder.preset("chat".parse()?);
//! builder.set("www", false)?.set("schemes", ["http", "https"])?.set("max_len", 2000)?;
//! builder.set_text("emails", "no")?.set_text("schemes", "http, https")?.set_text("base", "")?;
//! assert!(builder.build()?.find_iter("www.example.com").next().is_none());
//!
//! let error = builder.set("warp", "mail").unwrap_err();
//! assert_eq!(error.to_string(), "warp: unknown option; did you mean wrap?");
//! let error = builder.set("wrap", true).unwrap_err();
//! assert_eq!(error.to_string(), r#"wrap: expected "off", "delimited" or "mail", found true"#);
//!
//! for option in FinderBuilder::options() {
//!     let or_null = if option.is_optional() { ", or null" } else { "" };
//!     println!("{} ({}{or_null}): {}", option.name(), option.kind(), option.about());
//!     println!("  in chat messages: {}", option.default(Preset::Chat));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A preset is not an option but a set of values for all options of the finder, which [`FinderBuilder::preset`] sets.
//! Likewise [`FinderBuilder::kinds`] is not an option: it sets `uris`, `www`, `domains`, `emails` and `ip`.
//!
//! `docs/options.md` in the repository lists all options; it is generated from the same tables.
//!
//! [`FinderBuilder::get`]: crate::find::FinderBuilder::get
//! [`FinderBuilder::kinds`]: crate::find::FinderBuilder::kinds
//! [`FinderBuilder::preset`]: crate::find::FinderBuilder::preset
//! [`FinderBuilder::set_text`]: crate::find::FinderBuilder::set_text
//! [`FinderBuilder::set`]: crate::find::FinderBuilder::set

pub(crate) mod error;
pub(crate) mod kind;
pub(crate) mod name;
mod near;
pub(crate) mod setting;
pub(crate) mod table;
pub(crate) mod value;

pub use error::{OptionError, OptionProblem};
pub use kind::ValueKind;
pub use name::UnknownName;
// `near` is public only for the other crates of this repository; its interface may change.
#[doc(hidden)]
pub use near::near;
pub use table::OptionInfo;
pub use value::{Pattern, Value};

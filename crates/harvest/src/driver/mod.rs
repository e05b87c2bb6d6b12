//! The driver: opens files, detects their formats, and calls the readers of the formats.
//!
//! ```text
//! harvester -> dispatch -> choice (which format, which encoding)
//!                       -> held, document, streaming -> a parser -> locating -> session -> visitor
//!                       -> archive, mail -> members and parts -> dispatch
//! ```

mod builder;
mod choice;
mod dispatch;
mod document;
mod file;
mod harvester;
mod held;
mod input;
mod locating;
mod mailbox;
mod ole;
mod package;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "sqlite")]
mod private_folder;
mod scan;
mod session;
mod settings;
#[cfg(feature = "sqlite")]
mod sqlite;
mod start;
mod streaming;
mod undecoded;
mod warc;

pub use builder::HarvesterBuilder;
pub use harvester::Harvester;
#[cfg(feature = "sqlite")]
pub use private_folder::remove_private_copies;

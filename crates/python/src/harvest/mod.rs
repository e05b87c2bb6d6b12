//! The links of files, read on a separate thread.

mod events;
mod reading;
pub(crate) mod run;
mod settings;

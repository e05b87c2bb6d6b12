//! The links of files, read on a thread of their own.

mod events;
mod reading;
pub(crate) mod run;
mod settings;

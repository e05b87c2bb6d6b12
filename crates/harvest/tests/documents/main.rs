//! Tests that build documents, containers and folders, and read them.

mod calendar;
mod containers;
mod damaged;
mod folders;
mod hostile;
mod limits;
mod mail;
mod mutations;
mod names;
mod office;
pub(crate) mod ole;
mod paths;
#[cfg(feature = "pdf")]
mod pdf;
mod provenance;
mod same;
mod seeds;
#[cfg(feature = "sqlite")]
mod sqlite;
mod support;
mod tars;
mod text;
mod unread;
mod warc;
mod witness;

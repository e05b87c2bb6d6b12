//! Documents, containers and folders that the tests build and read.

mod calendar;
mod containers;
mod damaged;
mod divided;
mod folders;
mod hostile;
mod mail;
mod mutations;
mod names;
mod office;
pub(crate) mod ole;
mod paths;
#[cfg(feature = "pdf")]
mod pdf;
mod provenance;
mod resume;
mod same;
mod seeds;
mod sqlite;
mod support;
mod tars;
mod text;
mod unread;
mod warc;
mod witness;

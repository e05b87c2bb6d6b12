//! The verbs, each with its arguments and a function that runs it and returns the status.

pub(crate) mod config;
pub(crate) mod explain;
pub(crate) mod extract;
pub(crate) mod linkify;
pub(crate) mod lists;
pub(crate) mod pipe;
pub(crate) mod shell;
pub(crate) mod uri;

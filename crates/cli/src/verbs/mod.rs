//! The verbs (subcommands). Each module has the arguments of its verb, and a function that runs it and returns the exit
//! status.

pub(crate) mod config;
pub(crate) mod explain;
pub(crate) mod extract;
pub(crate) mod linkify;
pub(crate) mod lists;
pub(crate) mod mdbook;
pub(crate) mod pipe;
pub(crate) mod shell;
pub(crate) mod uri;

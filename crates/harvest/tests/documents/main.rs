//! Documents, containers and folders, made here and read.

mod containers;
mod hostile;
mod mail;
mod paths;
mod resume;
mod support;
mod text;

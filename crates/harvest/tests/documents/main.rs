//! Documents, containers and folders, made here and read.

mod calendar;
mod containers;
mod damaged;
mod folders;
mod hostile;
mod mail;
mod names;
mod paths;
mod provenance;
mod resume;
mod same;
mod support;
mod tars;
mod text;

//! Documents, containers and folders, made here and read.

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
mod paths;
mod provenance;
mod resume;
mod same;
mod seeds;
mod support;
mod tars;
mod text;
mod unread;

//! Checks the layers of the Python package (`crates/python`): the modules that each module may import. The module
//! [`layers`] explains the table.
//!
//! The package is a separate workspace. This test only reads its source and needs no Python.
//!
//! A new module needs a row here, directly after the last of the modules from which it imports.

#[path = "support/layers.rs"]
mod layers;

/// The level and the name of each module, from the lowest layer up.
const LAYERS: &[(u8, &str)] = &[
    (0, "recent"),
    (0, "convert"),
    (0, "error"),
    (1, "options"),
    (1, "kept"),
    (2, "find::record"),
    (2, "tuples"),
    (3, "uri::compose"),
    (3, "uri::class"),
    (3, "uri"),
    (3, "batch::count"),
    (3, "batch::rows"),
    (3, "batch::column"),
    (3, "batch::links"),
    (3, "batch::table"),
    (3, "batch"),
    (4, "find::as_dict"),
    (4, "find::found"),
    (4, "find::explain"),
    (4, "find::stream"),
    (4, "find::iterator"),
    (4, "find::finder"),
    (4, "find::functions"),
    (4, "find"),
    (5, "link::seen"),
    (5, "link::decide"),
    (5, "link::stream"),
    (5, "link::linker"),
    (5, "link::functions"),
    (5, "link"),
    (6, "harvest::settings"),
    (6, "harvest::events"),
    (6, "harvest::reading"),
    (6, "harvest::run"),
    (6, "harvest"),
];

layers::check!(LAYERS, "crates/python");

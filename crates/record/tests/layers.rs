//! Checks that a module of this crate imports only from modules that precede it in [`LAYERS`].
//!
//! To add a module, add a row after the rows of all modules that it imports from.

#[path = "../../../tests/support/layers.rs"]
mod layers;

/// The modules in order of dependency. The numbers group them into layers for the reader; the test ignores them.
const LAYERS: &[(u8, &str)] = &[
    (0, "visible"),
    (0, "json"),
    (0, "browser"),
    (0, "destination"),
    (1, "link"),
    (1, "provenance"),
    (1, "unit"),
    (1, "capture"),
    (2, "document_link"),
];

layers::check!(LAYERS);

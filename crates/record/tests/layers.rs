//! The layers of this crate: a module may import only from modules whose rows in [`LAYERS`] come first; see [`layers`].
//!
//! A new module needs a row after the rows of all modules from which it imports.

#[path = "../../../tests/support/layers.rs"]
mod layers;

/// Each module, after the modules from which it may import. The numbers group them into layers for the reader.
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

//! The layers of this crate: a module may import only from modules above it in [`LAYERS`]; see [`layers`].
//!
//! A new module needs a row, directly after the last of the modules that it imports from.

#[path = "../../../tests/support/layers.rs"]
mod layers;

/// The level and the name of each module, from the lowest layer up.
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

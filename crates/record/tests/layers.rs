//! Which module of this crate may name which; see [`layers`].
//!
//! A new module needs a row here: put it as high as its imports allow.

#[path = "../../../tests/support/layers.rs"]
mod layers;

/// Level and module, from the ground up.
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

//! Checks the layers of this crate.

#[path = "../../../tests/support/layers.rs"]
mod layers;

/// The layers, the lowest first, each as the names of its modules. The module [`layers`] explains them.
const LAYERS: &[&str] = &[
    "help names show draw exit decoder target file_id replacement rows interrupt input options selection check::rules check::switches",
    "convert config check",
    "verbs",
    "args",
];

layers::check!(LAYERS);

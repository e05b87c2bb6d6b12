//! Checks the layers of the Python package (`crates/python`).
//!
//! The package is a separate workspace. This test only reads its source and needs no Python.

#[path = "support/layers.rs"]
mod layers;

/// The layers, the lowest first, each as the names of its modules. The module [`layers`] explains them.
const LAYERS: &[&str] = &[
    "recent convert error",
    "options kept",
    "find::record tuples",
    "uri batch",
    "find",
    "link",
    "harvest",
];

layers::check!(LAYERS, "crates/python");

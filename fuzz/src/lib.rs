//! The fuzz targets as functions of bytes: one module for each target, with a function `check` that panics if the
//! property in the module's first line does not hold.
//!
//! Most properties are in `tests/support`, which the property tests use as well, and the modules here only convert the
//! bytes of an input to arguments. `tests/fuzz_replay.rs` includes this file, so that `cargo test` checks every kept
//! input.

pub mod explain;
pub mod growth;
#[cfg(feature = "html")]
pub mod html;
pub mod input;
pub mod ladder;
#[cfg(feature = "markdown")]
pub mod markdown;
pub mod parser;
pub mod patterns;
pub mod resolve;
pub mod spans;
pub mod stream;
pub mod text;

#[path = "../../tests/support/patterns.rs"]
mod any_pattern;
#[path = "../../tests/support/directives.rs"]
#[cfg(feature = "markdown")]
mod directives;
#[path = "../../tests/support/markdown.rs"]
#[cfg(feature = "markdown")]
mod documents;
#[path = "../../tests/support/dom.rs"]
mod dom;
#[path = "../../tests/support/doubling.rs"]
mod doubling;
#[path = "../../tests/support/found.rs"]
mod found;
#[path = "../../tests/support/page.rs"]
#[cfg(feature = "html")]
mod page;
#[path = "../../tests/uri/pseudo_code.rs"]
mod pseudo_code;
#[path = "../../tests/support/runs.rs"]
mod runs;
#[path = "../../tests/support/search.rs"]
mod search;
#[path = "../../tests/support/settings.rs"]
mod settings;
#[path = "../../tests/uri/taken.rs"]
mod taken;
#[path = "../../tests/uri/witnesses.rs"]
mod witnesses;
#[path = "../../tests/support/written.rs"]
mod written;

/// Panics if the property of the target does not hold for the bytes.
pub type Check = fn(&[u8]);

/// Every target except `capi` and `harvest`, with its name, which is also the name of its folders in `corpus` and `regressions`.
pub const TARGETS: &[(&str, Check)] = &[
    ("explain", explain::check),
    ("growth", growth::check),
    #[cfg(feature = "html")]
    ("html", html::check),
    ("ladder", ladder::check),
    #[cfg(feature = "markdown")]
    ("markdown", markdown::check),
    ("parser", parser::check),
    ("patterns", patterns::check),
    ("resolve", resolve::check),
    ("spans", spans::check),
    ("stream", stream::check),
    ("text", text::check),
];

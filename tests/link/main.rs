//! Tests the linkers that turn plain text into HTML or into text for a terminal.

mod decision;
#[path = "../support/dom.rs"]
#[expect(dead_code, reason = "`tests/html` uses more of it")]
mod dom;
mod plain;
mod properties;
mod text;
#[path = "../support/written.rs"]
mod written;

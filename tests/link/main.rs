//! Plain text that becomes HTML or text for a terminal.

mod decision;
#[path = "../support/dom.rs"]
#[expect(dead_code, reason = "`tests/html` uses more of it")]
mod dom;
mod plain;
mod properties;
mod text;
#[path = "../support/written.rs"]
mod written;

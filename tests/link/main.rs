//! Plain text in, HTML or text for a terminal out.

mod decision;
#[path = "../support/dom.rs"]
#[expect(dead_code, reason = "HTML asks it for more")]
mod dom;
mod plain;
mod properties;
mod text;
#[path = "../support/written.rs"]
mod written;

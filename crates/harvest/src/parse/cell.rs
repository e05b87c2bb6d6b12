//! The text of a cell of a database: HTML, JSON, or a value.

use linkwright::Span;

use super::{html, json, value};
use crate::sink::Sink;

/// Reads the whole text of a cell.
pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    if json::has_markup(document) {
        html::read(document, sink);
    } else if json::is_json(document) {
        json::read(document, sink);
    } else {
        value::search(document, Span::new(0, document.len()), sink);
    }
}

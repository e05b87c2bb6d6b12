//! Values of dictionaries.

use pdfboss_core::object::decode_text_string;
use pdfboss_core::{Dict, Object, ObjectSource};

use super::guard::Guard;

/// The dictionary that `object` is or refers to.
pub(super) fn dictionary(guard: &Guard<'_>, object: Option<&Object>) -> Option<Dict> {
    guard.resolve(object?).ok()?.as_dict().cloned()
}

/// The text that `object` is or refers to.
pub(super) fn text(guard: &Guard<'_>, object: Option<&Object>) -> Option<String> {
    guard.resolve(object?).ok()?.as_str_bytes().map(decode_text_string)
}

//! Results that are texts. The caller makes a buffer once and passes it to many calls.

use core::ffi::c_char;

use crate::edge::{guard, put_text};
use crate::error::{Failure, LwError};
use crate::handle::{Handle, change, keep};

/// A text with a NUL behind it.
#[derive(Debug)]
pub struct Buffer(Vec<u8>);

/// Sets the text of the buffer to what `write` appends to an empty one. It becomes the empty text if `write` fails, so
/// that a caller who overlooks the error does not use the result before.
pub(crate) fn fill(
    to: Handle<Buffer>,
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut to = change(to)?;
    to.0.clear();
    let written = write(&mut to.0);
    if written.is_err() {
        to.0.clear();
    }
    to.0.push(0);
    written
}

/// The same for a result that is written as a `String`.
pub(crate) fn fill_text(
    to: Handle<Buffer>,
    write: impl FnOnce(&mut String) -> Result<(), Failure>,
) -> Result<(), Failure> {
    fill(to, |bytes| {
        let mut text = String::from_utf8(core::mem::take(bytes)).unwrap_or_default();
        let written = write(&mut text);
        *bytes = text.into_bytes();
        written
    })
}

/// An empty buffer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_buffer_new(error: *mut LwError) -> Handle<Buffer> {
    guard(error, |_| Handle::NULL, || keep(Buffer(vec![0])))
}

/// The text of a buffer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_buffer_data(
    buffer: Handle<Buffer>,
    len: *mut usize,
    error: *mut LwError,
) -> *const c_char {
    // SAFETY: `linkwright.h` asks for NULL or a `size_t`.
    unsafe {
        put_text(len, error, || {
            let buffer = change(buffer)?;
            Ok((buffer.0.as_ptr(), buffer.0.len().saturating_sub(1)))
        })
    }
}

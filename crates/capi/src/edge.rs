//! The border to C: memory of the caller becomes slices, results become statuses, and panics become errors.

use core::ffi::{CStr, c_char, c_int};
use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;

use crate::error::{Failure, LwError, Status};

/// Runs `work`, and writes how it ended to `error`, which may be null. Returns `otherwise` after a failure.
///
/// A panic becomes an error: the library promises that there is none, and C could not go on after one.
#[inline]
pub(crate) fn guard<T>(
    error: *mut LwError,
    otherwise: impl FnOnce(Status) -> T,
    work: impl FnOnce() -> Result<T, Failure>,
) -> T {
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(Failure::new(
            Status::Internal,
            "a panic in linkwright, which is a defect: please report it",
        ))
    });
    let failure = match done {
        Ok(done) => {
            if !error.is_null() {
                // SAFETY: the caller passes NULL or a pointer to a `lw_error`. Only one member is written, so the rest
                // need not be initialized.
                unsafe { (&raw mut (*error).status).write(Status::Ok as c_int) };
            }
            return done;
        }
        Err(failure) => failure,
    };
    if !error.is_null() {
        // SAFETY: as above. The memory is initialized before a reference to it is made.
        unsafe {
            error.write(LwError::default());
            failure.write(&mut *error);
        }
    }
    otherwise(failure.status())
}

/// Runs `work` for a function that returns a status.
#[inline]
pub(crate) fn status(error: *mut LwError, work: impl FnOnce() -> Result<(), Failure>) -> c_int {
    guard(error, |status| status as c_int, || work().map(|()| Status::Ok as c_int))
}

/// The memory of a text of the caller: `len` items from `start`, which may be null if there are none.
///
/// # Safety
/// If `start` is not null, it points to `len` initialized items that nobody changes while the slice is used.
pub(crate) unsafe fn slice<'t, T>(
    start: *const T,
    len: usize,
    name: &str,
) -> Result<&'t [T], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    let wrong = |problem| Err(Failure::new(Status::Argument, format!("{name}: {problem}")));
    if start.is_null() {
        return wrong("NULL, but the length is not 0");
    }
    if !start.is_aligned() {
        return wrong("not aligned");
    }
    if len > isize::MAX.cast_unsigned() / size_of::<T>() {
        return wrong("longer than the memory");
    }
    // SAFETY: `start` is neither null nor misaligned, the length is possible, and the caller guarantees the rest.
    Ok(unsafe { core::slice::from_raw_parts(start, len) })
}

/// A text of the caller that must be UTF-8.
///
/// # Safety
/// As for [`slice`].
pub(crate) unsafe fn utf8<'t>(
    start: *const c_char,
    len: usize,
    name: &str,
) -> Result<&'t str, Failure> {
    // SAFETY: the caller guarantees it.
    let bytes = unsafe { slice(start.cast::<u8>(), len, name)? };
    text(bytes, name)
}

/// A text of the caller that ends in NUL and must be UTF-8; `None` if it is null.
///
/// # Safety
/// `start` is null, or points to a text with a NUL behind it that nobody changes while the result is used.
pub(crate) unsafe fn name<'t>(
    start: *const c_char,
    name: &str,
) -> Result<Option<&'t str>, Failure> {
    if start.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller guarantees it.
    let bytes = unsafe { CStr::from_ptr(start) }.to_bytes();
    text(bytes, name).map(Some)
}

fn text<'t>(bytes: &'t [u8], name: &str) -> Result<&'t str, Failure> {
    core::str::from_utf8(bytes).map_err(|error| {
        let message = format!("{name}: the byte at {} is not UTF-8", error.valid_up_to());
        Failure::new(Status::Utf8, message).at(error.valid_up_to())
    })
}

/// The text, if it is short and ASCII, as most messages of a chat. This takes less time than to check whether bytes are
/// UTF-8, of the whole text or of each match.
#[inline]
pub(crate) fn short_ascii(bytes: &[u8]) -> Option<&str> {
    // SAFETY: ASCII is UTF-8.
    (bytes.len() <= 256 && bytes.is_ascii())
        .then(|| unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Writes `value` to `out`, which may be null.
///
/// # Safety
/// `out` is null or points to memory for a `T`.
pub(crate) unsafe fn put<T>(out: *mut T, value: T) {
    if !out.is_null() {
        // SAFETY: the caller guarantees it.
        unsafe { out.write(value) };
    }
}

/// Returns the start of a text of the library, and writes its length to `len`; after a failure, null and 0.
///
/// # Safety
/// `len` is null or points to memory for a `usize`.
pub(crate) unsafe fn put_text(
    len: *mut usize,
    error: *mut LwError,
    read: impl FnOnce() -> Result<(*const u8, usize), Failure>,
) -> *const c_char {
    let null = (core::ptr::null(), 0);
    let (start, length) = guard(error, |_| null, read);
    // SAFETY: the caller guarantees it.
    unsafe { put(len, length) };
    start.cast()
}

/// Writes the first `room` of `values` to the array `out`, and returns how many there are.
///
/// # Safety
/// `out` points to memory for `room` values, or `room` is 0.
pub(crate) unsafe fn put_all<T>(
    out: *mut T,
    room: usize,
    values: impl Iterator<Item = T>,
) -> Result<usize, Failure> {
    if out.is_null() && room > 0 {
        return Err(Failure::new(Status::Argument, "out: NULL, but there is room"));
    }
    let mut count = 0;
    for value in values {
        if count < room {
            // SAFETY: `count` is below `room`, and the caller guarantees memory for `room` values.
            unsafe { out.add(count).write(value) };
        }
        count += 1;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use core::ptr::null_mut;

    use super::*;
    use crate::handle::change;

    /// The caller gets a status and a message. The object that the panic left half changed cannot be used any more; all
    /// others can.
    #[test]
    #[expect(clippy::panic, reason = "a defect of the library is imitated")]
    fn a_panic_becomes_an_error() {
        let mut error = LwError::default();
        // SAFETY: no memory is passed.
        let (grid, other) =
            unsafe { (crate::lw_grid_new(null_mut()), crate::lw_grid_new(null_mut())) };
        let done = status(&raw mut error, || {
            let _grid = change(grid)?;
            panic!("on purpose");
        });
        assert_eq!((done, error.status), (Status::Internal as c_int, Status::Internal as c_int));
        // SAFETY: the message ends in NUL.
        let message = unsafe { CStr::from_ptr(error.message.as_ptr()) };
        assert!(message.to_bytes().starts_with(b"a panic in linkwright"));
        let busy = Status::Busy as c_int;
        // SAFETY: no memory is passed.
        let cleared = unsafe {
            (crate::lw_grid_clear(grid, null_mut()), crate::lw_grid_clear(other, null_mut()))
        };
        assert_eq!(cleared, (busy, 0));
        assert_eq!((crate::lw_free(grid.cast()), crate::lw_free(other.cast())), (busy, 0));
    }
}

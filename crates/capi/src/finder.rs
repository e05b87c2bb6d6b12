//! Finders, the version, and the function that frees every kind of object.

use core::ffi::{c_char, c_int};
use std::sync::Arc;

use linkwright::Finder;

use crate::buffer::Buffer;
use crate::edge::{guard, name};
use crate::error::{Failure, LwError, Status};
use crate::handle::{self, Handle, Kind, kinds};
use crate::linker::Linker;
use crate::options;
use crate::search::Search;
use crate::stream::Stream;

kinds! {
    Arc<Finder>, 1, "lw_finder";
    Search, 2, "lw_search";
    Stream, 3, "lw_stream";
    Linker, 4, "lw_linker";
    Buffer, 5, "lw_buffer";
    linkwright::text::grid::Grid, 6, "lw_grid";
}

/// The number of the interface, which is in the name of the shared library.
#[unsafe(no_mangle)]
pub extern "C" fn lw_abi() -> u32 {
    1
}

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn lw_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// A finder with these options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_finder_new(
    options: *const c_char,
    error: *mut LwError,
) -> Handle<Arc<Finder>> {
    guard(
        error,
        |_| Handle::NULL,
        || {
            // SAFETY: `linkwright.h` asks for NULL or a text that ends in NUL.
            let options = unsafe { name(options, "options") }?.unwrap_or_default();
            handle::keep(Arc::new(options::finder(options)?))
        },
    )
}

/// Frees an object of any kind.
#[unsafe(no_mangle)]
pub extern "C" fn lw_free(handle: Handle<core::ffi::c_void>) -> c_int {
    if handle.is_null() {
        return Status::Ok as c_int;
    }
    crate::edge::status(core::ptr::null_mut(), || {
        let tag = handle::tag(handle);
        match tag {
            <Arc<Finder> as Kind>::TAG => handle::free(handle.cast::<Arc<Finder>>()),
            Search::TAG => handle::free(handle.cast::<Search>()),
            Stream::TAG => handle::free(handle.cast::<Stream>()),
            Linker::TAG => handle::free(handle.cast::<Linker>()),
            Buffer::TAG => handle::free(handle.cast::<Buffer>()),
            <linkwright::text::grid::Grid as Kind>::TAG => {
                handle::free(handle.cast::<linkwright::text::grid::Grid>())
            }
            _ => Err(Failure::new(Status::Handle, "not a handle")),
        }
    })
}

//! Searches of a whole text: a match at a time, as the caller asks for it.

use core::ffi::{c_char, c_int};
use std::sync::Arc;

use linkwright::find::{FindIter, Input};
use linkwright::{Finder, Match};

use crate::edge::{guard, slice, status};
use crate::error::LwError;
use crate::handle::{Handle, change, keep, share};
use crate::matched::{LwMatch, Shown};
use crate::utf16::{self, Cursor};

/// A search with its text and its current match. It is made once and used for many texts, so that a text needs no
/// allocation.
///
/// The order of the members is that in which they are dropped: what borrows comes before what it borrows from.
#[derive(Debug)]
pub struct Search {
    current: Option<Match<'static>>,
    /// The iterator borrows the text of the caller, or that of `utf16`, and `finder`.
    iter: Option<FindIter<'static, 'static>>,
    shown: Shown,
    /// The text of the caller in UTF-8, if it was UTF-16.
    utf16: Cursor,
    is_utf16: bool,
    finder: Arc<Finder>,
}

impl Search {
    /// Begins to search `text`.
    ///
    /// # Safety
    /// Nobody changes or frees `text` until the next call of this function, or until the search is dropped.
    unsafe fn begin(&mut self, text: &[u8]) {
        self.stop();
        // SAFETY: the finder is in an `Arc` that this search keeps and never changes, and `iter` is dropped before it.
        let finder: &'static Finder = unsafe { &*Arc::as_ptr(&self.finder) };
        // SAFETY: the caller guarantees that the text stays as long as `iter` and `current`, which borrow it.
        let text: &'static [u8] = unsafe { core::slice::from_raw_parts(text.as_ptr(), text.len()) };
        self.iter = Some(finder.find_iter(Input::new(text)));
    }

    /// Forgets the text of the caller.
    fn stop(&mut self) {
        self.current = None;
        self.iter = None;
    }

    fn next(&mut self) -> *const LwMatch {
        self.current = None;
        let Some(found) = self.iter.as_mut().and_then(Iterator::next) else {
            // The text of the caller may be freed from now on.
            self.stop();
            return core::ptr::null();
        };
        let found = self.current.insert(found);
        self.shown.show(found, self.is_utf16.then_some(&mut self.utf16))
    }
}

/// A search with this finder.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_search_new(
    finder: Handle<Arc<Finder>>,
    error: *mut LwError,
) -> Handle<Search> {
    guard(
        error,
        |_| Handle::NULL,
        || {
            let finder = Arc::clone(&*share(finder)?);
            let (current, iter, is_utf16) = (None, None, false);
            keep(Search {
                current,
                iter,
                shown: Shown::default(),
                utf16: Cursor::default(),
                is_utf16,
                finder,
            })
        },
    )
}

/// Begins to search a text in UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_search_text(
    search: Handle<Search>,
    text: *const c_char,
    len: usize,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        let mut search = change(search)?;
        search.stop();
        // SAFETY: `linkwright.h` asks for `len` bytes that stay until the search ends.
        unsafe {
            let text = slice(text.cast::<u8>(), len, "text")?;
            search.begin(text);
        }
        search.is_utf16 = false;
        Ok(())
    })
}

/// Begins to search a text in UTF-16, which is copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_search_text16(
    search: Handle<Search>,
    text: *const u16,
    len: usize,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        let mut search = change(search)?;
        let search = &mut *search;
        search.stop();
        // SAFETY: `linkwright.h` asks for `len` units.
        let units = unsafe { slice(text, len, "text") }?;
        utf16::decode(units, search.utf16.restart());
        let text = core::ptr::from_ref(search.utf16.text().as_bytes());
        // SAFETY: the text belongs to the search, and is changed only here, after `stop`.
        unsafe { search.begin(&*text) };
        search.is_utf16 = true;
        Ok(())
    })
}

/// The next match.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_search_next(
    search: Handle<Search>,
    error: *mut LwError,
) -> *const LwMatch {
    guard(error, |_| core::ptr::null(), || Ok(change(search)?.next()))
}

//! Searches of a whole text: a callback for each match, or a match at a time as the caller asks for it.

use core::ffi::{c_char, c_int, c_void};
use std::sync::Arc;

use linkwright::find::{FindIter, Input};
use linkwright::{Finder, Match};

use crate::edge::{guard, short_ascii, slice, status};
use crate::error::LwError;
use crate::handle::{Handle, change, keep, share};
use crate::matched::{Callback, LwMatch, LwSpan, OnMatch, Shown};
use crate::utf16::Wide;

/// A search with its text and its current match. It is made once and used for many texts, so that a text needs no
/// allocation.
///
/// The order of the members is that in which they are dropped: what borrows comes before what it borrows from.
#[derive(Debug)]
pub struct Search {
    current: Option<Match<'static>>,
    /// The iterator borrows the text of the caller, or that of `wide`, and `finder`.
    iter: Option<FindIter<'static, 'static>>,
    shown: Shown,
    /// The text of the caller, if it was UTF-16.
    wide: Wide,
    is_wide: bool,
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
        self.iter = Some(finder.find_iter(input(text)));
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
        if self.is_wide {
            let Wide { text, cursor, .. } = &mut self.wide;
            self.shown.show(found, |span| cursor.span(text, span))
        } else {
            self.shown.show(found, LwSpan::from)
        }
    }
}

/// The input of a search of `text`.
fn input(text: &[u8]) -> Input<'_> {
    short_ascii(text).map_or(Input::new(text), Input::from)
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
            keep(Search {
                current: None,
                iter: None,
                shown: Shown::default(),
                wide: Wide::default(),
                is_wide: false,
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
        search.is_wide = false;
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
        search.wide.set(unsafe { slice(text, len, "text") }?);
        let text = core::ptr::from_ref(search.wide.text.as_bytes());
        // SAFETY: the text belongs to the search, and is changed only after `stop`.
        unsafe { search.begin(&*text) };
        search.is_wide = true;
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

/// Calls a function for each match of a text in UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_search_each(
    search: Handle<Search>,
    text: *const c_char,
    len: usize,
    on_match: OnMatch,
    user: *mut c_void,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        let mut search = change(search)?;
        search.stop();
        // SAFETY: `linkwright.h` asks for `len` bytes.
        let text = unsafe { slice(text.cast::<u8>(), len, "text") }?;
        let callback = Callback::new(on_match, user)?;
        let Search { shown, finder, .. } = &mut *search;
        // A `for` loop would move the iterator, and each match once more: a fifth of the time of a short text.
        let mut matches = finder.find_iter(input(text));
        while let Some(found) = &matches.next() {
            callback.call(shown, found, LwSpan::from);
        }
        Ok(())
    })
}

/// Calls a function for each match of a text in UTF-16.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_search_each16(
    search: Handle<Search>,
    text: *const u16,
    len: usize,
    on_match: OnMatch,
    user: *mut c_void,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        let mut search = change(search)?;
        search.stop();
        // SAFETY: `linkwright.h` asks for `len` units.
        let units = unsafe { slice(text, len, "text") }?;
        let callback = Callback::new(on_match, user)?;
        let Search { shown, finder, wide, .. } = &mut *search;
        wide.set(units);
        let Wide { text, cursor, .. } = wide;
        let mut matches = finder.find_iter(&*text);
        while let Some(found) = &matches.next() {
            callback.call(shown, found, |span| cursor.span(text, span));
        }
        Ok(())
    })
}

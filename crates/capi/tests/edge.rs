//! The functions of the C interface, called from Rust: `cargo test -p linkwright-capi`, and under Miri
//! `cargo +nightly miri test -p linkwright-capi --test edge`. The tests in C are in `client.c`.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr::{null, null_mut};

use linkwright_capi::*;

const HANDLE: c_int = Status::Handle as c_int;
const BUSY: c_int = Status::Busy as c_int;

fn text(at: *const c_char) -> String {
    // SAFETY: the library gives out texts with a NUL behind them.
    unsafe { CStr::from_ptr(at) }.to_str().expect("UTF-8").to_owned()
}

/// The URIs and starts of the matches that are left.
fn rest(search: Handle<Search>) -> Vec<(usize, String)> {
    let next = || {
        // SAFETY: the match is read before the next call.
        unsafe { lw_search_next(search, null_mut()).as_ref() }
    };
    core::iter::from_fn(next).map(|found| (found.span.start, text(found.uri))).collect()
}

#[test]
fn a_search_reads_many_texts() {
    // SAFETY: the texts have the lengths that are passed, and outlive the search.
    unsafe {
        let mut error = LwError::default();
        let finder = lw_finder_new(c"preset=chat".as_ptr(), &raw mut error);
        let search = lw_search_new(finder, &raw mut error);
        assert_eq!(lw_free(finder.cast()), 0);
        {
            let text = String::from("see http://a.example/ and <http://b.example/>");
            assert_eq!(lw_search_text(search, text.as_ptr().cast(), text.len(), null_mut()), 0);
            assert!(!lw_search_next(search, null_mut()).is_null());
            // The text is freed before its search has ended, which is right if another text follows.
        }
        let units: Vec<u16> = "👍 b.com ".encode_utf16().chain([0xD800]).collect();
        assert_eq!(lw_search_text16(search, units.as_ptr(), units.len(), &raw mut error), 0);
        drop(units);
        let found = lw_search_next(search, null_mut());
        assert_eq!((*found).span, LwSpan { start: 3, end: 8 });
        assert_eq!(lw_match_flags(found) & 1, 0);
        assert_eq!(rest(search), []);
        assert_eq!(lw_search_text(search, c"http://c.example".as_ptr(), 16, null_mut()), 0);
        assert_eq!(rest(search), [(0, "http://c.example".to_owned())]);
        assert_eq!(
            lw_search_text16(search, [0u16; 2].as_ptr().byte_add(1), 1, null_mut()),
            Status::Argument as c_int
        );
        assert_eq!(lw_free(search.cast()), 0);
        assert_eq!(lw_search_text(search, c"".as_ptr(), 0, &raw mut error), HANDLE);
        assert_eq!(text(error.message.as_ptr()), "lw_search: was freed");
    }
}

/// A handle is a number, so any number can be checked.
#[test]
fn wrong_handles_are_errors() {
    // SAFETY: no memory is passed.
    unsafe {
        let grid = lw_grid_new(null_mut());
        let buffer = lw_buffer_new(null_mut());
        assert_eq!(lw_grid_clear(buffer.cast(), null_mut()), HANDLE);
        assert_eq!(lw_grid_clear(Handle::NULL, null_mut()), HANDLE);
        assert_eq!(lw_free(grid.cast()), 0);
        assert_eq!(lw_free(grid.cast()), HANDLE);
        // The slot is used again, by an object with another handle.
        let next = lw_grid_new(null_mut());
        assert_eq!(lw_grid_clear(grid, null_mut()), HANDLE);
        assert_eq!(lw_grid_clear(next, null_mut()), 0);
        assert_eq!((lw_free(next.cast()), lw_free(buffer.cast())), (0, 0));
        let grids: Vec<_> = (0..100).map(|_| lw_grid_new(null_mut())).collect();
        assert!(grids.iter().all(|&grid| lw_grid_clear(grid, null_mut()) == 0));
        assert!(grids.iter().all(|&grid| lw_free(grid.cast()) == 0));
    }
}

unsafe extern "C" fn again(user: *mut c_void, found: *const LwMatch) {
    // SAFETY: `user` is the pair of the test below, and the match is valid during the call.
    unsafe {
        let (stream, ends) = &mut *user.cast::<(Handle<Stream>, Vec<usize>)>();
        assert_eq!(lw_stream_push(*stream, c"x".as_ptr(), 1, Some(again), user, null_mut()), BUSY);
        assert_eq!(lw_free(stream.cast()), BUSY);
        ends.push((*found).span.end);
    }
}

#[test]
fn a_callback_cannot_use_the_object_that_calls_it() {
    // SAFETY: the texts have the lengths that are passed, and the callback gets what it expects.
    unsafe {
        let finder = lw_finder_new(null(), null_mut());
        let mut seen = (lw_stream_new(finder, null_mut()), Vec::<usize>::new());
        let stream = seen.0;
        let user = (&raw mut seen).cast();
        let chunk = c"http://a.example/ b";
        assert_eq!(lw_stream_push(stream, chunk.as_ptr(), 19, Some(again), user, null_mut()), 0);
        assert_eq!(lw_stream_finish(stream, Some(again), user, null_mut()), 0);
        assert_eq!(seen.1, [17]);
        assert_eq!((lw_free(stream.cast()), lw_free(finder.cast())), (0, 0));
    }
}

unsafe extern "C" fn decide(
    user: *mut c_void,
    link: *const LwLink,
    answer: *mut LwAnswer,
) -> c_int {
    // SAFETY: the link and the answer are valid during the call, and `user` is a text that ends in NUL.
    unsafe {
        assert!(text((*link).href).ends_with((&*link).kind.to_string().as_str()));
        (*answer).label = user.cast();
    }
    0
}

#[test]
fn links_are_decided_by_a_callback() {
    // SAFETY: the texts have the lengths that are passed, and the callback gets what it expects.
    unsafe {
        let mut error = LwError::default();
        let finder = lw_finder_new(null(), null_mut());
        let linker = lw_linker_new(finder, c"{\"rel\": \"me\"}".as_ptr(), &raw mut error);
        let to = lw_buffer_new(null_mut());
        let source = c"at http://a.example/0";
        let user = c"<b>".as_ptr().cast_mut().cast();
        for link in [lw_link_text, lw_link_html, lw_link_markdown] {
            assert_eq!(
                link(linker, source.as_ptr(), 21, Some(decide), user, to, &raw mut error),
                0
            );
            let linked = text(lw_buffer_data(to, null_mut(), null_mut()));
            assert!(linked.contains("&lt;b") || linked.contains("&#60;b"), "{linked}");
        }
        for handle in [linker.cast(), to.cast(), finder.cast()] {
            assert_eq!(lw_free(handle), 0);
        }
    }
}

#[test]
fn errors_have_a_place_and_fit() {
    // SAFETY: the texts have the lengths that are passed.
    unsafe {
        let mut error = LwError::default();
        let long = format!("www=\u{e9}{}\0", "\u{e9}".repeat(400));
        assert!(lw_finder_new(long.as_ptr().cast(), &raw mut error).is_null());
        let message = text(error.message.as_ptr());
        assert!(
            message.len() < 512 && message.len() > 500 && message.ends_with("\u{e9}..."),
            "{message}"
        );
        assert_eq!((error.at, text(error.option.as_ptr())), (0, "www".to_owned()));
        assert_eq!(
            lw_uri_parse(c"a:b c".as_ptr(), 5, null_mut(), &raw mut error),
            Status::Uri as c_int
        );
        assert_eq!(error.at, 3);
    }
}

/// The functions of the header, in the order of their names.
fn declared() -> Vec<String> {
    let header = include_str!("../include/linkwright.h");
    let code = header.split("*/").map(|part| part.split("/*").next().unwrap_or_default());
    let code: String = code.collect();
    let names = code.split('(').filter_map(|before| before.rsplit([' ', '*', '\n']).next());
    let mut names: Vec<String> = names
        .filter(|name| name.starts_with("lw_") && !name.ends_with(')'))
        .map(str::to_owned)
        .collect();
    names.sort();
    names
}

/// A function that is missing from the map would not be in the shared library. `check` compares the map with the symbols
/// of the library.
#[test]
fn the_header_declares_the_symbols_of_the_map() {
    let map = include_str!("../linkwright.map").lines();
    let mapped: Vec<&str> = map
        .filter_map(|line| line.trim().strip_suffix(';').filter(|name| name.starts_with("lw_")))
        .collect();
    assert_eq!(mapped, declared());
    assert!(mapped.len() > 30);
}

/// The numbers of the header are those of the library.
#[test]
fn the_header_has_the_numbers_of_the_library() {
    let header = include_str!("../include/linkwright.h");
    let numbers = [
        ("LW_OK", Status::Ok),
        ("LW_HANDLE", Status::Handle),
        ("LW_BUSY", Status::Busy),
        ("LW_ARGUMENT", Status::Argument),
        ("LW_UTF8", Status::Utf8),
        ("LW_OPTION", Status::Option),
        ("LW_URI", Status::Uri),
        ("LW_STOPPED", Status::Stopped),
        ("LW_INTERNAL", Status::Internal),
    ];
    for (name, status) in numbers {
        let number = format!("    {name} = {}", status as c_int);
        let is_it = |line: &str| {
            line.strip_prefix(&number).is_some_and(|rest| rest.starts_with([',', ' ']))
        };
        assert!(header.lines().any(is_it), "{number}");
    }
    assert!(header.contains(&format!("#define LW_ABI {}\n", lw_abi())));
    assert_eq!(text(lw_version()), env!("CARGO_PKG_VERSION"));
}

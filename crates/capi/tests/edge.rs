//! The functions of the C interface, called from Rust: `cargo test -p linkwright-capi`, and under Miri
//! `cargo +nightly miri test -p linkwright-capi --test edge`. The tests in C are in `client.c`.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr::{null, null_mut};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Barrier;

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

/// The pieces and the URI of each match.
type Found = Vec<(Vec<LwSpan>, String)>;

unsafe extern "C" fn collect(user: *mut c_void, found: *const LwMatch) {
    // SAFETY: `user` is a list of this type, and the match is valid during the call.
    unsafe {
        let found = &*found;
        let pieces = core::slice::from_raw_parts(found.pieces, found.pieces_len).to_vec();
        assert_eq!(found.span.start, pieces[0].start);
        (*user.cast::<Found>()).push((pieces, text(found.uri)));
    }
}

/// Every kind of character at every place: pairs of surrogates, lone surrogates, and a link that continues on the next
/// line.
fn wide_text() -> Vec<u16> {
    let lines = "\u{e9}\u{1f44d} http://a.example/\u{1f44d}\u{5b57}\u{1f44d} <http://b.example/long/\n  \
                 \u{1f600}.html> \u{5b57}\u{5b57}, jo@c.example";
    let mut units: Vec<u16> = lines.encode_utf16().collect();
    units.extend([0xD83D, 0x20, 0xDC4D, 0xD83D, 0xD83D, 0xDC4D, 0x20]);
    units.extend("http://d.example/".encode_utf16().chain([0xD83D]));
    units
}

/// The matches of a search of the whole text, by the two ways to ask for them.
fn found_at_once(finder: Handle<std::sync::Arc<linkwright::Finder>>, units: &[u16]) -> Found {
    let mut found = Found::new();
    // SAFETY: the text has the length that is passed, and the callback gets what it expects.
    unsafe {
        let search = lw_search_new(finder, null_mut());
        let (start, len, user) = (units.as_ptr(), units.len(), (&raw mut found).cast());
        assert_eq!(lw_search_each16(search, start, len, Some(collect), user, null_mut()), 0);
        assert_eq!(lw_search_text16(search, start, len, null_mut()), 0);
        let starts = found.iter().map(|(pieces, uri)| (pieces[0].start, uri.clone()));
        assert_eq!(rest(search), starts.collect::<Vec<_>>());
        assert_eq!(lw_free(search.cast()), 0);
    }
    found
}

#[test]
fn a_stream_in_utf16_may_be_cut_anywhere() {
    let units = wide_text();
    // SAFETY: the texts have the lengths that are passed, and the callback gets what it expects.
    unsafe {
        let finder = lw_finder_new(null(), null_mut());
        let expected = found_at_once(finder, &units);
        assert_eq!(expected.len(), 4);
        assert_eq!(expected[1].0.len(), 2);
        let stream = lw_stream_new(finder, null_mut());
        // Miri takes a thousand times as long.
        let (step, count) = if cfg!(miri) { (17, 2) } else { (1, 2_000) };
        for chunk in (1..units.len()).step_by(step) {
            let mut found = Found::new();
            let user = (&raw mut found).cast();
            let mut pushed = 0;
            for part in units.chunks(chunk) {
                let (start, len) = (part.as_ptr(), part.len());
                assert_eq!(
                    lw_stream_push16(stream, start, len, Some(collect), user, null_mut()),
                    0
                );
                pushed += len;
                let mut pending = LwSpan { start: 0, end: 0 };
                assert_eq!(lw_stream_pending(stream, &raw mut pending, null_mut()), 0);
                assert!(pending.start <= pending.end && pending.end <= pushed);
                // The matches that are missing begin in the part that is pending.
                let missing = expected[found.len()..].iter().map(|(pieces, _)| pieces[0].start);
                for start in missing.filter(|&start| start < pushed) {
                    assert!(pending.start <= start && pending.end == pushed, "{pending:?} {start}");
                }
            }
            assert_eq!(lw_stream_finish(stream, Some(collect), user, null_mut()), 0);
            assert_eq!(found, expected, "{chunk}");
        }
        // A long text, of which the stream forgets the beginning.
        let long = units.repeat(count);
        let mut found = Found::new();
        let (start, user) = (long.as_ptr(), (&raw mut found).cast());
        assert_eq!(lw_stream_push16(stream, start, long.len(), Some(collect), user, null_mut()), 0);
        assert_eq!(lw_stream_finish(stream, Some(collect), user, null_mut()), 0);
        assert_eq!(found, found_at_once(finder, &long));
        assert_eq!((lw_free(stream.cast()), lw_free(finder.cast())), (0, 0));
    }
}

#[test]
fn a_stream_has_one_encoding() {
    // SAFETY: the texts have the lengths that are passed, and the callback gets what it expects.
    unsafe {
        let finder = lw_finder_new(null(), null_mut());
        let stream = lw_stream_new(finder, null_mut());
        let mut found = Found::new();
        let user = (&raw mut found).cast();
        let utf8 = |text: &CStr| {
            lw_stream_push(
                stream,
                text.as_ptr(),
                text.count_bytes(),
                Some(collect),
                user,
                null_mut(),
            )
        };
        let utf16 = |units: &[u16]| {
            lw_stream_push16(stream, units.as_ptr(), units.len(), Some(collect), user, null_mut())
        };
        let finish = || lw_stream_finish(stream, Some(collect), user, null_mut());
        let wide: Vec<u16> = "\u{e9} http://a.example".encode_utf16().collect();
        let wrong = Status::Argument as c_int;
        assert_eq!(
            (utf8(c"\u{e9} "), utf16(&wide), utf8(c"http://a.example"), finish()),
            (0, wrong, 0, 0)
        );
        assert_eq!((utf16(&wide[..4]), utf8(c"x"), utf16(&wide[4..]), finish()), (0, wrong, 0, 0));
        let span = |start| vec![LwSpan { start, end: start + 16 }];
        let uri = "http://a.example".to_owned();
        assert_eq!(found, [(span(3), uri.clone()), (span(2), uri)]);
        assert_eq!((lw_free(stream.cast()), lw_free(finder.cast())), (0, 0));
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

/// As `lw_error error;` in C, which initializes nothing.
#[test]
fn errors_need_no_initialization() {
    let mut error = MaybeUninit::<LwError>::uninit();
    // SAFETY: the texts have the lengths that are passed. After a success, only the status is initialized.
    unsafe {
        assert_eq!(lw_uri_parse(c"a:b".as_ptr(), 3, null_mut(), error.as_mut_ptr()), 0);
        assert_eq!((&raw const (*error.as_ptr()).status).read(), 0);
        let status = lw_uri_parse(c"a: ".as_ptr(), 3, null_mut(), error.as_mut_ptr());
        let error = error.assume_init();
        assert_eq!(
            (status, error.status, error.at),
            (Status::Uri as c_int, Status::Uri as c_int, 2)
        );
        assert_eq!(text(error.option.as_ptr()), "");
    }
}

/// Each lone surrogate is one unit, wherever it stands; a pair is two.
#[test]
fn lone_surrogates_are_one_unit() {
    let link: Vec<u16> = "http://a.example".encode_utf16().collect();
    let (high, low) = (0xD83D, 0xDC4D);
    // SAFETY: the text has the length that is passed.
    unsafe {
        let finder = lw_finder_new(c"preset=chat".as_ptr(), null_mut());
        let search = lw_search_new(finder, null_mut());
        for before in
            [&[][..], &[high], &[low], &[low, high], &[high, low], &[high, high, low, low]]
        {
            let blank = u16::from(b' ');
            let units = [before, &[blank], &link, &[blank], &link, &[high]].concat();
            assert_eq!(lw_search_text16(search, units.as_ptr(), units.len(), null_mut()), 0);
            let first = before.len() + 1;
            let starts: Vec<usize> = rest(search).into_iter().map(|(start, _)| start).collect();
            assert_eq!(starts, [first, first + link.len() + 1], "{before:x?}");
        }
        assert_eq!((lw_free(search.cast()), lw_free(finder.cast())), (0, 0));
    }
}

/// A handle that threads share.
struct Shared<T>(Handle<T>);

// SAFETY: a handle is a number, and the library checks each use of it.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    fn get(&self) -> Handle<T> {
        self.0
    }
}

/// Under Miri, which sees races. `threads.c` does the same with many more calls.
#[test]
fn threads_share_a_finder_and_contend_for_a_search() {
    let (calls, threads) = (if cfg!(miri) { 4 } else { 200 }, 3);
    let (done, start) = (AtomicUsize::new(0), Barrier::new(threads));
    // SAFETY: the text is a constant, and the matches are not read.
    unsafe {
        let finder = Shared(lw_finder_new(c"preset=chat".as_ptr(), null_mut()));
        let search = Shared(lw_search_new(finder.get(), null_mut()));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    start.wait();
                    for _ in 0..calls {
                        let own = lw_search_new(finder.get(), null_mut());
                        assert_eq!(lw_search_text(own, c"b.com".as_ptr(), 5, null_mut()), 0);
                        assert_eq!(rest(own), [(0, "http://b.com".to_owned())]);
                        assert_eq!(lw_free(own.cast()), 0);
                        match lw_search_text(search.get(), c"b.com".as_ptr(), 5, null_mut()) {
                            0 => done.fetch_add(1, Ordering::Relaxed),
                            status => {
                                assert_eq!(status, BUSY);
                                0
                            }
                        };
                        lw_search_next(search.get(), null_mut());
                    }
                });
            }
        });
        // Whoever is refused is refused because somebody else is not.
        assert!(done.into_inner() > 0);
        assert_eq!((lw_free(search.get().cast()), lw_free(finder.get().cast())), (0, 0));
    }
}

/// The functions that are exported, with their bodies.
fn exported() -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = std::fs::read_dir(folder).expect("the sources");
    let sources = files.map(|file| std::fs::read_to_string(file.expect("a file").path()));
    let mut functions = Vec::new();
    for source in sources {
        let source = source.expect("UTF-8");
        for function in source.split("#[unsafe(no_mangle)]\n").skip(1) {
            let (head, _) = function.split_once('(').expect("parameters");
            let name = head.rsplit(' ').next().unwrap_or_default().to_owned();
            let body = function.split("\n}\n").next().unwrap_or_default();
            functions.push((name, body.to_owned()));
        }
    }
    functions.sort();
    functions
}

/// A unit test in `edge.rs` shows that `guard` turns a panic into an error. This test shows that the body of each
/// function is inside `guard`, or inside one of the two functions that call it. The ones named here check for NULL before
/// it, or cannot panic.
#[test]
#[cfg_attr(miri, ignore = "it reads files, and does not call the library")]
fn no_panic_passes_the_edge() {
    let names: Vec<String> = exported().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, declared());
    let is_guarded = |body: &str| {
        let (_, body) = body.split_once(" {\n").expect("a body");
        let code = body.lines().map(str::trim);
        let mut code = code.filter(|line| !line.starts_with("//") && *line != "unsafe {");
        let first = code.next().unwrap_or_default();
        ["guard(", "status(", "put_text("].iter().any(|call| first.starts_with(call))
    };
    let unguarded = exported().into_iter().filter(|(_, body)| !is_guarded(body));
    let unguarded: Vec<String> = unguarded.map(|(name, _)| name).collect();
    assert_eq!(
        unguarded,
        ["lw_abi", "lw_flag_name", "lw_flags_severity", "lw_free", "lw_match_flags", "lw_version"]
    );
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
#[cfg_attr(miri, ignore = "it compares texts, and does not call the library")]
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
#[cfg_attr(miri, ignore = "it compares texts, and does not call the library")]
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

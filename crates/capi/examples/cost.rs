//! Measures what a call through the C interface costs compared to the same call from Rust:
//! `cargo run --profile dist -p linkwright-capi --example cost -- MAIL`
//!
//! Both sides alternate, and each line shows the shortest of many rounds. The C functions are called here as C calls them:
//! through pointers, so they are not inlined.

use core::ffi::c_void;
use core::hint::black_box;
use core::ptr::null_mut;
use std::time::Instant;

use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::link::HtmlLinker;
use linkwright_capi::{
    Handle, LwError, LwMatch, Search, lw_buffer_data, lw_buffer_new, lw_finder_new, lw_link_text,
    lw_linker_new, lw_search_each, lw_search_new, lw_search_next, lw_search_text,
};

const CHAT: &str = "have you seen https://example.org/talks/2026 yet? it is short";

unsafe extern "C" fn see(_: *mut c_void, found: *const LwMatch) {
    // SAFETY: the match is valid during the call.
    black_box(unsafe { (*found).uri_len });
}

/// The shortest times of `a` and of `b` in nanoseconds for each call. Other programs only make a time longer.
fn compare(calls: u32, mut a: impl FnMut(), mut b: impl FnMut()) -> (f64, f64) {
    let time = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        (0..calls).for_each(|_| run());
        start.elapsed().as_secs_f64() * 1e9 / f64::from(calls)
    };
    let rounds = 2_000;
    let least = (f64::INFINITY, f64::INFINITY);
    (0..rounds)
        .fold(least, |(least_a, least_b), _| (least_a.min(time(&mut a)), least_b.min(time(&mut b))))
}

fn main() {
    type Next = unsafe extern "C" fn(Handle<Search>, *mut LwError) -> *const LwMatch;
    let see: Option<unsafe extern "C" fn(*mut c_void, *const LwMatch)> = Some(see);
    let each = black_box(lw_search_each as unsafe extern "C" fn(_, _, _, _, _, _) -> _);
    let begin = black_box(lw_search_text as unsafe extern "C" fn(_, _, _, _) -> _);
    let next = black_box(lw_search_next as Next);
    let link = black_box(lw_link_text as unsafe extern "C" fn(_, _, _, _, _, _, _) -> _);
    let data = black_box(lw_buffer_data as unsafe extern "C" fn(_, _, _) -> _);
    let mail = std::env::args().nth(1).map_or_else(
        || "A line of prose that has no link in it.\nSee http://a.example/b/c.html, or ask jane@b.example.\n".repeat(10_000),
        |path| String::from_utf8_lossy(&std::fs::read(path).expect("the file can be read")).into_owned(),
    );
    // A short piece, so that few rounds are interrupted by other programs.
    let mail: String = mail.chars().take(100_000).collect();
    for (name, preset, text, calls) in
        [("chat", Preset::Chat, CHAT, 200), ("mail", Preset::Mail, mail.as_str(), 1)]
    {
        let finder = Finder::preset(preset);
        let linker = HtmlLinker::new(&finder);
        let options = format!("preset={}\0", preset.name());
        // SAFETY: the texts have the lengths that are passed, and outlive the calls.
        let (search, c_linker, to) = unsafe {
            let finder = lw_finder_new(options.as_ptr().cast(), null_mut());
            let linker = lw_linker_new(finder, core::ptr::null(), null_mut());
            (lw_search_new(finder, null_mut()), linker, lw_buffer_new(null_mut()))
        };
        let found = || {
            finder.find_iter(text).for_each(|found| {
                black_box(found.uri().as_str().len());
            });
        };
        // SAFETY: as above.
        let each_by_c = || unsafe {
            let (start, user) = (text.as_ptr().cast(), null_mut());
            each(search, start, text.len(), see, user, null_mut());
        };
        // SAFETY: as above, and each match is read before the next call.
        let next_by_c = || unsafe {
            begin(search, text.as_ptr().cast(), text.len(), null_mut());
            while let Some(found) = next(search, null_mut()).as_ref() {
                black_box(found.uri_len);
            }
        };
        let linked = || drop(black_box(linker.linkify(text)));
        // SAFETY: as above.
        let linked_by_c = || unsafe {
            let (start, user) = (text.as_ptr().cast(), null_mut());
            link(c_linker, start, text.len(), None, user, to, null_mut());
            black_box(data(to, null_mut(), null_mut()));
        };
        for (what, (rust, c)) in [
            ("find with a callback", compare(calls, found, each_by_c)),
            ("find one by one", compare(calls, found, next_by_c)),
            ("text to HTML", compare(calls, linked, linked_by_c)),
        ] {
            eprintln!(
                "{name}, {what}: Rust {rust:.0} ns, C {c:.0} ns, {:+.0} ns, {:+.1} %",
                c - rust,
                (c / rust - 1.0) * 100.0
            );
        }
    }
}

//! Checks that the output of each example equals the file `NAME.out` in `examples`, which the documentation shows.
//!
//! With `BLESS=1`, the tests rewrite the files.

use std::path::Path;
use std::{env, fs};

#[cfg(all(feature = "domains", feature = "html"))]
#[path = "../examples/bleach.rs"]
#[expect(dead_code, unreachable_pub, reason = "an example has a `main`")]
mod bleach;
#[cfg(feature = "patterns")]
#[path = "../examples/chat.rs"]
#[expect(dead_code, unreachable_pub, reason = "an example has a `main`")]
mod chat;
#[cfg(all(feature = "domains", feature = "html", feature = "patterns"))]
#[path = "../examples/forum.rs"]
#[expect(dead_code, unreachable_pub, reason = "an example has a `main`")]
mod forum;
#[path = "../examples/mail_filter.rs"]
#[expect(dead_code, unreachable_pub, reason = "an example has a `main`")]
mod mail_filter;
#[cfg(feature = "pulldown-cmark-0-13")]
#[path = "../examples/markdown_preprocessor.rs"]
#[expect(dead_code, unreachable_pub, reason = "an example has a `main`")]
mod markdown_preprocessor;

/// Compares `shown` with `examples/NAME.out`. The file has `\e` in place of ESC.
fn shows(name: &str, shown: &str) {
    let shown = shown.replace('\x1b', "\\e");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/{name}.out"));
    if env::var_os("BLESS").is_some() {
        fs::write(&file, &shown).expect("the file can be written");
    }
    assert_eq!(shown, fs::read_to_string(&file).expect("the file exists"), "{}", file.display());
}

#[cfg(feature = "patterns")]
#[test]
fn chat() {
    shows("chat", &chat::page().expect("the example runs"));
}

/// However a message is typed, its links are those of the whole message, and none changes once it is shown.
#[cfg(feature = "patterns")]
#[test]
fn chat_is_typed_at_every_border_of_a_character() {
    let finder = chat::finder().expect("the example runs");
    for message in chat::MESSAGES {
        let whole = {
            let mut typed = chat::Typed::new(&finder);
            typed.push(message);
            typed.finish()
        };
        for (at, _) in message.char_indices() {
            let (first, second) = message.split_at(at);
            let mut typed = chat::Typed::new(&finder);
            let undecided = typed.push(first);
            let shown = typed.links.clone();
            assert!(shown.iter().all(|(place, _)| place.end <= undecided), "{first}");
            typed.push(second);
            assert_eq!(typed.links.get(..shown.len()), Some(&shown[..]), "{first}");
            assert_eq!(typed.finish(), whole, "{first}");
        }
    }
}

#[test]
fn mail_filter() {
    shows("mail_filter", &mail_filter::show(mail_filter::MESSAGE));
}

#[cfg(feature = "pulldown-cmark-0-13")]
#[test]
fn markdown_preprocessor() {
    let shown = markdown_preprocessor::show(markdown_preprocessor::DOCUMENT);
    shows("markdown_preprocessor", &shown);
}

#[cfg(all(feature = "domains", feature = "html"))]
#[test]
fn bleach() {
    shows("bleach", &bleach::show(&bleach::CASES).expect("the example runs"));
}

#[cfg(all(feature = "domains", feature = "html", feature = "patterns"))]
#[test]
fn forum() {
    shows("forum", &forum::show(forum::POST).expect("the example runs"));
}

/// What a page includes of an example begins after a blank line and ends with an item, although the numbers of its lines
/// are written in the page.
#[test]
fn pages_include_whole_items() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut count = 0;
    for page in fs::read_dir(&docs).expect("the folder exists") {
        let page = page.expect("the folder can be read").path();
        let Ok(text) = fs::read_to_string(&page) else { continue };
        for include in text.lines().filter_map(|line| line.strip_prefix("{{#include ")) {
            let mut parts = include.trim_end_matches('}').split(':');
            let (Some(file), Some(Ok(first)), Some(Ok(last))) = (
                parts.next(),
                parts.next().map(str::parse::<usize>),
                parts.next().map(str::parse::<usize>),
            ) else {
                continue;
            };
            let source = fs::read_to_string(docs.join(file)).expect("the example exists");
            let lines: Vec<&str> = [""].into_iter().chain(source.lines()).collect();
            assert_eq!(
                [lines[first - 1], lines[last], lines[last + 1]],
                ["", "}", ""],
                "{include}"
            );
            count += 1;
        }
    }
    assert!(count >= 3, "{count}");
}

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

/// At every border of a character, the links whose word has ended are shown, and they are links of the whole message.
#[cfg(feature = "patterns")]
#[test]
fn chat_is_typed_at_every_border_of_a_character() {
    let finder = chat::finder().expect("the example runs");
    for message in chat::MESSAGES {
        let whole = chat::typed(&finder, &format!("{message} "), usize::MAX);
        assert!(!whole.is_empty());
        for (at, _) in message.char_indices() {
            let typed = &message[..at];
            let cursor = typed.encode_utf16().count();
            let shown = chat::typed(&finder, typed, cursor);
            assert_eq!(whole.get(..shown.len()), Some(&shown[..]), "{typed}");
            let has_ended = |place: &core::ops::Range<usize>| {
                let rest: Vec<u16> = typed.encode_utf16().skip(place.end).collect();
                place.end < cursor && String::from_utf16_lossy(&rest).contains(char::is_whitespace)
            };
            let ended = whole.iter().filter(|(place, _)| has_ended(place)).count();
            assert_eq!(shown.len(), ended, "{typed}");
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

/// Pages that show a program show the file itself. mdBook could include it, but readers of the repository would not see it.
#[test]
fn pages_show_their_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (page, file) in [
        ("docs/chat.md", "examples/chat.rs"),
        ("docs/mail.md", "crates/harvest/examples/mail_page.rs"),
        ("docs/harvesting.md", "examples/notice.eml"),
    ] {
        let path = root.join(page);
        let before = fs::read_to_string(&path).expect("the page exists");
        let source = fs::read_to_string(root.join(file)).expect("the program exists");
        let mark = format!("<!-- {file} -->\n\n```");
        let (head, rest) = before.split_once(&mark).expect("the page has the mark");
        let (language, rest) = rest.split_once('\n').expect("the block has a language");
        let (_, tail) = rest.split_once("\n```\n").expect("the block ends");
        let after = format!("{head}{mark}{language}\n{}\n```\n{tail}", source.trim_end());
        if env::var_os("BLESS").is_some() {
            fs::write(&path, &after).expect("the page can be written");
        }
        assert!(before == after || env::var_os("BLESS").is_some(), "{page} does not show {file}");
    }
}

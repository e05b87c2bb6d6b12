//! Checks properties that the HTML and the terminal output have for every plain text. The texts are generated.

use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::link::{Newlines, TerminalLinker};
use proptest::prelude::*;

use super::text::soup;
use super::written;

/// The number of cases is 2,000, or that of the variable `PROPTEST_CASES` if it is larger.
fn settings() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(2000), failure_persistence: None, ..default }
}

fn preset() -> impl Strategy<Value = Preset> {
    prop::sample::select(Preset::ALL.to_vec())
}

proptest! {
    #![proptest_config(settings())]

    #[test]
    fn only_links_are_added(preset in preset(), text in soup()) {
        written::only_links_are_added(preset, &text);
    }

    /// A stream writes the same HTML as a call with the whole text.
    #[test]
    fn a_stream_writes_the_same_html(preset in preset(), text in soup(), step in 1_usize..9, breaks: bool, quotes: bool) {
        let mut builder = written::builder(preset);
        builder.newlines(if breaks { Newlines::Break } else { Newlines::Keep }).quotes(quotes);
        let linker = builder.build().expect("the options are valid");
        // The text is long enough that the stream writes output before the text ends.
        let text = format!("{text}\n{}{text}", "word ".repeat(700));
        let chars: Vec<char> = text.chars().collect();
        for mut stream in [linker.stream(), linker.clone().into_stream()] {
            let mut html = String::new();
            for chunk in chars.chunks(step * 100) {
                stream.push(&chunk.iter().collect::<String>(), &mut html).expect("writing to a `String` does not fail");
            }
            stream.finish(&mut html).expect("writing to a `String` does not fail");
            prop_assert_eq!(html, linker.linkify(&text));
        }
    }

    /// A stream for a terminal writes the same as a call with the whole text.
    #[test]
    fn a_stream_writes_the_same_terminal_output(preset in preset(), text in soup(), step in 1_usize..9) {
        let linker = TerminalLinker::new(&Finder::preset(preset));
        let text = format!("{text}\r\n{}\r{text}", "word\r\n".repeat(600));
        let mut shown = String::new();
        let mut stream = linker.stream();
        let chars: Vec<char> = text.chars().collect();
        for chunk in chars.chunks(step * 100) {
            stream.push(&chunk.iter().collect::<String>(), &mut shown).expect("writing to a `String` does not fail");
        }
        stream.finish(&mut shown).expect("writing to a `String` does not fail");
        prop_assert_eq!(shown, linker.linkify(&text));
    }

    /// Every `<blockquote>` is closed.
    #[test]
    fn each_blockquote_is_closed(text in soup()) {
        let linker = written::builder(Preset::Mail).quotes(true).build().expect("the options are valid");
        let html = linker.linkify(&text);
        prop_assert_eq!(html.matches("<blockquote>").count(), html.matches("</blockquote>").count());
    }

    /// Colours are kept and change no link: the output without its colours is the output for the text without colours.
    /// No colour is inside a link, and none is on at the end.
    #[test]
    fn colours_change_no_link(preset in preset(), text in soup(), every in 1_usize..9, step in 1_usize..50) {
        const STYLES: [&str; 4] = ["\x1b[31m", "\x1b[0m", "\x1b[38;5;8;1m", "\x1b[m"];
        // ESC is removed from the text, because an incomplete escape sequence there could include the beginning of a
        // colour that is inserted after it.
        let text = text.replace('\x1b', "");
        let chars = text.chars().enumerate();
        let colour = |at: usize| if at.is_multiple_of(every) { STYLES[at % 4] } else { "" };
        let coloured: String = chars.flat_map(|(at, c)| colour(at).chars().chain([c])).collect();
        let linker = TerminalLinker::new(&Finder::preset(preset));
        let shown = linker.linkify(&coloured);
        let colours = |text: &str| text.split('\x1b').filter(|one| one.starts_with('[')).count();
        let last = coloured.rsplit_once("\x1b[").map_or("m", |(_, last)| last);
        let is_open = !(last.starts_with('m') || last.starts_with("0m"));
        prop_assert_eq!(colours(&shown), colours(&coloured) + usize::from(is_open));
        for link in shown.split("\x1b]8;").skip(1).step_by(2) {
            prop_assert!(!link.contains("\x1b["), "{:?}", link);
        }
        let plain = STYLES.iter().fold(shown.clone(), |text, style| text.replace(style, ""));
        // If a colour is inserted between CR and LF, the CR is not part of a line end, and is shown as `␍`.
        prop_assert_eq!(plain.replace('␍', "\r"), linker.linkify(&text).replace('␍', "\r"));
        let mut streamed = String::new();
        let mut stream = linker.stream();
        let chars: Vec<char> = coloured.chars().collect();
        for chunk in chars.chunks(step) {
            stream.push(&chunk.iter().collect::<String>(), &mut streamed).expect("writing to a `String` does not fail");
        }
        stream.finish(&mut streamed).expect("writing to a `String` does not fail");
        prop_assert_eq!(streamed, shown);
    }

    /// The output has no control characters except those in the escape sequences of links.
    #[test]
    fn terminal_output_has_no_control_characters_outside_links(preset in preset(), text in soup()) {
        let shown = TerminalLinker::new(&Finder::preset(preset)).linkify(&text);
        let mut rest = shown.as_str();
        let mut plain = String::new();
        while let Some((before, from)) = rest.split_once("\x1b]8;") {
            plain.push_str(before);
            let (link, after) = from.split_once("\x1b\\").expect("every escape sequence of a link has an end");
            prop_assert!(link.bytes().all(|byte| byte.is_ascii_graphic()), "{}", link);
            rest = after;
        }
        plain.push_str(rest);
        let steers = |c: char| c.is_control() && !matches!(c, '\n' | '\t' | '\r') || ('\u{202A}'..='\u{202E}').contains(&c);
        prop_assert!(!plain.chars().any(steers), "{:?}", plain);
        prop_assert!(!plain.replace("\r\n", "").contains('\r'));
        prop_assert_eq!(plain.chars().count(), text.chars().count());
    }
}

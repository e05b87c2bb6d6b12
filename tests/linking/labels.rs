//! Shortened texts: the examples of `labels.md`, and what holds for every text.

use core::fmt::Write as _;
use std::fs;
use std::path::Path;

use linkwright::Finder;
use linkwright::link::{HtmlLinker, HtmlLinkerBuilder, Shorten};
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation as _;

/// The text of the only link in `text`, which is that link, at most `limit` characters.
fn label(builder: &HtmlLinkerBuilder, text: &str, limit: usize) -> String {
    let linker =
        builder.clone().shorten(Shorten::Smart, limit).build().expect("the options are valid");
    let mut labels = Vec::new();
    let read = |link: &mut linkwright::link::Link<'_>| -> Result<(), ()> {
        assert_eq!(link.text(), text.trim_matches(['<', '>']));
        labels.push(link.label().to_owned());
        Ok(())
    };
    _ = linker.try_linkify(text, read);
    assert_eq!(labels.len(), 1, "{text}");
    labels.remove(0)
}

fn builder(options: &str) -> HtmlLinkerBuilder {
    let mut builder = HtmlLinker::builder(&Finder::new());
    builder.on_danger(linkwright::link::Treatment::Link);
    for (name, value) in options.split(' ').filter_map(|option| option.split_once('=')) {
        builder.set_text(name, value).expect("an option of the linker");
    }
    builder
}

#[test]
fn examples() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/linking/labels.md");
    let text = fs::read_to_string(&path).expect("the file can be read");
    let (mut written, mut count) = (String::new(), 0);
    let (mut block, mut uri) = (None, "");
    for line in text.lines() {
        let mut shown = None;
        if let Some(options) = line.strip_prefix("```labels") {
            block = (cfg!(feature = "idn") || !options.contains("idn")).then(|| builder(options));
        } else if line == "```" {
            block = None;
        } else if let Some(builder) = &block {
            if let Some((limit, _)) =
                line.split_once(':').filter(|(limit, _)| limit.parse::<usize>().is_ok())
            {
                shown =
                    Some(format!("{limit}: {}", label(builder, uri, limit.parse().unwrap_or(0))));
                count += 1;
            } else {
                uri = line;
            }
        }
        let _ = writeln!(written, "{}", shown.as_deref().unwrap_or(line));
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, written).expect("the file can be written");
    } else {
        assert_eq!(written, text, "BLESS=1 writes the file");
    }
    assert!(count > 90, "only {count} texts");
}

/// A part of a path: words with the borders between them, escapes, letters of other scripts, and marks.
fn segment() -> impl Strategy<Value = String> {
    let words =
        ["tide", "harbour", "%20", "-", "_", "+", ".", "4", "%E7%81%AF", "灯台", "e\u{301}", "(x)"];
    prop::collection::vec(prop::sample::select(words.to_vec()), 1..9)
        .prop_map(|words| words.concat())
}

/// The host, the path, and what gives way before the path.
fn parts() -> impl Strategy<Value = (String, String, String)> {
    let hosts =
        ["a.example", "www.bank.example.login.evil.example", "bank.example@evil.example:8080"];
    let ends = [
        "",
        "/",
        "?QUERY=%E7%81%AF&utm_source=x",
        "/?QUERY=/a/b#c",
        "#QUERY",
        "/;QUERY=1",
        "/QUERY=1/a?b",
    ];
    let path = prop::collection::vec(segment(), 0..6)
        .prop_map(|path| path.iter().flat_map(|segment| ["/", segment]).collect::<String>());
    let host = prop::sample::select(hosts.to_vec()).prop_map(str::to_owned);
    (host, path, prop::sample::select(ends.to_vec()).prop_map(str::to_owned))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_shown_is_whole((host, path, end) in parts(), limit in 1_usize..90) {
        let bare = format!("{host}{path}{end}");
        let shown = label(&builder(""), &format!("<https://{bare}>"), limit);
        prop_assert!(shown.graphemes(true).count() <= limit, "{shown}");
        if shown == format!("https://{bare}") || shown == bare {
            return Ok(());
        }
        if let Some(rest) = shown.strip_prefix('…') {
            let rest = rest.strip_suffix('…').unwrap_or(rest);
            // At least half of the room shows the end of the host, and a part of a label is no complete end of it.
            prop_assert!(host.ends_with(rest) && rest.len() * 2 + 4 >= limit.min(host.len()), "{shown}");
            return Ok(());
        }
        let rest = shown.strip_prefix(&host).expect("the host is whole");
        prop_assert!(!rest.contains("QUERY"), "{shown}");
        let (first, last) = rest.split_once('…').expect("something is left out");
        prop_assert!(first.ends_with(['/', '?', '#', ';']) || ends_at_border(&path, first), "{shown}");
        prop_assert!(bare[host.len()..].starts_with(first), "{shown}");
        match last.strip_suffix('…') {
            // The last segment, up to the border of a word.
            Some(words) => {
                let segment = path.rfind('/').expect("a segment");
                prop_assert!(ends_at_border(&path[segment..], words), "{shown}");
            }
            None => prop_assert!(last.is_empty() || last.starts_with('/') && path.ends_with(last), "{shown}"),
        }
    }
}

/// Whether `text` begins with `start` and one of the borders of words.
fn ends_at_border(text: &str, start: &str) -> bool {
    let rest = text.strip_prefix(start);
    rest.is_some_and(|rest| {
        ["-", "_", "+", ".", "%20"].iter().any(|border| rest.starts_with(border))
    })
}

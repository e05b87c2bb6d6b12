//! Tests properties of patterns that the caller defines, on generated patterns, templates and texts. The matches depend
//! neither on the length of a line nor on the chunks of a stream.

use linkwright::Finder;
use linkwright::link::{HtmlLinker, HtmlLinkerBuilder, TerminalLinker};
use proptest::prelude::*;

use crate::support::{patterns, runs, search, settings, soup};

fn cases(at_least: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let cases = if default.cases > 256 { default.cases } else { at_least };
    ProptestConfig { cases, failure_persistence: None, ..default }
}

/// The parts of generated patterns, separated by spaces.
const SYNTAX: &str = r"a b x . .. .* .+ .+? .{2} \w \w+ \d+ \S+ \s \b \B ^ $ (?i) (?s) (?m) (?x) (?-u) (?-u:\xC3) \xA9 \pL \p{Greek} \W
    [a-z] [^ ] [^a]+ é 中 ( (?: (?P<n> (?<n> ) )? )* )+ | ? * + {0} {0,3} \ [ ] # @ :// www\. http:// /";

/// The parts of generated templates.
const HREF: &str = "/ // /users/ https:// http: s: S+1: //h h.example .example $0 $1 $2 $9 $n ${1} ${n} ${1:raw} ${0:raw} ${ $$ $ } :raw \
    ? # ?q= @ : :80 :$1 [ ] [::1] . .. /../ %41 % %4 ä é \\ < \" x 0";

fn syntax(words: &'static str, longest: usize) -> impl Strategy<Value = String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    prop::collection::vec(prop::sample::select(words), 0..longest).prop_map(|words| words.concat())
}

/// Texts for a group, made of parts that could change the host or the path of the target.
fn group() -> impl Strategy<Value = String> {
    let hostile = prop::sample::select(
        &[
            "/", "//", "..", ".", "%2e", "%2E", "%2f", "\\", "@", ":", "?", "#", "&", "=", "a",
            "é", "\t", " ", "[", "]", "-", "0", "%",
        ][..],
    );
    let token = prop_oneof![4 => hostile.prop_map(str::to_owned), 1 => any::<char>().prop_map(|c| c.to_string())];
    prop::collection::vec(token, 0..6).prop_map(|tokens| tokens.concat().replace(['\n', '\r'], ""))
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn any_pattern_keeps_the_properties(pattern in syntax(SYNTAX, 5), href in syntax(HREF, 5), text in soup::bytes(), seed: u64) {
        patterns::any_pattern_keeps_the_properties(&pattern, &href, &text, seed);
    }

    /// Few of the patterns and templates that `any_pattern_keeps_the_properties` generates are valid. So this test
    /// selects from valid ones.
    #[test]
    fn valid_patterns_and_templates_have_the_properties(
        pattern in prop::sample::select(&["(.)", "(?s)(.).?", "([^ ]*)[/:]", r"@(\w*)\S", r"(\b\d+)|(x)", "(é|.)$", "^(..)", "(a|b|[^a-z]+)"][..]),
        href in prop::sample::select(&["/$1", "/$0/../$1", "https://$1.example/$0", "s:$0", "//$1/?$0#$0", "https://h.example:$1", "/${1:raw}", "#${0:raw}"][..]),
        text in soup::bytes(),
        seed: u64,
    ) {
        prop_assert!(patterns::any_pattern_keeps_the_properties(pattern, href, &text, seed));
    }

    /// A stream keeps only a part of the text, the window. The text is longer than this window, so the window moves
    /// while a line is searched.
    #[test]
    fn matches_in_long_texts_do_not_depend_on_chunks(at in 0..settings::with_patterns().len(), text in soup::bytes(), seed: u64) {
        let text = text.repeat(4 * 1024 / text.len().max(1));
        let finder = &settings::with_patterns()[at];
        let whole = runs::whole(finder, &text);
        prop_assert_eq!(&whole, &runs::stream(finder, text.chunks(61)));
        prop_assert_eq!(&whole, &runs::stream(finder, runs::chunks(&text, seed)));
    }

    #[test]
    fn explanations_agree(at in 0..settings::with_patterns().len(), text in soup::bytes()) {
        search::explanations_agree(&settings::with_patterns()[at], &text);
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn groups_stay_in_their_component(group in group(), is_raw: bool) {
        patterns::groups_stay_in_their_component(&group, is_raw);
    }
}

/// A long line is searched in pieces, and a stream must keep a piece in its window until the whole piece is searched:
/// where the piece begins determines the matches of `^` and `\b`, and where the next piece begins. Regression: a
/// trigger far to the right in the line moved the window past the beginning of the line.
#[test]
fn a_line_is_searched_from_its_beginning() {
    let mut builder = Finder::builder();
    builder.pattern("a", "^a", "s:a").pattern("b", r"\bb", "s:b").max_len(2048).max_bytes(16);
    let finder = builder.build().unwrap();
    let line = ["x".repeat(1500), " http://h.example/ ".to_owned(), "ab ".repeat(900)].concat();
    let text = [line.as_str(), "\nab b\n", &line, "a"].concat();
    let whole = runs::whole(&finder, text.as_bytes());
    for size in [1, 7, 100, 1000] {
        assert_eq!(whole, runs::stream(&finder, text.as_bytes().chunks(size)), "{size}");
    }
}

/// The stream keeps less than 4,096 bytes of a token that is longer than `max_len`, although a pattern matches in it.
#[test]
fn a_token_that_is_too_long_does_not_delay_the_search_of_lines() {
    let mut builder = Finder::builder();
    builder.pattern("b", "b", "s:b").max_len(64).max_bytes(16);
    let finder = builder.build().unwrap();
    let text = ["b http://h.example/", &"b".repeat(200_000), " b\nb"].concat();
    let whole = runs::whole(&finder, text.as_bytes());
    assert_eq!(whole, runs::stream(&finder, text.as_bytes().chunks(1000)));
    let mut stream = finder.stream();
    for chunk in text.as_bytes().chunks(1000) {
        stream.push(chunk, |_| {});
        assert!(stream.pending().is_none_or(|pending| pending.len() < 4096));
    }
}

/// In a text that is typed, a match is reported with the blank after it, and only the last word is pending. A pattern that
/// may match a blank waits for the line.
#[test]
fn a_pattern_that_stays_in_a_word_delays_no_match() {
    let text = "hi see https://example.com/a, ok? @ada yes, #12\nno";
    let typed = |ticket: &str| {
        let mut builder = Finder::builder();
        builder.preset(linkwright::find::Preset::Chat).pattern("mention", r"\B@(\w+)", "/users/$1");
        let finder = builder.pattern("ticket", ticket, "/tickets/$1").build().unwrap();
        let (mut stream, mut found) = (finder.stream(), Vec::new());
        for (at, byte) in text.bytes().enumerate() {
            stream.push(&[byte], |m| found.push((m.as_str().to_owned(), at - m.end())));
        }
        let pending = stream.pending().map(|span| span.of(text.as_bytes()).to_vec());
        (found, pending)
    };
    let found = [("https://example.com/a", 1), ("@ada", 0), ("#12", 0)];
    let found = found.map(|(text, delay)| (text.to_owned(), delay)).to_vec();
    assert_eq!(typed(r"\B#(\d+)"), (found, Some(b"no".to_vec())));
    let delays = typed(r"\B#(\d+)(?: !)?").0.into_iter().map(|(_, delay)| delay);
    assert_eq!(delays.collect::<Vec<_>>(), [19, 9, 0]);
}

#[test]
fn an_href_is_relative_without_a_base() {
    let mut builder = Finder::builder();
    builder.pattern("issue", r"#(\d+)", "/issues/$1");
    let finder = builder.build().unwrap();
    let found = finder.find_iter("#12").next().unwrap().into_owned();
    assert_eq!((found.href(), found.pattern()), ("/issues/12", Some("issue")));
    assert_eq!(found.reference().unwrap().as_str(), "/issues/12");
    assert_eq!(found.uri().as_str(), "thismessage:/issues/12");
    let finder = builder.base("https://h.example/x").build().unwrap();
    let found = finder.find_iter("#12").next().unwrap();
    assert_eq!((found.href(), found.reference()), ("https://h.example/issues/12", None));
}

#[test]
fn linkers_write_the_reference() {
    let finder = Finder::builder().pattern("issue", r"#(\d+)", "/issues/$1").build().unwrap();
    let mut builder = HtmlLinker::builder(&finder);
    let linked = |builder: &HtmlLinkerBuilder| builder.build().unwrap().linkify("#12");
    assert_eq!(linked(builder.rel("")), "<a href=\"/issues/12\">#12</a>");
    builder.decide(|link| assert_eq!(link.href(), "/issues/12"));
    assert_eq!(linked(&builder), "<a href=\"/issues/12\">#12</a>");
    builder.decide(|link| link.set_href("https://h.example/12").unwrap());
    assert_eq!(linked(&builder), "<a href=\"https://h.example/12\">#12</a>");
    assert_eq!(TerminalLinker::new(&finder).linkify("#12"), "#12");
}

#[test]
fn the_first_pattern_wins_and_a_preset_keeps_all_patterns() {
    let mut builder = Finder::builder();
    builder.pattern("a", "x.", "s:a").pattern("b", "xy+", "s:b").base("https://h.example");
    builder.preset(linkwright::find::Preset::Chat).pattern("c", "z", "/c");
    let finder = builder.build().unwrap();
    let names: Vec<_> =
        finder.find_iter("xyy z").map(|found| found.pattern().map(str::to_owned)).collect();
    assert_eq!(names, [Some("a".to_owned()), Some("c".to_owned())]);
}

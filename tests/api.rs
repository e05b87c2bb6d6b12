//! Tests properties of the public types: they can be sent to other threads, owned results outlive their text, and a
//! stream reports each match as soon as it can.

use core::iter::FusedIterator;
use core::ops::Range;
use core::panic::{RefUnwindSafe, UnwindSafe};
use std::borrow::Cow;
use std::{io, thread};

use linkwright::find::{
    Alternate, AlternateReason, Delimiter, Explained, FinderBuilder, Flag, Flags, Join, MatchKind,
    Outcome, Preset, RuleInfo, RuleSet, StreamFinder,
};
use linkwright::options::OptionError;
use linkwright::text::offsets::Offsets;
use linkwright::uri::hazards::{Code, Severity};
use linkwright::{Finder, Match, Span};

fn crosses_threads<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}

fn is_a_value<T: Copy + Send + Sync + 'static>() {}

#[test]
fn types_can_be_sent_to_other_threads() {
    crosses_threads::<Finder>();
    crosses_threads::<FinderBuilder>();
    crosses_threads::<OptionError>();
    crosses_threads::<StreamFinder>();
    crosses_threads::<Match<'static>>();
    crosses_threads::<Alternate>();
    crosses_threads::<Explained>();
    crosses_threads::<RuleInfo>();
    crosses_threads::<Offsets<'static>>();
}

#[test]
fn small_types_are_copy_values() {
    is_a_value::<Span>();
    is_a_value::<MatchKind>();
    is_a_value::<Delimiter>();
    is_a_value::<Join>();
    is_a_value::<AlternateReason>();
    is_a_value::<Flags>();
    is_a_value::<RuleSet>();
}

#[test]
fn an_owned_match_outlives_its_text() {
    let finder = Finder::new();
    let owned: Vec<Match<'static>> = {
        let text = "<http://example.com/in-\nnotes> and jane@example.com".to_owned();
        finder.find_iter(text.as_str()).map(Match::into_owned).collect()
    };
    let told = thread::spawn(move || {
        let tell = |m: &Match<'_>| (m.uri().as_str().to_owned(), m.alternates().len());
        owned.iter().map(tell).collect::<Vec<_>>()
    });
    let told = told.join().expect("the thread does not panic");
    let expected = [("http://example.com/in-notes", 1), ("mailto:jane@example.com", 0)];
    assert_eq!(told, expected.map(|(uri, count)| (uri.to_owned(), count)));
}

#[test]
fn an_explanation_outlives_its_text() {
    let text = "see <http://a.example/x-\ny> and x://".to_owned();
    let explanation = Finder::preset(Preset::Archive).explain(&text);
    let told = format!("{:?}", explanation[0].outcome);
    drop(text);
    let Outcome::Match(found) = &explanation[0].outcome else { panic!("{explanation:?}") };
    assert_eq!(found.pieces().len(), 2);
    assert!(told.starts_with("Match") && explanation.len() > 1);
}

#[test]
fn rejected_candidates_are_explained_with_a_reason() {
    let reasons = |finder: &Finder, text: &[u8]| -> Vec<String> {
        let explanation = finder.explain(text);
        let outcomes = explanation.iter().map(|one| &one.outcome);
        outcomes
            .filter_map(|outcome| match outcome {
                Outcome::Rejected { reason, .. } => Some(reason.clone()),
                _ => None,
            })
            .collect()
    };
    let long = [&b"<http://a.example/"[..], &[b'x'; 30], b"\n", &[b'y'; 30], b">"].concat();
    let finder = Finder::builder().max_len(60).build().unwrap();
    assert_eq!(reasons(&finder, &long), ["it is longer than the maximum length"]);
}

#[test]
fn a_stream_outlives_its_finder() {
    let text = "see http://example.com/a, <http://example.org/\nb> and www.example.net.";
    let mut stream: StreamFinder = Finder::new().stream();
    let found = thread::spawn(move || {
        let mut spans = Vec::new();
        text.as_bytes()
            .chunks(3)
            .for_each(|chunk| stream.push(chunk, |found| spans.push(found.span())));
        stream.finish(|found| spans.push(found.span()));
        spans
    });
    let expected: Vec<Span> = Finder::new().find_iter(text).map(|found| found.span()).collect();
    assert_eq!(found.join().expect("the thread does not panic"), expected);
}

#[test]
fn alternates_have_the_types_of_matches() {
    let text = "see <http://www.example.com/in-\nnotes>";
    let finder = Finder::new();
    let found = finder.find(text).unwrap();
    let [other] = found.alternates() else { panic!("{found:?}") };
    assert_eq!(other.text(), "http://www.example.com/innotes");
    let same_types = [found.uri(), other.uri()].map(|uri| uri.as_str().len());
    assert_eq!(same_types, [31, 30]);
    // The alternates are built once: both calls return the same slice.
    assert!(core::ptr::eq(found.alternates(), found.alternates()));
    let owned = found.clone().into_owned();
    assert_eq!(owned.alternates(), found.alternates());
    assert!(finder.find("http://a.example").unwrap().alternates().is_empty());
}

#[test]
fn iterators_are_fused() {
    fn is_fused(_: &impl FusedIterator) {}
    let finder = Finder::new();
    is_fused(&finder.find_iter(""));
    is_fused(&finder.spans(""));
    is_fused(&finder.stream_find_iter(io::empty()));
    is_fused(&RuleSet::default().iter());
}

#[test]
fn replacements_may_be_texts_or_closures() {
    let finder = Finder::new();
    let text = "> <http://a.example/b\n> c>, www.b.example";
    assert_eq!(finder.replace_all(text, |_| "$1"), "> <$1>, $1");
    assert_eq!(finder.replace_all(text, |_| String::from("x")), "> <x>, x");
    let mut count = 0;
    let numbered = finder.replace_all(text, |_: &Match<'_>| {
        count += 1;
        count.to_string()
    });
    assert_eq!(numbered, "> <1>, 2");
    assert!(matches!(finder.replace_all("no link", |_| "x"), Cow::Borrowed("no link")));
    // An alternate is part of its match and is not replaced again.
    let archive = Finder::preset(Preset::Archive);
    assert_eq!(archive.replace_all("<http://a.example/b-\nc>", |_| "x"), "<x>");
}

#[test]
fn spans_index_texts_and_bytes() {
    let text = "é http://a.example/";
    let span = Finder::new().find(text).unwrap().span();
    assert_eq!(&text[span], "http://a.example/");
    assert_eq!(&text.as_bytes()[span], b"http://a.example/");
    assert_eq!(Range::from(span), 3..20);
    let inside = Span::new(1, 3);
    assert!(
        std::panic::catch_unwind(|| text[inside].len()).is_err(),
        "the span is inside a character"
    );
}

#[test]
fn one_finder_serves_many_threads() {
    let finder = Finder::new();
    thread::scope(|scope| {
        for host in ["a", "b", "c"] {
            let finder = &finder;
            scope.spawn(move || {
                let text = format!("http://{host}.example/ ").repeat(50);
                assert_eq!(finder.find_iter(text.as_str()).count(), 50);
            });
        }
    });
}

#[test]
fn a_reader_yields_the_matches_of_the_text() {
    let finder = Finder::new();
    let text = "see http://example.com/a, <http://example.org/\nb> and www.example.net.";
    let read: Vec<Match<'static>> = finder
        .stream_find_iter(text.as_bytes())
        .collect::<Result<_, _>>()
        .expect("a slice can be read");
    let read: Vec<(Span, &str)> = read.iter().map(|m| (m.span(), m.text())).collect();
    let whole: Vec<Match<'_>> = finder.find_iter(text).collect();
    let whole: Vec<(Span, &str)> = whole.iter().map(|m| (m.span(), m.text())).collect();
    assert_eq!(read, whole);
    assert_eq!(read.len(), 3);
}

#[test]
fn pending_is_the_span_of_undecided_text() {
    let finder = Finder::new();
    let mut stream = finder.stream();
    let mut found = 0;
    stream.push(b"see http://example.com/a", |_| found += 1);
    let pending = stream.pending().expect("the URI may continue");
    assert!(pending.start() <= 4 && pending.end() == 24);
    stream.finish(|_| found += 1);
    assert_eq!((found, stream.pending()), (1, None));
}

/// The number of matches that a stream has reported after each of `pushes`.
fn reported(finder: &Finder, pushes: &[&str]) -> Vec<usize> {
    let mut stream = finder.stream();
    let mut found = 0;
    let push = |text: &&str| {
        stream.push(text.as_bytes(), |_| found += 1);
        found
    };
    pushes.iter().map(push).collect()
}

#[test]
fn a_stream_reports_a_match_when_no_later_text_can_change_it() {
    let finder = Finder::new();
    assert_eq!(reported(&finder, &["see http://a.example/x now\n"]), [1]);
    assert_eq!(reported(&finder, &["see http://a.example/x.", " N"]), [0, 1]);
    assert_eq!(reported(&finder, &["mail jane@a.example now"]), [1]);
    assert_eq!(reported(&finder, &["<http://a.example/x>, "]), [1]);
    // A URI may continue on the next line but not after a blank line, and the lines around it are evidence.
    let pushes = ["http://a.example/x\n", "\n", "more\n"];
    assert_eq!(reported(&finder, &pushes), [0, 0, 1]);
    assert_eq!(reported(&finder, &["http://a.example/x\n", "and more\n\n"]), [0, 0]);
    // In the first text, a `>` that closes the `<` can no longer follow. In the second text, it still can.
    assert_eq!(reported(&finder, &["<http://a.example/x www.", &" ".repeat(60)]), [0, 1]);
    assert_eq!(reported(&finder, &["<http://a.example/x and more\n"]), [0]);
    let unwrapped = Finder::preset(Preset::Chat);
    assert_eq!(reported(&unwrapped, &["http://a.example/x\n"]), [1]);
}

#[test]
fn a_stream_does_not_wait_beyond_the_longest_page_break() {
    let finder = Finder::builder().page_breaks(true).build().unwrap();
    assert_eq!(reported(&finder, &["see http://a.example/x now\n"]), [1]);
    assert_eq!(reported(&finder, &["<http://a.example/x>, "]), [1]);
    let after = "text\n".repeat(200);
    assert_eq!(reported(&finder, &["<http://a.example/x\ny>, ", &after]), [0, 1]);
}

#[test]
#[cfg(feature = "patterns")]
fn a_stream_with_patterns_waits_for_a_blank_or_for_the_end_of_the_line() {
    let pushes = ["see http://a.example/x ", "and #1 now", "\n"];
    for (pattern, expected) in [(r"#\d+", [0, 2, 2]), (r"#\d+( .)?", [0, 0, 2])] {
        let finder = Finder::builder().pattern("issue", pattern, "https://a.example/$0").build();
        assert_eq!(reported(&finder.unwrap(), &pushes), expected, "{pattern}");
    }
}

/// A domain without a dot is no address of GFM, but a dot may follow. Regression: sixteen letters behind the `@` decided.
#[test]
fn an_address_of_gfm_waits_for_its_domain() {
    let finder = Finder::preset(Preset::Gfm);
    let pushes: Vec<String> = "e@abcdefghijklmnopqrst.1u ".chars().map(String::from).collect();
    let pushes: Vec<&str> = pushes.iter().map(String::as_str).collect();
    assert_eq!(reported(&finder, &pushes).last(), Some(&1));
}

#[test]
fn a_join_in_the_authority_is_a_hazard() {
    let text = "It is at https://docs.\nexample.org/en/latest/index.html since then.";
    let joined = Flag::Hazard(Code::JoinedAuthority);
    let finder = Finder::preset(Preset::Archive);
    let readings: Vec<_> = finder.find_iter(text).collect();
    let tell = |found: &Match<'_>| {
        let flags = found.flags();
        (found.uri().as_str().to_owned(), flags.contains(joined), flags.severity())
    };
    let expected = [
        ("https://docs.example.org/en/latest/index.html".to_owned(), true, Some(Severity::Warn)),
        ("https://docs".to_owned(), false, None),
    ];
    assert_eq!(readings.iter().map(tell).collect::<Vec<_>>(), expected);
    assert!(Flag::HAZARDS.contains(&Code::JoinedAuthority));
}

#[test]
fn an_unknown_rule_cannot_be_turned_off() {
    let error = Finder::builder().without_rule("no-such-rule").build().unwrap_err();
    assert!(error.to_string().contains("no-such-rule"), "{error}");
}

#[test]
fn without_its_rule_a_bare_domain_still_ends_in_a_top_level_domain() {
    let text = "config.notatld example.com jane@mailhost www.intranet";
    let found = |builder: &mut FinderBuilder| -> Vec<String> {
        let finder = builder.build().unwrap();
        let found = finder.find_iter(text).map(|found| found.text().to_owned()).collect();
        let explained = finder.explain(text);
        let told = explained.iter().filter_map(|candidate| match &candidate.outcome {
            Outcome::Match(found) => Some(found.text().to_owned()),
            _ => None,
        });
        assert_eq!(told.collect::<Vec<_>>(), found);
        found
    };
    let mut builder = Finder::builder();
    builder.preset(Preset::Chat);
    assert_eq!(found(&mut builder), ["example.com"]);
    builder.without_rule("domain-evidence");
    assert_eq!(found(&mut builder), ["example.com", "jane@mailhost", "www.intranet"]);
}

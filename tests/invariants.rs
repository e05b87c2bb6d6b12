//! What holds of every text, every chunking and every setting.
//!
//! The numbers are those of the project's list of invariants; 6 to 10, 12 and 14 speak of markup,
//! 13 of work, and are tested where those are.

use std::collections::BTreeSet;

use linkwright::find::{Join, Outcome, Preset, Readings};
use linkwright::uri::Uri;
use linkwright::{Finder, Match, Span};
use proptest::prelude::*;
use support::found::{Found, Run};
use support::{runs, soup};
use unicode_segmentation::UnicodeSegmentation;

mod support {
    pub(crate) mod found;
    pub(crate) mod runs;
    pub(crate) mod soup;
}

/// `PROPTEST_CASES` in the environment asks for more.
fn settings() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(1500), failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(settings())]

    /// 1 and 3: no panic, and any chunking gives the same matches at the same offsets.
    #[test]
    fn chunks_change_nothing(finder in soup::finder(), text in soup::bytes(), seed: u64) {
        let whole = runs::whole(finder, &text);
        prop_assert_eq!(&whole, &runs::stream(finder, text.chunks(1)));
        prop_assert_eq!(&whole, &runs::stream(finder, runs::chunks(&text, seed)));
    }

    /// 3: every cut in two, of short texts.
    #[test]
    fn cuts_change_nothing(finder in soup::finder(), text in soup::bytes()) {
        let text = &text[..text.len().min(64)];
        let whole = runs::whole(finder, text);
        for at in 0..=text.len() {
            let (left, right) = text.split_at(at);
            prop_assert_eq!(&whole, &runs::stream(finder, [left, right].into_iter()), "cut at {}", at);
        }
    }

    /// 1: bytes without any plan.
    #[test]
    fn random_bytes(finder in soup::finder(), text in prop::collection::vec(any::<u8>(), 0..200)) {
        let whole = runs::whole(finder, &text);
        prop_assert_eq!(&whole, &runs::stream(finder, text.chunks(3)));
    }

    /// 1: the explanation of any text.
    #[test]
    fn explanations_do_not_panic(finder in soup::finder(), text in soup::bytes()) {
        for candidate in finder.explain(text.as_slice()).candidates() {
            prop_assert!(candidate.extent().end() <= text.len());
            prop_assert!(candidate.trigger().end() <= text.len());
        }
    }

    /// The short way for plain URIs, which explanations never take, comes to what the long one does.
    #[test]
    fn explanations_find_the_same(preset in prop::sample::select(&Preset::ALL[..]), text in soup::web()) {
        let finder = Finder::builder().preset(preset).readings(Readings::Best).build().unwrap();
        let explanation = finder.explain(&text);
        let explained = explanation.candidates().iter().filter_map(|one| match one.outcome() {
            Outcome::Match(found) => Some(Found::new(found, 0)),
            _ => None,
        });
        let found: Vec<Found> = finder.find_iter(&text).map(|one| Found::new(&one, 0)).collect();
        prop_assert_eq!(found, explained.collect::<Vec<_>>());
        for found in finder.find_iter(&text) {
            let uri = found.uri();
            let parsed = Uri::parse(uri.as_str()).map(|parsed| parsed.parts());
            prop_assert_eq!(parsed, Ok(uri.parts()));
        }
    }

    /// 2: spans are ordered, disjoint, not empty, in bounds and on character borders.
    #[test]
    fn spans_are_ordered(finder in soup::finder(), text in soup::bytes()) {
        for found in finder.find_iter(text.as_slice()) {
            pieces_are_ordered(&found, &text)?;
        }
    }

    /// 2: two matches share no byte.
    #[test]
    fn matches_are_disjoint(finder in soup::unwrapped_finder(), text in soup::bytes()) {
        let mut end = 0;
        for found in finder.find_iter(text.as_slice()) {
            prop_assert!(found.span().start() >= end, "{:?} begins before {}", found, end);
            end = found.span().end();
        }
    }

    /// 2: a match off a grapheme border says so.
    #[test]
    fn grapheme_borders(finder in soup::finder(), text in soup::text()) {
        let mut borders: BTreeSet<usize> = text.grapheme_indices(true).map(|(at, _)| at).collect();
        borders.insert(text.len());
        for found in finder.find_iter(text.as_str()) {
            let span = found.span();
            let off = !borders.contains(&span.start()) || !borders.contains(&span.end());
            let flagged = found.flags().iter().any(|flag| flag.name() == "off-grapheme");
            prop_assert!(flagged || !off, "{:?}", found);
        }
    }

    /// 4: two other parsers accept every URI, and those of the web have a host.
    #[test]
    fn uris_are_valid(finder in soup::finder(), text in soup::bytes()) {
        for found in finder.find_iter(text.as_slice()) {
            is_valid(found.uri().as_str())?;
            for alternate in found.alternates() {
                is_valid(alternate.uri())?;
            }
        }
    }

    /// 5: the text of a match is its pieces, and between them lie its joins.
    #[test]
    fn text_is_its_pieces(finder in soup::finder(), text in soup::bytes()) {
        for found in finder.find_iter(text.as_slice()) {
            let joined: Vec<u8> =
                found.pieces().iter().flat_map(|piece| piece.of(&text)).copied().collect();
            prop_assert_eq!(found.text().as_bytes(), joined.as_slice());
            let gaps: Vec<Span> = found
                .pieces()
                .windows(2)
                .map(|pair| Span::new(pair[0].end(), pair[1].start()))
                .collect();
            let joins: Vec<Span> = found.joins().iter().map(Join::gap).collect();
            prop_assert_eq!(joins, gaps);
        }
    }

    /// 11: paragraphs of plain words around a text move its matches, and nothing else.
    #[test]
    fn words_around(finder in soup::finder(), text in soup::bytes()) {
        let around = [b"plain words\n\n", text.as_slice(), b"\n\nmore of them"].concat();
        let moved = shifted(runs::whole(finder, &text), 13);
        prop_assert_eq!(moved, runs::whole(finder, &around));
    }

    /// 11: where lines are not joined, the words may stand on the same line.
    #[test]
    fn words_beside(finder in soup::unwrapped_finder(), text in soup::text()) {
        let beside = format!("plain words {text} more of them");
        // Not where the text begins inside of what a reader sees as one character.
        prop_assume!(beside.grapheme_indices(true).any(|(at, _)| at == 12));
        let moved = shifted(runs::whole(finder, text.as_bytes()), 12);
        prop_assert_eq!(moved, runs::whole(finder, beside.as_bytes()));
    }

    /// 15: the same text gives the same matches, whatever was read before it.
    #[test]
    fn runs_agree(finder in soup::finder(), first in soup::bytes(), second in soup::bytes()) {
        let before = runs::whole(finder, &second);
        runs::whole(finder, &first);
        prop_assert_eq!(before, runs::whole(finder, &second));
    }

    /// An owned match says what the borrowed one says.
    #[test]
    fn owned_matches_agree(finder in soup::finder(), text in soup::bytes()) {
        for found in finder.find_iter(text.as_slice()) {
            let borrowed = Found::new(&found, 0);
            prop_assert_eq!(borrowed, Found::new(&found.into_owned(), 0));
        }
    }
}

fn pieces_are_ordered(found: &Match<'_>, text: &[u8]) -> Result<(), TestCaseError> {
    let pieces = found.pieces();
    let mut end = 0;
    for piece in pieces {
        prop_assert!(!piece.is_empty() && piece.start() >= end && piece.end() <= text.len());
        prop_assert!(core::str::from_utf8(piece.of(text)).is_ok(), "{:?}", piece);
        end = piece.end();
    }
    let span = found.span();
    prop_assert_eq!(pieces.first().map(|piece| piece.start()), Some(span.start()));
    prop_assert_eq!(pieces.last().map(|piece| piece.end()), Some(span.end()));
    if let Some(outer) = found.wrapper() {
        prop_assert!(outer.start() <= span.start() && span.end() <= outer.end());
        prop_assert!(outer.end() <= text.len());
    }
    if let Some(prefix) = found.prefix() {
        prop_assert!(prefix.end() <= span.start());
    }
    Ok(())
}

fn is_valid(uri: &str) -> Result<(), TestCaseError> {
    let parsed = fluent_uri::Uri::parse(uri);
    prop_assert!(parsed.is_ok(), "fluent-uri: {uri}");
    prop_assert!(iri_string::types::UriStr::new(uri).is_ok(), "iri-string: {uri}");
    let Ok(parsed) = parsed else { return Ok(()) };
    let scheme = parsed.scheme().as_str().to_ascii_lowercase();
    if ["http", "https"].contains(&scheme.as_str()) {
        let host = parsed.authority().map(|authority| authority.host()).unwrap_or_default();
        prop_assert!(!host.is_empty(), "no host: {uri}");
    }
    Ok(())
}

/// `run` as it is behind `by` more bytes.
fn shifted(run: Run, by: usize) -> Run {
    let all = |spans: Vec<Span>| spans.into_iter().map(|span| span.shifted(by)).collect();
    let found = run.found.into_iter().map(|found| Found {
        span: found.span.shifted(by),
        pieces: all(found.pieces),
        joins: found.joins.into_iter().map(|(gap, why)| (gap.shifted(by), why)).collect(),
        wrapper: found.wrapper.map(|span| span.shifted(by)),
        prefix: found.prefix.map(|span| span.shifted(by)),
        alternates: found
            .alternates
            .into_iter()
            .map(|(uri, pieces, why)| (uri, all(pieces), why))
            .collect(),
        ..found
    });
    Run { found: found.collect(), ..run }
}

#[test]
fn the_soup_has_links() {
    let found = Finder::new().find_iter("http://example.com/a and jane@example.com").count();
    assert_eq!(found, 2);
}

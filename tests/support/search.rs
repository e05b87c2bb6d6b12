//! Properties that hold for every search with any finder. Property tests and fuzz targets share these functions.

use std::collections::BTreeSet;
use std::io;

use linkwright::find::{Join, Outcome, Preset, Readings};
use linkwright::uri::{Components, Uri};
use linkwright::{Finder, Match, Span};
use unicode_segmentation::UnicodeSegmentation;

use super::found::{Found, Run};
use super::runs;

/// The search does not panic, and any division into chunks yields the same matches at the same offsets.
pub(crate) fn chunks_change_nothing(finder: &Finder, text: &[u8], seed: u64) {
    let whole = runs::whole(finder, text);
    assert_eq!(whole, runs::stream(finder, text.chunks(1)), "byte by byte");
    assert_eq!(whole, runs::stream(finder, runs::chunks(text, seed)), "seed {seed}");
    assert_eq!(whole.found, read(finder, text), "read");
}

/// The matches in a reader that returns seven bytes at a time.
fn read(finder: &Finder, text: &[u8]) -> Vec<Found> {
    let reader = Trickle { rest: text };
    let found = finder.stream_find_iter(reader);
    found.map(|found| Found::new(&found.expect("the reader does not fail"), 0)).collect()
}

/// A reader that returns seven bytes at a time.
struct Trickle<'t> {
    rest: &'t [u8],
}

impl io::Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(7);
        self.rest.read(&mut buffer[..len])
    }
}

/// The first 64 bytes of the text yield the same matches in one chunk and in two, wherever the cut is.
pub(crate) fn cuts_change_nothing(finder: &Finder, text: &[u8]) {
    let text = &text[..text.len().min(64)];
    let whole = runs::whole(finder, text);
    for at in 0..=text.len() {
        let (left, right) = text.split_at(at);
        assert_eq!(whole, runs::stream(finder, [left, right].into_iter()), "cut at {at}");
    }
}

/// For every match, the pieces are in order and on character boundaries, the URI of the match and the URIs of its
/// alternates are valid for two other parsers, and the text is the concatenation of the pieces.
pub(crate) fn matches_are_sound(finder: &Finder, text: &[u8]) {
    for found in finder.find_iter(text) {
        pieces_are_ordered(&found, text);
        text_is_its_pieces(&found, text);
        is_valid(found.uri().as_str());
        for alternate in found.alternates() {
            is_valid(alternate.uri().as_str());
        }
        let borrowed = Found::new(&found, 0);
        assert_eq!(borrowed, Found::new(&found.into_owned(), 0), "the owned match differs");
    }
}

/// The segments in order make up the text, and their matches are those of `find_iter` without overlapping readings. The
/// iterator returns `None` again after its end.
pub(crate) fn segments_are_the_text(finder: &Finder, text: &str) {
    let mut end = 0;
    let mut segments = finder.spans(text);
    for segment in segments.by_ref() {
        assert_eq!((segment.span().start(), segment.as_str()), (end, &text[segment.span()]));
        assert!(!segment.span().is_empty());
        assert!(segment.found().is_none_or(|found| found.span() == segment.span()));
        end = segment.span().end();
    }
    assert_eq!(end, text.len());
    assert!(segments.next().is_none());
    let matches = finder.spans(text).filter(|segment| segment.found().is_some()).count();
    assert_eq!(finder.is_match(text), matches > 0);
    let mut replaced = 0;
    let same = finder.replace_all(text, |found: &Match<'_>| {
        replaced += 1;
        text[found.span()].to_owned()
    });
    assert_eq!((same.as_ref(), replaced), (text, matches));
    iterators_stay_at_their_end(finder, text.as_bytes());
}

fn iterators_stay_at_their_end(finder: &Finder, text: &[u8]) {
    let mut matches = finder.find_iter(text);
    matches.by_ref().for_each(drop);
    assert!((0..3).all(|_| matches.next().is_none()));
    let mut read = finder.stream_find_iter(text);
    read.by_ref().for_each(drop);
    assert!((0..3).all(|_| read.next().is_none()));
}

/// No two matches share a byte. The finder must not return every reading as a separate match.
pub(crate) fn matches_are_disjoint(finder: &Finder, text: &[u8]) {
    let mut end = 0;
    for found in finder.find_iter(text) {
        assert!(found.span().start() >= end, "{found:?} begins before {end}");
        end = found.span().end();
    }
}

/// A match that does not begin and end on grapheme borders has the flag `off-grapheme`.
pub(crate) fn graphemes_are_whole(finder: &Finder, text: &str) {
    let mut borders: BTreeSet<usize> = text.grapheme_indices(true).map(|(at, _)| at).collect();
    borders.insert(text.len());
    for found in finder.find_iter(text) {
        let span = found.span();
        let off = !borders.contains(&span.start()) || !borders.contains(&span.end());
        let flagged = found.flags().iter().any(|flag| flag.name() == "off-grapheme");
        assert!(flagged || !off, "{found:?}");
    }
}

/// Adding paragraphs of plain words, 1,024 line ends away from a text, moves its matches and changes nothing else.
pub(crate) fn words_around_change_nothing(finder: &Finder, text: &[u8]) {
    let blank = vec![b'\n'; 1024];
    let near = [&blank, text, &blank].concat();
    let around = [b"plain words\n\n", &near[..], b"\n\nmore of them"].concat();
    let moved = shifted(runs::whole(finder, &near), 13);
    assert_eq!(moved, runs::whole(finder, &around));
}

/// If lines are not joined, adding words on the same line moves the matches of a text and changes nothing else. Texts
/// with a name or an address without a scheme are not compared, because the words around them are evidence, and a host that
/// the end of the line cut is not cut in the middle of it.
pub(crate) fn words_beside_change_nothing(finder: &Finder, text: &str) {
    let beside = format!("plain words {text} more of them");
    // A text that begins with a reply mark, or inside a grapheme cluster, is not compared.
    let is_reply = text.trim_start().starts_with(['>', '|']);
    if !is_reply && beside.grapheme_indices(true).any(|(at, _)| at == 12) {
        let mut moved = shifted(runs::whole(finder, text.as_bytes()), 12);
        let mut beside = runs::whole(finder, beside.as_bytes());
        for found in moved.found.iter_mut().chain(&mut beside.found) {
            found.flags.retain(|flag| *flag != "incomplete");
        }
        let is_certain = |found: &Found| matches!(found.kind, "uri" | "www");
        if moved.found.iter().chain(&beside.found).all(is_certain) {
            assert_eq!(moved, beside);
        }
    }
}

/// The fast path for plain URIs, which explanations do not use, finds the same matches as the full path.
pub(crate) fn explanations_find_the_same(preset: Preset, text: &[u8]) {
    let mut builder = Finder::builder();
    let finder = builder.preset(preset).readings(Readings::Best).build();
    explanations_agree(&finder.expect("the options are valid"), text);
}

/// The matches of `explain` are those of `find_iter`, for a finder that returns the best readings.
pub(crate) fn explanations_agree(finder: &Finder, text: &[u8]) {
    let explanation = finder.explain(text);
    let explained = explanation.iter().filter_map(|one| match &one.outcome {
        Outcome::Match(found) => Some(Found::new(found, 0)),
        _ => None,
    });
    let found: Vec<Found> = finder.find_iter(text).map(|one| Found::new(&one, 0)).collect();
    assert_eq!(found, explained.collect::<Vec<_>>());
    for found in finder.find_iter(text) {
        let uri = found.uri();
        let parsed = Uri::parse(uri.as_str()).unwrap();
        assert_eq!(format!("{:?}", parsed.authority()), format!("{:?}", uri.authority()));
        assert_eq!(Components::from(parsed), Components::from(uri));
    }
}

/// The spans of an explanation are inside the text.
pub(crate) fn explanations_are_in_bounds(finder: &Finder, text: &[u8]) {
    for candidate in &finder.explain(text) {
        assert!(candidate.extent.end() <= text.len());
        assert!(candidate.trigger.end() <= text.len());
    }
}

fn pieces_are_ordered(found: &Match<'_>, text: &[u8]) {
    let pieces = found.pieces();
    let mut end = 0;
    for piece in pieces {
        assert!(!piece.is_empty() && piece.start() >= end && piece.end() <= text.len());
        assert!(core::str::from_utf8(piece.of(text)).is_ok(), "{piece:?}");
        end = piece.end();
    }
    let span = found.span();
    assert_eq!(pieces.first().map(|piece| piece.start()), Some(span.start()));
    assert_eq!(pieces.last().map(|piece| piece.end()), Some(span.end()));
    if let Some(outer) = found.wrapper() {
        assert!(outer.start() <= span.start() && span.end() <= outer.end());
        assert!(outer.end() <= text.len());
    }
    if let Some(prefix) = found.prefix() {
        assert!(prefix.end() <= span.start());
    }
}

/// The text of a match is the concatenation of its pieces, and its joins are the gaps between them.
fn text_is_its_pieces(found: &Match<'_>, text: &[u8]) {
    let pieces = found.pieces();
    let joined: Vec<u8> = pieces.iter().flat_map(|piece| piece.of(text)).copied().collect();
    assert_eq!(found.text().as_bytes(), joined);
    let gaps = pieces.windows(2).map(|pair| Span::new(pair[0].end(), pair[1].start()));
    let joins: Vec<Span> = found.joins().iter().map(Join::gap).collect();
    assert_eq!(joins, gaps.collect::<Vec<_>>());
}

fn is_valid(uri: &str) {
    assert!(iri_string::types::UriStr::new(uri).is_ok(), "iri-string: {uri}");
    let Ok(parsed) = fluent_uri::Uri::parse(uri) else { panic!("fluent-uri: {uri}") };
    let scheme = parsed.scheme().as_str().to_ascii_lowercase();
    if ["http", "https"].contains(&scheme.as_str()) {
        let host = parsed.authority().map(|authority| authority.host()).unwrap_or_default();
        assert!(!host.is_empty(), "no host: {uri}");
    }
}

/// `run` with all offsets increased by `by` bytes.
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

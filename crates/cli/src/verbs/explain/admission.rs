//! Finds the texts that would be links with other options, and the smallest changes of the options
//! that admit them.
//!
//! This module does not know why the finder rejects a text. It searches the same text once for each
//! change that the table of options allows. If no single change makes a difference, it searches
//! with the widest changes together, and then removes the changes that are not needed, one by one.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use linkwright::find::{Match, MatchKind, Preset};
use linkwright::link::HtmlLinker;
use linkwright::uri::Uri;
use linkwright::{Finder, Span};
use regex::bytes::{Captures, Regex};

use crate::options::{Change, FinderArgs, Limits, changed};

/// A text that is a link with other options only.
#[derive(Debug)]
pub(super) struct Admission {
    /// The text that the first way makes a link.
    pub(super) span: Span,
    pub(super) kind: MatchKind,
    /// Sets of changes, the smallest first. Each set makes a link at this place.
    pub(super) ways: Vec<Vec<Change>>,
    /// Whether the options in force find a link here, which these changes continue on the next line.
    pub(super) is_longer: bool,
    /// Whether the finder reports the text but no linker makes it a link.
    pub(super) is_never_linked: bool,
}

/// A match that the options in force do not give.
struct News {
    span: Span,
    kind: MatchKind,
    uri: String,
    is_longer: bool,
}

/// Searches one text with other options than those in force.
pub(super) struct AdmissionSearch<'t> {
    args: &'t FinderArgs,
    text: &'t [u8],
    /// The links that the options in force find, by position: the span, and the number of joins.
    links: Vec<(Span, usize)>,
    limits: Limits,
    /// A possible scheme in the text.
    schemes: Vec<String>,
}

/// The longest text that is searched with sets of changes: each place takes about 100 searches.
const LONGEST: usize = 64 * 1024;

/// The most places for which sets of changes are tried.
const MOST_SETS: usize = 8;

impl<'t> AdmissionSearch<'t> {
    /// A search of `text`, in which the options in force find `links`.
    pub(super) fn new<'m>(
        args: &'t FinderArgs,
        text: &'t [u8],
        links: impl Iterator<Item = &'m Match<'m>>,
    ) -> AdmissionSearch<'t> {
        let mut links: Vec<(Span, usize)> =
            links.map(|found| (found.span(), found.joins().len())).collect();
        links.sort_by_key(|(span, _)| span.start());
        AdmissionSearch { args, text, links, limits: Limits::of(text), schemes: scheme_names(text) }
    }

    /// Places that do not overlap, in the order of the text. A place is admitted by one change; or it is in a span of
    /// `rejected` that no single change admits, and a set of changes admits it.
    ///
    /// If the options in force find no links and there are no places so far, the whole text is tried last.
    pub(super) fn places(&self, rejected: &[Span]) -> Vec<Admission> {
        let mut places = self.by_one_change();
        let is_open = |span: &&Span| place_at(&places, **span).is_none();
        let mut open: Vec<Span> =
            rejected.iter().filter(is_open).take(MOST_SETS).copied().collect();
        if self.text.len() <= LONGEST {
            open.reverse();
            self.answer(open, &mut places);
            if self.links.is_empty() && places.is_empty() {
                self.answer(vec![Span::new(0, self.text.len())], &mut places);
            }
        }
        places
    }

    /// Adds the places in the spans of `open`, the last span first. After a place is found, the rest of its span is
    /// tried next.
    fn answer(&self, mut open: Vec<Span>, places: &mut Vec<Admission>) {
        for _ in 0..MOST_SETS {
            let Some(span) = open.pop() else { break };
            let Some(place) = self.by_several_changes(span) else { continue };
            if place.span.end() < span.end() {
                open.push(Span::new(place.span.end(), span.end()));
            }
            if place_at(places, place.span).is_none() {
                places.push(place);
                places.sort_by_key(|place| place.span.start());
            }
        }
    }

    /// The words that are links with `http:` in front, each with its URI: a host with a port,
    /// `localhost`, or `//` and a host.
    pub(super) fn unschemed(&self) -> Vec<(String, String)> {
        let Some(finder) = changed(self.args, &[]) else { return Vec::new() };
        let text = String::from_utf8_lossy(self.text);
        let words = text.split_whitespace().filter_map(|word| {
            let uri = format!("http://{}", word.strip_prefix("//").unwrap_or(word));
            let authority = Uri::parse(&uri).ok()?.authority()?;
            let is_host = word.starts_with("//")
                || authority.port().is_some_and(|port| !port.is_empty())
                || authority.host().as_str() == "localhost";
            let is_link = || finder.find_iter(&uri).any(|found| found.span().len() == uri.len());
            (is_host && is_link()).then(|| (word.to_owned(), uri.clone()))
        });
        words.take(MOST_SETS).collect()
    }

    fn by_one_change(&self) -> Vec<Admission> {
        let mut news: Vec<(News, Change)> = Vec::new();
        let listed = Change::schemes(self.schemes.clone());
        for found in self.news(core::slice::from_ref(&listed)) {
            let change = Change::schemes(vec![found.scheme()]);
            news.push((found, change));
        }
        for change in Change::each(self.limits) {
            let found = self.news(core::slice::from_ref(&change));
            news.extend(found.into_iter().map(|found| (found, change.clone())));
        }
        gather(news)
    }

    /// The place at `span` that a minimal set of changes admits: none of them can be left out.
    fn by_several_changes(&self, span: Span) -> Option<Admission> {
        let admitted = |changes: &[Change]| {
            self.news(changes).into_iter().find(|found| overlap(found.span, span))
        };
        let mut changes = self.widest().into_iter().find_map(|mut changes| {
            let found = admitted(&changes)?;
            // The list of schemes has all schemes of the text; one is enough.
            let schemes = changes.iter_mut().find(|change| is_scheme_list(change));
            if let Some(list) = schemes {
                *list = Change::schemes(vec![found.scheme()]);
            }
            Some(changes)
        })?;
        for at in (0..changes.len()).rev() {
            let change = changes.remove(at);
            if admitted(&changes).is_none() {
                changes.insert(at, change);
            }
        }
        let found = admitted(&changes)?;
        Some(found.into_place(vec![changes]))
    }

    /// Sets of changes that admit as much as possible: for each preset, with its rules and
    /// without any.
    fn widest(&self) -> Vec<Vec<Change>> {
        let mut options = Change::widest(self.limits);
        options.insert(0, Change::schemes(self.schemes.clone()));
        if !self.schemes.is_empty() {
            options.retain(|change| is_scheme_list(change) || !is_scheme_set(change));
        }
        let with_rules = options.iter().filter(|change| change.rule().is_none());
        let with_rules: Vec<Change> = with_rules.cloned().collect();
        let presets = core::iter::once(self.args.preset).chain(Preset::ALL.iter().copied());
        let sets = presets.flat_map(|preset| {
            [&with_rules, &options].map(|set| [&[Change::Preset(preset)], &set[..]].concat())
        });
        sets.collect()
    }

    /// The matches that `changes` add: those that touch no link, and those that join a link with text
    /// of the next line.
    fn news(&self, changes: &[Change]) -> Vec<News> {
        let Some(finder) = changed(self.args, changes) else { return Vec::new() };
        let without_rule = changes.iter().any(|change| change.rule().is_some());
        let found = finder.find_iter(self.text);
        let new = found.filter_map(|found| match self.joins_at(found.span()) {
            None => Some(News::new(&found, false)),
            Some(joins) if without_rule || found.joins().len() <= joins => None,
            Some(_) => Some(News::new(&found, true)),
        });
        new.collect()
    }

    /// The number of joins in the link at `span`, if there is a link.
    fn joins_at(&self, span: Span) -> Option<usize> {
        let first = self.links.partition_point(|(link, _)| link.end() <= span.start());
        let touched = self.links.get(first..)?.iter().take_while(|(link, _)| overlap(*link, span));
        touched.map(|(_, joins)| *joins).max()
    }
}

impl News {
    fn new(found: &Match<'_>, is_longer: bool) -> News {
        let uri = found.uri().as_str().to_owned();
        News { span: found.span(), kind: found.kind(), uri, is_longer }
    }

    fn scheme(&self) -> String {
        self.uri.split(':').next().unwrap_or_default().to_ascii_lowercase()
    }

    fn into_place(self, ways: Vec<Vec<Change>>) -> Admission {
        let is_never_linked = is_never_linked(&self.uri, &self.scheme());
        Admission {
            span: self.span,
            kind: self.kind,
            ways,
            is_longer: self.is_longer,
            is_never_linked,
        }
    }
}

/// Whether the finder finds `uri` but no linker links it, although its scheme is in the list.
fn is_never_linked(uri: &str, scheme: &str) -> bool {
    // The most frequent schemes, without building a finder.
    if matches!(scheme, "http" | "https" | "mailto") {
        return false;
    }
    let mut builder = Finder::builder();
    let finder = builder.preset(Preset::Rfc).schemes([scheme]).build();
    finder.is_ok_and(|finder| {
        let text = format!("<{uri}>");
        let linker = HtmlLinker::builder(&finder).schemes([scheme]).build();
        let is_linked = linker.is_ok_and(|linker| linker.linkify(&text).contains("<a "));
        finder.find_iter(&text).next().is_some() && !is_linked
    })
}

/// The first place that overlaps `span`; `places` ascend and do not overlap.
pub(super) fn place_at(places: &[Admission], span: Span) -> Option<&Admission> {
    let first = places.partition_point(|place| place.span.end() <= span.start());
    places.get(first).filter(|place| overlap(place.span, span))
}

/// The places of `news`, by position; no two of them overlap.
fn gather(mut news: Vec<(News, Change)>) -> Vec<Admission> {
    // The sort is stable: changes of the same match stay in the order of the table.
    news.sort_by_key(|(found, _)| found.span.start());
    let mut places = Vec::new();
    let mut rest = news.into_iter().peekable();
    while let Some(first) = rest.next() {
        let mut end = first.0.span.end();
        let mut run = vec![first];
        while let Some(next) = rest.next_if(|(found, _)| found.span.start() < end) {
            end = end.max(next.0.span.end());
            run.push(next);
        }
        run.sort_by_key(|(_, change)| size(change));
        let first = places.len();
        while let Some(place) = take_place(&mut run) {
            places.push(place);
        }
        places[first..].sort_by_key(|place| place.span.start());
    }
    places
}

/// Takes the match of the smallest change out of `run`, with all matches that overlap it. The other
/// matches of the run do not overlap it, only a third match that does: they form further places.
fn take_place(run: &mut Vec<(News, Change)>) -> Option<Admission> {
    let span = run.first()?.0.span;
    let mut taken = run.extract_if(.., |(found, _)| overlap(found.span, span));
    let (first, change) = taken.next()?;
    let mut ways: Vec<Vec<Change>> = vec![vec![change]];
    for (_, change) in taken {
        if ways.iter().all(|way| way[0] != change) {
            ways.push(vec![change]);
        }
    }
    Some(first.into_place(ways))
}

/// How much a change affects, in ascending order: one scheme, an option, a rule, everything.
fn size(change: &Change) -> u8 {
    match change {
        change if is_scheme_list(change) => 0,
        Change::Option(..) if change.rule().is_none() => 1,
        Change::Option(..) => 2,
        Change::Preset(_) => 3,
    }
}

fn is_scheme_set(change: &Change) -> bool {
    matches!(change, Change::Option("schemes", _))
}

fn is_scheme_list(change: &Change) -> bool {
    matches!(change, Change::Option("schemes", value) if value.as_list().is_some())
}

fn overlap(a: Span, b: Span) -> bool {
    a.start() < b.end() && b.start() < a.end()
}

/// The words before a colon that have the form of a scheme (RFC 3986, 3.1), each once. A word before
/// a colon and a port, as in `localhost:3000/x`, is a host.
fn scheme_names(text: &[u8]) -> Vec<String> {
    #[expect(clippy::expect_used, reason = "the pattern is a constant; the tests use it")]
    static SCHEME: LazyLock<Regex> = LazyLock::new(|| {
        // The longest scheme that the finder accepts has 40 characters.
        Regex::new(r"(?-u)([A-Za-z][A-Za-z0-9+.-]{0,39}):([0-9]{1,5}(?:[/?#]|\b))?")
            .expect("it is a regular expression")
    });
    let has_no_port = |found: &Captures<'_>| found.get(2).is_none();
    let names = SCHEME.captures_iter(text).filter(has_no_port).filter_map(|found| {
        let name = core::str::from_utf8(found.get(1)?.as_bytes()).ok()?;
        Some(name.to_ascii_lowercase())
    });
    names.collect::<BTreeSet<String>>().into_iter().take(MOST_SCHEMES).collect()
}

/// The most schemes of a text that are tried.
const MOST_SCHEMES: usize = 64;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn plain(preset: Preset) -> FinderArgs {
        FinderArgs::new(preset, crate::options::Settings::new())
    }

    /// Numbers that are the same in every run.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self, sides: usize) -> usize {
            // Marsaglia's xorshift.
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 >> 1).unwrap_or_default() % sides
        }
    }

    /// The texts of all fixture cases, without the marks that are drawn in them.
    fn snippets() -> Vec<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
        let mut snippets = Vec::new();
        for folder in ["rules", "policies", "rfc", "mail"] {
            let mut files: Vec<_> = fs::read_dir(root.join(folder))
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .collect();
            files.sort();
            for file in files.iter().filter(|file| file.extension().is_some_and(|it| it == "md")) {
                let text = fs::read_to_string(file).unwrap();
                let cases = text.split("\n```case ").skip(1);
                let bodies = cases.filter_map(|case| case.split("\n---").next()?.split_once('\n'));
                snippets.extend(bodies.map(|(_, body)| body.replace(['⟦', '⟧'], "")));
            }
        }
        assert!(snippets.len() > 300, "{}", snippets.len());
        snippets
    }

    fn links(args: &FinderArgs, text: &str) -> Vec<Span> {
        let finder = changed(args, &[]).unwrap();
        finder.find_iter(text).map(|found| found.span()).collect()
    }

    fn places(args: &FinderArgs, text: &str) -> Vec<Admission> {
        let finder = changed(args, &[]).unwrap();
        let explanation = finder.explain(text);
        let candidates = explanation.candidates();
        let rejected: Vec<Span> = candidates
            .iter()
            .filter(|one| super::super::link(one).is_none())
            .map(linkwright::find::Explained::extent)
            .collect();
        let links = candidates.iter().filter_map(super::super::link);
        AdmissionSearch::new(args, text.as_bytes(), links).places(&rejected)
    }

    /// The options in force and one to eight changes to them.
    fn configurations(dice: &mut Dice, text: &str) -> (FinderArgs, FinderArgs) {
        let preset = Preset::ALL[dice.roll(Preset::ALL.len())];
        let args = plain(preset);
        let mut changes = Change::each(Limits::of(text.as_bytes()));
        changes.push(Change::schemes(scheme_names(text.as_bytes())));
        let mut other = args.clone();
        for _ in 0..=dice.roll(8) {
            other = changes[dice.roll(changes.len())].applied(&other);
        }
        (args, other)
    }

    #[test]
    fn links_of_other_configurations_are_admitted_by_the_proposed_options() {
        let snippets = snippets();
        let mut dice = Dice(3986);
        let (mut tried, mut combined) = (0, 0);
        for _ in 0..25_000 {
            let text = &snippets[dice.roll(snippets.len())];
            let (args, other) = configurations(&mut dice, text);
            if !links(&args, text).is_empty() || links(&other, text).is_empty() {
                continue;
            }
            tried += 1;
            let places = places(&args, text);
            assert!(!places.is_empty(), "{args:?} {other:?}\n{text}");
            for Admission { span, ways, .. } in &places {
                for way in ways {
                    combined += usize::from(way.len() > 1);
                    let changed =
                        way.iter().fold(args.clone(), |args, change| change.applied(&args));
                    let found = links(&changed, text);
                    assert!(found.iter().any(|link| overlap(*link, *span)), "{way:?}\n{text}");
                }
            }
        }
        assert!(tried > 100 && combined > 3, "{tried} {combined}");
    }

    #[test]
    fn each_change_of_a_proposed_set_is_necessary() {
        let mail = plain(Preset::Mail);
        for text in ["main.rs", "foo:bar/baz", "localhost:3000/x and a.example"] {
            for place in places(&mail, text) {
                for way in place.ways.iter().filter(|way| way.len() > 1) {
                    for left_out in 0..way.len() {
                        let mut less = way.clone();
                        less.remove(left_out);
                        let args =
                            less.iter().fold(mail.clone(), |args, change| change.applied(&args));
                        let is_found =
                            links(&args, text).iter().any(|link| overlap(*link, place.span));
                        assert!(!is_found, "{way:?} in {text}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_possible_link_of_a_text_has_a_place() {
        let spans = |text: &str| -> Vec<String> {
            places(&plain(Preset::Mail), text)
                .iter()
                .map(|place| text[place.span.range()].to_owned())
                .collect()
        };
        assert_eq!(spans("see note:this and README.md"), ["note:this", "README.md"]);
        assert_eq!(spans("a.org or foo://bar"), ["a.org", "foo://bar"]);
        assert_eq!(spans("plain words"), Vec::<String>::new());
    }

    #[test]
    fn only_schemes_that_run_or_carry_content_are_never_linked() {
        for (text, is_never) in [
            ("javascript:alert(1)", true),
            ("data:text/html,x", true),
            ("foo://bar", false),
            ("http://[fe80::1%25eth0]/", false),
            ("http://x.example:99999/", false),
        ] {
            let places = places(&plain(Preset::Mail), text);
            assert_eq!(places.len(), 1, "{text}: {places:?}");
            assert_eq!(places[0].is_never_linked, is_never, "{text}");
        }
    }
}

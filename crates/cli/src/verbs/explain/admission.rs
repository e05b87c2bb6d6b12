//! Finds the texts that would be links with other options, and small changes of the options that admit them.
//!
//! The search does not use the reasons for which the finder rejected a text. It makes each change that the table of
//! options allows, and searches the text again. If no single change makes a rejected part of the text a link, it makes
//! the widest changes together, and then removes the changes that are not needed, one by one.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use linkwright::find::{Explained, Match, MatchKind, Outcome, Preset};
use linkwright::link::HtmlLinker;
use linkwright::{Finder, Span};
use regex::bytes::{Captures, Regex};

use crate::options::{Change, FinderArgs, Limits, changed};

/// A text that is a link only with other options.
#[derive(Debug)]
pub(super) struct Admission {
    /// The text that becomes a link with the first set of changes in `ways`.
    pub(super) span: Span,
    pub(super) kind: MatchKind,
    /// Sets of changes, the smallest first. Each set makes a link at this place.
    pub(super) ways: Vec<Vec<Change>>,
    /// Whether the options in force already find a link here, and these changes extend it to the next line.
    pub(super) is_longer: bool,
    /// Whether the finder reports the text, but the linkers do not link it.
    pub(super) is_never_linked: bool,
}

/// A match that is not found with the options in force.
struct News {
    span: Span,
    kind: MatchKind,
    uri: String,
    is_longer: bool,
}

/// Searches a text with options other than the options in force.
pub(super) struct AdmissionSearch<'t> {
    args: &'t FinderArgs,
    text: &'t [u8],
    /// The links that the options in force find, by position: the span, and the number of joins.
    links: Vec<(Span, usize)>,
    /// The candidates that the options in force reject, in the order of the text.
    rejected: Vec<&'t Explained<'t>>,
    limits: Limits,
    /// The words of the text that may be schemes.
    schemes: Vec<String>,
}

/// The longest text that is searched with sets of changes, in bytes. Longer texts would take too long, because each
/// place takes about 100 searches.
const LONGEST: usize = 64 * 1024;

/// The maximum number of places for which sets of changes are tried.
const MOST_SETS: usize = 8;

impl<'t> AdmissionSearch<'t> {
    /// Prepares a search of `text`. `candidates` are the links and the rejected parts that the options in force find in
    /// it.
    pub(super) fn new(
        args: &'t FinderArgs,
        text: &'t [u8],
        candidates: &'t [Explained<'t>],
    ) -> AdmissionSearch<'t> {
        let (mut links, mut rejected) = (Vec::new(), Vec::new());
        for candidate in candidates {
            match link(candidate) {
                Some(found) => links.push((found.span(), found.joins().len())),
                None => rejected.push(candidate),
            }
        }
        links.sort_by_key(|(span, _)| span.start());
        rejected.sort_by_key(|candidate| candidate.extent().start());
        let (limits, schemes) = (Limits::of(text), scheme_names(text));
        AdmissionSearch { args, text, links, rejected, limits, schemes }
    }

    /// Returns the places that become links with other options, in text order and without overlaps. Most places become
    /// links with a single change. A set of several changes is tried only for a rejected candidate that no single
    /// change makes a link.
    ///
    /// If the options in force find no links, and these searches find no place, sets of changes are tried on the whole
    /// text.
    pub(super) fn places(&self) -> Vec<Admission> {
        let mut places = self.by_one_change();
        let rejected = self.rejected.iter().map(|candidate| candidate.extent());
        let is_open = |span: &Span| place_at(&places, *span).is_none();
        let mut open: Vec<Span> = rejected.filter(is_open).take(MOST_SETS).collect();
        if self.text.len() <= LONGEST {
            open.reverse();
            self.answer(open, &mut places);
            if self.links.is_empty() && places.is_empty() {
                self.answer(vec![Span::new(0, self.text.len())], &mut places);
            }
        }
        places
    }

    /// Adds the places in the spans of `open` that sets of changes make links, beginning with the last span. After a
    /// place is found, the rest of its span is tried next.
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

    fn by_one_change(&self) -> Vec<Admission> {
        let mut news: Vec<(News, Change)> = Vec::new();
        let listed = Change::schemes(self.schemes.clone());
        for found in self.news(core::slice::from_ref(&listed)) {
            if let Some(scheme) = found.own_scheme() {
                news.push((found, Change::schemes(vec![scheme])));
            }
        }
        for change in Change::each(self.limits) {
            let found = self.news(core::slice::from_ref(&change));
            news.extend(found.into_iter().map(|found| (found, change.clone())));
        }
        gather(news)
    }

    /// Returns the place at `span` that becomes a link with a minimal set of changes. A set is minimal if every change
    /// in it is needed to find a link there.
    fn by_several_changes(&self, span: Span) -> Option<Admission> {
        let admitted = |changes: &[Change]| {
            self.news(changes).into_iter().find(|found| overlap(found.span, span))
        };
        let mut changes = self.widest().into_iter().find_map(|mut changes| {
            let found = admitted(&changes)?;
            // The list contains all schemes of the text, but only the scheme of the match is needed.
            let schemes = changes.iter_mut().find(|change| is_scheme_list(change));
            if let Some((list, scheme)) = schemes.zip(found.own_scheme()) {
                *list = Change::schemes(vec![scheme]);
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

    /// Returns the sets of changes that make as much text as possible a link. For the preset in force and then for each
    /// preset, there is a set that keeps the rules and a set that turns all rules off.
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

    /// Returns the matches that `changes` add: matches that do not overlap a link. If `changes` do not turn off a rule,
    /// matches that have more joins than the links they overlap are added as well.
    fn news(&self, changes: &[Change]) -> Vec<News> {
        let Some(finder) = changed(self.args, changes) else { return Vec::new() };
        let without_rule = changes.iter().any(|change| change.rule().is_some());
        let found = self.whole_matches(&finder);
        let new = found.iter().filter_map(|found| match self.joins_at(found.span()) {
            None => Some(News::new(found, false)),
            Some(joins) if without_rule || found.joins().len() <= joins => None,
            Some(_) => Some(News::new(found, true)),
        });
        new.collect()
    }

    /// The matches of `finder`, except for matches inside a rejected candidate that exist only because `finder` does
    /// not consider that candidate. For example, the candidate `https:example.com` is rejected, and a finder whose list
    /// of schemes does not have `https` finds the host `example.com` in it.
    fn whole_matches(&self, finder: &Finder) -> Vec<Match<'t>> {
        let mut found: Vec<Match<'t>> = finder.find_iter(self.text).collect();
        if found.iter().any(|found| self.rejected_around(found).is_some()) {
            let explanation = finder.explain(self.text);
            let triggers: HashSet<Span> = explanation.iter().map(Explained::trigger).collect();
            let is_whole = |found: &Match<'_>| {
                self.rejected_around(found).is_none_or(|one| triggers.contains(&one.trigger()))
            };
            found.retain(is_whole);
        }
        found
    }

    /// The rejected candidate that contains the start of `found`, but does not start there itself.
    fn rejected_around(&self, found: &Match<'_>) -> Option<&'t Explained<'t>> {
        let start = found.span().start();
        let next = self.rejected.partition_point(|candidate| candidate.extent().start() < start);
        let candidate = self.rejected.get(next.checked_sub(1)?)?;
        (start < candidate.extent().end()).then_some(*candidate)
    }

    /// Whether a link that the options in force find overlaps `span`.
    pub(super) fn is_linked(&self, span: Span) -> bool {
        self.joins_at(span).is_some()
    }

    /// The greatest number of joins in a link that overlaps `span`; `None` if no link overlaps it.
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

    /// The scheme, if the match is a URI that has its scheme in the text. Matches of other kinds get a default scheme,
    /// which need not be in the list of schemes.
    fn own_scheme(&self) -> Option<String> {
        (self.kind == MatchKind::Uri).then(|| self.scheme())
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

/// Whether the finder finds `uri`, but the HTML linker does not link it even if its list of schemes has `scheme`.
fn is_never_linked(uri: &str, scheme: &str) -> bool {
    // For the most frequent schemes, no finder is built.
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

/// Returns the first place that overlaps `span`. `places` must be in text order and must not overlap.
pub(super) fn place_at(places: &[Admission], span: Span) -> Option<&Admission> {
    let first = places.partition_point(|place| place.span.end() <= span.start());
    places.get(first).filter(|place| overlap(place.span, span))
}

/// Groups overlapping matches into places. The places are in text order and do not overlap.
fn gather(mut news: Vec<(News, Change)>) -> Vec<Admission> {
    // The sort is stable, so changes that admit the same match keep the order of the table.
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

/// Takes the match of the smallest change out of `run`, with all matches that overlap it. The matches that remain in
/// `run` do not overlap that match, so they form further places.
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

/// Returns how much a change affects: 0 for a list of schemes, 1 for any other option, 2 for a rule, and 3 for a
/// preset.
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

/// The match that a candidate became; `None` if it was rejected.
pub(super) fn link<'e, 'h>(candidate: &'e Explained<'h>) -> Option<&'e Match<'h>> {
    match candidate.outcome() {
        Outcome::Match(found) => Some(found),
        _ => None,
    }
}

/// Whether two spans have a byte in common.
pub(super) fn overlap(a: Span, b: Span) -> bool {
    a.start() < b.end() && b.start() < a.end()
}

/// Returns the words before a colon that have the form of a scheme (RFC 3986, 3.1), without duplicates, and at most
/// [`MOST_SCHEMES`] of them. A word before a colon and a port, as in `localhost:3000/x`, is a host and is left out.
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

/// The maximum number of schemes of a text that are tried.
const MOST_SCHEMES: usize = 64;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn plain(preset: Preset) -> FinderArgs {
        FinderArgs::new(preset, crate::options::Settings::new())
    }

    /// Pseudo-random numbers, the same in every run.
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

    /// The texts of fixture cases, without their marks.
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
        AdmissionSearch::new(args, text.as_bytes(), &explanation).places()
    }

    /// Whether `other` finds a link that is not only a part of a candidate that `args` reject.
    fn has_whole_link(args: &FinderArgs, other: &FinderArgs, text: &str) -> bool {
        let explanation = changed(args, &[]).unwrap().explain(text);
        let search = AdmissionSearch::new(args, text.as_bytes(), &explanation);
        let finder = changed(other, &[]).unwrap();
        !search.whole_matches(&finder).is_empty()
    }

    /// Returns random options, and the same options with one to eight random changes.
    fn configurations(dice: &mut Dice, text: &str) -> (FinderArgs, FinderArgs) {
        let preset = Preset::ALL[dice.roll(Preset::ALL.len())];
        let args = plain(preset);
        let mut changes = Change::each(Limits::of(text.as_bytes()));
        // For `https:example.com` the note about the missing `//` is the answer, not a set of options that links it as it
        // stands.
        changes.retain(|change| change.rule() != Some("scheme-shape"));
        changes.push(Change::schemes(scheme_names(text.as_bytes())));
        let mut other = args.clone();
        for _ in 0..=dice.roll(8) {
            other = changes[dice.roll(changes.len())].applied(&other);
        }
        (args, other)
    }

    #[test]
    fn proposals_cover_every_text_that_other_options_link() {
        let snippets = snippets();
        let mut dice = Dice(3986);
        let (mut tried, mut combined) = (0, 0);
        for _ in 0..50_000 {
            let text = &snippets[dice.roll(snippets.len())];
            let (args, other) = configurations(&mut dice, text);
            if !links(&args, text).is_empty() || !has_whole_link(&args, &other, text) {
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
    fn changes_that_only_hide_the_rejected_candidate_are_not_proposed() {
        for (preset, text) in [
            (Preset::Mail, "https:example.com"),
            (Preset::Mail, "https:/example.com"),
            (Preset::Mail, "https:a@example.com"),
            (Preset::Mail, "see https:example.com and https:a@example.com"),
            (Preset::Rfc, "https:example.com"),
        ] {
            let places = places(&plain(preset), text);
            assert!(places.is_empty(), "{text}: {places:?}");
        }
        let whole = places(&plain(Preset::Mail), "tel:a@example.com").remove(0);
        let without_rule = Change::Option("without_rules", ["scheme-shape"].into());
        assert_eq!((whole.span, whole.ways), (Span::new(0, 17), vec![vec![without_rule]]));
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
